/* SPDX-License-Identifier: Apache-2.0 */
/* A core made of the golden model and the cycle model is driven: the harness must find nothing. Then one fault at a
 * time is put in: the harness must find each. */
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "drive.h"
#include "drive_pack.h"
#include "golden.h"
#include "jobs.h"
#include "stim.h"
#include "unit.h"

enum fault { NONE, VALUE, PADDING, LAST, DROP, CHANGE, EXTRA, LATE, HANG, STATUS, FOLLOW, RESET_VALID };

enum { QUEUE = 64, WORDS = 16, MAX = 32 };

static struct arch arch;
static struct dims dims;
static struct lutnet net;
static enum stim_pattern acts = STIM_RANDOM;

struct dut {
    enum fault fault;
    struct cycle_model *model;
    struct golden *golden;
    struct dut_in in;
    uint32_t act[WORDS], key[WORDS];
    struct {
        uint32_t act[MAX];
        bool last;
    } table[QUEUE];
    int64_t result[QUEUE][MAX];
    unsigned tables, used, results, taken;
    bool in_group, blocked;
    int64_t cycle;
};

static void soft_drive(struct dut *d, const struct dut_in *in)
{
    d->in = *in;
    memcpy(d->act, in->act_data, (size_t)(dims.act_tdata_w + 31) / 32 * 4);
    memcpy(d->key, in->key_data, (size_t)(dims.key_tdata_w + 31) / 32 * 4);
}

static void soft_sample(struct dut *d, struct dut_out *out)
{
    struct cycle_out c;
    cycle_outputs(d->model, &c);
    *out = (struct dut_out){c.act_ready,  c.key_ready, c.res_valid, c.res_last, (uint8_t)golden_status(d->golden),
                            out->res_data};
    memset(out->res_data, 0, (size_t)(dims.res_tdata_w + 31) / 32 * 4);
    const int64_t *r = d->result[d->taken % QUEUE];
    for (int k = 0; k < dims.outputs * arch.lanes; k++)
        pack_put(out->res_data, (int64_t)k * dims.res_w, dims.res_w, (uint64_t)r[k]);
    bool third = d->taken == 2;
    if (d->fault == VALUE && third)
        out->res_data[0] ^= 4;
    if (d->fault == LAST && third)
        out->res_last = !out->res_last;
    if (d->fault == DROP && d->blocked)
        out->res_valid = false;
    if (d->fault == CHANGE && d->blocked)
        out->res_data[0] ^= 1;
    if (d->fault == EXTRA && d->taken == 8)
        out->res_valid = true;
    if (d->fault == LATE && d->cycle == 40)
        out->key_ready = !out->key_ready;
    if (d->fault == HANG && d->cycle > 12)
        out->act_ready = out->key_ready = out->res_valid = false;
    if (d->fault == STATUS)
        out->status ^= STATUS_KEY_GROUP;
    if (d->fault == FOLLOW)
        out->act_ready = out->act_ready && d->in.act_valid;
    if (d->fault == RESET_VALID && d->cycle < 4)
        out->res_valid = true;
}

static void soft_edge(struct dut *d)
{
    uint32_t element[MAX];
    struct cycle_out c;
    bool last;
    cycle_outputs(d->model, &c);
    d->cycle++;
    if (!d->in.aresetn) {
        cycle_reset(d->model);
        golden_reset(d->golden);
        d->tables = d->used = d->results = d->taken = 0;
        d->in_group = false;
        return;
    }
    d->blocked = c.res_valid && !d->in.res_ready;
    d->taken += c.res_valid && d->in.res_ready;
    if (d->in.act_valid && c.act_ready) {
        for (int i = 0; i < dims.n * arch.lanes; i++)
            d->table[d->tables % QUEUE].act[i] = (uint32_t)pack_get(d->act, (int64_t)i * dims.act_w, dims.act_w);
        d->table[d->tables++ % QUEUE].last = d->in.act_last;
    }
    if (d->in.key_valid && c.key_ready) {
        if (!d->in_group) {
            golden_act(d->golden, d->table[d->used % QUEUE].act, d->table[d->used % QUEUE].last);
            d->used++;
        }
        d->in_group = !d->in.key_last;
        for (int i = 0; i < dims.outputs * arch.luts; i++)
            element[i] = (uint32_t)pack_get(d->key, (int64_t)i * dims.key_bits, dims.key_bits);
        d->results += golden_key(d->golden, element, d->in.key_last, d->result[d->results % QUEUE], &last);
    }
    struct cycle_in in = {d->in.act_valid, d->in.act_last, d->in.key_valid, d->in.key_last, d->in.res_ready};
    cycle_clock(d->model, &in);
}

static const struct dut_api soft = {"soft", NULL, soft_drive, soft_sample, soft_edge, NULL};

/* Runs 2 jobs of 11 x 17 and returns the report. */
static struct drive_report run(enum fault fault, double stall, FILE *log, int64_t *differ)
{
    enum { M = 11, N = 17, JOBS = 2 };
    static int8_t w[M * N];
    static uint32_t x[JOBS][2 * N];
    static int64_t y[JOBS * M * 2];
    struct gemv gemv[JOBS];
    struct dut d = {.fault = fault};
    struct drive_report report = {0};
    d.model = cycle_new(&arch, &dims);
    d.golden = golden_new(&arch, &dims, &net);
    stim_fill_weights(w, M * N, STIM_RANDOM, 5);
    for (int j = 0; j < JOBS; j++) {
        stim_fill(x[j], arch.lanes * N, &dims, acts, (uint64_t)j + 1);
        gemv[j] = (struct gemv){
            .arch = &arch, .dims = &dims, .m = M, .n = N, .w = w, .row_stride = N, .col_stride = 1, .x = x[j]};
        gemv_init(&gemv[j]);
    }
    struct jobs jobs = {.gemv = gemv, .count = JOBS, .y = y};
    struct drive_setup setup = {.arch = &arch,
                                .dims = &dims,
                                .net = &net,
                                .source = jobs_source(&jobs),
                                .seed = 3,
                                .stall_act = stall,
                                .stall_key = stall,
                                .stall_res = stall,
                                .log = log};
    CU_ASSERT_TRUE(drive_dut(&setup, &soft, &d, &report));
    CU_ASSERT_EQUAL(jobs_has_dense(&jobs), !dims.ieee);
    if (differ) {
        *differ = jobs_check_dense(&jobs, log);
        y[JOBS * M - 2] ^= 1; /* the plain sums know better, to the last bit */
        CU_ASSERT_EQUAL(jobs_check_dense(&jobs, NULL), *differ + !dims.ieee);
    }
    int64_t expected = drive_expected_cycles(&setup);
    if (fault == NONE) {
        struct schedule s;
        schedule_gemv(&s, &arch, &dims, M, N, JOBS);
        CU_ASSERT_EQUAL(report.cycles, expected);
        if (stall <= 0)
            CU_ASSERT_EQUAL(report.cycles, s.cycles);
        CU_ASSERT_EQUAL(report.key_beats, s.key_beats);
        CU_ASSERT_EQUAL(report.act_beats, s.act_beats);
        CU_ASSERT_EQUAL(report.result_beats, s.result_beats);
        const struct drive_stalls *t = &report.stalls;
        CU_ASSERT_EQUAL(report.cycles, report.key_beats + t->act_starved + t->key_starved + t->result_blocked +
                                           t->core + t->fill + t->drain);
    }
    cycle_free(d.model);
    golden_free(d.golden);
    return report;
}

static void configure(const char *act, int pipe)
{
    bool number;
    arch_init(&arch);
    arch.mu = 2, arch.luts = 3, arch.fetchers = 3, arch.reuse = 2;
    CU_ASSERT_TRUE(param_parse(PARAM_act, act, &arch.act, &number));
    arch.pipe_reduce = pipe;
    arch_resolve(&arch);
    dims_derive(&dims, &arch);
    CU_ASSERT_TRUE(lutnet_build(&net, &arch, &dims));
}

static void good_core(void)
{
    static const double stall[] = {0, 0.1, 0.5, 0.9};
    for (int pipe = 0; pipe < 4; pipe++) {
        configure(pipe % 2 ? "int5" : "int8", pipe);
        for (int i = 0; i < 4; i++) {
            int64_t differ = -1;
            struct drive_report r = run(NONE, stall[i], stderr, &differ);
            CU_ASSERT_TRUE(drive_ok(&r));
            CU_ASSERT_EQUAL(differ, 0);
        }
    }
}

/* The same with floats, baselines, sequential builds and lanes. */
static void good_floats(void)
{
    static const struct {
        int act, arith, kind, build, lanes, window;
    } cores[] = {
        {ACT_FP16, ARITH_IEEE, KIND_LUT, BUILD_PARALLEL, 1, PARAM_SPECIAL},
        {ACT_BF16, ARITH_IEEE, KIND_LUT, BUILD_SEQUENTIAL, 1, PARAM_SPECIAL},
        {ACT_FP32, ARITH_IEEE, KIND_MULTIPLIER, BUILD_PARALLEL, 1, PARAM_SPECIAL},
        {ACT_FP8_E4M3, ARITH_ALIGNED, KIND_LUT, BUILD_PARALLEL, 2, PARAM_SPECIAL},
        {ACT_FP8_E5M2, ARITH_ALIGNED, KIND_MULTIPLIER, BUILD_PARALLEL, 1, PARAM_SPECIAL},
        {ACT_FP16, ARITH_ALIGNED, KIND_LUT, BUILD_SEQUENTIAL, 1, PARAM_SPECIAL},
        {ACT_FP16, ARITH_ALIGNED, KIND_SIGNFLIP, BUILD_PARALLEL, 1, 14},
        {ACT_BF16, ARITH_ALIGNED, KIND_LUT, BUILD_PARALLEL, 1, PARAM_SPECIAL},
        {ACT_BF16, ARITH_ALIGNED, KIND_LUT, BUILD_PARALLEL, 1, 10},
    };
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++)
        for (int pipe = 0; pipe < 4; pipe++) {
            int64_t differ = -1;
            arch_init(&arch);
            arch.mu = cores[i].kind == KIND_LUT ? 2 : 1;
            arch.luts = 3, arch.fetchers = 3, arch.reuse = 2;
            arch.act = cores[i].act, arch.arith = cores[i].arith, arch.kind = cores[i].kind;
            arch.build = cores[i].build, arch.lanes = cores[i].lanes, arch.window = cores[i].window;
            arch.pipe_reduce = pipe, arch.pipe_build = arch.kind == KIND_LUT ? pipe : 0;
            arch_resolve(&arch);
            dims_derive(&dims, &arch);
            CU_ASSERT_TRUE(lutnet_build(&net, &arch, &dims));
            for (int p = STIM_MIN; p < STIM_PATTERNS; p++) {
                acts = (enum stim_pattern)p;
                struct drive_report r = run(NONE, p % 2 * 0.3, stderr, &differ);
                CU_ASSERT_TRUE(drive_ok(&r));
                CU_ASSERT_EQUAL(differ, 0);
            }
        }
    acts = STIM_RANDOM;
}

static void faults(void)
{
    configure("int8", 1);
    struct drive_report r = run(VALUE, 0, NULL, NULL);
    CU_ASSERT_EQUAL(r.mismatches, 1);
    CU_ASSERT_TRUE(run(LAST, 0.3, NULL, NULL).mismatches > 0);
    CU_ASSERT_TRUE(run(DROP, 0.5, NULL, NULL).protocol_errors > 0);
    CU_ASSERT_TRUE(run(CHANGE, 0.5, NULL, NULL).protocol_errors > 0);
    CU_ASSERT_EQUAL(run(LATE, 0, NULL, NULL).timing_errors, 1);
    r = run(HANG, 0, NULL, NULL);
    CU_ASSERT_TRUE(r.timed_out && !drive_ok(&r));
    r = run(STATUS, 0, NULL, NULL);
    CU_ASSERT_TRUE(!drive_ok(&r) && r.status != r.expected_status);
    CU_ASSERT_TRUE(run(FOLLOW, 0.5, NULL, NULL).protocol_errors > 0);
    CU_ASSERT_TRUE(run(RESET_VALID, 0, NULL, NULL).protocol_errors > 0);
}

/* A result after the last one: only seen because the harness waits a while. */
static void extra_result(void)
{
    configure("int8", 8);
    arch.pipe_fetch = 8; /* a long tail */
    dims_derive(&dims, &arch);
    CU_ASSERT_TRUE(run(EXTRA, 0, NULL, NULL).mismatches > 0);
    struct drive_report quiet = run(NONE, 0, NULL, NULL);
    CU_ASSERT_TRUE(quiet.total_cycles > quiet.cycles + 32);
    CU_ASSERT_TRUE(drive_ok(&quiet));
}

static void findings_are_limited(void)
{
    char *text = NULL;
    size_t size = 0;
    configure("int8", 1);
    FILE *log = open_memstream(&text, &size);
    run(EXTRA, 0, log, NULL);
    fclose(log);
    int lines = 0;
    for (char *c = text; (c = strchr(c, '\n')); c++)
        lines++;
    CU_ASSERT_TRUE(lines == 11);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "cycle "));
    free(text);
}

static void packing(void)
{
    uint32_t word[4] = {0};
    uint64_t state = 9;
    for (int width = 1; width <= 64; width++) {
        for (int64_t at = 0; at + width <= 128; at += 7) {
            uint64_t v = stim_next(&state) >> (64 - width), before = pack_get(word, 0, at < 64 ? (int)at : 64);
            pack_put(word, at, width, v);
            CU_ASSERT_EQUAL(pack_get(word, at, width), v);
            CU_ASSERT_EQUAL(pack_get(word, 0, at < 64 ? (int)at : 64), before);
        }
    }
}

/* Runs of values of one width, one after the other; bits past them stay. Bits past a value's width do not count. */
static void packing_runs(void)
{
    uint64_t state = 10;
    struct arch a;
    struct dims d = {.act_w = 1};
    arch_init(&a);
    for (int width = 1; width <= 32; width++)
        for (int count = 1; count <= 70; count += 3) {
            uint32_t value[70], word[80], before[80];
            for (int i = 0; i < 80; i++)
                word[i] = before[i] = (uint32_t)stim_next(&state);
            for (int i = 0; i < count; i++)
                value[i] = (uint32_t)stim_next(&state);
            a.lanes = 1, d.n = count, d.act_w = width;
            pack_act(&d, &a, value, word);
            for (int i = 0; i < count; i++)
                CU_ASSERT_EQUAL(pack_get(word, (int64_t)i * width, width), value[i] & UINT32_MAX >> (32 - width));
            for (int at = count * width; at < 80 * 32; at++)
                CU_ASSERT_EQUAL(pack_get(word, at, 1), pack_get(before, at, 1));
        }
}

static void stimuli(void)
{
    static int8_t w[20000];
    static uint32_t x[5000];
    int64_t count[3] = {0}, peak = 0;
    configure("int8", 0);
    CU_ASSERT_TRUE(stim_weights(w, 20000, 1));
    for (int i = 0; i < 20000; i++)
        count[w[i] + 1]++;
    /* Gaussian: |W| < s/2 with probability 0.310 */
    CU_ASSERT_TRUE(count[1] > 5900 && count[1] < 6500);
    CU_ASSERT_TRUE(llabs((long long)(count[0] - count[2])) < 600);
    memset(count, 0, sizeof count);
    w[19999] = 5;
    stim_trits(w, 19999, 1);
    CU_ASSERT_EQUAL(w[19999], 5);
    for (int i = 0; i < 19999; i++)
        count[w[i] + 1]++;
    CU_ASSERT_TRUE(count[1] > 5900 && count[1] < 6500);
    CU_ASSERT_TRUE(llabs((long long)(count[0] - count[2])) < 600);
    stim_acts(x, 5000, &dims, 1);
    for (int i = 0; i < 5000; i++) {
        int64_t v = (int8_t)x[i];
        peak = llabs((long long)v) > peak ? llabs((long long)v) : peak;
    }
    CU_ASSERT_EQUAL(peak, 127); /* absmax */
}

/* Patterns of floats: what each one promises, for every type. */
static void float_stimuli(void)
{
    static const char *const types[] = {"fp8_e4m3", "fp8_e5m2", "fp16", "bf16", "fp32"};
    static uint32_t x[4000];
    for (int t = 0; t < 5; t++) {
        configure(types[t], 0);
        uint32_t sign = 1u << (dims.act_w - 1), all = sign - 1;
        uint32_t limit = t == 0 ? all : ((1u << dims.exp_w) - 1) << dims.man_w; /* the first that is no number */
        uint32_t one = ((1u << (dims.exp_w - 1)) - 1) << dims.man_w;
        for (int p = STIM_MIN; p < STIM_PATTERNS; p++) {
            int special = 0, small = 0, negative = 0;
            stim_fill(x, 4000, &dims, (enum stim_pattern)p, 7);
            for (int i = 0; i < 4000; i++) {
                CU_ASSERT_TRUE((x[i] & ~(sign | all)) == 0);
                uint32_t m = x[i] & all;
                special += m >= limit;
                small += m < 2u << dims.man_w;
                negative += (x[i] & sign) != 0;
                if (p == STIM_NEAR)
                    CU_ASSERT_TRUE(m >= one - (2u << dims.man_w) && m < one + (2u << dims.man_w));
            }
            CU_ASSERT_TRUE(p == STIM_SPECIALS ? special > 30 && special < 130 : p == STIM_RANDOM || special == 0);
            CU_ASSERT_TRUE(p != STIM_SMALL || small == 4000);
            CU_ASSERT_TRUE(p < STIM_RANDOM || (negative > 1800 && negative < 2200));
        }
    }
}

UNIT_MAIN("drive", {"a good core passes, with and without gaps", good_core}, {"the same with floats", good_floats},
          {"each fault is found", faults}, {"the tail is watched", extra_result},
          {"findings are limited", findings_are_limited}, {"packing", packing}, {"packing of runs", packing_runs},
          {"stimuli", stimuli}, {"stimuli of floats", float_stimuli})
