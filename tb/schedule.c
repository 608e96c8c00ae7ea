/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.c -- the closed form, and the handshakes cycle by cycle. */
#include "schedule.h"

#include <stdlib.h>
#include <string.h>

static int64_t ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

void schedule_gemv(struct schedule *s, const struct arch *a, const struct dims *d, int64_t m, int64_t n, int64_t jobs)
{
    memset(s, 0, sizeof *s);
    s->tiles = ceil_div(n, d->n);
    s->passes = ceil_div(m, (int64_t)d->outputs * a->reuse) * jobs;
    s->act_beats = s->tiles * s->passes;
    s->result_beats = ceil_div(m, d->outputs) * jobs;
    s->key_beats = s->tiles * s->result_beats;
    s->latency = d->latency;
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
    int build_regs, pipe;
    struct skid act, res;
    struct flag build[MAX_STAGES];  /* the build pipeline, [0] behind the buffer; elastic */
    struct flag stage[MAX_STAGES];  /* beats that will yield a result, on their way to the accumulator; stalls as a whole */
};

struct cycle_model *cycle_new(const struct arch *a, const struct dims *d)
{
    (void)a;
    struct cycle_model *c = calloc(1, sizeof *c);
    if (c) {
        c->build_regs = d->build_regs;
        c->pipe = d->pipe;
    }
    return c;
}

void cycle_free(struct cycle_model *c)
{
    free(c);
}

void cycle_reset(struct cycle_model *c)
{
    struct cycle_model clean = {.build_regs = c->build_regs, .pipe = c->pipe};
    *c = clean;
}

static struct flag table(const struct cycle_model *c)
{
    return c->build_regs ? c->build[c->build_regs - 1] : c->act.head;
}

void cycle_outputs(const struct cycle_model *c, struct cycle_out *out)
{
    out->act_ready = !c->act.spare.valid;
    out->key_ready = table(c).valid && !c->res.spare.valid;
    out->res_valid = c->res.head.valid;
    out->res_last = c->res.head.last;
}

/* The build pipeline moves a stage when the next one is free or moves itself. Returns whether the buffer's head is taken. */
static bool build_clock(struct cycle_model *c, bool pop)
{
    bool take = pop;
    for (int s = c->build_regs - 1; s >= 0; s--) {
        take = take || !c->build[s].valid;
        if (take)
            c->build[s] = s > 0 ? c->build[s - 1] : c->act.head;
    }
    return take;
}

void cycle_clock(struct cycle_model *c, const struct cycle_in *in)
{
    struct cycle_out out;
    cycle_outputs(c, &out);
    bool fire = in->key_valid && out.key_ready, pop = fire && in->key_last;
    bool enable = !c->res.spare.valid; /* room for a result: the whole key pipeline moves */
    struct flag entering = {fire && table(c).last, in->key_last};
    struct flag done = entering;
    if (c->pipe > 0) {
        done = c->stage[c->pipe - 1];
        if (enable) {
            memmove(&c->stage[1], &c->stage[0], (size_t)(c->pipe - 1) * sizeof c->stage[0]);
            c->stage[0] = entering;
        }
    }
    skid_clock(&c->res, done, in->res_ready);
    bool take = build_clock(c, pop);
    skid_clock(&c->act, (struct flag){in->act_valid, in->act_last}, take);
}
