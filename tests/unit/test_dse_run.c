/* SPDX-License-Identifier: Apache-2.0 */
/* test_dse_run.c -- whole runs: threads, interruptions, shards and what is read back give the same results. */
#include "unit.h"

#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../dse/made_up.h"
#include "arch_load.h"
#include "dse_internal.h"
#include "outdir_fs.h"

static char root[64];

static void make_sweep(struct sweep *s, const char *mu)
{
    static const enum param p[] = {PARAM_mu, PARAM_luts, PARAM_fetchers, PARAM_reuse, PARAM_build, PARAM_kind};
    const char *const values[] = {mu, "1..8", "1..16", "1,4,8", "*", "*"};
    struct diag *d = diag_new();
    sweep_init(s);
    for (int i = 0; i < 6; i++)
        CU_ASSERT_TRUE_FATAL(sweep_set_values(s, p[i], values[i], LOC_NONE, d));
    sweep_set_limit(s, "mac-per-cycle", "4..", LOC_NONE, d);
    sweep_set_limit(s, "power", "..20", LOC_NONE, d);
    sweep_add_objective(s, "area", false, LOC_NONE, d);
    sweep_add_objective(s, "gmacs", true, LOC_NONE, d);
    sweep_add_objective(s, "energy", false, LOC_NONE, d);
    s->tech = malloc(sizeof *s->tech);
    made_up_tech(s->tech);
    CU_ASSERT_EQUAL_FATAL(diag_count(d), 0);
    diag_free(d);
}

static struct dse_options small_blocks(int jobs)
{
    struct dse_options o = DSE_OPTIONS;
    o.jobs = jobs;
    o.block_size = 64;
    o.quiet = true;
    return o;
}

static char *in_root(const char *name)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/%s", root, name);
    return buf_detach(&path);
}

/* All files of both folders, byte for byte. */
static bool same_folders(const char *a, const char *b)
{
    int files = 0, others = 0;
    bool good = true;
    DIR *dir = opendir(a);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct buf x = BUF_INIT, y = BUF_INIT, p = BUF_INIT, q = BUF_INIT;
        if (e->d_name[0] == '.')
            continue;
        buf_printf(&p, "%s/%s", a, e->d_name);
        buf_printf(&q, "%s/%s", b, e->d_name);
        bool same = fs_read(p.data, &x) == 0 && fs_read(q.data, &y) == 0 && x.len == y.len &&
                    memcmp(x.data, y.data, x.len) == 0;
        if (!same)
            printf("\n    %s differs\n", q.data);
        good = good && same;
        files++;
        buf_release(&x);
        buf_release(&y);
        buf_release(&p);
        buf_release(&q);
    }
    if (dir)
        closedir(dir);
    dir = opendir(b);
    for (struct dirent *e; dir && (e = readdir(dir));)
        others += e->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return good && files == others && files > 0;
}

static void run(const struct sweep *s, const struct dse_options *o, const char *name, bool want)
{
    struct diag *d = diag_new();
    struct dse_result r;
    char *path = in_root(name);
    bool ok = dse_run(&r, s, o, path, d);
    CU_ASSERT_EQUAL(ok, want);
    if (ok != want)
        diag_print(d, stdout);
    if (ok)
        dse_result_release(&r);
    free(path);
    diag_free(d);
}

static bool same(const char *a, const char *b)
{
    char *p = in_root(a), *q = in_root(b);
    bool good = same_folders(p, q);
    free(p);
    free(q);
    return good;
}

static void threads(void)
{
    struct sweep s;
    make_sweep(&s, "1..5");
    struct dse_options one = small_blocks(1), four = small_blocks(4), large = small_blocks(2);
    large.block_size = 1000;
    run(&s, &one, "one", true);
    run(&s, &four, "four", true);
    run(&s, &large, "large", true);
    CU_ASSERT_TRUE(same("one", "four"));
    CU_ASSERT_TRUE(same("one", "large"));
    run(&s, &one, "one", true); /* complete already */
    sweep_release(&s);
}

/* A journal that ends after any of its bytes is taken up again. */
static void torn(void)
{
    struct sweep s;
    make_sweep(&s, "1..5");
    struct dse_options o = small_blocks(2);
    o.shards = 2; /* its results hold the journal */
    run(&s, &o, "shard", true);
    o.shards = 1;
    char *from = in_root("shard/shard.journal"), *folder = in_root("torn.partial"),
         *to = in_root("torn.partial/journal");
    struct buf all = BUF_INIT;
    CU_ASSERT_EQUAL_FATAL(fs_read(from, &all), 0);
    struct journal_head *head = (struct journal_head *)(void *)all.data;
    head->shards = 1; /* as if it were the start of a whole run */
    uint64_t state = unit_seed();
    for (int i = 0; i < 12; i++) {
        size_t keep = i == 0 ? all.len : i == 1 ? 3 : unit_random(&state) % all.len;
        CU_ASSERT_EQUAL_FATAL(fs_mkdir(folder), 0);
        struct buf text = BUF_INIT;
        buf_add(&text, all.data, keep);
        if (i % 3 == 2 && keep > 200)
            text.data[keep - 100] ^= 1; /* and a flipped bit */
        CU_ASSERT_EQUAL_FATAL(fs_write(to, text.data, text.len), 0);
        run(&s, &o, "torn", true);
        CU_ASSERT_TRUE(same("one", "torn"));
        char *out = in_root("torn");
        fs_remove_tree(out);
        free(out);
        buf_release(&text);
        CU_ASSERT_NOT_EQUAL(access(folder, F_OK), 0);
    }
    free(from);
    free(folder);
    free(to);
    buf_release(&all);
    sweep_release(&s);
}

static void shards(void)
{
    struct sweep s;
    make_sweep(&s, "1..5");
    for (uint64_t n = 2; n <= 5; n += 3) {
        struct dse_options o = small_blocks(1);
        char *folder[5], name[5][16];
        o.shards = n;
        for (o.shard = 0; o.shard < n; o.shard++) {
            snprintf(name[o.shard], sizeof *name, "s%llu_%llu", (unsigned long long)o.shard, (unsigned long long)n);
            run(&s, &o, name[o.shard], true);
            folder[n - 1 - o.shard] = in_root(name[o.shard]); /* in another order */
        }
        char *out = in_root("merged");
        struct diag *d = diag_new();
        CU_ASSERT_TRUE(dse_merge((const char *const *)folder, (int)n, out, true, d));
        diag_print(d, stdout);
        CU_ASSERT_TRUE(same("one", "merged"));
        CU_ASSERT_FALSE(dse_merge((const char *const *)folder, (int)n, out, false, d));    /* there already */
        CU_ASSERT_FALSE(dse_merge((const char *const *)folder, (int)n - 1, out, true, d)); /* one is missing */
        folder[0][strlen(folder[0]) - 3] ^= 1;                                             /* another shard's name */
        CU_ASSERT_FALSE(dse_merge((const char *const *)folder, (int)n, out, true, d));
        CU_ASSERT_TRUE(same("one", "merged"));
        diag_free(d);
        free(out);
        for (uint64_t i = 0; i < n; i++)
            free(folder[i]);
    }
    sweep_release(&s);
}

/* Another sweep, other options, foreign files: refused, unless told otherwise. */
static void others(void)
{
    struct sweep s, t;
    make_sweep(&s, "1..5");
    make_sweep(&t, "1..4");
    struct dse_options o = small_blocks(1);
    run(&s, &o, "other", true);
    run(&t, &o, "other", false);
    o.top = 3;
    run(&s, &o, "other", false);
    o.restart = true;
    run(&t, &o, "other", true);
    char *foreign = in_root("foreign"), *file = in_root("foreign/mine");
    fs_mkdir(foreign);
    run(&s, &o, "foreign", true); /* empty: taken */
    fs_remove_tree(foreign);
    fs_mkdir(foreign);
    fs_write(file, "x", 1);
    run(&s, &o, "foreign", false);
    CU_ASSERT_EQUAL(access(file, F_OK), 0);
    free(foreign);
    free(file);
    sweep_release(&s);
    sweep_release(&t);
}

/* What a folder says when it is opened is what the run said, to the last bit; the points file holds all of it. */
static void read_back(void)
{
    struct sweep s, again;
    struct dse_result memory, folder;
    struct dse_points points;
    struct dse_options o = small_blocks(2);
    struct diag *d = diag_new();
    char *path = in_root("one");
    make_sweep(&s, "1..5");
    CU_ASSERT_TRUE_FATAL(dse_run(&memory, &s, &o, NULL, d));
    CU_ASSERT_TRUE_FATAL(dse_open(&folder, &again, path, d));
    CU_ASSERT_EQUAL_FATAL(memory.front.count, folder.front.count);
    CU_ASSERT_EQUAL_FATAL(memory.best.count, folder.best.count);
    CU_ASSERT_EQUAL(memcmp(&memory.counts, &folder.counts, sizeof memory.counts), 0);
    CU_ASSERT_EQUAL(memcmp(memory.front.point, folder.front.point, memory.front.count * sizeof *memory.front.point), 0);
    CU_ASSERT_EQUAL(memcmp(memory.best.point, folder.best.point, memory.best.count * sizeof *memory.best.point), 0);
    CU_ASSERT_TRUE_FATAL(dse_points_open(&points, path, d));
    CU_ASSERT_EQUAL(points.count, memory.counts.kept);
    bool good = true;
    for (uint64_t i = 0; i < points.count; i++) {
        struct arch a;
        double f[METRIC_COUNT];
        dse_arch(&s, points.index[i], &a);
        space_figures(&s, memory.space.tables, &a, f);
        good = good && points.figure[METRIC_AREA][i] == (float)f[METRIC_AREA] &&
               points.figure[METRIC_POWER][i] == (float)f[METRIC_POWER];
    }
    CU_ASSERT_TRUE(good);
    CU_ASSERT_PTR_NULL(points.figure[METRIC_LATENCY]);
    dse_points_close(&points);
    dse_result_release(&memory);
    dse_result_release(&folder);
    sweep_release(&s);
    sweep_release(&again);
    diag_free(d);
    free(path);
}

static void clean(void)
{
    fs_remove_tree(root);
}

int main(void)
{
    static const struct unit_case cases[] = {{"threads", threads},
                                             {"torn journals", torn},
                                             {"shards", shards},
                                             {"other sweeps", others},
                                             {"read back", read_back}};
    strcpy(root, "/tmp/tlut-dse-XXXXXX");
    if (!mkdtemp(root))
        return 1;
    atexit(clean);
    return unit_run("dse_run", cases, (int)(sizeof cases / sizeof *cases));
}
