/* SPDX-License-Identifier: Apache-2.0 */
#include "drive.h"

#include <stdlib.h>
#include <string.h>

#include "drive_pack.h"
#include "drive_run.h"
#include "stim.h"

static size_t words_of(int64_t bits)
{
    return (size_t)(bits + 31) / 32;
}

struct dut_widths drive_widths(const struct dims *d)
{
    return (struct dut_widths){(uint32_t)d->act_tdata_w, (uint32_t)d->key_tdata_w, (uint32_t)d->res_tdata_w};
}

bool drive_ok(const struct drive_report *r)
{
    return !r->mismatches && !r->timing_errors && !r->protocol_errors && !r->timed_out && !r->abandoned &&
           r->status == r->expected_status;
}

static bool stream_new(struct stream *s, uint64_t seed, double stall, int64_t elements, int64_t payload, int64_t tdata)
{
    s->random = seed;
    s->stall = stall;
    s->elements = (size_t)elements;
    s->payload = payload;
    s->words = words_of(tdata);
    s->element = calloc(s->elements, sizeof *s->element);
    s->word = calloc(s->words + 1, sizeof *s->word); /* never empty, and 64-bit ports read two words */
    return s->element && s->word;
}

/* Everything of a run that is made anew when the source is rewound. */
static bool run_new(struct drive *d)
{
    const struct dims *dims = d->set.dims;
    const struct arch *a = d->set.arch;
    uint64_t seed = d->set.seed;
    uint64_t act_seed = stim_next(&seed), key_seed = stim_next(&seed);
    d->random_ready = stim_next(&seed);
    d->random_garbage = stim_next(&seed);
    d->values = (size_t)a->lanes * (size_t)dims->outputs;
    d->res_words = words_of(dims->res_tdata_w);
    d->phase_end = DRIVE_RESET_CYCLES;
    d->first_act = -1;
    double worst = d->set.stall_act > d->set.stall_key ? d->set.stall_act : d->set.stall_key;
    worst = worst > d->set.stall_res ? worst : d->set.stall_res;
    d->idle_limit = 4000 + (int64_t)(1000 / (1 - worst)) + 64 * (int64_t)d->set.ready_length;

    d->tables.item = (1 + (size_t)a->lanes * (size_t)dims->n) * sizeof(uint32_t);
    d->promises.item = sizeof(struct promise);
    d->previous = calloc(d->res_words + 1, sizeof *d->previous);
    d->got = calloc(d->values, sizeof *d->got);
    d->group_act = calloc((size_t)a->lanes * (size_t)dims->n, sizeof *d->group_act);
    d->model = cycle_new(a, dims);
    if (d->set.net)
        d->golden = golden_new(a, dims, d->set.net);
    return stream_new(&d->act, act_seed, d->set.stall_act, (int64_t)a->lanes * dims->n, dims->act_beat_bits,
                      dims->act_tdata_w) &&
           stream_new(&d->key, key_seed, d->set.stall_key, (int64_t)dims->outputs * a->luts, dims->key_beat_bits,
                      dims->key_tdata_w) &&
           d->previous && d->got && d->group_act && d->model && (d->golden || !d->set.net);
}

static struct drive *drive_make(const struct drive_setup *setup, bool data)
{
    struct drive *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->set = *setup;
    d->data = data;
    if (!run_new(d)) {
        drive_free(d);
        return NULL;
    }
    cycle_reset(d->model);
    if (d->golden)
        golden_reset(d->golden);
    d->set.source.rewind(d->set.source.ctx);
    return d;
}

struct drive *drive_new(const struct drive_setup *setup)
{
    return drive_make(setup, true);
}

void drive_free(struct drive *d)
{
    if (!d)
        return;
    while (d->promises.count) {
        struct promise *p = ring_front(&d->promises);
        free(p->value);
        ring_pop(&d->promises);
    }
    free(d->promises.data);
    free(d->tables.data);
    free(d->act.element);
    free(d->act.word);
    free(d->key.element);
    free(d->key.word);
    free(d->previous);
    free(d->got);
    free(d->group_act);
    cycle_free(d->model);
    golden_free(d->golden);
    free(d);
}

static void garbage(struct drive *d, struct stream *s, size_t from_word)
{
    for (size_t i = from_word; d->data && i < s->words; i++)
        s->word[i] = (uint32_t)stim_next(&d->random_garbage);
}

/* Shows a beat, or a gap with garbage. */
static void stream_next(struct drive *d, struct stream *s, bool (*beat)(void *, uint32_t *, bool *),
                        void (*pack)(const struct dims *, const struct arch *, const uint32_t *, uint32_t *))
{
    if (!s->pending && !s->ended) {
        s->ended = !beat(d->set.source.ctx, d->data ? s->element : NULL, &s->last);
        s->pending = !s->ended;
        for (s->gap = 0; s->pending && stim_chance(&s->random, s->stall);)
            s->gap++;
    }
    if (s->valid && s->pending)
        return; /* shown and not yet taken: must not change */
    s->valid = s->pending && s->gap == 0;
    if (s->valid) {
        garbage(d, s, (size_t)(s->payload / 32)); /* the padding */
        if (d->data && s == &d->key && d->set.source.key_bits)
            d->set.source.key_bits(d->set.source.ctx, s->word);
        else if (d->data)
            pack(d->set.dims, d->set.arch, s->element, s->word);
        s->pin_last = s->last;
    } else {
        s->gap -= s->pending;
        garbage(d, s, 0);
        s->pin_last = stim_next(&d->random_garbage) & 1;
    }
}

bool drive_inputs(struct drive *d, struct dut_in *in)
{
    if (d->phase == DRIVE_OVER)
        return false;
    *in = (struct dut_in){.aresetn = d->phase != DRIVE_IN_RESET, .act_data = d->act.word, .key_data = d->key.word};
    if (d->phase == DRIVE_IN_RESET) { /* a host that does not care: everything may toggle */
        uint64_t r = stim_next(&d->random_garbage);
        garbage(d, &d->act, 0);
        garbage(d, &d->key, 0);
        in->act_valid = r & 1, in->act_last = r >> 1 & 1;
        in->key_valid = r >> 2 & 1, in->key_last = r >> 3 & 1;
        in->res_ready = r >> 4 & 1;
        return true;
    }
    stream_next(d, &d->act, d->set.source.act, pack_act);
    stream_next(d, &d->key, d->set.source.key, pack_key);
    if (d->phase == DRIVE_TAIL)
        d->res_ready = true;
    else if (d->set.ready_length > 0)
        d->res_ready = d->set.ready_pattern >> (d->cycle % d->set.ready_length) & 1;
    else
        d->res_ready = !stim_chance(&d->random_ready, d->set.stall_res);
    in->act_valid = d->act.valid, in->act_last = d->act.pin_last;
    in->key_valid = d->key.valid, in->key_last = d->key.pin_last;
    in->res_ready = d->res_ready;
    d->driven = (struct cycle_in){in->act_valid, in->act_last, in->key_valid, in->key_last, in->res_ready};
    return true;
}

/* The model's cycle, whatever the core did. */
static void model_step(struct drive *d)
{
    cycle_clock(d->model, &d->driven);
}

static void give_up_if_stuck(struct drive *d)
{
    if (d->out_of_memory) {
        drive_say(d, "out of memory");
    } else if (d->idle > d->idle_limit) {
        drive_say(d,
                  "nothing moves for %lld cycles: %lld activation beats, %lld key beats and %lld results went through, "
                  "%lld results are due",
                  (long long)d->idle, (long long)d->act.accepted, (long long)d->key.accepted,
                  (long long)d->report.result_beats, (long long)d->owed);
    } else {
        return;
    }
    d->report.timed_out = true;
    d->phase = DRIVE_OVER;
}

void drive_observe(struct drive *d, const struct dut_out *out)
{
    struct dut_out modelled = {0};
    if (d->phase == DRIVE_IN_RESET) {
        if (out)
            drive_check_reset(d, out);
        d->cycle++;
        if (d->cycle >= d->phase_end)
            d->phase = DRIVE_RUNNING;
        return;
    }
    cycle_outputs(d->model, &d->timing);
    if (!out) {
        modelled = (struct dut_out){.act_ready = d->timing.act_ready,
                                    .key_ready = d->timing.key_ready,
                                    .res_valid = d->timing.res_valid,
                                    .res_last = d->timing.res_last};
        out = &modelled;
    }
    drive_check(d, out);
    model_step(d);
    d->cycle++;
    if (d->phase == DRIVE_RUNNING && d->act.ended && d->key.ended && !d->act.pending && !d->key.pending && !d->owed) {
        d->phase = DRIVE_TAIL; /* long enough for anything that is still inside to come out */
        d->phase_end = d->cycle + (!d->data ? 0 : 32 + 4 * d->set.dims->pipe + 2 * d->set.dims->latency);
    }
    if (d->phase == DRIVE_TAIL && d->cycle >= d->phase_end)
        d->phase = DRIVE_OVER;
    if (d->phase == DRIVE_RUNNING)
        give_up_if_stuck(d);
    if (d->phase == DRIVE_RUNNING && d->set.abandon_after > 0 && d->cycle >= d->set.abandon_after) {
        d->report.abandoned = true;
        d->phase = DRIVE_OVER;
    }
    d->report.status = out->status;
}

void drive_finish(const struct drive *d, struct drive_report *report)
{
    *report = d->report;
    report->total_cycles = d->cycle;
    report->act_beats = d->act.accepted;
    report->key_beats = d->key.accepted;
    report->expected_status = d->golden ? golden_status(d->golden) : d->report.status;
    if (!report->timed_out && !report->abandoned && report->status != report->expected_status && d->set.log)
        fprintf(d->set.log, "  status at the end is 0x%x, expected 0x%x\n", report->status, report->expected_status);
}

/* Outputs must come from registers: they may not change when inputs change in mid-cycle. */
static bool follows_inputs(const struct dut_out *before, const struct dut_out *after, size_t words)
{
    return before->act_ready != after->act_ready || before->key_ready != after->key_ready ||
           before->res_valid != after->res_valid || before->status != after->status ||
           (after->res_valid && (before->res_last != after->res_last ||
                                 memcmp(before->res_data, after->res_data, words * sizeof(uint32_t)) != 0));
}

bool drive_dut(const struct drive_setup *setup, const struct dut_api *api, struct dut *dut, struct drive_report *report)
{
    struct drive *d = drive_new(setup);
    size_t words = words_of(setup->dims->res_tdata_w) + 1;
    uint32_t *data = calloc(2 * words, sizeof *data);
    bool ok = d && data;
    struct dut_in in;
    struct dut_out before = {.res_data = data}, out = {.res_data = ok ? data + words : NULL};
    while (ok && drive_inputs(d, &in)) {
        bool compare = d->cycle > DRIVE_RESET_CYCLES;
        api->drive(dut, &in);
        api->sample(dut, &out);
        if (compare && follows_inputs(&before, &out, words))
            drive_complain(d, "an output changes with the inputs in mid-cycle: it does not come from registers");
        drive_observe(d, &out);
        api->edge(dut);
        api->sample(dut, &before);
    }
    if (ok)
        drive_finish(d, report);
    free(data);
    drive_free(d);
    return ok;
}

int64_t drive_expected_cycles(const struct drive_setup *setup)
{
    struct drive_setup quiet = *setup;
    quiet.log = NULL;
    quiet.net = NULL;
    struct drive *d = drive_make(&quiet, false);
    if (!d)
        return -1;
    struct dut_in in;
    while (drive_inputs(d, &in))
        drive_observe(d, NULL);
    struct drive_report report;
    drive_finish(d, &report);
    drive_free(d);
    return report.timed_out ? -1 : report.cycles;
}
