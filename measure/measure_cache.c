/* SPDX-License-Identifier: Apache-2.0 */
#include "measure_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digest.h"
#include "liberty.h"
#include "outdir_fs.h"
#include "tool.h"

/* Version lines of the tools, asked for once. */
static bool tool_versions(struct buf *text, const char **missing)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct buf known = BUF_INIT;
    static const char *const tool[][2] = {
        {"yosys", "-V"},
        {"sta", "-version"},
        {"vvp", "-V"}}; /* iverilog is of the same package, and has temporary files even then */
    *missing = NULL;
    pthread_mutex_lock(&lock);
    if (!known.len) {
        struct buf lines = BUF_INIT;
        for (size_t i = 0; i < sizeof tool / sizeof tool[0] && !*missing; i++) {
            if (!tool_version(tool[i][0], tool[i][1], &lines))
                *missing = tool[i][0];
            buf_addch(&lines, '\n');
        }
        if (!*missing)
            known = lines;
        else
            buf_release(&lines);
    }
    buf_add(text, known.data, known.len);
    pthread_mutex_unlock(&lock);
    return !*missing;
}

bool measure_cache_path(const struct measure_flow *flow, const struct outdir *package, struct buf *path,
                        const char **missing)
{
    struct buf key = BUF_INIT;
    char hex[DIGEST_HEX];
    buf_printf(&key, "flow %d\nfan-out %d\nflat %d\nliberty %s\n", MEASURE_FLOW_VERSION, MEASURE_FANOUT, flow->flat,
               flow->lib->digest);
    bool ok = tool_versions(&key, missing);
    for (size_t i = 0; ok && i < outdir_count(package); i++) {
        const struct outdir_file *f = outdir_file(package, i);
        size_t n = strlen(f->path);
        if (strcmp(f->path, "effective.xml") != 0 && (n < 2 || strcmp(f->path + n - 2, ".v") != 0))
            continue;
        digest_bytes(f->data, f->size, hex);
        buf_printf(&key, "%s %s\n", f->path, hex);
    }
    digest_bytes(key.data, key.len, hex);
    buf_reset(path);
    buf_printf(path, "%s/%s.json", flow->cache ? flow->cache : "", hex);
    buf_release(&key);
    return ok;
}

static json_t *by_part(const double *value)
{
    json_t *o = json_object();
    for (int p = 0; p < COST_PARTS; p++)
        json_object_set_new(o, cost_part_table[p].name, json_real(value[p]));
    return o;
}

char *measure_json(const struct measured *m)
{
    json_t *o = json_object(), *stage = json_object();
    for (int s = 0; s < COST_STAGES; s++)
        json_object_set_new(stage, cost_stage_table[s].name, json_real(m->stage[s]));
    json_object_set_new(o, "area_um2", by_part(m->area));
    json_object_set_new(o, "leakage_nw", by_part(m->leakage));
    json_object_set_new(o, "buffer_area_um2", json_real(m->buffer_area));
    json_object_set_new(o, "cells", json_integer(m->cells));
    json_object_set_new(o, "flipflops", json_integer(m->flipflops));
    json_object_set_new(o, "buffers", json_integer(m->buffers));
    json_object_set_new(o, "stage_ps", stage);
    if (m->has_energy) {
        json_object_set_new(o, "energy_version", json_integer(MEASURE_ENERGY_VERSION));
        json_object_set_new(o, "energy_fj_per_cycle", by_part(m->energy));
        json_object_set_new(o, "buffer_energy_fj_per_cycle", json_real(m->buffer_energy));
        json_object_set_new(o, "cycles", json_integer(m->cycles));
    }
    json_object_set_new(o, "tool_seconds", json_real(m->seconds));
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(o);
    return text;
}

static bool get_number(const json_t *o, const char *name, double *out)
{
    const json_t *v = json_object_get(o, name);
    *out = json_number_value(v);
    return json_is_number(v) && isfinite(*out);
}

static bool get_int(const json_t *o, const char *name, int *out)
{
    double v;
    bool ok = get_number(o, name, &v) && v >= 0 && v <= 2e9;
    *out = ok ? (int)v : 0;
    return ok;
}

static bool get_parts(const json_t *o, const char *name, double *out)
{
    const json_t *parts = json_object_get(o, name);
    for (int p = 0; p < COST_PARTS; p++)
        if (!get_number(parts, cost_part_table[p].name, &out[p]))
            return false;
    return json_object_size(parts) == COST_PARTS;
}

bool measure_cache_load(const char *path, struct measured *out)
{
    json_error_t error;
    json_t *o = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    struct measured m = {.status = MEASURED_OK};
    double cycles = 0;
    bool ok = get_parts(o, "area_um2", m.area) && get_parts(o, "leakage_nw", m.leakage) &&
              get_number(o, "buffer_area_um2", &m.buffer_area) && get_int(o, "cells", &m.cells) &&
              get_int(o, "flipflops", &m.flipflops) && get_int(o, "buffers", &m.buffers) &&
              get_number(o, "tool_seconds", &m.seconds);
    const json_t *stage = json_object_get(o, "stage_ps");
    for (int s = 0; ok && s < COST_STAGES; s++)
        ok = get_number(stage, cost_stage_table[s].name, &m.stage[s]);
    if (ok && json_integer_value(json_object_get(o, "energy_version")) == MEASURE_ENERGY_VERSION) {
        ok = get_parts(o, "energy_fj_per_cycle", m.energy) &&
             get_number(o, "buffer_energy_fj_per_cycle", &m.buffer_energy) && get_number(o, "cycles", &cycles) &&
             cycles >= 1;
        m.cycles = ok ? (int64_t)cycles : 0;
        m.has_energy = ok;
    }
    json_decref(o);
    if (ok)
        *out = m;
    return ok;
}

/* fs_mkdirs() makes the folders above its argument's last component. It fails if another thread or process makes one at
 * the same time: then that one is there. */
static int make_folder(const char *folder)
{
    struct buf below = BUF_INIT;
    size_t first;
    int error = EEXIST;
    buf_printf(&below, "%s/x", folder);
    for (int tries = 0; error == EEXIST && tries < 10; tries++)
        error = fs_mkdirs(below.data, 0, &first);
    buf_release(&below);
    return error;
}

bool measure_cache_store(const char *folder, const char *path, const struct measured *m)
{
    struct buf part = BUF_INIT;
    char *text = measure_json(m);
    buf_printf(&part, "%s/new-XXXXXX", folder);
    int error = make_folder(folder), fd = error ? -1 : mkostemp(part.data, O_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (f) {
        bool ok = fputs(text, f) >= 0 && fputc('\n', f) != EOF;
        ok = fchmod(fd, 0644) == 0 && ok;
        ok = fclose(f) == 0 && ok;
        error = ok && rename(part.data, path) == 0 ? 0 : errno ? errno : EIO;
        if (error)
            unlink(part.data);
    } else if (!error) {
        error = errno;
    }
    free(text);
    buf_release(&part);
    errno = error;
    return error == 0;
}
