/* SPDX-License-Identifier: Apache-2.0 */
/* grid.c -- runs the grid of grid_points.h in Verilator: bit-exact, with exact handshakes in every cycle.
 *
 *   grid all          every point; what passed before, with the same core and the same tests, is not run again
 *   grid slice N      N points, spread over the grid; one library that stays in the cache
 *   grid icarus S     random points in Icarus for S seconds
 *   grid list         the flags of every point
 *   grid count        how many points there are, and runs of a core
 *
 * Environment: TLUT_COSIM_CACHE: folder of the models and of the list of what has passed; TLUT_SEED; TLUT_GRID_FIRST,
 * TLUT_GRID_LAST: which part of `all`, 0 to 1099.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch_load.h"
#include "bench.h"
#include "configs.h"
#include "digest.h"
#include "emit.h"
#include "grid_points.h"
#include "jobs.h"
#include "outdir.h"
#include "progress.h"
#include "run.h"
#include "simcache.h"
#include "streams.h"

enum { BATCH = 24, GRID_TESTS = 1 /* counts up when grid_run() tests more, so that all points run again */ };

static uint64_t seed;
static int64_t runs;

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

static const char *cache_folder(void)
{
    const char *text = getenv("TLUT_COSIM_CACHE");
    return text && *text ? text : "build/cosim-cache";
}

/* Rows and columns that fit no tile, a little over or far below one pass, and no more than max-n. */
static struct shape ragged(const struct core *c, uint64_t *state, bool small)
{
    int64_t rows = (int64_t)c->dims.outputs * c->arch.reuse, n = c->dims.n;
    struct shape s = {small ? 1 + (int64_t)stim_below(state, (uint64_t)rows) : rows + 1,
                      small ? 1 + (int64_t)stim_below(state, (uint64_t)n) : 3 * n - 1 + (n == 1)};
    if (s.n > c->arch.max_n)
        s.n = c->arch.max_n;
    return s;
}

/* All that is asked of a core: these, and four streams with illegal keys or unequal groups. */
static const struct {
    enum stim_pattern acts, weights;
    int jobs;
    bool same;
    double act, key, res;
} tests[] = {
    {STIM_NEAR, STIM_RANDOM, 2, true, 0, 0, 0},
    {STIM_SPECIALS, STIM_RANDOM, 4, false, 0, 0, 0},
    {STIM_SPECIALS, STIM_RANDOM, 3, false, 0.3, 0.3, 0.3},
    {STIM_FINITE, STIM_RANDOM, 3, true, 0, 0, 0.5},
    {STIM_SMALL, STIM_ALTERNATE, 2, true, 0.6, 0, 0},
    {STIM_RANDOM, STIM_RANDOM, 2, false, 0, 0.6, 0},
    {STIM_MIN, STIM_MIN, 2, true, 0, 0, 0},
    {STIM_ALTERNATE, STIM_ALTERNATE, 1, true, 0.2, 0, 0.9},
    {STIM_NEAR, STIM_MAX, 2, true, 0, 0, 0.2},
};
enum { TESTS = sizeof tests / sizeof tests[0], STREAMS = 4 };

static bool grid_run(struct core *c, uint64_t s)
{
    bool ok = true;
    for (size_t i = 0; i < TESTS && ok; i++) {
        struct bench b = {.what = "grid", .jobs = tests[i].jobs, .weights = tests[i].weights, .acts = tests[i].acts};
        b.stall_act = tests[i].act, b.stall_key = tests[i].key, b.stall_res = tests[i].res;
        b.seed = stim_next(&s);
        for (int j = 0; j < b.jobs; j++)
            b.shape[j] = tests[i].same && j ? b.shape[0] : ragged(c, &s, i % 3 == 1 || j % 2 == 1);
        ok = bench_run(c, &b);
        runs++;
    }
    for (int i = 0; i < STREAMS / 2 && ok; i++, runs += 2)
        ok = stream_illegal_keys(c, stim_next(&s), i * 0.4) && stream_unequal_groups(c, stim_next(&s), i * 0.4);
    return ok;
}

/* The name under which a point is remembered: of everything that the result depends on. */
static void point_key(const struct core *c, char hex[DIGEST_HEX])
{
    struct outdir *package = outdir_new();
    struct diag *d = diag_new();
    struct buf all = BUF_INIT;
    buf_printf(&all, "%d %llu\n", GRID_TESTS, (unsigned long long)seed);
    if (!emit_package(&c->arch, package, d)) {
        diag_print(d, stderr);
        exit(1);
    }
    for (size_t i = 0; i < outdir_count(package); i++)
        buf_add(&all, outdir_file(package, i)->data, outdir_file(package, i)->size);
    digest_bytes(all.data, all.len, hex);
    buf_release(&all);
    diag_free(d);
    outdir_free(package);
}

/* The file that lists the keys of what has passed, one a line. */
static FILE *passed_file(const char *mode)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/grid.passed", cache_folder());
    FILE *f = fopen(path.data, mode);
    buf_release(&path);
    return f;
}

static bool has_passed(const char *key)
{
    char line[DIGEST_HEX + 2];
    bool found = false;
    FILE *f = passed_file("r");
    while (f && !found && fgets(line, sizeof line, f))
        found = strncmp(line, key, strlen(key)) == 0;
    if (f)
        fclose(f);
    return found;
}

/* Builds and runs some cores. Returns how many are wrong; all if they cannot be built. */
static int run_batch(struct core *cores, int count, bool keep)
{
    struct arch *a = calloc((size_t)count, sizeof *a);
    struct diag *d = diag_new();
    struct simlib lib;
    struct simcache_options options = {.cache = cache_folder(), .quick = true, .quiet = true};
    for (int i = 0; a && i < count; i++)
        a[i] = cores[i].arch;
    bool built = a && simcache_open(&lib, a, (size_t)count, &options, d);
    diag_print(d, stderr);
    int wrong = built ? 0 : count;
    for (int i = 0; built && i < count; i++) {
        char name[ARCH_NAME_MAX + 8], key[DIGEST_HEX];
        snprintf(name, sizeof name, "tlut_%s", a[i].name);
        cores[i].api = dut_find(lib.duts, name);
        bool ok = cores[i].api && grid_run(&cores[i], seed + (uint64_t)i);
        core_close(&cores[i]);
        wrong += !ok;
        point_key(&cores[i], key);
        FILE *f = ok && !keep ? passed_file("a") : NULL;
        if (f) {
            fprintf(f, "%s\n", key);
            fclose(f);
        }
    }
    if (built) {
        struct buf file = BUF_INIT;
        buf_printf(&file, "%s/%.32s.so", cache_folder(), lib.key);
        simcache_close(&lib);
        if (!keep)
            unlink(file.data);
        buf_release(&file);
    }
    diag_free(d);
    free(a);
    return wrong;
}

/* An order in which neighbours are far from each other in the grid, so that each part of it is a sample of the whole.
 */
static int spread(long i)
{
    return (int)(i * 691 % GRID_POINTS);
}

static bool grid_all(void)
{
    struct core *cores = calloc(BATCH, sizeof *cores);
    long first = setting("TLUT_GRID_FIRST", 0), last = setting("TLUT_GRID_LAST", GRID_POINTS - 1);
    int waiting = 0, wrong = 0, done = 0, before = 0;
    double start = progress_clock();
    for (long i = first; cores && i <= last && i < GRID_POINTS; i++) {
        struct arch a;
        char key[DIGEST_HEX];
        grid_point(spread(i), &a);
        core_init(&cores[waiting], &a, "grid");
        point_key(&cores[waiting], key);
        if (has_passed(key))
            before++;
        else
            waiting++;
        if (waiting == BATCH || (i == last && waiting)) {
            wrong += run_batch(cores, waiting, false);
            done += waiting;
            waiting = 0;
            printf("  point %ld: %d run, %d wrong, %d passed before, %.0f s\n", i, done, wrong, before,
                   progress_clock() - start);
            fflush(stdout);
        }
    }
    free(cores);
    printf("grid: %d points run (%lld runs of a core), %d wrong; %d had passed before\n", done, (long long)runs, wrong,
           before);
    return wrong == 0;
}

static bool grid_slice(long count)
{
    struct core *cores = calloc((size_t)count, sizeof *cores);
    for (long i = 0; cores && i < count; i++) {
        struct arch a;
        grid_point(spread(i), &a);
        core_init(&cores[i], &a, "grid");
    }
    int wrong = cores ? run_batch(cores, (int)count, true) : 1;
    free(cores);
    printf("grid: %ld of %d points run (%lld runs of a core), %d wrong\n", count, GRID_POINTS, (long long)runs, wrong);
    return wrong == 0;
}

static bool grid_icarus(long seconds)
{
    struct core *c = calloc(1, sizeof *c);
    double start = progress_clock();
    uint64_t state = seed ^ 0x1c;
    long done = 0;
    bool ok = c != NULL;
    for (; ok && progress_clock() - start < (double)seconds; done++) {
        struct arch a;
        grid_point((int)stim_below(&state, GRID_POINTS), &a);
        core_init(c, &a, "grid");
        struct bench b = bench_random(c, &state);
        ok = bench_run(c, &b);
    }
    free(c);
    printf("grid: %ld points run in Icarus in %.0f s\n", done, progress_clock() - start);
    return ok && done > 0;
}

static bool grid_count(void)
{
    printf("%d %d\n", GRID_POINTS, GRID_POINTS * (TESTS + STREAMS));
    return true;
}

static bool grid_list(void)
{
    for (int i = 0; i < GRID_POINTS; i++) {
        struct arch a;
        grid_point(i, &a);
        struct buf flags = BUF_INIT;
        arch_write_flags(&flags, &a);
        puts(flags.data);
        buf_release(&flags);
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *text = getenv("TLUT_SEED"), *what = argc > 1 ? argv[1] : "";
    seed = text ? strtoull(text, NULL, 0) : 20260425;
    long number = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    if (!grid_check())
        return 1;
    bool ok = strcmp(what, "all") == 0                    ? grid_all()
              : strcmp(what, "slice") == 0 && number > 0  ? grid_slice(number)
              : strcmp(what, "icarus") == 0 && number > 0 ? grid_icarus(number)
              : strcmp(what, "list") == 0                 ? grid_list()
              : strcmp(what, "count") == 0                ? grid_count()
                                                          : false;
    if (!ok)
        fprintf(stderr, "grid: failed; usage: grid all | slice N | icarus SECONDS | list | count; TLUT_SEED=%llu\n",
                (unsigned long long)seed);
    return !ok;
}
