/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c -- the memory models against figures worked out by hand, their tables, and settings of a platform. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "platform.h"

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fabs(b);
}

/* 8 KiB at 45 nm in one bank is the anchor: 0.77 / (1 + 160 / 256) of the area is cells, 64 bits take 10 pJ. */
static void by_hand(void)
{
    struct sram s = {.bytes = 8192, .word_bits = 64, .banks = 1, .cell_um2 = 0.346, .volt = 0.9};
    struct sram_cost c;
    sram_evaluate(&c, &s);
    CU_ASSERT(near(c.efficiency, 0.473846));
    CU_ASSERT(near(c.area_um2, 65536 * 0.346 / 0.473846));
    CU_ASSERT(near(c.read_pj, 10));
    CU_ASSERT(near(c.write_pj, 12));
    CU_ASSERT(near(c.leakage_nw, 6553.6));
    s.bytes = 32768; /* twice the energy at four times the capacity */
    sram_evaluate(&c, &s);
    CU_ASSERT(near(c.read_pj, 20));
    CU_ASSERT(near(c.efficiency, 0.77 / (1 + 160.0 / 512)));
    s.cell_um2 = 0.0865; /* half the width, twice the supply: 1/2 x 4 */
    s.volt = 1.8;
    sram_evaluate(&c, &s);
    CU_ASSERT(near(c.read_pj, 40));
    s = (struct sram){.bytes = 256, .word_bits = 8, .banks = 1, .cell_um2 = 0.346, .volt = 0.9};
    sram_evaluate(&c, &s); /* no less than 1 KiB takes: 8 x 0.15625 / sqrt 8 */
    CU_ASSERT(near(c.read_pj, 0.441942));
}

/* 1 MiB at 45 nm: 32 banks of 32 KiB, 2^23 cells at 58.67 %, side 2.2242 mm, wires of 1.1121 mm at 0.2 pF/mm. */
static void banks(void)
{
    struct sram s = {.bytes = 1048576, .word_bits = 64, .cell_um2 = 0.346, .volt = 0.9};
    struct sram_cost c;
    sram_evaluate(&c, &s);
    CU_ASSERT_EQUAL(c.banks, 32);
    CU_ASSERT(near(c.area_um2, 8388608 * 0.346 / 0.586667));
    CU_ASSERT(near(c.read_pj, 20 + 64 * 0.5 * 0.5 * 0.2 * 1.11213 * 0.81));
    s.bytes = 65536; /* two banks: a wire of 0.27803 mm */
    sram_evaluate(&c, &s);
    CU_ASSERT(near(c.read_pj, 20 + 64 * 0.5 * 0.5 * 0.2 * 0.278031 * 0.81));
    /* 524288 bits; a word of 5120 bits needs 50 banks */
    s.word_bits = 5120;
    CU_ASSERT_EQUAL(sram_banks(&s), 50);
    s.word_bits = 1;
    CU_ASSERT_EQUAL(sram_banks(&s), 2);
    s.bytes = 1;
    CU_ASSERT_EQUAL(sram_banks(&s), 1);
}

static void nodes(void)
{
    struct memory_node n;
    for (const struct memory_node *row = memory_node_table; row->nm > 0; row++) {
        memory_node(&n, row->nm);
        CU_ASSERT_EQUAL(n.cell_um2, row->cell_um2);
        CU_ASSERT_EQUAL(n.volt, row->volt);
        CU_ASSERT(row[1].nm == 0 || (row[1].nm > row->nm && row[1].cell_um2 > row->cell_um2 && row[1].volt >= row->volt));
        CU_ASSERT(strncmp(row->source, "read: ", 6) == 0 || strncmp(row->source, "cited: ", 7) == 0 ||
                  strncmp(row->source, "assumed: ", 9) == 0);
    }
    memory_node(&n, 32); /* 0.127 x (0.346 / 0.127)^(ln(32/28) / ln(45/28)) */
    CU_ASSERT(near(n.cell_um2, 0.168384));
    memory_node(&n, 55); /* half way from 45 nm, 0.9 V to 65 nm, 1.1 V */
    CU_ASSERT(near(n.volt, 1.0));
    double last = 0;
    for (double nm = MEMORY_NODE_MIN; nm <= MEMORY_NODE_MAX; nm += 0.5) {
        memory_node(&n, nm);
        CU_ASSERT(n.cell_um2 > last);
        last = n.cell_um2;
    }
    CU_ASSERT_EQUAL(memory_tech_node("sky130hd"), 130);
    CU_ASSERT_EQUAL(memory_tech_node("asap7"), 7);
    CU_ASSERT_EQUAL(memory_tech_node("osu018"), 180);
    CU_ASSERT_EQUAL(memory_tech_node("mine"), 0);
}

/* More capacity, a wider word, a larger node: never cheaper. */
static void monotonic(void)
{
    uint64_t rng = unit_seed();
    for (int i = 0; i < 20000; i++) {
        struct sram s = {.bytes = exp2((double)(unit_random(&rng) % 300) / 10 + 8)};
        struct memory_node n;
        struct sram_cost a, b;
        memory_node(&n, 5 + (double)(unit_random(&rng) % 345));
        s.word_bits = 1 + (double)(unit_random(&rng) % 4096);
        s.cell_um2 = n.cell_um2;
        s.volt = n.volt;
        sram_evaluate(&a, &s);
        CU_ASSERT(a.area_um2 > 0 && a.read_pj > 0 && a.write_pj >= a.read_pj && a.efficiency > 0 && a.efficiency < 1);
        struct sram more = s;
        more.banks = a.banks;
        more.bytes *= 2;
        sram_evaluate(&b, &more);
        CU_ASSERT(b.area_um2 > a.area_um2 && b.read_pj >= a.read_pj && b.leakage_nw > a.leakage_nw);
        more = s;
        more.volt *= 1.1;
        sram_evaluate(&b, &more);
        CU_ASSERT(b.read_pj > a.read_pj);
        more = s;
        more.banks = 2 * a.banks; /* banks cost area */
        sram_evaluate(&b, &more);
        CU_ASSERT(b.area_um2 > a.area_um2);
    }
}

static void tables(void)
{
    for (const struct memory_dram *d = memory_dram_table; d->name; d++) {
        CU_ASSERT_PTR_EQUAL(memory_dram_find(d->name), d);
        CU_ASSERT(d->gbps > 0 && d->pj_per_bit > 0 && *d->source && *d->doc);
        CU_ASSERT_PTR_NOT_NULL(strstr(platform_table[PLATFORM_DRAM].arg, d->name)); /* --help lists them */
    }
    CU_ASSERT_PTR_NULL(memory_dram_find("lpddr"));
    for (const struct memory_constant *c = memory_constant_table; c->name; c++)
        CU_ASSERT(c->value > 0 && *c->doc && *c->source);
}

/* ---- settings */

static bool set(struct platform *p, enum platform_setting s, const char *text, int *errors)
{
    struct diag *d = diag_new();
    bool ok = platform_set(p, s, text, LOC_NONE, d);
    *errors = diag_count(d);
    diag_free(d);
    return ok;
}

static void sizes(void)
{
    static const struct {
        const char *text;
        double bytes; /* 0: refused */
    } cases[] = {{"1B", 1},         {"512KiB", 524288}, {"4MiB", 4194304}, {"1 GiB", 1073741824}, {"4", 0},
                 {"4MB", 0},        {"4Mib", 0},        {"4M", 0},         {"1.5MiB", 0},         {"-4MiB", 0},
                 {"0KiB", 0},       {"MiB", 0},         {"", 0},           {"4MiBs", 0},          {" 4MiB", 0},
                 {"99999GiB", 0},   {"4e3KiB", 0},      {"0x4KiB", 0},     {"nanMiB", 0},         {"1e999MiB", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct platform p = {0};
        int errors;
        bool ok = set(&p, PLATFORM_WEIGHT_SRAM, cases[i].text, &errors);
        CU_ASSERT_EQUAL(ok, cases[i].bytes > 0);
        CU_ASSERT_EQUAL(errors, cases[i].bytes > 0 ? 0 : 1);
        CU_ASSERT_EQUAL(p.weight_sram, cases[i].bytes);
        CU_ASSERT_EQUAL(p.given != 0, ok);
        if (!ok)
            continue;
        struct buf text = BUF_INIT; /* what is written reads back the same */
        struct platform again = {0};
        platform_text(&text, &p, PLATFORM_WEIGHT_SRAM);
        CU_ASSERT_TRUE(set(&again, PLATFORM_WEIGHT_SRAM, text.data, &errors));
        CU_ASSERT_EQUAL(again.weight_sram, p.weight_sram);
        buf_release(&text);
    }
}

static void numbers(void)
{
    static const struct {
        enum platform_setting s;
        const char *text;
        bool ok;
    } cases[] = {{PLATFORM_DRAM_GBPS, "17.1", true},  {PLATFORM_DRAM_GBPS, "1e3", true}, {PLATFORM_DRAM_GBPS, "0", false},
                 {PLATFORM_DRAM_GBPS, "-1", false},   {PLATFORM_DRAM_GBPS, "inf", false}, {PLATFORM_DRAM_GBPS, "1.2.3", false},
                 {PLATFORM_DRAM_GBPS, "1e9", false},  {PLATFORM_DRAM_GBPS, "17GB/s", false}, {PLATFORM_DRAM_PJ, "0", true},
                 {PLATFORM_DRAM_PJ, "1001", false},   {PLATFORM_TOKENS, "512", true},    {PLATFORM_TOKENS, "0", false},
                 {PLATFORM_TOKENS, "1.5", false},     {PLATFORM_TOKENS, "1000001", false}, {PLATFORM_NODE, "28", true},
                 {PLATFORM_NODE, "3", false},         {PLATFORM_DRAM, "lpddr5", true},   {PLATFORM_DRAM, "ddr9", false},
                 {PLATFORM_DRAM, "", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct platform p = {0};
        int errors;
        CU_ASSERT_EQUAL(set(&p, cases[i].s, cases[i].text, &errors), cases[i].ok);
        CU_ASSERT_EQUAL(errors, cases[i].ok ? 0 : 1);
    }
    for (int s = 0; s < PLATFORM_COUNT; s++)
        CU_ASSERT_EQUAL(platform_find(platform_table[s].name), s);
    CU_ASSERT_EQUAL(platform_find("drams"), PLATFORM_COUNT);
}

static void defaults(void)
{
    struct platform p = {0}, q = {0}, r = {0};
    struct diag *d = diag_new();
    int errors;
    CU_ASSERT_FALSE(platform_finish(&p, "osu018", 1.8, d)); /* no bandwidth */
    set(&p, PLATFORM_DRAM_GBPS, "20", &errors);
    CU_ASSERT_TRUE(platform_finish(&p, "osu018", 1.8, d));
    CU_ASSERT(p.dram_gbps == 20 && p.dram_pj_per_bit == 8 && p.tokens == 1 && p.node == 180 && p.volt == 1.8);
    set(&q, PLATFORM_DRAM, "hbm2", &errors);
    CU_ASSERT_TRUE(platform_finish(&q, "mine", 1, d)); /* no SRAM: the node does not matter */
    CU_ASSERT(q.dram_gbps == 256 && q.dram_pj_per_bit == 3.9);
    set(&q, PLATFORM_ACT_SRAM, "1KiB", &errors);
    CU_ASSERT_FALSE(platform_finish(&q, "mine", 1, d));
    set(&r, PLATFORM_DRAM, "ddr4", &errors);
    set(&r, PLATFORM_NODE, "28", &errors); /* another node has its own supply */
    CU_ASSERT_TRUE(platform_finish(&r, "osu018", 1.8, d));
    CU_ASSERT(r.cell_um2 == 0.127 && r.volt == 0.9);
    diag_free(d);
}

UNIT_MAIN("memory", {"by hand", by_hand}, {"banks", banks}, {"nodes", nodes}, {"monotonic", monotonic}, {"tables", tables},
          {"sizes", sizes}, {"numbers", numbers}, {"defaults", defaults})
