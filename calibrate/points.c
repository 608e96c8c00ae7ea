/* SPDX-License-Identifier: Apache-2.0 */
/* points.c -- draws architectures. Sizes are bounded so that one synthesis takes seconds to minutes. */
#include "points.h"

#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "cost.h"
#include "dims.h"
#include "stim.h"

/* A data type: activation, arithmetic, and about how many times an int8 adder one of its adders is. */
struct type {
    const char *name;
    int act, arith, weight;
    bool validate; /* is in the validation set */
};

static const struct type types[] = {
    {"int4", ACT_INT2 + 2, ARITH_INTEGER, 1, true},
    {"int8", ACT_INT8, ARITH_INTEGER, 1, true},
    {"int16", ACT_INT16, ARITH_INTEGER, 2, true},
    {"fp16", ACT_FP16, ARITH_IEEE, 8, true},
    {"bf16", ACT_BF16, ARITH_IEEE, 8, true},
    {"fp8_e4m3", ACT_FP8_E4M3, ARITH_ALIGNED, 2, true},
    {"fp8_e5m2", ACT_FP8_E5M2, ARITH_ALIGNED, 3, true},
    {"fp16-aligned", ACT_FP16, ARITH_ALIGNED, 4, true},
    {"bf16-aligned", ACT_BF16, ARITH_ALIGNED, 4, false},
    {"fp32", ACT_FP32, ARITH_IEEE, 20, false},
    {"int2", ACT_INT2, ARITH_INTEGER, 1, false},
    {"int6", ACT_INT2 + 4, ARITH_INTEGER, 1, false},
    {"int12", ACT_INT2 + 10, ARITH_INTEGER, 2, false},
};
enum { TYPES = sizeof types / sizeof *types };

enum form { LUT_PARALLEL, LUT_SEQUENTIAL, SIGNFLIP, MULTIPLIER, MULTIPLIER_2, FORMS };

static int below(uint64_t *rng, int n)
{
    return (int)stim_below(rng, (uint64_t)n);
}

static int one_of(uint64_t *rng, const int *list, int n)
{
    return list[below(rng, n)];
}
#define ONE_OF(rng, ...) one_of(rng, (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static bool chance(uint64_t *rng, int percent)
{
    return below(rng, 100) < percent;
}

/* Kind, table and type; sizes come later. */
static void shape(struct arch *a, uint64_t *rng, const struct type *t, enum form form, int mu)
{
    arch_init(a);
    a->act = t->act;
    a->arith = t->arith;
    a->mu = mu;
    a->kind = form <= LUT_SEQUENTIAL ? KIND_LUT : form == SIGNFLIP ? KIND_SIGNFLIP : KIND_MULTIPLIER;
    if (a->kind != KIND_LUT)
        a->mu = 1;
    if (form == MULTIPLIER_2)
        a->weight_bits = WEIGHT_BITS_2;
    if (form == LUT_SEQUENTIAL) {
        int most = dims_half_entries(a->mu) - a->mu;
        a->build = BUILD_SEQUENTIAL;
        a->build_adders = 1 + below(rng, most < 6 ? most : 6);
    }
    a->reuse = ONE_OF(rng, 1, 2, 4, 8, 8, 16);
    a->pipe_build = a->kind == KIND_LUT ? ONE_OF(rng, 0, 0, 1, 2) : 0;
    a->pipe_fetch = ONE_OF(rng, 0, 0, 1);
    a->pipe_reduce = ONE_OF(rng, 0, 0, 1, 2, 3);
    if (a->arith == ARITH_IEEE && chance(rng, 40))
        a->acc = a->act == ACT_BF16 ? ACC_BF16 : ACC_FP16;
}

/* What architects change less often. */
static void extras(struct arch *a, uint64_t *rng)
{
    if (a->kind == KIND_LUT) {
        a->network = chance(rng, 20) ? ONE_OF(rng, NETWORK_CHAIN, NETWORK_NAIVE) : NETWORK_TREE;
        if (a->build == BUILD_SEQUENTIAL && a->network == NETWORK_NAIVE)
            a->network = NETWORK_CHAIN;
        a->half = a->build == BUILD_SEQUENTIAL || !chance(rng, 10);
        if (a->arith == ARITH_INTEGER)
            a->widths = chance(rng, 10) ? WIDTHS_UNIFORM : WIDTHS_EXACT;
    }
    if (a->kind != KIND_MULTIPLIER) {
        a->zero_gate = a->pipe_fetch > 0 && chance(rng, 40);
        if (a->arith != ARITH_IEEE)
            a->negate = chance(rng, 15) ? NEGATE_EARLY : NEGATE_DEFERRED;
        a->encoding = chance(rng, 20) ? ONE_OF(rng, ENCODING_TRIT2, ENCODING_PACK5) : ENCODING_DENSE;
    }
    if (a->arith == ARITH_INTEGER && chance(rng, 15))
        a->overflow = OVERFLOW_SATURATE;
    if (a->arith == ARITH_ALIGNED && a->act >= ACT_FP16 && chance(rng, 50))
        a->window = ONE_OF(rng, 16, 20, 24);
    if (a->arith == ARITH_IEEE && chance(rng, 30))
        a->acc = ONE_OF(rng, ACC_FP16, ACC_BF16, ACC_FP32);
    a->range = chance(rng, 20) && a->arith == ARITH_INTEGER ? RANGE_SYMMETRIC : RANGE_FULL;
    a->lanes = chance(rng, 10) ? 2 : 1;
    a->cores = chance(rng, 8) ? 2 : 1;
    a->max_n = ONE_OF(rng, 2560, 16384, 16384, 65536);
}

/* About how many adders of an int8 the core holds: a guess of the tools' time. */
static double effort(const struct arch *a, int weight)
{
    double b = dims_half_entries(a->mu), rows = (double)a->cores * a->lanes * a->fetchers;
    double table = a->kind == KIND_LUT ? a->lanes * a->cores * a->luts * b * weight : 0;
    double select = rows * a->luts * (a->kind == KIND_MULTIPLIER ? 10 : 1 + b * (weight > 4 ? 4 : weight) / 8);
    return table + select + rows * (a->luts * weight + a->reuse * 2);
}

static bool same(const struct arch *a, const struct arch *b)
{
    for (int p = 0; p < PARAM_COUNT; p++)
        if (arch_get(a, (enum param)p) != arch_get(b, (enum param)p))
            return false;
    return true;
}

static bool contains(const struct points *p, const struct arch *a)
{
    for (int i = 0; p && i < p->count; i++)
        if (same(&p->point[i].arch, a))
            return true;
    return false;
}

static bool add(struct points *p, const struct points *avoid, struct arch *a, int lot, bool energy)
{
    if (!arch_check(a, NULL, NULL))
        return false;
    arch_resolve(a);
    if (contains(p, a) || contains(avoid, a))
        return false;
    p->point = realloc(p->point, (size_t)(p->count + 1) * sizeof *p->point);
    if (!p->point)
        abort();
    p->point[p->count++] = (struct point){*a, cost_type(a), lot, energy};
    return true;
}

/* Small designs that make sure that every primitive is met: each pair of float formats, each encoding, ... */
static void cover(struct points *p)
{
    for (int act = ACT_FP16; act <= ACT_FP32; act++)
        for (int acc = ACC_FP16; acc <= ACC_FP32; acc++) {
            struct arch a;
            arch_init(&a);
            a.act = act, a.acc = acc, a.kind = KIND_SIGNFLIP, a.luts = 2, a.fetchers = 2, a.reuse = 2;
            a.pipe_reduce = act == ACT_FP32 && acc == ACC_FP32 ? 2 : acc - ACC_FP16;
            add(p, NULL, &a, 0, act == acc);
        }
    for (int act = ACT_FP8_E4M3; act <= ACT_FP32; act++) /* energy of float multipliers, and of tables of floats */
        for (int kind = KIND_LUT; kind <= KIND_MULTIPLIER; kind += KIND_MULTIPLIER) {
            struct arch a;
            arch_init(&a);
            a.act = act, a.kind = kind, a.mu = kind == KIND_LUT ? 2 + act % 2 : 1, a.luts = 2, a.reuse = 4;
            a.fetchers = kind == KIND_LUT ? 4 : 2;
            add(p, NULL, &a, 0, kind == KIND_LUT || act < ACT_BF16);
        }
    for (int encoding = ENCODING_TRIT2; encoding <= ENCODING_PACK5; encoding++)
        for (int mu = 1; mu <= 6; mu++) {
            struct arch a;
            arch_init(&a);
            a.mu = mu, a.luts = mu < 4 ? 5 : 2, a.fetchers = mu < 4 ? 4 : 3, a.reuse = 2, a.encoding = encoding, a.pipe_fetch = 1, a.zero_gate = 1;
            add(p, NULL, &a, 0, mu == 3 || mu == 1);
        }
    for (int bits = 2; bits <= 16; bits++) {
        struct arch a;
        arch_init(&a);
        a.kind = KIND_MULTIPLIER, a.act = ACT_INT2 + bits - 2, a.luts = 2, a.fetchers = 2, a.reuse = 2;
        add(p, NULL, &a, 0, bits % 4 == 0);
    }
    /* Energy: entries behind buffers, large tables, every size of R. */
    static const int wide[][6] = {{ACT_INT8, 4, 1, 24, 1, 0},      {ACT_INT2 + 2, 2, 2, 32, 4, 0}, {ACT_INT8, 5, 1, 4, 4, 1},
                                  {ACT_INT2 + 10, 5, 2, 3, 16, 1}, {ACT_FP8_E4M3, 1, 3, 32, 2, 0}, {ACT_FP16, 3, 2, 8, 8, 1},
                                  {ACT_INT16, 3, 2, 18, 2, 2},     {ACT_BF16, 2, 2, 20, 16, 0}};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        struct arch a;
        arch_init(&a);
        a.act = wide[i][0], a.mu = wide[i][1], a.luts = wide[i][2], a.fetchers = wide[i][3], a.reuse = wide[i][4];
        a.pipe_build = wide[i][5];
        add(p, NULL, &a, 0, true);
    }
    for (int i = 0; i < 4; i++) {
        struct arch a;
        arch_init(&a);
        a.mu = 2 + i % 2, a.luts = 3, a.fetchers = 4, a.reuse = 1 << i;
        a.overflow = OVERFLOW_SATURATE, a.acc = ACC_INT2 + 12 + 2 * i;
        a.half = i % 2, a.negate = i < 2 ? NEGATE_EARLY : NEGATE_DEFERRED;
        add(p, NULL, &a, 0, true);
    }
}

/* Each type and form several times, with sizes small enough to be quick; then some larger ones. */
void points_training(struct points *p, uint64_t seed, enum points_size size)
{
    static const int full[FORMS] = {2, 2, 1, 1, 1};
    bool small = size == POINTS_SMALL;
    uint64_t rng = seed * 2 + 1;
    *p = (struct points){0};
    cover(p);
    for (int t = 0; t < TYPES; t++)
        for (int form = 0; form < FORMS; form++)
            for (int i = 0; i < (small ? 1 : full[form]); i++)
                for (int tries = 0; tries < 1000; tries++) {
                    struct arch a;
                    int mu = form == LUT_PARALLEL ? 1 + (t + i + tries) % 5 : form == LUT_SEQUENTIAL ? 2 + (t + i + tries) % 4 : 1;
                    bool large = i == 0 && form == LUT_PARALLEL && !small;
                    shape(&a, &rng, &types[t], (enum form)form, mu);
                    extras(&a, &rng);
                    a.luts = large ? 4 + below(&rng, 9) : 1 + below(&rng, 6);
                    a.fetchers = large ? 16 + below(&rng, 33) : 2 + below(&rng, 12);
                    double limit = small ? 300 : large ? 2000 : 700, e = effort(&a, types[t].weight);
                    bool simulate = !large && (form == LUT_PARALLEL || i == 0) && (t + form) % 2 == 0;
                    if (e < limit && e > limit / 20 && add(p, NULL, &a, 0, simulate))
                        break;
                }
}

/* In each class, outputs x n is about the same. Wide types have smaller classes, or synthesis would take an hour. */
void points_validation(struct points *p, uint64_t seed, const struct points *avoid, enum points_size size)
{
    enum { CLASSES = 3, EACH = 4, VALIDATE_EFFORT = 3900 }; /* beyond, Yosys alone takes minutes */
    static const int classes[][CLASSES] = {{128, 400, 1024}, {96, 256, 640}, {64, 144, 320}};
    uint64_t rng = seed * 2 + 0x10001;
    int lot = 0, count = size == POINTS_SMALL ? 2 : TYPES, sizes = size == POINTS_SMALL ? 1 : CLASSES;
    *p = (struct points){0};
    for (int t = 0; t < count; t++) {
        if (!types[t].validate)
            continue;
        const int *want = classes[types[t].weight <= 2 ? 0 : types[t].weight < 8 ? 1 : 2];
        bool middle = types[t].weight == 3 || types[t].weight == 4; /* one class of those beside the six main types */
        for (int c = middle; c < sizes - middle; c++, lot++)
            for (int i = 0; i < (c < 2 ? EACH : EACH / 2); i++) /* large ones take long */
                for (int tries = 0; tries < 4000; tries++) {
                    static const enum form third[] = {LUT_SEQUENTIAL, SIGNFLIP, LUT_SEQUENTIAL};
                    static const enum form fourth[] = {MULTIPLIER, LUT_SEQUENTIAL, SIGNFLIP};
                    struct arch a;
                    enum form form = i < 2 ? LUT_PARALLEL : i == 2 ? third[(t + c) % 3] : fourth[(t + c) % 3];
                    int mu = form == LUT_PARALLEL ? 1 + (t + c + 2 * i + tries) % 5 : form == LUT_SEQUENTIAL ? 2 + below(&rng, 3) : 1;
                    shape(&a, &rng, &types[t], form, mu);
                    if (chance(&rng, 20))
                        extras(&a, &rng);
                    a.lanes = a.cores = 1;
                    a.fetchers = 4 + below(&rng, 61);
                    a.luts = (int)(want[c] / ((double)a.fetchers * a.mu) + 0.5);
                    int n = a.luts * a.mu;
                    double got = (double)a.fetchers * n / want[c];
                    if (a.luts < 1 || n < 4 || n > 64 || got < 0.93 || got > 1.07 || effort(&a, types[t].weight) > 9000)
                        continue;
                    if (effort(&a, types[t].weight) > VALIDATE_EFFORT)
                        break; /* left out, not drawn again: what stays does not depend on the bound */
                    if (add(p, avoid, &a, lot, c == 0 || (c == 1 && i == 0 && !middle)))
                        break;
                }
    }
}

void points_release(struct points *p)
{
    free(p->point);
    *p = (struct points){0};
}
