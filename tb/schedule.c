/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.c -- the closed form, and the handshakes cycle by cycle. */
#include "schedule.h"

#include <stdlib.h>
#include <string.h>

static int64_t ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t excess(int64_t period, int64_t group)
{
    return period > group ? period - group : 0;
}

/* Beats of the groups of pass p. */
struct plan { int64_t passes, tiles, group, last_group; };

static int64_t group_of(const struct plan *p, int64_t pass, int64_t passes_of_job)
{
    return pass % passes_of_job == passes_of_job - 1 ? p->last_group : p->group;
}

/* Sequential build and pipelined accumulator together: while a group waits for its accumulators, the next table is built, so
 * the two waits overlap. Walks from group to group; times are relative to the first hand-over of a table. */
static int64_t stalls_of_both(const struct dims *d, const struct plan *p, int64_t jobs)
{
    int64_t hand_over = 0, first_beat = 0, end = 0, beats = 0;
    for (int64_t pass = 0; pass < p->passes * jobs; pass++) {
        int64_t group = group_of(p, pass, p->passes);
        for (int64_t tile = 0; tile < p->tiles; tile++) {
            int64_t ready = tile > 0 ? first_beat + d->acc_regs + 1 : 0;
            first_beat = hand_over + 1 > ready ? hand_over + 1 : ready;
            end = first_beat + group - 1;
            hand_over += dims_table_period(d);
            hand_over = hand_over > end ? hand_over : end;
            beats += group;
        }
    }
    return end - beats;
}

/* Cycles in which the core cannot take a key beat. Between two groups of a pass the next table may not be built yet
 * (sequential), or the accumulator of the next beat may still be in the adder (acc_regs); between passes only the former
 * counts, because a new pass reads no accumulator. */
static int64_t stalls(const struct dims *d, const struct plan *p, int64_t jobs)
{
    if (d->steps > 0 && d->acc_regs > 0)
        return stalls_of_both(d, p, jobs);
    int64_t table = dims_table_period(d), inner = d->acc_regs + 1 > table ? d->acc_regs + 1 : table;
    int64_t full = (p->tiles - 1) * excess(inner, p->group) + excess(table, p->group);
    int64_t last = (p->tiles - 1) * excess(inner, p->last_group) + excess(table, p->last_group);
    return jobs * ((p->passes - 1) * full + last) - excess(table, p->last_group); /* nothing follows the last pass */
}

void schedule_gemv(struct schedule *s, const struct arch *a, const struct dims *d, int64_t m, int64_t n, int64_t jobs)
{
    memset(s, 0, sizeof *s);
    int64_t beats = ceil_div(m, d->outputs);
    struct plan p = {.passes = ceil_div(beats, a->reuse), .tiles = ceil_div(n, d->n), .group = a->reuse};
    p.last_group = beats - (p.passes - 1) * a->reuse;
    s->tiles = p.tiles;
    s->passes = p.passes * jobs;
    s->act_beats = s->tiles * s->passes;
    s->result_beats = beats * jobs;
    s->key_beats = s->tiles * s->result_beats;
    s->latency = d->latency;
    s->stalls = stalls(d, &p, jobs);
    s->cycles = s->key_beats + s->latency + s->stalls;
    s->macs = m * n * a->lanes * jobs;
}

/* A beat in flight: its control bits. */
struct flag { bool valid, last; };

/* tlut_skid and tlut_res: `head` is visible at the output, `spare` takes what arrives while the head is stuck. */
struct skid { struct flag head, spare; };

static void skid_clock(struct skid *s, struct flag in, bool out_ready)
{
    bool push = in.valid && !s->spare.valid;
    if (out_ready || !s->head.valid) {
        s->head = s->spare.valid ? s->spare : (struct flag){push, in.last};
        s->spare.valid = false;
    } else if (push) {
        s->spare = in;
    }
}

#define MAX_STAGES 64

struct cycle_model {
    int build_regs, pipe, steps, acc_regs, reuse;
    struct skid act, res;
    struct flag build[MAX_STAGES]; /* parallel build: its pipeline, [0] behind the buffer; elastic */
    int step;                      /* sequential build: steps done on the shadow table, `steps` when it is complete */
    struct flag active;            /* sequential build: the table that is read */
    struct flag stage[MAX_STAGES]; /* beats that will yield a result, on their way to the result; stalls as a whole */
    int slot[MAX_STAGES];          /* accumulators in the adder, or -1: the last acc_regs beats accepted */
    int beat;                      /* key beat within the group: the accumulator it works on */
    bool first;                    /* first group of a pass */
};

struct cycle_model *cycle_new(const struct arch *a, const struct dims *d)
{
    struct cycle_model *c = calloc(1, sizeof *c);
    if (c) {
        c->build_regs = d->steps > 0 ? 0 : d->build_regs;
        c->pipe = d->pipe + d->acc_regs;
        c->steps = d->steps;
        c->acc_regs = d->acc_regs;
        c->reuse = a->reuse;
        cycle_reset(c);
    }
    return c;
}

void cycle_free(struct cycle_model *c)
{
    free(c);
}

void cycle_reset(struct cycle_model *c)
{
    struct cycle_model clean = {.build_regs = c->build_regs, .pipe = c->pipe, .steps = c->steps, .acc_regs = c->acc_regs,
                                .reuse = c->reuse, .first = true};
    for (int i = 0; i < MAX_STAGES; i++)
        clean.slot[i] = -1;
    *c = clean;
}

static struct flag table(const struct cycle_model *c)
{
    return c->steps ? c->active : c->build_regs ? c->build[c->build_regs - 1] : c->act.head;
}

/* The accumulator that the next beat reads is still in the adder. */
static bool hazard(const struct cycle_model *c)
{
    for (int i = 0; i < c->acc_regs; i++)
        if (!c->first && c->slot[i] == c->beat)
            return true;
    return false;
}

void cycle_outputs(const struct cycle_model *c, struct cycle_out *out)
{
    out->act_ready = !c->act.spare.valid;
    out->key_ready = table(c).valid && !c->res.spare.valid && !hazard(c);
    out->res_valid = c->res.head.valid;
    out->res_last = c->res.head.last;
}

/* The build pipeline moves a stage when the next one is free or moves itself. Returns whether the buffer's head is taken. */
static bool pipeline_clock(struct cycle_model *c, bool pop)
{
    bool take = pop;
    for (int s = c->build_regs - 1; s >= 0; s--) {
        take = take || !c->build[s].valid;
        if (take)
            c->build[s] = s > 0 ? c->build[s - 1] : c->act.head;
    }
    return take;
}

/* The shadow table fills while activations are there, and moves over when it is complete and the active one is free. */
static bool sequential_clock(struct cycle_model *c, bool pop)
{
    bool swap = c->step == c->steps && (pop || !c->active.valid);
    if (swap)
        c->active = c->act.head;
    else if (pop)
        c->active.valid = false;
    c->step = swap ? 0 : c->step + (c->act.head.valid && c->step < c->steps);
    return swap;
}

static void sequence_clock(struct cycle_model *c, bool fire, bool key_last, bool table_last, bool enable)
{
    if (c->acc_regs > 0 && enable) {
        memmove(&c->slot[1], &c->slot[0], (size_t)(c->acc_regs - 1) * sizeof c->slot[0]);
        c->slot[0] = fire ? c->beat : -1;
    }
    if (fire && key_last) {
        c->beat = 0;
        c->first = table_last;
    } else if (fire && c->beat < c->reuse - 1) {
        c->beat++;
    }
}

void cycle_clock(struct cycle_model *c, const struct cycle_in *in)
{
    struct cycle_out out;
    cycle_outputs(c, &out);
    bool fire = in->key_valid && out.key_ready, pop = fire && in->key_last;
    bool enable = !c->res.spare.valid; /* room for a result: the whole key pipeline moves */
    struct flag now = table(c), entering = {fire && now.last, in->key_last}, done = entering;
    if (c->pipe > 0) {
        done = c->stage[c->pipe - 1];
        if (enable) {
            memmove(&c->stage[1], &c->stage[0], (size_t)(c->pipe - 1) * sizeof c->stage[0]);
            c->stage[0] = entering;
        }
    }
    sequence_clock(c, fire, in->key_last, now.last, enable);
    skid_clock(&c->res, done, in->res_ready);
    bool take = c->steps ? sequential_clock(c, pop) : pipeline_clock(c, pop);
    skid_clock(&c->act, (struct flag){in->act_valid, in->act_last}, take);
}
