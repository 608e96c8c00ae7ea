/* SPDX-License-Identifier: Apache-2.0 */
/* test_system.c -- the system model against a case worked out by hand, and what has to hold for every system. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arch_load.h"
#include "schedule.h"
#include "system.h"

enum { ROUNDS = 3000, MOST_LAYERS = 5 };

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* mu 3, L 2, K 4, R 2, int8: n = 6, key beats of 4 x 2 x 5 bits = 5 bytes, activation beats of 6 bytes, result beats of
 * 4 x 32 bits = 16 bytes. */
static void small_arch(struct arch *a, struct dims *d, int lanes)
{
    arch_init(a);
    a->mu = 3;
    a->luts = 2;
    a->fetchers = 4;
    a->reuse = 2;
    a->lanes = lanes;
    CU_ASSERT_TRUE_FATAL(arch_check(a, NULL, NULL));
    arch_resolve(a);
    dims_derive(d, a);
}

static struct platform with_dram(double gbps, double pj)
{
    return (struct platform){.given = 1, .dram_gbps = gbps, .dram_pj_per_bit = pj, .tokens = 1, .cell_um2 = 0.346, .volt = 0.9};
}

/* 3 matrices of 10 x 13: 3 tiles, 3 result beats, 2 passes, 9 key beats and 11 cycles each.
 *   keys 3 x 9 x 5 = 135 bytes, x 3 x 6 x 6 = 108, y 3 x 3 x 16 = 144; x once is 3 x 3 x 6 = 54. */
static const struct system_layer ten = {10, 13, 3};

static void decode(void)
{
    struct arch a;
    struct dims d;
    struct system_cost c;
    struct system_load l;
    small_arch(&a, &d, 1);
    struct platform p = with_dram(1, 10);
    system_time(&c, &l, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(l.cycles, 33);
    CU_ASSERT_EQUAL(l.key_beats, 27);
    CU_ASSERT_EQUAL(l.passes, 6);
    CU_ASSERT_EQUAL(l.macs, 390);
    CU_ASSERT_EQUAL(l.key_bytes, 135);
    CU_ASSERT_EQUAL(l.x_bytes, 108);
    CU_ASSERT_EQUAL(l.y_bytes, 144);
    CU_ASSERT_EQUAL(l.dram_bytes, 387);
    CU_ASSERT(near(l.part[SYSTEM_COMPUTE], 0.33e-6) && near(l.part[SYSTEM_KEYS], 0.27e-6) && near(l.part[SYSTEM_DRAM], 0.387e-6));
    CU_ASSERT_EQUAL(l.bound, SYSTEM_DRAM);
    CU_ASSERT(near(c.tokens_per_s, 1 / 0.387e-6));
    CU_ASSERT(near(c.roof_tokens_per_s, 1 / 0.387e-6));
    CU_ASSERT(near(c.intensity, 390.0 / 387));
    CU_ASSERT(near(c.peak_macs, 4 * 6 * 100e6));
    p.dram_gbps = 2; /* 0.1935 us */
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.bound, SYSTEM_COMPUTE);
    CU_ASSERT(near(c.tokens_per_s, 1 / 0.33e-6));
    CU_ASSERT(near(c.roof_tokens_per_s, 1 / 0.27e-6));
    p.key_gbps = 0.2; /* 135 bytes in 0.675 us; the port itself has 0.5 GB/s */
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.bound, SYSTEM_KEYS);
    CU_ASSERT_EQUAL(c.roof, SYSTEM_KEYS);
    CU_ASSERT(near(c.tokens_per_s, 1 / 0.675e-6));
    p.key_gbps = 5; /* a link cannot be faster than the port */
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT(near(c.sum.part[SYSTEM_KEYS], 0.27e-6));
}

/* A matrix needs 18 bytes for x and 48 for y; all keys are 135 bytes, 27 of them a fifth. */
static void on_chip(void)
{
    struct arch a;
    struct dims d;
    struct system_cost c;
    small_arch(&a, &d, 1);
    struct platform p = with_dram(1, 10);
    p.act_sram = 66;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.act_written, 54 + 144);
    CU_ASSERT_EQUAL(c.sum.act_read, 108);
    CU_ASSERT_EQUAL(c.sum.dram_bytes, 135);
    p.act_sram = 65;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.act_written, 0);
    CU_ASSERT_EQUAL(c.sum.dram_bytes, 387);
    p.act_sram = 0;
    p.weight_sram = 27;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT(near(c.pinned, 0.2));
    CU_ASSERT(near(c.sum.weight_read, 27));
    CU_ASSERT(near(c.sum.dram_bytes, 360));
    p.weight_sram = 1000;
    p.act_sram = 66;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.pinned, 1);
    CU_ASSERT_EQUAL(c.sum.dram_bytes, 0);
    CU_ASSERT(isinf(c.intensity));
    CU_ASSERT_EQUAL(c.sum.bound, SYSTEM_COMPUTE);
}

/* 5 tokens in 2 lanes: 3 jobs. Beats of x and y are twice as wide. */
static void prompt(void)
{
    struct arch a;
    struct dims d;
    struct system_cost c;
    small_arch(&a, &d, 2);
    struct platform p = with_dram(1, 10);
    p.tokens = 5;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.cycles, 3 * (3 * 9 + 2));
    CU_ASSERT_EQUAL(c.sum.key_bytes, 3 * 135);
    CU_ASSERT_EQUAL(c.sum.x_bytes, 3 * 2 * 108);
    CU_ASSERT_EQUAL(c.sum.y_bytes, 3 * 2 * 144);
    CU_ASSERT_EQUAL(c.sum.macs, 5 * 390);
    CU_ASSERT_EQUAL(c.all_key_bytes, 135);
    CU_ASSERT(near(c.tokens_per_s, 5 / (1917 / 1e9)));
    p.act_sram = 3 * 2 * 66; /* all tokens of a matrix have to fit */
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.dram_bytes, 3 * 135);
    p.act_sram--;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    CU_ASSERT_EQUAL(c.sum.dram_bytes, 1917);
}

/* The largest matrix, workload and prompt that the readers take: nothing overflows. 2^24 x 2^24, a million of it, a million
 * tokens: 2796203 tiles, 4194304 beats. */
static void largest(void)
{
    const struct system_layer huge = {16777216, 16777216, 1000000};
    struct arch a;
    struct dims d;
    struct system_cost c;
    small_arch(&a, &d, 1);
    struct platform p = with_dram(1, 10);
    p.tokens = 1e6;
    p.weight_sram = p.act_sram = 1e12;
    system_time(&c, NULL, &p, &huge, 1, &a, &d, 100);
    CU_ASSERT(near(c.sum.key_beats, 2796203.0 * 4194304.0 * 1e12));
    CU_ASSERT(near(c.sum.cycles, 2796203.0 * 4194304.0 * 1e12 + 2e6));
    CU_ASSERT(near(c.sum.macs, 281474976710656.0 * 1e12));
    CU_ASSERT(c.tokens_per_s > 0 && isfinite(c.tokens_per_s));
}

/* 1000 fJ a cycle, 1 mW leakage; SRAM words of 40 and 48 bits in banks below 1 KiB. */
static void energy(void)
{
    struct arch a;
    struct dims d;
    struct system_cost c;
    const struct cost core = {.total_energy = 1000, .total_leakage = 1e6};
    small_arch(&a, &d, 1);
    struct platform p = with_dram(1, 10);
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    system_energy(&c, &p, &core, &d);
    CU_ASSERT(near(c.core_dynamic_j, 33e-12));
    CU_ASSERT(near(c.core_leakage_j, 0.387e-9));
    CU_ASSERT_EQUAL(c.sram_j, 0);
    CU_ASSERT(near(c.dram_j, 387 * 80e-12));
    CU_ASSERT(near(c.j_per_token, 33e-12 + 0.387e-9 + 387 * 80e-12));
    p.weight_sram = 135;
    p.act_sram = 66;
    system_time(&c, NULL, &p, &ten, 1, &a, &d, 100);
    system_energy(&c, &p, &core, &d);
    CU_ASSERT_EQUAL(c.weight.banks, 2); /* 40^2 / 1080 */
    CU_ASSERT_EQUAL(c.act.banks, 5);    /* 48^2 / 528 */
    double leak = (1080 + 528) * 0.1e-9 * 0.33e-6;
    double reads = 27 * c.weight.read_pj + 108 / 6 * c.act.read_pj + (54 + 144) / 6 * c.act.write_pj;
    CU_ASSERT(near(c.sram_j, leak + reads * 1e-12));
    CU_ASSERT_EQUAL(c.dram_j, 0);
}

/* ---- whatever the system is */

static uint64_t rng;

static int below(int n)
{
    return (int)(unit_random(&rng) % (uint64_t)n);
}

static void draw_arch(struct arch *a)
{
    static const int acts[] = {ACT_INT2 + 2, ACT_INT8, ACT_FP8_E4M3, ACT_FP16, ACT_BF16};
    do {
        arch_init(a);
        a->kind = below(4) ? KIND_LUT : below(3);
        a->mu = 1 + below(6);
        a->luts = 1 + below(40);
        a->fetchers = 1 + below(70);
        a->reuse = 1 + below(20);
        a->cores = 1 + below(2);
        a->lanes = 1 + below(8);
        a->act = acts[below(5)];
        a->pipe_reduce = below(4);
        a->pipe_build = below(3);
        a->encoding = below(3);
        a->iface = below(2);
        a->build = below(3) ? BUILD_PARALLEL : BUILD_SEQUENTIAL;
        a->build_adders = 1 + below(4);
    } while (!arch_check(a, NULL, NULL));
    arch_resolve(a);
}

static int draw_layers(struct system_layer *layer)
{
    int layers = 1 + below(MOST_LAYERS);
    for (int i = 0; i < layers; i++)
        layer[i] = (struct system_layer){1 + below(3000), 1 + below(3000), 1 + below(40)};
    return layers;
}

static void draw_platform(struct platform *p)
{
    *p = with_dram(exp2(below(200) / 10.0 - 5), below(30));
    p->tokens = below(2) ? 1 : 1 + below(600);
    p->key_gbps = below(3) ? 0 : exp2(below(120) / 10.0 - 3);
    p->weight_sram = below(2) ? 0 : exp2(below(250) / 10.0);
    p->act_sram = below(2) ? 0 : exp2(below(240) / 10.0);
}

/* Cycles and beats are the schedule's, layer by layer. */
static bool as_scheduled(const struct platform *p, const struct arch *a, const struct dims *d,
                         const struct system_layer *layer, const struct system_load *each, int layers)
{
    bool good = true;
    int64_t jobs = 0;
    for (double left = p->tokens; left > 0; left -= a->lanes)
        jobs++;
    for (int i = 0; i < layers; i++) {
        struct schedule s;
        schedule_gemv(&s, a, d, layer[i].m, layer[i].n, jobs);
        good = good && each[i].cycles == (double)(layer[i].count * s.cycles) &&
               each[i].key_beats == (double)(layer[i].count * s.key_beats) &&
               each[i].passes == (double)(layer[i].count * s.passes) &&
               each[i].key_bytes == (double)(layer[i].count * s.key_beats * ((d->key_beat_bits + 7) / 8)) &&
               each[i].y_bytes == (double)(layer[i].count * s.result_beats * ((d->res_beat_bits + 7) / 8));
    }
    return good;
}

static void properties(void)
{
    rng = unit_seed();
    for (int i = 0; i < ROUNDS; i++) {
        struct arch a;
        struct dims d;
        struct system_layer layer[MOST_LAYERS];
        struct system_load each[MOST_LAYERS];
        struct system_cost c, more;
        struct platform p, q;
        const struct cost core = {.total_energy = 1 + below(100000), .total_leakage = below(100000)};
        draw_arch(&a);
        dims_derive(&d, &a);
        int layers = draw_layers(layer);
        draw_platform(&p);
        double mhz = 50 + below(1500), cycles = 0, seconds = 0, bound = 0;
        system_time(&c, each, &p, layer, layers, &a, &d, mhz);
        system_energy(&c, &p, &core, &d);
        CU_ASSERT_TRUE(as_scheduled(&p, &a, &d, layer, each, layers));
        for (int k = 0; k < layers; k++) {
            cycles += each[k].cycles;
            seconds += each[k].seconds;
            CU_ASSERT(each[k].seconds >= each[k].part[0] && each[k].seconds >= each[k].part[1] &&
                      each[k].seconds >= each[k].part[2] && each[k].seconds == each[k].part[each[k].bound]);
        }
        for (int b = 0; b < SYSTEM_BOUNDS; b++)
            bound += c.bound_s[b];
        CU_ASSERT_EQUAL(c.sum.cycles, cycles);
        CU_ASSERT_EQUAL(c.sum.seconds, seconds);
        CU_ASSERT(near(bound, seconds));
        double at_most = c.sum.key_bytes - c.sum.weight_read + c.sum.x_bytes + c.sum.y_bytes;
        CU_ASSERT(c.sum.dram_bytes <= at_most * (1 + 1e-12) && (p.act_sram > 0 || near(c.sum.dram_bytes, at_most)));
        CU_ASSERT(c.tokens_per_s <= c.roof_tokens_per_s * (1 + 1e-12));
        CU_ASSERT_EQUAL(c.j_per_token, c.core_dynamic_j + c.core_leakage_j + c.sram_j + c.dram_j);
        q = p;
        q.dram_gbps *= 1 + below(100) / 10.0; /* more bandwidth */
        system_time(&more, NULL, &q, layer, layers, &a, &d, mhz);
        CU_ASSERT(more.tokens_per_s >= c.tokens_per_s && more.roof_tokens_per_s >= c.roof_tokens_per_s);
        q = p;
        q.weight_sram = 2 * p.weight_sram + 1000; /* more on chip */
        system_time(&more, NULL, &q, layer, layers, &a, &d, mhz);
        CU_ASSERT(more.sum.dram_bytes <= c.sum.dram_bytes && more.tokens_per_s >= c.tokens_per_s);
        q = p;
        q.act_sram = 2 * p.act_sram + 1000;
        system_time(&more, NULL, &q, layer, layers, &a, &d, mhz);
        CU_ASSERT(more.sum.dram_bytes <= c.sum.dram_bytes && more.tokens_per_s >= c.tokens_per_s);
    }
}

/* More lanes never raise the key bytes of a token, for every number of tokens. */
static void lanes(void)
{
    rng = unit_seed();
    for (int i = 0; i < 200; i++) {
        struct arch a;
        struct dims d;
        struct system_layer layer[MOST_LAYERS];
        struct system_cost c;
        draw_arch(&a);
        int layers = draw_layers(layer);
        struct platform p = with_dram(10, 8);
        p.tokens = 1 + below(100);
        double last = INFINITY;
        for (int t = 1; t <= 16; t++) {
            a.lanes = t;
            if (!arch_check(&a, NULL, NULL))
                break;
            dims_derive(&d, &a);
            system_time(&c, NULL, &p, layer, layers, &a, &d, 500);
            CU_ASSERT(c.sum.key_bytes / p.tokens <= last);
            last = c.sum.key_bytes / p.tokens;
        }
    }
}

UNIT_MAIN("system", {"decode", decode}, {"on chip", on_chip}, {"prompt", prompt}, {"largest", largest}, {"energy", energy}, {"properties", properties},
          {"lanes", lanes})
