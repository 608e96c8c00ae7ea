/* SPDX-License-Identifier: Apache-2.0 */
#include "system.h"

#include <math.h>
#include <string.h>

#include "schedule.h"

const char *const system_bound_names[SYSTEM_BOUNDS] = {"compute", "key bandwidth", "DRAM"};

/* What is the same for all layers. */
struct setting {
    const struct platform *p;
    const struct arch *a;
    const struct dims *d;
    int64_t jobs;
    double key_beat, act_beat, res_beat; /* bytes */
    double pinned, hz, link;             /* link: bytes a second, no faster than the port */
};

static double whole_bytes(int64_t bits)
{
    return (double)((bits + 7) / 8);
}

static void begin(struct setting *s, const struct platform *p, const struct arch *a, const struct dims *d, double mhz)
{
    *s = (struct setting){.p = p, .a = a, .d = d, .hz = mhz * 1e6};
    s->jobs = ((int64_t)p->tokens + a->lanes - 1) / a->lanes;
    s->key_beat = whole_bytes(d->key_tdata_w);
    s->link = s->key_beat * s->hz;
    if (p->key_gbps > 0 && p->key_gbps * 1e9 < s->link)
        s->link = p->key_gbps * 1e9;
    s->act_beat = whole_bytes(d->act_tdata_w);
    s->res_beat = whole_bytes(d->res_tdata_w);
}

/* Bytes of all keys of the model: those of one job of every layer. */
static double model_bytes(const struct setting *s, const struct system_layer *layer, int layers)
{
    double bytes = 0;
    for (int i = 0; i < layers; i++) {
        int64_t tiles = (layer[i].n + s->d->n - 1) / s->d->n, beats = (layer[i].m + s->d->outputs - 1) / s->d->outputs;
        bytes += (double)layer[i].count * (double)tiles * (double)beats * s->key_beat;
    }
    return bytes;
}

/* x and y of all tokens of a layer: on chip or not. */
static void activations(struct system_load *l, const struct setting *s, double replays, double count)
{
    double x = l->x_bytes / replays, room = (x + l->y_bytes) / count;
    if (s->p->act_sram > 0 && room <= s->p->act_sram) {
        l->act_written = x + l->y_bytes;
        l->act_read = l->x_bytes;
    } else {
        l->dram_bytes += l->x_bytes + l->y_bytes;
    }
}

static void load(struct system_load *l, const struct setting *s, const struct system_layer *layer)
{
    struct schedule t, two;
    schedule_gemv(&t, s->a, s->d, layer->m, layer->n, 1);
    double times = (double)layer->count * (double)s->jobs, cycles = (double)t.cycles;
    if (s->jobs > 1) { /* a pass starts from nothing but the hand-over of its first table: each further job takes as long */
        schedule_gemv(&two, s->a, s->d, layer->m, layer->n, 2);
        cycles += (double)(s->jobs - 1) * (double)(two.cycles - t.cycles);
    }
    *l = (struct system_load){.cycles = (double)layer->count * cycles, .key_beats = times * (double)t.key_beats};
    l->passes = times * (double)t.passes;
    l->macs = (double)layer->m * (double)layer->n * (double)layer->count * s->p->tokens;
    l->key_bytes = l->key_beats * s->key_beat;
    l->x_bytes = times * (double)t.act_beats * s->act_beat;
    l->y_bytes = times * (double)t.result_beats * s->res_beat;
    l->weight_read = s->pinned * l->key_bytes;
    l->dram_bytes = l->key_bytes - l->weight_read;
    activations(l, s, (double)t.passes, (double)layer->count);
    l->part[SYSTEM_COMPUTE] = l->cycles / s->hz;
    l->part[SYSTEM_KEYS] = l->key_bytes / s->link;
    l->part[SYSTEM_DRAM] = l->dram_bytes / (s->p->dram_gbps * 1e9);
    for (int b = 0; b < SYSTEM_BOUNDS; b++)
        if (l->part[b] > l->part[l->bound])
            l->bound = (enum system_bound)b;
    l->seconds = l->part[l->bound];
}

static void add(struct system_load *sum, const struct system_load *l)
{
    sum->cycles += l->cycles;
    sum->key_beats += l->key_beats;
    sum->passes += l->passes;
    sum->macs += l->macs;
    sum->key_bytes += l->key_bytes;
    sum->x_bytes += l->x_bytes;
    sum->y_bytes += l->y_bytes;
    sum->dram_bytes += l->dram_bytes;
    sum->weight_read += l->weight_read;
    sum->act_read += l->act_read;
    sum->act_written += l->act_written;
    for (int b = 0; b < SYSTEM_BOUNDS; b++)
        sum->part[b] += l->part[b];
    sum->seconds += l->seconds;
}

/* The least time: all key beats at one a cycle, all bytes at full bandwidth, at the same time. */
static void roofline(struct system_cost *out, const struct setting *s)
{
    const struct system_load *l = &out->sum;
    double least[SYSTEM_BOUNDS] = {l->key_beats / s->hz, l->part[SYSTEM_KEYS], l->part[SYSTEM_DRAM]};
    out->peak_macs = (double)s->d->outputs * s->d->n * s->a->lanes * s->hz;
    out->intensity = l->dram_bytes > 0 ? l->macs / l->dram_bytes : INFINITY;
    for (int b = 0; b < SYSTEM_BOUNDS; b++)
        if (least[b] > least[out->roof])
            out->roof = (enum system_bound)b;
    out->roof_tokens_per_s = s->p->tokens / least[out->roof];
}

static void memories(struct system_cost *out, const struct setting *s)
{
    const struct platform *p = s->p;
    struct sram m = {.cell_um2 = p->cell_um2, .volt = p->volt};
    if (p->weight_sram > 0) {
        m.bytes = p->weight_sram;
        m.word_bits = 8 * s->key_beat;
        sram_evaluate(&out->weight, &m);
    }
    if (p->act_sram > 0) {
        m.bytes = p->act_sram;
        m.word_bits = 8 * s->act_beat;
        sram_evaluate(&out->act, &m);
    }
}

void system_time(struct system_cost *out, struct system_load *each, const struct platform *p,
                 const struct system_layer *layer, int layers, const struct arch *a, const struct dims *d, double mhz)
{
    struct setting s;
    memset(out, 0, sizeof *out);
    begin(&s, p, a, d, mhz);
    out->all_key_bytes = model_bytes(&s, layer, layers);
    s.pinned = p->weight_sram < out->all_key_bytes ? p->weight_sram / out->all_key_bytes : 1;
    out->pinned = s.pinned;
    for (int i = 0; i < layers; i++) {
        struct system_load l;
        load(&l, &s, &layer[i]);
        add(&out->sum, &l);
        out->bound_s[l.bound] += l.seconds;
        if (each)
            each[i] = l;
    }
    for (int b = 0; b < SYSTEM_BOUNDS; b++)
        if (out->bound_s[b] > out->bound_s[out->sum.bound])
            out->sum.bound = (enum system_bound)b;
    out->tokens_per_s = p->tokens / out->sum.seconds;
    roofline(out, &s);
    memories(out, &s);
}

void system_energy(struct system_cost *out, const struct platform *p, const struct cost *core, const struct dims *d)
{
    const struct system_load *l = &out->sum;
    double sram = (out->weight.leakage_nw + out->act.leakage_nw) * 1e-9 * l->seconds;
    if (out->weight.area_um2 > 0)
        sram += l->weight_read / whole_bytes(d->key_tdata_w) * out->weight.read_pj * 1e-12;
    if (out->act.area_um2 > 0) /* results are written in words of the activations */
        sram += (l->act_read * out->act.read_pj + l->act_written * out->act.write_pj) / whole_bytes(d->act_tdata_w) * 1e-12;
    out->core_dynamic_j = core->total_energy * 1e-15 * l->cycles / p->tokens;
    out->core_leakage_j = core->total_leakage * 1e-9 * l->seconds / p->tokens;
    out->sram_j = sram / p->tokens;
    out->dram_j = l->dram_bytes * 8 * p->dram_pj_per_bit * 1e-12 / p->tokens;
    out->j_per_token = out->core_dynamic_j + out->core_leakage_j + out->sram_j + out->dram_j;
}
