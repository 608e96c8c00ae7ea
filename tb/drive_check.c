/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "drive_pack.h"
#include "drive_run.h"

void *ring_push(struct ring *r)
{
    if (r->count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 16;
        unsigned char *data = malloc(capacity * r->item);
        if (!data)
            return NULL;
        for (size_t i = 0; i < r->count; i++)
            memcpy(data + i * r->item, r->data + (r->head + i) % r->capacity * r->item, r->item);
        free(r->data);
        r->data = data;
        r->capacity = capacity;
        r->head = 0;
    }
    return r->data + (r->head + r->count++) % r->capacity * r->item;
}

void *ring_front(const struct ring *r)
{
    return r->data + r->head * r->item;
}

void ring_pop(struct ring *r)
{
    r->head = (r->head + 1) % r->capacity;
    r->count--;
}

void drive_say(struct drive *d, const char *format, ...)
{
    if (!d->set.log || d->findings++ >= DRIVE_MAX_FINDINGS)
        return;
    va_list args;
    va_start(args, format);
    fprintf(d->set.log, "  cycle %lld: ", (long long)d->cycle);
    vfprintf(d->set.log, format, args);
    fputc('\n', d->set.log);
    if (d->findings == DRIVE_MAX_FINDINGS)
        fprintf(d->set.log, "  further findings are not printed\n");
    va_end(args);
}

void drive_complain(struct drive *d, const char *what)
{
    d->report.protocol_errors++;
    drive_say(d, "%s", what);
}

bool drive_timing_lost(const struct drive *d)
{
    return d->timing_lost;
}

void drive_check_reset(struct drive *d, const struct dut_out *out)
{
    if (d->cycle == 0)
        return; /* no edge yet: registers hold their start-up values */
    if (out->res_valid)
        drive_complain(d, "VALID of the results is high in reset");
    if (out->status)
        drive_complain(d, "status is not zero in reset");
}

static void check_timing(struct drive *d, const struct dut_out *out)
{
    const struct cycle_out *t = &d->timing;
    if (d->timing_lost)
        return;
    const char *signal = out->act_ready != t->act_ready                   ? "READY of the activations"
                         : out->key_ready != t->key_ready                 ? "READY of the keys"
                         : out->res_valid != t->res_valid                 ? "VALID of the results"
                         : out->res_valid && out->res_last != t->res_last ? "TLAST of the results"
                                                                          : NULL;
    if (!signal)
        return;
    d->timing_lost = true;
    d->report.timing_errors = 1;
    drive_say(d,
              "%s differs from the cycle model: act_ready %d (expected %d), key_ready %d (%d), res_valid %d (%d), "
              "res_last %d (%d); timing is not compared any further",
              signal, out->act_ready, t->act_ready, out->key_ready, t->key_ready, out->res_valid, t->res_valid,
              out->res_last, t->res_last);
}

/* VALID, once high, stays, and so do data and TLAST, until the beat is taken. */
static void check_stability(struct drive *d, const struct dut_out *out)
{
    if (d->was_blocked) {
        if (!out->res_valid)
            drive_complain(d, "VALID of the results fell before the beat was taken");
        else if (out->res_last != d->was_last ||
                 (out->res_data && memcmp(out->res_data, d->previous, d->res_words * sizeof(uint32_t)) != 0))
            drive_complain(d, "data or TLAST of the results changed before the beat was taken");
    }
    d->was_blocked = out->res_valid && !d->res_ready;
    d->was_last = out->res_last;
    if (d->was_blocked && out->res_data)
        memcpy(d->previous, out->res_data, d->res_words * sizeof(uint32_t));
}

static void print_hex(FILE *f, const char *what, const uint32_t *element, size_t count, int width)
{
    fprintf(f, "    %s (hex, element 0 first):", what);
    for (size_t i = 0; i < count && i < 64; i++)
        fprintf(f, " %0*x", (width + 3) / 4, element[i]);
    fprintf(f, "%s\n", count > 64 ? " ..." : "");
}

static void say_mismatch(struct drive *d, const struct promise *p, size_t k, uint64_t got, uint64_t want)
{
    const struct dims *dims = d->set.dims;
    size_t outputs = (size_t)dims->outputs, luts = (size_t)d->set.arch->luts, lane = k / outputs;
    int64_t job = -1, row = -1;
    int digits = (dims->res_w + 3) / 4;
    if (d->set.source.locate)
        d->set.source.locate(d->set.source.ctx, d->report.result_beats, (int)(k % outputs), &job, &row);
    drive_say(d, "job %lld, row %lld, lane %zu (result beat %lld, output %zu): expected 0x%0*llx, got 0x%0*llx",
              (long long)job, (long long)row, lane, (long long)d->report.result_beats, k % outputs, digits,
              (unsigned long long)want, digits, (unsigned long long)got);
    if (d->set.log && d->findings <= DRIVE_MAX_FINDINGS && p->act) {
        print_hex(d->set.log, "last activation beat of that lane", p->act + lane * (size_t)dims->n, (size_t)dims->n,
                  dims->act_w);
        print_hex(d->set.log, "last keys of that output", p->key + k % outputs * luts, luts, dims->key_bits);
    }
}

static void check_values(struct drive *d, const struct dut_out *out)
{
    const struct dims *dims = d->set.dims;
    const struct promise *p = ring_front(&d->promises);
    uint64_t mask = dims->res_w >= 64 ? UINT64_MAX : (UINT64_C(1) << dims->res_w) - 1;
    for (size_t k = 0; k < d->values; k++) {
        uint64_t got = pack_get(out->res_data, (int64_t)k * dims->res_w, dims->res_w);
        uint64_t want = (uint64_t)p->value[k] & mask;
        if (got != want) {
            d->report.mismatches++;
            say_mismatch(d, p, k, got, want);
        }
        /* integers are sign-extended from the stream's width, floats are bit patterns */
        d->got[k] = dims->act_float || dims->res_w >= 64 ? (int64_t)got
                                                         : (int64_t)(got << (64 - dims->res_w)) >> (64 - dims->res_w);
    }
    for (int64_t bit = dims->res_beat_bits; bit < dims->res_tdata_w; bit++) {
        if (pack_get(out->res_data, bit, 1)) {
            drive_complain(d, "padding of the results is not zero");
            break;
        }
    }
    if (out->res_last != p->last) {
        d->report.mismatches++;
        drive_say(d, "TLAST of result beat %lld is %d, expected %d", (long long)d->report.result_beats, out->res_last,
                  p->last);
    }
}

static void take_result(struct drive *d, const struct dut_out *out)
{
    if (d->owed == 0) {
        d->report.mismatches++;
        drive_say(d, "a result beat that nobody asked for (number %lld)", (long long)d->report.result_beats);
    } else {
        d->owed--;
        if (d->golden) {
            check_values(d, out);
            if (d->set.source.result)
                d->set.source.result(d->set.source.ctx, d->report.result_beats, d->got);
            free(((struct promise *)ring_front(&d->promises))->value);
            ring_pop(&d->promises);
        }
        d->report.cycles = d->cycle - d->first_act + 1;
    }
    d->report.result_beats++;
}

static void take_act(struct drive *d)
{
    struct stream *s = &d->act;
    uint32_t *table = ring_push(&d->tables);
    if (!table) {
        d->out_of_memory = true;
        return;
    }
    table[0] = s->last;
    memcpy(table + 1, s->element, s->elements * sizeof *s->element);
    s->accepted++;
    s->pending = s->valid = false;
    if (d->first_act < 0)
        d->first_act = d->cycle;
}

/* Hands the key beat to the golden model and queues what it promises. */
static void promise_result(struct drive *d)
{
    size_t acts = d->act.elements, keys = d->key.elements;
    int64_t *value = malloc(d->values * sizeof *value + (acts + keys) * sizeof(uint32_t));
    bool last = false;
    if (!value) {
        d->out_of_memory = true;
        return;
    }
    if (!golden_key(d->golden, d->key.element, d->key.last, value, &last)) {
        free(value);
        return;
    }
    struct promise *p = ring_push(&d->promises);
    if (!p) {
        free(value);
        d->out_of_memory = true;
        return;
    }
    *p = (struct promise){.last = last, .value = value, .act = (uint32_t *)(value + d->values)};
    p->key = p->act + acts;
    memcpy(p->act, d->group_act, acts * sizeof *p->act);
    memcpy(p->key, d->key.element, keys * sizeof *p->key);
    d->owed++;
}

static void take_key(struct drive *d)
{
    struct stream *s = &d->key;
    s->accepted++;
    s->pending = s->valid = false;
    if (!d->in_group) {
        if (!d->tables.count) {
            drive_complain(d, "a key beat was taken, but there is no activation beat for it");
            return;
        }
        const uint32_t *table = ring_front(&d->tables);
        d->group_last = table[0];
        memcpy(d->group_act, table + 1, d->act.elements * sizeof *table);
        ring_pop(&d->tables);
        if (d->golden)
            golden_act(d->golden, d->group_act, d->group_last);
        d->act_held = d->act_gap;
    }
    d->in_group = !s->last;
    if (d->golden)
        promise_result(d);
    else
        d->owed += d->group_last;
}

/* Which side is to blame for a cycle without a key beat. */
static void account(struct drive *d, const struct dut_out *out)
{
    struct drive_stalls *s = &d->report.stalls;
    bool blocked = out->res_valid && !d->res_ready;
    d->res_held = blocked || (d->res_held && !out->key_ready); /* the core recovers a cycle after the result is taken */
    if (out->key_ready && d->key.valid)
        return;
    if (d->res_held)
        s->result_blocked++;
    else if (d->key.ended)
        s->drain++;
    else if (out->key_ready)
        s->key_starved++;
    else if (d->act_held)
        s->act_starved++;
    else if (d->key.accepted == 0)
        s->fill++;
    else
        s->core++;
}

void drive_check(struct drive *d, const struct dut_out *out)
{
    bool act = out->act_ready && d->act.valid, key = out->key_ready && d->key.valid;
    bool result = out->res_valid && d->res_ready;
    check_timing(d, out);
    check_stability(d, out);
    d->act_gap = d->first_act >= 0 && out->act_ready && !d->act.valid && d->act.pending;
    d->act_held = d->act_held || d->act_gap;
    if (d->phase == DRIVE_RUNNING && (d->first_act >= 0 || act))
        account(d, out);
    d->idle = act || key || result ? 0 : d->idle + 1;
    if (result) /* first: a result cannot come from a key of the same cycle */
        take_result(d, out);
    if (act)
        take_act(d);
    if (key)
        take_key(d);
}
