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
    {"options", "half=false negate=early mu=2 luts=3"},
    {"options", "network=chain mu=4"},
    {"options", "network=naive mu=3 luts=3"},
    {"options", "range=symmetric mu=3 act=int5"},
    {"options", "if=raw act=int5 mu=3 luts=3 fetchers=3"},
    {"options", "acc=int10 overflow=saturate mu=3 luts=3"},
    {"options", "acc=int10 overflow=wrap mu=3 luts=3"},
    {"options", "acc=int8 overflow=saturate mu=2 luts=5 negate=early"},
    {"options", "acc=int40 mu=2"},
    /* pipelines */
    {"pipelines", "pipe-fetch=1"},
    {"pipelines", "pipe-reduce=1 luts=3"},
    {"pipelines", "pipe-fetch=1 pipe-reduce=1 luts=5 reuse=1"},
    {"pipelines", "pipe-fetch=2 pipe-reduce=3 luts=4 reuse=3"},
    {"pipelines", "pipe-reduce=8 luts=3 reuse=2"},
    {"pipelines", "pipe-reduce=2 luts=1 reuse=1 acc=int12 overflow=saturate"},
    {NULL, NULL},
};

static enum param find_flag(const char *flag)
{
    int p = 0;
    while (p < PARAM_COUNT && strcmp(param_table[p].flag, flag) != 0)
        p++;
    return (enum param)p;
}

static void small(struct arch *a)
{
    arch_init(a);
    a->mu = a->luts = a->fetchers = a->reuse = 2;
    a->max_n = 4096;
}

void config_parse(const char *text, struct arch *a)
{
    char copy[256];
    struct diag *d = diag_new();
    small(a);
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

/* Sizes fall with mu, so that Icarus builds any of them in a fraction of a second. */
static void roll(uint64_t *state, struct arch *a)
{
    small(a);
    a->mu = pick(state, 0, 3) ? pick(state, 1, 3) : pick(state, 1, 6);
    int most = a->mu <= 3 ? 6 : 2;
    a->luts = pick(state, 1, most);
    a->fetchers = pick(state, 1, 5);
    a->reuse = pick(state, 1, 4);
    a->act = pick(state, ACT_INT2, ACT_INT16);
    a->network = pick(state, NETWORK_TREE, a->mu <= 3 ? NETWORK_NAIVE : NETWORK_CHAIN);
    a->half = pick(state, 0, 3) != 0;
    a->range = pick(state, 0, 3) ? RANGE_FULL : RANGE_SYMMETRIC;
    a->widths = pick(state, 0, 3) ? WIDTHS_EXACT : WIDTHS_UNIFORM;
    a->negate = pick(state, 0, 2) ? NEGATE_DEFERRED : NEGATE_EARLY;
    a->iface = pick(state, 0, 3) ? IFACE_AXIS : IFACE_RAW;
    a->pipe_fetch = pick(state, 0, 2) ? 0 : pick(state, 1, 3);
    a->pipe_reduce = pick(state, 0, 2) ? 0 : pick(state, 1, 5);
    a->max_n = 1 << pick(state, 0, 12);
    if (pick(state, 0, 2) == 0) { /* narrow enough that short reductions overflow */
        int acc = dims_act_width(a->act) + pick(state, 0, 6);
        a->acc = ACC_INT2 + acc - 2;
        a->overflow = pick(state, OVERFLOW_ERROR, OVERFLOW_SATURATE);
    }
}

void config_random(uint64_t *state, struct arch *a)
{
    do
        roll(state, a);
    while (!arch_check(a, NULL, NULL));
    arch_resolve(a);
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
