/* SPDX-License-Identifier: Apache-2.0 */
/* test_dse_space.c -- the walk over a space, with all its short cuts, against plain brute force: arch_check(),
 * arch_resolve(), dims_derive(), cost_evaluate() for every index. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../dse/made_up.h"
#include "arch_load.h"
#include "schedule.h"
#include "space.h"

enum { SWEEPS = 500, MOST = 4000 };

static uint64_t rng;

static int below(int n)
{
    return (int)(unit_random(&rng) % (uint64_t)n);
}

/* What brute force says of a point. */
struct brute {
    struct arch resolved;
    bool legal, within;
    int rule, missed;
    uint64_t hash; /* of the resolved parameters */
    double figure[METRIC_COUNT];
};

static int first_code(const struct arch *a)
{
    struct diag *d = diag_new();
    char text[20000] = "";
    int code = 0;
    FILE *f = fmemopen(text, sizeof text - 1, "w");
    arch_check(a, NULL, d);
    diag_print(d, f);
    fclose(f);
    sscanf(strstr(text, "error[E") + 7, "%d", &code);
    diag_free(d);
    return code;
}

static void figures_of(const struct sweep *s, struct cost_tables *tables, const struct arch *a, double *f)
{
    struct dims d;
    struct cost cost;
    struct cost_figures v;
    dims_derive(&d, a);
    cost_evaluate(&cost, &s->tech->c, tables, a, &d);
    double fmax = 1e6 / cost.period, mhz = s->mhz > 0 ? s->mhz : fmax, cycles = 0;
    cost_figures(&v, &cost, &d, mhz);
    for (int i = 0; i < s->workload.layers; i++) {
        struct schedule t;
        schedule_gemv(&t, a, &d, s->workload.layer[i].m, s->workload.layer[i].n, 1);
        cycles += (double)s->workload.layer[i].count * (double)t.cycles;
    }
    struct system_cost system = {0};
    if (s->platform.given) {
        system_time(&system, NULL, &s->platform, s->layer, s->shapes, a, &d, mhz);
        system_energy(&system, &s->platform, &cost, &d);
    }
    const double all[METRIC_COUNT] = {[METRIC_MACS] = cost.mac_per_cycle,
                                      [METRIC_KEY_BITS] = (double)d.key_beat_bits,
                                      [METRIC_ACT_BITS] = (double)d.act_beat_bits,
                                      [METRIC_AREA] = cost.total_area + cost.buffer_area,
                                      [METRIC_AREA_MM2] = (cost.total_area + cost.buffer_area) * 1e-6,
                                      [METRIC_FMAX] = fmax,
                                      [METRIC_CLOCK] = mhz,
                                      [METRIC_GMACS] = v.gmacs,
                                      [METRIC_KEY_GBITS] = v.key_gbits,
                                      [METRIC_TOPS_MM2] = v.tops_per_mm2,
                                      [METRIC_LATENCY] = s->workload.layers ? cycles / mhz : 0,
                                      [METRIC_POWER] = v.power_mw,
                                      [METRIC_ENERGY] = v.pj_per_mac,
                                      [METRIC_TOPS_W] = v.tops_per_w,
                                      [METRIC_TOKENS] = system.tokens_per_s,
                                      [METRIC_J_TOKEN] = system.j_per_token};
    memcpy(f, all, sizeof all);
}

static void judge(struct brute *b, const struct space *s, uint64_t index)
{
    memset(b, 0, sizeof *b);
    space_arch(s, index, &b->resolved);
    b->legal = arch_check(&b->resolved, NULL, NULL);
    if (!b->legal) {
        b->rule = first_code(&b->resolved);
        return;
    }
    arch_resolve(&b->resolved);
    for (int p = 0; p < PARAM_COUNT; p++)
        b->hash = (b->hash ^ (uint64_t)arch_get(&b->resolved, (enum param)p)) * 0x100000001b3u;
    figures_of(s->sweep, s->tables, &b->resolved, b->figure);
    b->missed = -1;
    for (int stage = 0; stage < STEPS; stage++)
        for (int i = 0; i < s->sweep->limits; i++) {
            const struct sweep_limit *l = &s->sweep->limit[i];
            if ((int)metric_table[l->metric].stage == stage && b->missed < 0 && !sweep_within(l, b->figure[l->metric]))
                b->missed = i;
        }
    /* MAC/cycle is looked at before the other figures of its stage */
    for (int i = 0; i < s->sweep->limits; i++)
        if (s->sweep->limit[i].metric == METRIC_MACS && !sweep_within(&s->sweep->limit[i], b->figure[METRIC_MACS]))
            b->missed = i;
    b->within = b->missed < 0;
}

static bool same(const struct brute *a, const struct brute *b)
{
    if (a->hash != b->hash)
        return false;
    for (int p = 0; p < PARAM_COUNT; p++)
        if (arch_get(&a->resolved, (enum param)p) != arch_get(&b->resolved, (enum param)p))
            return false;
    return true;
}

struct seen {
    struct space_point *point;
    size_t count;
};

static void see(void *user, const struct space_point *p)
{
    struct seen *s = user;
    s->point[s->count++] = *p;
}

/* Every class of points that mean the same has exactly one point that counts, with brute force's figures and verdict.
 */
static bool agrees(const struct space *s)
{
    static struct brute b[MOST];
    static struct space_point points[MOST];
    static bool counted[MOST];
    struct seen seen = {points, 0};
    struct space_counts c = {0};
    uint64_t illegal[SPACE_MAX_RULES] = {0}, missed[SWEEP_MAX_LIMITS] = {0}, classes = 0, within = 0;
    bool good = true;
    for (uint64_t i = 0; i < s->size; i++)
        judge(&b[i], s, i);
    /* in pieces, as blocks do it */
    for (uint64_t at = 0; at < s->size;) {
        uint64_t end = at + 1 + (uint64_t)below((int)s->size);
        end = end < s->size ? end : s->size;
        good = good && space_walk(s, at, end, see, &seen, &c, NULL);
        at = end;
    }
    memset(counted, 0, sizeof counted);
    for (uint64_t i = 0; i < s->size; i++) {
        if (!b[i].legal) {
            illegal[b[i].rule]++;
            continue;
        }
        bool first = true;
        for (uint64_t k = 0; k < i && first; k++)
            first = !(b[k].legal && same(&b[k], &b[i]));
        if (!first)
            continue;
        classes++;
        within += b[i].within;
        if (!b[i].within)
            missed[b[i].missed]++;
    }
    for (size_t i = 0; i < seen.count; i++) {
        const struct brute *x = &b[points[i].index];
        good = good && (i == 0 || points[i].index > points[i - 1].index) && x->legal && x->within &&
               memcmp(x->figure, points[i].figure, sizeof x->figure) == 0;
        for (size_t k = 0; k < i; k++)
            good = good && !same(&b[points[k].index], x);
    }
    good = good && c.kept == seen.count && c.kept == within && space_legal(&c) == classes &&
           c.kept + c.same + space_illegal(&c) + (space_legal(&c) - c.kept) == s->size;
    for (int i = 0; i < s->sweep->limits; i++)
        good = good && c.missed[i] == missed[i];
    for (int i = 0; i < SPACE_MAX_RULES; i++)
        if (i != DIAG_BEAT_TOO_WIDE) /* some of these are counted as the same as another */
            good = good && c.illegal[i] == illegal[i];
    return good;
}

static const char *const lists[PARAM_COUNT] = {
    [PARAM_kind] = "*",
    [PARAM_weight_bits] = "*",
    [PARAM_mu] = "1..6",
    [PARAM_luts] = "1,2,3,7,8,64,256",
    [PARAM_network] = "*",
    [PARAM_build] = "*",
    [PARAM_build_adders] = "1,2,3,9,40,358",
    [PARAM_half] = "*",
    [PARAM_widths] = "*",
    [PARAM_fetchers] = "1..4,9,16,100,512",
    [PARAM_reuse] = "1,2,3,8,256",
    [PARAM_cores] = "1,2,5,64",
    [PARAM_lanes] = "1,2,3,16",
    [PARAM_act] = "int2,int8,int16,fp8_e4m3,fp16,bf16,fp32",
    [PARAM_range] = "*",
    [PARAM_arith] = "*",
    [PARAM_window] = "exact,4,19,24,41,48",
    [PARAM_top] = "auto,-10,8,15,16,173",
    [PARAM_acc] = "auto,fp16,fp32,int8,int24,int32,int64",
    [PARAM_max_n] = "1,100,16384,16777216",
    [PARAM_overflow] = "*",
    [PARAM_negate] = "*",
    [PARAM_encoding] = "*",
    [PARAM_zero_gate] = "*",
    [PARAM_pipe_build] = "0,1,3,8",
    [PARAM_pipe_fetch] = "0,1,2",
    [PARAM_pipe_reduce] = "0,1,2,5,8",
    [PARAM_iface] = "*",
    [PARAM_mhz] = "100,500",
};

static void put(struct sweep *s, enum param p, const char *values)
{
    struct diag *d = diag_new();
    CU_ASSERT_TRUE_FATAL(sweep_set_values(s, p, values, LOC_NONE, d));
    diag_free(d);
}

/* Drops values at random until a list is short. */
static void shorten(struct sweep_vary *v, int most)
{
    while (v->count > most) {
        int at = below(v->count);
        memmove(v->value + at, v->value + at + 1, (size_t)(v->count - at - 1) * sizeof *v->value);
        v->count--;
    }
}

/* A workload of a few layers, and memories around the core. */
static void draw_system(struct sweep *s)
{
    struct diag *d = diag_new();
    s->workload.layers = 1 + below(3);
    s->workload.name = buf_strdup("w");
    s->workload.source = buf_strdup("");
    s->workload.layer = buf_realloc(NULL, (size_t)s->workload.layers, sizeof *s->workload.layer);
    for (int i = 0; i < s->workload.layers; i++)
        s->workload.layer[i] = (struct workload_layer){buf_strdup("l"), 1 + below(500), 1 + below(500), 1 + below(9)};
    if (below(3)) {
        static const char *const sram[] = {"1KiB", "33KiB", "4MiB"}, *const tokens[] = {"1", "2", "77"};
        platform_set(&s->platform, PLATFORM_DRAM, memory_dram_names()[below(5)], LOC_NONE, d);
        platform_set(&s->platform, PLATFORM_NODE, "28", LOC_NONE, d);
        platform_set(&s->platform, PLATFORM_TOKENS, tokens[below(3)], LOC_NONE, d);
        if (below(2))
            platform_set(&s->platform, PLATFORM_WEIGHT_SRAM, sram[below(3)], LOC_NONE, d);
        if (below(2))
            platform_set(&s->platform, PLATFORM_ACT_SRAM, sram[below(3)], LOC_NONE, d);
        CU_ASSERT_TRUE_FATAL(sweep_finish_platform(s, d));
    }
    diag_free(d);
}

static void draw(struct sweep *s)
{
    sweep_init(s);
    s->tech = malloc(sizeof *s->tech);
    made_up_tech(s->tech);
    if (below(3) == 0)
        s->base.act = below(2) ? ACT_FP16 : ACT_FP8_E4M3;
    uint64_t size = 1;
    for (int tries = 0; tries < 8; tries++) {
        enum param p = (enum param)below(PARAM_COUNT);
        if (s->given[p])
            continue;
        put(s, p, lists[p]);
        shorten(&s->vary[p], 2 + below(5));
        if (size * (uint64_t)s->vary[p].count > MOST / 4) {
            free(s->vary[p].value);
            s->vary[p] = (struct sweep_vary){0};
            continue;
        }
        size *= (uint64_t)s->vary[p].count;
    }
    if (below(2)) { /* rows, as most sweeps have them */
        put(s, PARAM_fetchers, lists[PARAM_fetchers]);
        shorten(&s->vary[PARAM_fetchers], 4);
    }
    s->objectives = 1;
    s->objective[0].metric = METRIC_AREA;
    if (below(3) == 0)
        s->mhz = 300;
    if (below(2))
        draw_system(s);
}

/* Limits near the figures of some legal point, so that they cut the space. */
static void add_limits(struct sweep *s, const struct space *space)
{
    struct brute b;
    for (int i = 0; i < 50; i++) {
        judge(&b, space, unit_random(&rng) % space->size);
        if (b.legal)
            break;
    }
    if (!b.legal)
        return;
    for (int n = below(4); n > 0; n--) {
        enum metric m = below(2) ? METRIC_MACS : (enum metric)below(METRIC_COUNT);
        struct sweep_limit l = {.metric = m, .min = b.figure[m], .max = b.figure[m]};
        if (below(3) == 0)
            l.min = 0;
        else if (below(2))
            l.max = INFINITY;
        bool have = false;
        for (int i = 0; i < s->limits; i++)
            have = have || s->limit[i].metric == m;
        if (!have && sweep_knows(s, m))
            s->limit[s->limits++] = l;
    }
}

static void brute_force(void)
{
    rng = unit_seed();
    uint64_t points = 0;
    struct cost_tables *tables = cost_tables_new();
    for (int i = 0; i < SWEEPS; i++) {
        struct sweep s;
        struct space space;
        draw(&s);
        CU_ASSERT_TRUE_FATAL(space_layout(&space, &s));
        space.tables = tables; /* making them takes longer than the sweep */
        add_limits(&s, &space);
        CU_ASSERT_TRUE_FATAL(space_layout(&space, &s));
        space.tables = tables;
        bool good = agrees(&space);
        if (!good) {
            struct buf text = BUF_INIT;
            sweep_write(&text, &s);
            printf("\n%s", text.data);
            buf_release(&text);
        }
        CU_ASSERT_TRUE(good);
        points += space.size;
        sweep_release(&s);
    }
    cost_tables_free(tables);
    printf("(%llu points) ", (unsigned long long)points);
}

/* Beats that are too wide end a row of fetchers at the right place. */
static void wide_beats(void)
{
    struct sweep s;
    struct space space;
    sweep_init(&s);
    s.tech = malloc(sizeof *s.tech);
    made_up_tech(s.tech);
    put(&s, PARAM_fetchers, "1,30,100,200,300..310,500");
    put(&s, PARAM_luts, "1,128,200,256");
    put(&s, PARAM_cores, "1,2,8,33,64");
    put(&s, PARAM_lanes, "1,16");
    CU_ASSERT_TRUE_FATAL(space_init(&space, &s));
    CU_ASSERT_TRUE(agrees(&space));
    struct space_counts c = {0};
    static struct space_point points[MOST];
    struct seen seen = {points, 0};
    space_walk(&space, 0, space.size, see, &seen, &c, NULL);
    uint64_t wide = 0;
    for (uint64_t i = 0; i < space.size; i++) {
        struct arch a;
        space_arch(&space, i, &a);
        wide += !arch_check(&a, NULL, NULL);
    }
    CU_ASSERT_EQUAL(c.illegal[DIAG_BEAT_TOO_WIDE], wide);
    CU_ASSERT_TRUE(wide > 0 && wide < space.size);
    space_release(&space);
    sweep_release(&s);
}

/* The latency of a workload is the schedule's. */
static void latency(void)
{
    static const char xml[] = "<sweep><workload name=\"w\"><layer name=\"a\" m=\"100\" n=\"70\" count=\"3\"/>"
                              "<layer name=\"b\" m=\"64\" n=\"640\"/></workload>"
                              "<vary parameter=\"mu\" values=\"1..4\"/><vary parameter=\"fetchers\" values=\"4,8,64\"/>"
                              "<vary parameter=\"build\" values=\"*\"/><minimize figure=\"latency\"/></sweep>";
    struct diag *d = diag_new();
    struct src *src = src_from_text("test", xml, sizeof xml - 1);
    struct sweep s;
    struct space space;
    sweep_init(&s);
    CU_ASSERT_TRUE_FATAL(sweep_parse(&s, src, NULL, d));
    s.tech = malloc(sizeof *s.tech);
    made_up_tech(s.tech);
    CU_ASSERT_TRUE_FATAL(space_init(&space, &s));
    CU_ASSERT_TRUE(agrees(&space));
    space_release(&space);
    sweep_release(&s);
    src_free(src);
    diag_free(d);
}

/* Layers of the same shape are taken together, and nothing but roundings changes. */
static void shapes(void)
{
    static const struct workload_layer given[] = {{"q", 64, 70, 3}, {"k", 32, 70, 3}, {"o", 64, 70, 5}, {"v", 32, 70, 1}};
    static const struct system_layer plain[] = {{64, 70, 3}, {32, 70, 3}, {64, 70, 5}, {32, 70, 1}};
    struct diag *d = diag_new();
    struct sweep s;
    struct system_cost one, all;
    struct dims dims;
    sweep_init(&s);
    s.tech = malloc(sizeof *s.tech);
    made_up_tech(s.tech);
    s.workload.layers = 4;
    s.workload.layer = buf_realloc(NULL, 4, sizeof given[0]);
    for (int i = 0; i < 4; i++) {
        s.workload.layer[i] = given[i];
        s.workload.layer[i].name = buf_strdup(given[i].name);
    }
    platform_set(&s.platform, PLATFORM_DRAM_GBPS, "0.3", LOC_NONE, d);
    CU_ASSERT_TRUE_FATAL(sweep_finish_platform(&s, d));
    CU_ASSERT_EQUAL_FATAL(s.shapes, 2);
    CU_ASSERT(s.layer[0].count == 8 && s.layer[1].count == 4 && s.layer[1].m == 32);
    arch_resolve(&s.base);
    dims_derive(&dims, &s.base);
    system_time(&one, NULL, &s.platform, s.layer, s.shapes, &s.base, &dims, 200);
    system_time(&all, NULL, &s.platform, plain, 4, &s.base, &dims, 200);
    CU_ASSERT_EQUAL(one.sum.cycles, all.sum.cycles);
    CU_ASSERT_EQUAL(one.sum.dram_bytes, all.sum.dram_bytes);
    CU_ASSERT_DOUBLE_EQUAL(one.tokens_per_s / all.tokens_per_s, 1, 1e-12);
    sweep_release(&s);
    diag_free(d);
}

/* Sizes beyond 64 bits are refused. */
static void too_many(void)
{
    struct sweep s;
    struct space space;
    sweep_init(&s);
    for (int p = 0; p < PARAM_COUNT; p++)
        if (p != PARAM_max_n && p != PARAM_mhz) /* longer than a list may be */
            put(&s, (enum param)p, "*");
    CU_ASSERT_FALSE(space_layout(&space, &s));
    sweep_release(&s);
}

UNIT_MAIN("dse_space", {"brute force", brute_force}, {"wide beats", wide_beats}, {"latency", latency}, {"shapes", shapes},
          {"too many", too_many})
