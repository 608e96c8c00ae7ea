/* SPDX-License-Identifier: Apache-2.0 */
/* bench_golden.c -- speed of the golden model on one core, in multiply-accumulates a second of CPU time: from key beats
 * that are there (what co-simulation pays beside the simulator), and from the weights, keys made on the way. A layer of
 * 2560 x 2560, zero weights counted. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arch_load.h"
#include "gemv.h"
#include "golden.h"
#include "stim.h"

enum { M = 2560, N = 2560, FETCHERS = 64, REUSE = 8 };

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct bench {
    struct arch arch;
    struct dims dims;
    struct lutnet net;
    struct gemv gemv;
    struct golden *golden;
    uint32_t *act, *key;
    int64_t *result;
    double golden_seconds, key_seconds;
};

/* The whole layer once. The keys of a group are made first, so that the clock is read once for each of both parts. */
static void run_group(struct bench *b, int64_t pass, int64_t tile)
{
    size_t beat = (size_t)b->dims.outputs * (size_t)b->arch.luts;
    int group = gemv_group(&b->gemv, pass);
    double start = cpu();
    for (int r = 0; r < group; r++)
        gemv_key_beat(&b->gemv, pass, tile, r, b->key + (size_t)r * beat);
    double made = cpu();
    gemv_act_beat(&b->gemv, tile, b->act);
    golden_act(b->golden, b->act, tile == b->gemv.tiles - 1);
    for (int r = 0; r < group; r++) {
        bool last;
        golden_key(b->golden, b->key + (size_t)r * beat, r == group - 1, b->result, &last);
    }
    b->key_seconds += made - start;
    b->golden_seconds += cpu() - made;
}

static void bench(int mu, int act, int arith)
{
    static struct bench b; /* the network is large */
    b = (struct bench){0};
    arch_init(&b.arch);
    b.arch.mu = mu;
    b.arch.luts = 48 / mu;
    b.arch.fetchers = FETCHERS;
    b.arch.reuse = REUSE;
    b.arch.act = act;
    b.arch.arith = arith;
    arch_resolve(&b.arch);
    dims_derive(&b.dims, &b.arch);
    if (!lutnet_build(&b.net, &b.arch, &b.dims))
        abort();
    int8_t *w = malloc((size_t)M * N);
    uint32_t *x = malloc(N * sizeof *x);
    size_t beat = (size_t)b.dims.outputs * (size_t)b.arch.luts;
    b.act = malloc((size_t)b.dims.n * sizeof *b.act);
    b.key = malloc(REUSE * beat * sizeof *b.key);
    b.result = malloc((size_t)b.dims.outputs * sizeof *b.result);
    b.golden = golden_new(&b.arch, &b.dims, &b.net);
    if (!w || !x || !b.act || !b.key || !b.result || !b.golden || !stim_weights(w, (int64_t)M * N, 1))
        abort();
    stim_acts(x, N, &b.dims, 2);
    b.gemv = (struct gemv){
        .arch = &b.arch, .dims = &b.dims, .m = M, .n = N, .w = w, .row_stride = N, .col_stride = 1, .x = x};
    gemv_init(&b.gemv);
    for (int64_t p = 0; p < b.gemv.passes; p++)
        for (int64_t t = 0; t < b.gemv.tiles; t++)
            run_group(&b, p, t);
    double macs = (double)M * N * 1e-9;
    char act_text[16], arith_text[16];
    printf("golden model, mu=%d L=%d K=%d R=%d %s %s: %.2f GMAC/s from keys, %.2f GMAC/s from weights\n", mu,
           b.arch.luts, FETCHERS, REUSE, param_value_text(PARAM_act, act, act_text),
           param_value_text(PARAM_arith, arith, arith_text), macs / b.golden_seconds,
           macs / (b.golden_seconds + b.key_seconds));
    free(w), free(x), free(b.act), free(b.key), free(b.result);
    golden_free(b.golden);
}

int main(void)
{
    for (int mu = 1; mu <= 5; mu++)
        bench(mu, ACT_INT8, ARITH_INTEGER);
    bench(3, ACT_FP16, ARITH_ALIGNED);
    bench(3, ACT_FP16, ARITH_IEEE);
    return 0;
}
