/* SPDX-License-Identifier: Apache-2.0 */
#include "streams.h"

#include <string.h>

#include "golden.h"

enum { MAX_GROUPS = 64 };

/* Random activations and keys in groups of given lengths. */
struct stream_source {
    const struct core *core;
    int groups, length[MAX_GROUPS];
    bool last[MAX_GROUPS]; /* ends a pass */
    uint64_t seed, random;
    int act, key, beat;
};

static void source_rewind(void *ctx)
{
    struct stream_source *s = ctx;
    s->random = s->seed;
    s->act = s->key = s->beat = 0;
}

static bool source_act(void *ctx, uint32_t *act, bool *last)
{
    struct stream_source *s = ctx;
    if (s->act == s->groups)
        return false;
    if (act)
        stim_fill(act, (int64_t)s->core->arch.lanes * s->core->dims.n, &s->core->dims, STIM_NEAR,
                  s->seed + (uint64_t)s->act);
    *last = s->last[s->act++];
    return true;
}

/* Any bit pattern that the core may meet: a wide weight obeys range=symmetric as an activation does. */
static uint32_t any_key(struct stream_source *s)
{
    const struct arch *a = &s->core->arch;
    int bits = s->core->dims.key_bits;
    uint32_t key = (uint32_t)stim_below(&s->random, UINT64_C(1) << bits);
    bool wide = a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
    return wide && a->range == RANGE_SYMMETRIC && key == 1u << (bits - 1) ? 0 : key;
}

static bool source_key(void *ctx, uint32_t *key, bool *last)
{
    struct stream_source *s = ctx;
    if (s->key == s->groups)
        return false;
    for (int i = 0; key && i < s->core->dims.outputs * s->core->arch.luts; i++)
        key[i] = any_key(s);
    *last = ++s->beat == s->length[s->key];
    if (*last) {
        s->beat = 0;
        s->key++;
    }
    return true;
}

static struct drive_setup setup_of(const struct core *c, struct stream_source *s, uint64_t seed, double stall)
{
    struct drive_setup setup = bench_setup(c);
    setup.source = (struct drive_source){s, source_rewind, source_act, source_key, NULL, NULL, NULL};
    setup.seed = seed;
    setup.stall_act = setup.stall_key = setup.stall_res = stall;
    return setup;
}

bool stream_illegal_keys(struct core *c, uint64_t seed, double stall)
{
    struct stream_source s = {.core = c, .groups = 12, .seed = seed};
    for (int i = 0; i < s.groups; i++) {
        s.length[i] = c->arch.reuse;
        s.last[i] = i % 3 == 2;
    }
    struct drive_setup setup = setup_of(c, &s, seed, stall);
    return bench_source(c, "keys of all bit patterns", &setup, 0, STATUS_KEY_GROUP); /* the rest depends on the data */
}

bool stream_unequal_groups(struct core *c, uint64_t seed, double stall)
{
    struct stream_source s = {.core = c, .groups = 18, .seed = seed};
    for (int i = 0; i < s.groups; i++) {
        s.length[i] = c->arch.reuse;
        s.last[i] = i % 3 == 2;
    }
    s.length[4] = c->arch.reuse > 1 ? c->arch.reuse - 1 : c->arch.reuse + 1; /* in the middle of the second pass */
    s.length[9] = c->arch.reuse + 2;                                         /* first of the fourth: beyond R */
    s.length[13] = c->arch.reuse + 2; /* in the middle of the fifth, where the last accumulator is read again */
    struct drive_setup setup = setup_of(c, &s, seed, stall);
    return bench_source(c, "groups of unequal length", &setup, STATUS_KEY_GROUP, STATUS_KEY_GROUP);
}

/* Three vectors of one group of one beat. All activations are 1, but one word of each vector is infinite, NaN, the largest number:
 * a key of the full multiplier, whose other keys are 0, or an activation, with keys that add it. */
struct lone_source {
    const struct core *core;
    bool in_key;
    int place, act, key;
};
enum { LONE_BEATS = 3 };

static uint32_t lone_special(const struct dims *d, int beat)
{
    uint32_t infinity = ((1u << d->exp_w) - 1) << d->man_w, special[LONE_BEATS] = {infinity, infinity + 1, infinity - 1};
    return special[beat];
}

static void lone_rewind(void *ctx)
{
    struct lone_source *s = ctx;
    s->act = s->key = 0;
}

static bool lone_act(void *ctx, uint32_t *act, bool *last)
{
    struct lone_source *s = ctx;
    if (s->act == LONE_BEATS)
        return false;
    const struct dims *d = &s->core->dims;
    for (int i = 0; act && i < s->core->arch.lanes * d->n; i++)
        act[i] = !s->in_key && i == s->place ? lone_special(d, s->act) : stim_float_bits(1, d);
    s->act++;
    *last = true;
    return true;
}

static bool lone_key(void *ctx, uint32_t *key, bool *last)
{
    struct lone_source *s = ctx;
    const struct dims *d = &s->core->dims;
    if (s->key == LONE_BEATS)
        return false;
    for (int i = 0; key && i < d->outputs * s->core->arch.luts; i++)
        key[i] = s->in_key && i == s->place ? lone_special(d, s->key) : 0;
    s->key++;
    *last = true;
    return true;
}

static bool full_weights(const struct core *c)
{
    return c->arch.kind == KIND_MULTIPLIER && c->arch.weight_bits == WEIGHT_BITS_B;
}

bool stream_has_lone_specials(const struct core *c)
{
    const struct arch *a = &c->arch;
    return c->dims.aligned && a->act != ACT_FP8_E4M3 && a->overflow != OVERFLOW_SATURATE && (a->lanes == 1 || !full_weights(c));
}

bool stream_lone_specials(struct core *c)
{
    bool ok = true, in_key = full_weights(c);
    int largest = (1 << (c->dims.exp_w - 1)) - 1; /* exponent of the largest number */
    unsigned status = STATUS_INF | STATUS_NAN | (largest > c->dims.window_top ? STATUS_SATURATED : 0u);
    int places = in_key ? c->dims.outputs * c->arch.luts : c->arch.lanes * c->dims.n;
    for (int place = 0; place < places; place++) {
        struct lone_source s = {.core = c, .in_key = in_key, .place = place};
        struct drive_setup setup = bench_setup(c);
        setup.source = (struct drive_source){&s, lone_rewind, lone_act, lone_key, NULL, NULL, NULL};
        setup.seed = (uint64_t)place;
        ok = bench_source(c, "one special word alone", &setup, status, ~(unsigned)STATUS_KEY_GROUP) && ok;
    }
    return ok;
}
