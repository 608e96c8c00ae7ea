/* SPDX-License-Identifier: Apache-2.0 */
/* output.c -- sums up blocks, and writes the files of a finished sweep. */
#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "arch_load.h"
#include "dse_internal.h"
#include "outdir_fs.h"

void dse_arch(const struct sweep *sweep, uint64_t index, struct arch *a)
{
    struct space s = {0};
    space_layout(&s, sweep);
    space_arch(&s, index, a);
    arch_resolve(a);
}

/* What tlut-gen needs to hear: everything that is not a default. */
void dse_flags(struct buf *text, const struct sweep *sweep, uint64_t index)
{
    struct space s = {0};
    struct arch a;
    char number[16];
    bool first = true;
    space_layout(&s, sweep);
    space_arch(&s, index, &a);
    for (int p = 0; p < PARAM_COUNT; p++) {
        int v = arch_get(&a, (enum param)p);
        bool main_size = p == PARAM_mu || p == PARAM_luts || p == PARAM_fetchers || p == PARAM_reuse || p == PARAM_act;
        if (v == param_table[p].def && !(main_size && !(p == PARAM_mu && a.kind != KIND_LUT)))
            continue;
        buf_printf(text, "%s--%s %s", first ? "" : " ", param_table[p].flag,
                   param_value_text((enum param)p, v, number));
        first = false;
    }
}

bool dse_fail_write(const char *path, int error, const char *kept, struct diag *d)
{
    diag_report(d, DIAG_OUT_WRITE,
                error == ENOSPC || error == EDQUOT
                    ? "free some space, or leave the points out with --no-points; the same command goes on"
                : error == EACCES || error == EPERM || error == EROFS ? "choose a folder that you may write to with -o"
                                                                      : "choose another folder with -o",
                "cannot write '%s': %s", path, strerror(error));
    if (kept)
        diag_note(d, "%s", kept);
    return false;
}

/* ---- summing up */

static const struct journal *holder(const struct dse_blocks *b, uint64_t number)
{
    for (int i = 0; i < b->count; i++)
        if (b->journal[i].at[number])
            return &b->journal[i];
    return NULL;
}

bool dse_collect(struct dse_result *r, const struct dse_blocks *b, uint64_t first, uint64_t last,
                 const struct dse_options *o, struct diag *d)
{
    struct block block;
    bool ok = true;
    block_init(&block, r->space.sweep, DSE_MAX_TOP, true);
    for (uint64_t n = first; n < last && ok; n++) {
        const struct journal *j = holder(b, n);
        ok = j && journal_read(j, n, &block);
        if (!ok) {
            diag_report(d, DIAG_SWEEP_SHARDS, "the disk may be failing: run that part again with --restart",
                        "block %llu of '%s' is damaged", (unsigned long long)n, j ? j->path : b->journal->path);
            break;
        }
        space_add_counts(&r->counts, &block.counts);
        front_collect(&r->front, &block.front);
        for (size_t i = 0; i < block.best.count; i++)
            best_add(&r->best, &block.best.point[i]);
        if (n + 1 == last)
            front_reduce(&r->front);
        if (r->front.reduced > o->max_front) {
            diag_report(d, DIAG_SWEEP_TOO_LARGE, "use fewer objectives, or raise --max-front",
                        "the front has more than %llu points", (unsigned long long)o->max_front);
            ok = false;
        }
    }
    block_release(&block);
    if (ok)
        front_sort(&r->front);
    return ok;
}

/* ---- files */

static int write_text(const char *dir, const char *name, const struct buf *text)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/%s", dir, name);
    int error = fs_write(path.data, text->data, text->len);
    if (!error)
        error = fs_sync(path.data);
    buf_release(&path);
    return error;
}

static int write_table(const char *dir, const char *name, const struct space *s, const struct space_point *p,
                       size_t count)
{
    struct buf out = BUF_INIT;
    char column[32];
    buf_addstr(&out, "index");
    dse_csv_parameters(&out, s);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (sweep_knows(s->sweep, (enum metric)m))
            buf_printf(&out, ",%s", metric_column((enum metric)m, column));
    buf_addstr(&out, ",tlut_gen_flags\n");
    for (size_t i = 0; i < count; i++) {
        buf_printf(&out, "%llu", (unsigned long long)p[i].index);
        dse_csv_values(&out, s, p[i].index);
        for (int m = 0; m < METRIC_COUNT; m++)
            if (sweep_knows(s->sweep, (enum metric)m))
                buf_printf(&out, ",%.9g", p[i].figure[m]);
        buf_addch(&out, ',');
        dse_flags(&out, s->sweep, p[i].index);
        buf_addch(&out, '\n');
    }
    int error = write_text(dir, name, &out);
    buf_release(&out);
    return error;
}

static json_t *counts_json(const struct dse_result *r)
{
    const struct sweep *s = r->space.sweep;
    json_t *rules = json_object(), *limits = json_array();
    for (int code = 0; code < SPACE_MAX_RULES; code++)
        if (r->counts.illegal[code] > 0) {
            char name[16];
            snprintf(name, sizeof name, "E%03d", code);
            json_object_set_new(rules, name, json_integer((json_int_t)r->counts.illegal[code]));
        }
    for (int i = 0; i < s->limits; i++) {
        struct buf text = BUF_INIT;
        sweep_limit_text(&text, &s->limit[i]);
        json_array_append_new(limits, json_pack("{s:s, s:b, s:I}", "limit", text.data, "clock", s->limit[i].clock,
                                                "missed_first", (json_int_t)r->counts.missed[i]));
        buf_release(&text);
    }
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "space", (json_int_t)r->space.size, "illegal",
                     (json_int_t)space_illegal(&r->counts), "same_as_another", (json_int_t)r->counts.same, "legal",
                     (json_int_t)space_legal(&r->counts), "kept", (json_int_t)r->counts.kept, "illegal_by_rule", rules,
                     "limits", limits);
}

static void add_shard(json_t *root, const struct dse_options *o)
{
    if (o->shards > 1)
        json_object_set_new(root, "shard",
                            json_pack("{s:I, s:I}", "number", (json_int_t)o->shard, "of", (json_int_t)o->shards));
}

static char *provenance(const struct dse_result *r, const struct dse_options *o, const struct buf *sweep,
                        const struct buf *tech)
{
    const struct sweep *s = r->space.sweep;
    char key[DIGEST_HEX], sweep_sha[DIGEST_HEX], tech_sha[DIGEST_HEX];
    dse_key(key, s, o);
    digest_bytes(sweep->data, sweep->len, sweep_sha);
    digest_bytes(tech->data, tech->len, tech_sha);
    json_t *objectives = json_array(), *best = json_null();
    for (int i = 0; i < s->objectives; i++)
        json_array_append_new(objectives, json_pack("{s:s, s:s}", s->objective[i].maximize ? "maximize" : "minimize",
                                                    metric_table[s->objective[i].metric].name, "unit",
                                                    metric_table[s->objective[i].metric].unit));
    if (r->best.count > 0) {
        struct buf flags = BUF_INIT;
        char column[32];
        dse_flags(&flags, s, r->best.point[0].index);
        best = json_pack("{s:I, s:s}", "index", (json_int_t)r->best.point[0].index, "tlut_gen_flags", flags.data);
        for (int m = 0; m < METRIC_COUNT; m++)
            if (sweep_knows(s, (enum metric)m))
                json_object_set_new(best, metric_column((enum metric)m, column), json_real(r->best.point[0].figure[m]));
        buf_release(&flags);
    }
    json_t *root = json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:{s:s, s:s, s:s}, s:{s:I, s:b, s:b}, s:o, s:o, s:I, s:o}",
                             "generator", "tlut-dse", "format", 1, "version", tlut_version(), "key", key, "name",
                             s->name, "sweep_sha256", sweep_sha, "technology", "name", s->tech->name, "sha256",
                             tech_sha, "tools", s->tech->tools, "options", "top", (json_int_t)o->top, "points",
                             !o->no_points, "csv", o->csv, "counts", counts_json(r), "objectives", objectives, "front",
                             (json_int_t)r->front.count, "best", best);
    add_shard(root, o);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12));
    json_decref(root);
    if (!text)
        BUG("sweep.json cannot be written: a name is not UTF-8");
    return text;
}

int dse_write_provenance(const char *dir, const struct dse_result *r, const struct dse_options *o)
{
    struct buf sweep = BUF_INIT, tech = BUF_INIT, json = BUF_INIT;
    sweep_write(&sweep, r->space.sweep);
    tech_write(&tech, r->space.sweep->tech);
    char *text = provenance(r, o, &sweep, &tech);
    buf_printf(&json, "%s\n", text);
    free(text);
    int error = write_text(dir, "sweep.xml", &sweep);
    if (!error)
        error = write_text(dir, "tech.xml", &tech);
    if (!error)
        error = write_text(dir, "sweep.json", &json);
    buf_release(&sweep);
    buf_release(&tech);
    buf_release(&json);
    return error;
}

static int write_best(const char *dir, const struct dse_result *r)
{
    struct buf xml = BUF_INIT;
    struct arch a;
    dse_arch(r->space.sweep, r->best.point[0].index, &a);
    arch_write(&xml, &a);
    int error = write_text(dir, "best.xml", &xml);
    buf_release(&xml);
    return error;
}

bool dse_write_results(const char *dir, const struct dse_result *r, const struct dse_blocks *b,
                       const struct dse_options *o, const char *shown, struct diag *d)
{
    const struct space *s = &r->space;
    uint64_t block_size = b->journal->head.block_size;
    int error = dse_write_provenance(dir, r, o);
    if (!error)
        error = write_table(dir, "pareto.csv", s, r->front.point, r->front.count);
    if (!error)
        error = write_table(dir, "top.csv", s, r->best.point, r->best.count);
    if (!error)
        error = write_best(dir, r);
    if (!error && !o->no_points)
        error = dse_write_points(dir, s, b, r->counts.kept, block_size);
    if (!error && !o->no_points && (o->csv || r->counts.kept <= DSE_CSV_POINTS))
        error = dse_write_points_csv(dir, s, b, block_size);
    if (!error)
        error = fs_sync(dir);
    return error ? dse_fail_write(shown, error, "the work is kept: the same command goes on where it stopped", d)
                 : true;
}
