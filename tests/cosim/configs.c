/* SPDX-License-Identifier: Apache-2.0 */
#include "configs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "dims.h"
#include "stim.h"

const struct config config_table[] = {
    /* every width, with group sizes, table counts and fetchers that go through their values */
    {"widths", "act=int2 mu=3 luts=2 fetchers=3"},
    {"widths", "act=int3 mu=2 luts=3 fetchers=2"},
    {"widths", "act=int4 mu=1 luts=5 fetchers=2"},
    {"widths", "act=int5 mu=4 luts=1 fetchers=3"},
    {"widths", "act=int6 mu=3 luts=3 fetchers=1"},
    {"widths", "act=int7 mu=2 luts=2 fetchers=5"},
    {"widths", "act=int8 mu=3 luts=2 fetchers=2"},
    {"widths", "act=int9 mu=2 luts=4 fetchers=2"},
    {"widths", "act=int10 mu=1 luts=3 fetchers=3"},
    {"widths", "act=int11 mu=3 luts=1 fetchers=2"},
    {"widths", "act=int12 mu=2 luts=5 fetchers=1"},
    {"widths", "act=int13 mu=4 luts=2 fetchers=2"},
    {"widths", "act=int14 mu=2 luts=3 fetchers=3"},
    {"widths", "act=int15 mu=3 luts=2 fetchers=1"},
    {"widths", "act=int16 mu=2 luts=2 fetchers=2"},
    /* everything at one, alone and together */
    {"ones", "mu=1 luts=3 fetchers=3 reuse=3"},
    {"ones", "mu=3 luts=1 fetchers=3 reuse=3"},
    {"ones", "mu=3 luts=3 fetchers=1 reuse=3"},
    {"ones", "mu=3 luts=3 fetchers=3 reuse=1"},
    {"ones", "mu=1 luts=1 fetchers=1 reuse=1"},
    {"ones", "mu=1 luts=1 fetchers=1 reuse=1 act=int2 max-n=1"},
    /* the largest group sizes */
    {"groups", "mu=5 luts=2 fetchers=2 act=int4"},
    {"groups", "mu=6 luts=1 fetchers=2 act=int8"},
    /* the accumulator exactly as wide as max-n needs: +2^(n-1) must fit, which takes one bit more than -2^(n-1) */
    {"accumulator", "act=int8 mu=2 luts=4 max-n=256"},
    {"accumulator", "act=int4 mu=4 luts=2 max-n=4096"},
    {"accumulator", "act=int8 mu=3 luts=3 max-n=255"},
    {"accumulator", "act=int16 mu=3 luts=2 max-n=32"},
    {"accumulator", "act=int8 range=symmetric mu=2 luts=4 max-n=258"},
    /* options */
    {"options", "negate=early mu=3"},
    {"options", "negate=early widths=uniform mu=2 luts=3 acc=int32"},
    {"options", "widths=uniform mu=4"},
    {"options", "half=false mu=3"},
    {"options", "network=chain mu=4"},
    {"options", "network=naive mu=3 luts=3"},
    {"options", "range=symmetric mu=3 act=int5"},
    {"options", "if=raw act=int5 mu=3 luts=3 fetchers=3"},
    {"options", "acc=int10 overflow=saturate mu=3 luts=3"},
    {"options", "acc=int10 overflow=wrap mu=3 luts=3"},
    {"options", "acc=int8 overflow=saturate mu=2 luts=5 negate=early"},
    {"options", "acc=int40 mu=2"},
    {"options", "act=fp8_e4m3 window=18"}, /* one bit below exact */
    {"options", "act=fp16 arith=aligned kind=multiplier weight-bits=b window=24 top=5"},
    {"options", "act=fp8_e5m2 kind=multiplier weight-bits=b fetchers=1"},
    /* pipelines */
    {"pipelines", "pipe-fetch=1"},
    {"pipelines", "pipe-reduce=1 luts=3"},
    {"pipelines", "pipe-fetch=1 pipe-reduce=1 luts=5 reuse=1"},
    {"pipelines", "pipe-fetch=2 pipe-reduce=3 luts=4 reuse=3"},
    {"pipelines", "pipe-reduce=8 luts=3 reuse=2"},
    {"pipelines", "pipe-reduce=2 luts=1 reuse=1 acc=int12 overflow=saturate"},
    {"pipelines", "build=sequential mu=3 build-adders=2 reuse=3"},
    {"pipelines", "build=sequential mu=2 build-adders=1 reuse=1 pipe-build=1 pipe-reduce=1"},
    {"pipelines", "act=fp16 luts=3 fetchers=1 pipe-reduce=3"},
    {"pipelines", "act=bf16 luts=1 fetchers=1 reuse=3 pipe-reduce=3 pipe-fetch=1 pipe-build=1"},
    {"pipelines", "act=fp16 build=sequential mu=2 luts=1 fetchers=1 build-adders=1 pipe-build=2 pipe-reduce=2"},
    {"pipelines", "act=fp8_e4m3 pipe-build=1 pipe-fetch=1 lanes=2 zero-gate=on"},
    {"pipelines", "kind=multiplier weight-bits=2 luts=3 pipe-reduce=2 cores=2"},
    /* accumulators that clamp: in steps of one, of a tile, and far beyond the end */
    {"saturation", "act=int2 mu=1 luts=1 fetchers=1 reuse=1 acc=int4 overflow=saturate"},
    {"saturation", "act=int2 mu=1 luts=1 fetchers=2 acc=int3 overflow=saturate negate=early"},
    {"saturation", "act=int3 mu=2 luts=3 acc=int6 overflow=saturate"},
    {"saturation", "act=int8 mu=2 luts=4 acc=int9 overflow=saturate"},
    {"saturation", "act=int4 mu=2 luts=4 acc=int3 overflow=saturate"},
    {"saturation", "act=fp8_e4m3 mu=2 luts=1 acc=int20 overflow=saturate"},
    {"saturation", "act=fp16 arith=aligned window=14 top=4 mu=1 luts=2 acc=int15 overflow=saturate"},
    {"saturation", "kind=signflip act=int2 luts=1 acc=int5 overflow=saturate pipe-reduce=1"},
    /* the correctly rounded exact sum of very many numbers */
    {"exact", "act=fp16 arith=aligned mu=3 luts=4 max-n=6912"},
    {"exact", "act=fp8_e5m2 mu=2 luts=5 max-n=6912 pipe-reduce=1"},
    {"exact", "act=fp8_e4m3 mu=4 luts=2 max-n=6912 half=false"},
    {NULL, NULL},
};

static enum param find_flag(const char *flag)
{
    int p = 0;
    while (p < PARAM_COUNT && strcmp(param_table[p].flag, flag) != 0)
        p++;
    return (enum param)p;
}

void config_small(struct arch *a)
{
    arch_init(a);
    a->mu = a->luts = a->fetchers = a->reuse = 2;
    a->max_n = 4096;
}

void config_parse(const char *text, struct arch *a)
{
    char copy[256];
    struct diag *d = diag_new();
    config_small(a);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *save = NULL, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        int v = 0;
        bool number;
        if (value)
            *value++ = 0;
        enum param p = find_flag(word);
        if (!value || p == PARAM_COUNT || !param_parse(p, value, &v, &number)) {
            fprintf(stderr, "cosim: bad configuration '%s' at '%s'\n", text, word);
            exit(1);
        }
        arch_set(a, p, v);
    }
    if (a->kind != KIND_LUT)
        a->mu = 1;
    if (!arch_check(a, NULL, d)) {
        fprintf(stderr, "cosim: illegal configuration '%s'\n", text);
        diag_print(d, stderr);
        exit(1);
    }
    diag_free(d);
    arch_resolve(a);
}

static int pick(uint64_t *state, int lo, int hi)
{
    return lo + (int)stim_below(state, (uint64_t)(hi - lo + 1));
}

/* Fills what a shape of core leaves open. */
static void roll_table(uint64_t *state, struct arch *a)
{
    a->mu = 1;
    if (a->kind != KIND_LUT)
        return;
    bool sequential = a->build == BUILD_SEQUENTIAL;
    a->mu = pick(state, 0, 5) ? pick(state, 1 + sequential, 3) : pick(state, 1 + sequential, 6);
    a->network = pick(state, NETWORK_TREE, sequential || a->mu > 4 ? NETWORK_CHAIN : NETWORK_NAIVE);
    a->half = sequential || pick(state, 0, 3);
    a->widths = pick(state, 0, 3) || arch_arith(a) == ARITH_IEEE ? WIDTHS_EXACT : WIDTHS_UNIFORM;
    int adders = dims_half_entries(a->mu) - a->mu;
    a->build_adders = sequential ? pick(state, 1, adders < 6 ? adders : 6) : 1;
}

static void roll_numbers(uint64_t *state, struct arch *a)
{
    enum arith arith = arch_arith(a);
    a->max_n = 1 << (pick(state, 0, 5) ? pick(state, 6, 12) : pick(state, 0, 5));
    if (a->act < ACT_FP8_E4M3 && pick(state, 0, 3) == 0)
        a->range = RANGE_SYMMETRIC;
    if (arith == ARITH_IEEE) {
        a->acc = pick(state, 0, 1) ? ACC_AUTO : pick(state, ACC_FP16, ACC_FP32);
        return;
    }
    if (arith == ARITH_ALIGNED && pick(state, 0, 2) == 0)
        a->window = pick(state, arch_significand_bits(a->act) + 1, 48);
    if (arith == ARITH_ALIGNED && pick(state, 0, 3) == 0)
        a->top = pick(state, -6, 16);
    if (a->kind != KIND_MULTIPLIER)
        a->negate = pick(state, 0, 2) ? NEGATE_DEFERRED : NEGATE_EARLY;
    if (pick(state, 0, 2) == 0) { /* narrow enough that short reductions overflow */
        struct dims d;
        dims_derive(&d, a);
        int acc = d.word_w + pick(state, 0, 6);
        a->acc = ACC_INT2 + (acc < 64 ? acc : 64) - 2;
        a->overflow = pick(state, OVERFLOW_ERROR, OVERFLOW_SATURATE);
    }
}

static void roll(uint64_t *state, struct arch *a)
{
    a->fetchers = pick(state, 1, 4);
    a->cores = pick(state, 0, 3) ? 1 : 2;
    a->lanes = pick(state, 0, 2) ? 1 : pick(state, 2, 3);
    roll_table(state, a);
    roll_numbers(state, a);
    if (a->kind != KIND_MULTIPLIER || a->weight_bits == WEIGHT_BITS_2)
        a->encoding = pick(state, ENCODING_DENSE, ENCODING_PACK5);
    a->zero_gate = pick(state, 0, 1);
    a->iface = pick(state, 0, 3) ? IFACE_AXIS : IFACE_RAW;
}

/* About how much C++ it is, in integer adders. */
static int64_t size_of(const struct arch *a)
{
    struct dims d;
    dims_derive(&d, a);
    bool floats = d.ieee, wide = a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
    int64_t add = floats ? 14 : 1, tables = a->luts * a->lanes, build = d.entries - d.mu;
    if (a->build == BUILD_SEQUENTIAL)
        build = a->build_adders + build / 4;
    int64_t fetch = tables * d.outputs;
    return a->cores * tables * (build * add + (d.aligned ? 6 * d.mu : 0)) + fetch * (1 + add + d.entries / 8) +
           (wide ? fetch * (d.act_float ? 14 : 4) : 0) + a->lanes * d.outputs * a->reuse / 2;
}

void config_complete(uint64_t *state, struct arch *a)
{
    const struct arch given = *a;
    int64_t limit = 300;
    do {
        *a = given;
        roll(state, a);
        limit++; /* what is given may be large by itself */
    } while (!arch_check(a, NULL, NULL) || size_of(a) > limit);
    arch_resolve(a);
}

void config_random(uint64_t *state, struct arch *a)
{
    static const int most[] = {6, 4, 8};
    config_small(a);
    a->act = pick(state, 0, 2) ? pick(state, ACT_INT2, ACT_INT16) : pick(state, ACT_FP8_E4M3, ACT_FP32);
    if (a->act == ACT_FP16 || a->act == ACT_BF16)
        a->arith = pick(state, ARITH_IEEE, ARITH_ALIGNED);
    a->kind = pick(state, 0, 2) ? KIND_LUT : pick(state, KIND_SIGNFLIP, KIND_MULTIPLIER);
    if (a->kind == KIND_LUT)
        a->build = pick(state, 0, 2) ? BUILD_PARALLEL : BUILD_SEQUENTIAL;
    if (a->kind == KIND_MULTIPLIER)
        a->weight_bits = pick(state, WEIGHT_BITS_2, WEIGHT_BITS_B);
    a->luts = pick(state, 1, most[pick(state, 0, 2)]);
    a->reuse = pick(state, 1, most[pick(state, 0, 2)]);
    if (a->kind == KIND_LUT)
        a->pipe_build = pick(state, 0, 2) ? 0 : pick(state, 1, 4);
    a->pipe_fetch = pick(state, 0, 2) ? 0 : pick(state, 1, 3);
    a->pipe_reduce = pick(state, 0, 2) ? 0 : pick(state, 1, 8);
    config_complete(state, a);
}

void config_print(const struct arch *a)
{
    char text[16];
    for (int p = 0; p < PARAM_COUNT; p++)
        if (arch_get(a, (enum param)p) != param_table[p].def)
            fprintf(stderr, " --%s %s", param_table[p].flag,
                    param_value_text((enum param)p, arch_get(a, (enum param)p), text));
    fputc('\n', stderr);
}
