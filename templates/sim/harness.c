/* SPDX-License-Identifier: Apache-2.0 */
/* harness.c -- GEMVs of awkward shapes, extreme values, gaps in the streams and resets, on one core; see harness.h. */
#include "harness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dims.h"
#include "drive.h"
#include "drive_pack.h"
#include "dut.h"
#include "gemv.h"
#include "golden.h"
#include "jobs.h"
#include "lutnet.h"
#include "stim.h"

enum { MAX_WEIGHTS = 1 << 18 }; /* of a random GEMV: keeps large cores within seconds */

struct harness {
    const struct harness_core *core;
    struct dims dims;
    struct lutnet net;
    const struct dut_api *api;
    struct dut *dut;
    uint64_t seed;
    int runs, failed;
    int64_t results, mismatches, timing, protocol;
};

/* ---- the header against the model ---- */

static bool same(const char *what, int64_t header, int64_t model)
{
    if (header != model)
        printf("FAIL  header says %s = %" PRId64 ", the model %" PRId64 "\n", what, header, model);
    return header == model;
}

static bool check_keys(const struct harness *h)
{
    int8_t w[LUTNET_MAX_MU];
    int total = 2 * dims_half_entries(h->dims.mu) + 1;
    for (int c = 0; c < total; c++) {
        for (int i = 0, rest = c; i < h->dims.mu; i++, rest /= 3)
            w[i] = (int8_t)(rest % 3 - 1);
        if (!same("key", h->core->key(w), golden_key_encode(h->dims.mu, w)))
            return false;
    }
    return true;
}

/* A bit vector of the header's against one of the harness. */
static bool same_bits(const char *what, const uint8_t *beat, const uint32_t *word, int64_t bits)
{
    for (int64_t bit = 0; bit < bits; bit++)
        if (!same(what, beat[bit / 8] >> bit % 8 & 1, word[bit / 32] >> bit % 32 & 1))
            return false;
    return true;
}

static bool check_act_packing(const struct harness *h, uint32_t *value, uint8_t *beat, uint32_t *word)
{
    const struct dims *d = &h->dims;
    int64_t acts = (int64_t)h->core->arch.lanes * d->n;
    stim_fill(value, acts, d, STIM_RANDOM, h->seed);
    for (int64_t i = 0; i < acts; i++)
        h->core->put_act(beat, (unsigned)(i / d->n), (unsigned)(i % d->n), (int32_t)value[i]);
    pack_act(d, &h->core->arch, value, word);
    return same_bits("an activation bit", beat, word, d->act_beat_bits);
}

/* Random weights, one output and table after the other, or after clear_keys() the zeros that it left (`zeros`). */
static bool check_key_packing(const struct harness *h, bool zeros, uint32_t *value, uint8_t *beat, uint32_t *word)
{
    const struct dims *d = &h->dims;
    int luts = h->core->arch.luts;
    uint64_t state = h->seed;
    bool wide = h->core->arch.kind == KIND_MULTIPLIER && h->core->arch.weight_bits == WEIGHT_BITS_B;
    h->core->clear_keys(beat);
    for (int i = 0; i < d->outputs * luts; i++) {
        unsigned k = (unsigned)(i / luts), l = (unsigned)(i % luts);
        int8_t w[LUTNET_MAX_MU] = {0};
        for (int j = 0; j < d->mu && !zeros; j++)
            w[j] = (int8_t)((int)stim_below(&state, 3) - 1);
        value[i] = golden_key_encode(d->mu, w);
        if (wide)
            value[i] = zeros ? 0 : (uint32_t)stim_below(&state, UINT64_C(1) << d->key_w);
        if (!zeros && h->core->put_key)
            h->core->put_key(beat, k, l, value[i]);
        for (int j = 0; j < d->mu && !zeros && h->core->put_weight; j++)
            h->core->put_weight(beat, k, l * (unsigned)d->mu + (unsigned)j, wide ? (int32_t)value[i] : w[j]);
    }
    pack_key(d, &h->core->arch, value, word);
    return same_bits("a key bit", beat, word, d->key_beat_bits);
}

/* Beats of each kind, packed by the header and by the harness. */
static bool check_packing(const struct harness *h)
{
    const struct dims *d = &h->dims;
    size_t acts = (size_t)h->core->arch.lanes * (size_t)d->n, keys = (size_t)d->outputs * (size_t)h->core->arch.luts;
    size_t act_words = (size_t)(d->act_beat_bits + 31) / 32, key_words = (size_t)(d->key_beat_bits + 31) / 32;
    size_t words = act_words > key_words ? act_words : key_words;
    uint32_t *value = calloc(acts > keys ? acts : keys, sizeof *value);
    uint32_t *word = calloc(words, sizeof *word);
    uint8_t *beat = calloc(words, sizeof *word);
    bool ok = value && word && beat && check_act_packing(h, value, beat, word);
    for (int zeros = 0; ok && zeros < 2; zeros++) {
        memset(beat, 0xff, words * sizeof *word); /* what was there before does not matter */
        memset(word, 0, words * sizeof *word);
        ok = check_key_packing(h, zeros, value, beat, word);
    }
    free(value);
    free(word);
    free(beat);
    return ok;
}

static bool check_header(const struct harness *h)
{
    const struct harness_core *c = h->core;
    if (strcmp(c->digest, c->header_digest) != 0) {
        printf("FAIL  header and harness belong to different configurations\n");
        return false;
    }
    bool ok = same("MU", c->numbers.mu, h->dims.mu) && same("N", c->numbers.n, h->dims.n) &&
              same("OUTPUTS", c->numbers.outputs, h->dims.outputs) &&
              same("ACT_TDATA_W", c->numbers.act_tdata_w, h->dims.act_tdata_w) &&
              same("KEY_TDATA_W", c->numbers.key_tdata_w, h->dims.key_tdata_w) &&
              same("RES_TDATA_W", c->numbers.res_tdata_w, h->dims.res_tdata_w);
    if (ok && c->key)
        ok = check_keys(h);
    ok = ok && check_packing(h);
    if (ok)
        printf("ok    header: numbers, keys, packing\n");
    return ok;
}

/* ---- GEMVs ---- */

struct run {
    const char *what;
    int64_t m, n, jobs;
    enum stim_pattern weights, acts;
    double stall;          /* probability of a gap, on each stream */
    int64_t abandon_after; /* cycles, or 0 */
};

static void report(struct harness *h, const struct run *r, const struct drive_report *got, int64_t differ)
{
    struct drive_report judged = *got;
    judged.abandoned = got->abandoned && r->abandon_after == 0; /* wanted: the run after it must not notice */
    bool ok = drive_ok(&judged) && differ == 0;
    h->runs++;
    h->failed += !ok;
    h->results += r->jobs * r->m * h->core->arch.lanes;
    h->mismatches += got->mismatches + differ;
    h->timing += got->timing_errors;
    h->protocol += got->protocol_errors;
    printf("%s  %-22s %5" PRId64 " x %-5" PRId64 " jobs %" PRId64 " gaps %.1f  %8" PRId64 " cycles\n",
           ok ? "ok  " : "FAIL", r->what, r->m, r->n, r->jobs, r->stall, got->cycles);
    if (!ok)
        printf("      mismatches %" PRId64 ", against dot products %" PRId64 ", timing %" PRId64 ", protocol %" PRId64
               ", status %u (expected %u)%s\n",
               got->mismatches, differ, got->timing_errors, got->protocol_errors, got->status, got->expected_status,
               got->timed_out ? ", timed out" : "");
}

/* Runs `jobs` GEMVs back to back on given memory. False only if memory runs out. */
static bool run_on(struct harness *h, const struct run *r, int8_t *w, uint32_t *x, struct gemv *g, int64_t *y)
{
    const struct arch *a = &h->core->arch;
    uint64_t seed = stim_next(&h->seed);
    for (int64_t j = 0; j < r->jobs; j++) {
        int64_t xs = a->lanes * r->n;
        stim_fill_weights(w + j * r->m * r->n, r->m * r->n, r->weights, seed + (uint64_t)j);
        stim_fill(x + j * xs, xs, &h->dims, r->acts, ~seed + (uint64_t)j);
        g[j] = (struct gemv){.arch = a,
                             .dims = &h->dims,
                             .m = r->m,
                             .n = r->n,
                             .w = w + j * r->m * r->n,
                             .row_stride = r->n,
                             .col_stride = 1,
                             .x = x + j * xs};
        gemv_init(&g[j]);
    }
    struct jobs jobs = {.gemv = g, .count = r->jobs, .y = y};
    struct drive_setup setup = {.arch = a,
                                .dims = &h->dims,
                                .net = &h->net,
                                .source = jobs_source(&jobs),
                                .seed = seed,
                                .stall_act = r->stall,
                                .stall_key = r->stall,
                                .stall_res = r->stall,
                                .abandon_after = r->abandon_after,
                                .log = stdout};
    struct drive_report got;
    if (!drive_dut(&setup, h->api, h->dut, &got))
        return false;
    report(h, r, &got, r->abandon_after ? 0 : jobs_check_dense(&jobs, stdout));
    return true;
}

static bool run(struct harness *h, struct run r)
{
    const struct arch *a = &h->core->arch;
    if (r.n > a->max_n)
        r.n = a->max_n;
    if (r.m * r.n > MAX_WEIGHTS)
        r.m = MAX_WEIGHTS / r.n > 0 ? MAX_WEIGHTS / r.n : 1;
    size_t cells = (size_t)(r.jobs * r.m * r.n), lanes = (size_t)a->lanes;
    int8_t *w = calloc(cells, sizeof *w);
    uint32_t *x = calloc((size_t)(r.jobs * r.n) * lanes, sizeof *x);
    struct gemv *g = calloc((size_t)r.jobs, sizeof *g);
    int64_t *y = calloc((size_t)(r.jobs * r.m) * lanes, sizeof *y);
    bool ok = w && x && g && y && run_on(h, &r, w, x, g, y);
    if (!ok)
        fprintf(stderr, "error: out of memory\n");
    free(w);
    free(x);
    free(g);
    free(y);
    return ok;
}

static bool run_all(struct harness *h)
{
    const int64_t n = h->dims.n, k = h->dims.outputs, pass = k * h->core->arch.reuse;
    const enum stim_pattern any = STIM_RANDOM, low = STIM_MIN, high = STIM_MAX, alt = STIM_ALTERNATE;
    const struct run runs[] = {
        {"single element", 1, 1, 1, any, any, 0, 0},
        {"one full beat", k, n, 1, any, any, 0, 0},
        {"ragged, below a beat", k > 1 ? k - 1 : 1, n > 1 ? n - 1 : 1, 1, any, any, 0, 0},
        {"ragged, above a beat", k + 1, n + 1, 1, any, any, 0, 0},
        {"one full pass", pass, 2 * n, 1, any, any, 0, 0},
        {"two passes, ragged", pass + 1, 3 * n + 1, 1, any, any, 0, 0},
        {"three jobs", k + 1, n + 1, 3, any, any, 0, 0},
        {"min x -1", k + 1, 4 * n, 1, low, low, 0, 0},
        {"max x +1", k + 1, 4 * n, 1, high, high, 0, 0},
        {"max x -1", k + 1, 4 * n, 1, low, high, 0, 0},
        {"alternating", k + 1, 4 * n + 1, 1, alt, alt, 0, 0},
        {"all zero", k, n, 1, STIM_ZERO, STIM_ZERO, 0, 0},
        {"reset in a pass", pass, 3 * n, 1, any, any, 0, 7},
        {"after that reset", pass, 3 * n, 1, any, any, 0, 0},
        {"gaps", 2 * k + 1, 2 * n + 1, 1, any, any, 0.3, 0},
        {"many gaps, two passes", pass + 1, 2 * n + 1, 1, any, any, 0.7, 0},
        {"gaps, three jobs", k + 1, n + 1, 3, any, any, 0.5, 0},
        {"gaps, min x -1", k + 1, 4 * n, 1, low, low, 0.3, 0},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (!run(h, runs[i]))
            return false;
    for (int i = 0; i < 6; i++) {
        int64_t m = 1 + (int64_t)stim_below(&h->seed, (uint64_t)(2 * pass));
        int64_t cols = 1 + (int64_t)stim_below(&h->seed, (uint64_t)(4 * n));
        if (!run(h, (struct run){"random shape", m, cols, 1 + i % 2, any, any, 0.15 * i, 0}))
            return false;
    }
    return true;
}

static bool options(struct harness *h, int argc, char **argv)
{
    h->seed = 1;
    for (int i = 1; i < argc; i++) {
        char *end = NULL;
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            h->seed = strtoull(argv[++i], &end, 0);
        if (!end || *end || end == argv[i]) {
            fprintf(stderr, "usage: %s [--seed NUMBER]\n", argv[0]);
            return false;
        }
    }
    return true;
}

int harness_main(const struct harness_core *core, int argc, char **argv)
{
    static struct harness h; /* struct lutnet is large */
    h.core = core;
    if (!options(&h, argc, argv))
        return 2;
    uint64_t seed = h.seed;
    dims_derive(&h.dims, &core->arch);
    if (!lutnet_build(&h.net, &core->arch, &h.dims))
        return 1;
    printf("%s  configuration %.8s  seed %" PRIu64 "\n", core->module, core->digest, seed);
    bool ok = check_header(&h);
    struct dut_widths widths = drive_widths(&h.dims);
    h.api = dut_find(tlut_duts, core->module);
    h.dut = h.api ? h.api->open(&widths, seed, NULL) : NULL;
    if (!h.dut) {
        printf("FAIL  the Verilated model has other ports than this harness\n");
        return 1;
    }
    ok = run_all(&h) && ok;
    h.api->close(h.dut);
    ok = ok && h.failed == 0;
    printf("%s  %d of %d runs, %" PRId64 " results, %" PRId64 " mismatches, %" PRId64 " timing errors, %" PRId64
           " protocol errors\n",
           ok ? "PASS" : "FAIL", h.runs - h.failed, h.runs, h.results, h.mismatches, h.timing, h.protocol);
    return ok ? 0 : 1;
}
