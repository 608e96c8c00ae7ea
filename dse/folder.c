/* SPDX-License-Identifier: Apache-2.0 */
/* folder.c -- result folders: what they say of themselves, and reading their results back. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "dse_internal.h"
#include "outdir_fs.h"

void dse_key(char key[DIGEST_HEX], const struct sweep *s, const struct dse_options *o)
{
    struct buf text = BUF_INIT;
    buf_printf(&text, "%s best %zu points %d csv %d\n", tlut_version(), o->top, !o->no_points, o->csv);
    sweep_write(&text, s);
    tech_write(&text, s->tech);
    digest_bytes(text.data, text.len, key);
    buf_release(&text);
}

static json_t *load(const char *dir)
{
    struct buf path = BUF_INIT, text = BUF_INIT;
    buf_printf(&path, "%s/sweep.json", dir);
    json_t *root = fs_read(path.data, &text) == 0 ? json_loadb(text.data, text.len, 0, NULL) : NULL;
    buf_release(&path);
    buf_release(&text);
    const char *by = json_string_value(json_object_get(root, "generator"));
    if (by && strcmp(by, "tlut-dse") == 0)
        return root;
    json_decref(root);
    return NULL;
}

static uint64_t number(const json_t *o, const char *name)
{
    json_int_t v = json_integer_value(json_object_get(o, name));
    return v > 0 ? (uint64_t)v : 0;
}

bool dse_read_summary(const char *dir, struct dse_summary *s)
{
    json_t *root = load(dir);
    const char *key = json_string_value(json_object_get(root, "key"));
    const json_t *shard = json_object_get(root, "shard"), *options = json_object_get(root, "options");
    bool ok = key && strlen(key) == DIGEST_HEX - 1;
    memset(s, 0, sizeof *s);
    if (ok) {
        strcpy(s->key, key);
        s->shard = number(shard, "number");
        s->shards = shard ? number(shard, "of") : 1;
        s->top = number(options, "top");
        s->no_points = json_is_false(json_object_get(options, "points"));
        s->csv = json_is_true(json_object_get(options, "csv"));
    }
    json_decref(root);
    return ok;
}

/* The indices in the first column of a table, evaluated again: exact, where the table is rounded. */
static bool read_table(const char *out, const char *name, struct dse_result *r, struct diag *d,
                       void (*add)(struct dse_result *, const struct space_point *))
{
    struct buf path = BUF_INIT, text = BUF_INIT;
    buf_printf(&path, "%s/%s", out, name);
    int error = fs_read(path.data, &text);
    bool ok = !error;
    for (char *line = text.data; ok && (line = strchr(line, '\n')) && line[1];) {
        struct space_point p = {.index = strtoull(++line, NULL, 10)};
        struct arch a;
        ok = p.index < r->space.size;
        if (!ok)
            break;
        dse_arch(r->space.sweep, p.index, &a);
        space_figures(r->space.sweep, r->space.tables, &a, p.figure);
        add(r, &p);
    }
    if (!ok) {
        diag_error(d, DIAG_FILE_READ, loc_file(path.data), "%s",
                   error ? strerror(error) : "an index is not one of the sweep's");
        diag_help(d, "run the sweep again with --restart");
    }
    buf_release(&path);
    buf_release(&text);
    return ok;
}

static void add_front(struct dse_result *r, const struct space_point *p)
{
    front_append(&r->front, p);
}

static void add_best(struct dse_result *r, const struct space_point *p)
{
    best_add(&r->best, p);
}

static void read_counts(struct dse_result *r, const char *out)
{
    json_t *root = load(out);
    const json_t *counts = json_object_get(root, "counts"), *rules = json_object_get(counts, "illegal_by_rule");
    const json_t *limits = json_object_get(counts, "limits");
    r->counts.kept = number(counts, "kept");
    r->counts.same = number(counts, "same_as_another");
    for (int code = 0; code < SPACE_MAX_RULES; code++) {
        char name[16];
        snprintf(name, sizeof name, "E%03d", code);
        r->counts.illegal[code] = number(rules, name);
    }
    for (size_t i = 0; i < json_array_size(limits) && i < SWEEP_MAX_LIMITS; i++)
        r->counts.missed[i] = number(json_array_get(limits, i), "missed_first");
    json_decref(root);
}

bool dse_read_back(struct dse_result *r, const struct sweep *sweep, const char *out, const struct dse_summary *summary,
                   struct diag *d)
{
    memset(r, 0, sizeof *r);
    if (!space_init(&r->space, sweep))
        return false;
    front_init(&r->front, sweep);
    best_init(&r->best, sweep, summary->top);
    r->reused = true;
    read_counts(r, out);
    r->shard = summary->shards > 1;
    if (r->shard || (read_table(out, "pareto.csv", r, d, add_front) && read_table(out, "top.csv", r, d, add_best)))
        return true;
    dse_result_release(r);
    return false;
}

bool dse_read_sweep(struct sweep *sweep, const char *dir, struct diag *d)
{
    struct buf path = BUF_INIT, tech = BUF_INIT;
    buf_printf(&path, "%s/sweep.xml", dir);
    buf_printf(&tech, "%s%s/tech.xml", strchr(dir, '/') || strchr(dir, '.') ? "" : "./", dir);
    sweep_init(sweep);
    bool ok = sweep_read(sweep, path.data, d) && sweep_finish(sweep, tech.data, d);
    if (!ok)
        sweep_release(sweep);
    buf_release(&path);
    buf_release(&tech);
    return ok;
}

bool dse_open(struct dse_result *r, struct sweep *sweep, const char *out, struct diag *d)
{
    struct dse_summary summary;
    if (!dse_read_summary(out, &summary)) {
        diag_error(d, DIAG_FILE_READ, loc_file(out), "the folder holds no results of tlut-dse");
        diag_help(d, "give the folder that tlut-dse -o made");
        return false;
    }
    if (!dse_read_sweep(sweep, out, d))
        return false;
    if (dse_read_back(r, sweep, out, &summary, d))
        return true;
    sweep_release(sweep);
    return false;
}

void dse_result_release(struct dse_result *r)
{
    space_release(&r->space);
    front_release(&r->front);
    best_release(&r->best);
    memset(r, 0, sizeof *r);
}
