/* SPDX-License-Identifier: Apache-2.0 */
/* sim_npy.c -- sim_npy TLUT-SIM CACHE: activations and results of every type as .npy files, through tlut-sim and the
 * RTL.
 *
 * Activations are whole numbers from -2 to 2, so that every sum is exact in every type and order and plain integers
 * tell the results; one vector has a NaN in it.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dims.h"
#include "fp.h"
#include "npy.h"
#include "outdir_fs.h"
#include "stim.h"
#include "tool.h"

enum { M = 7, N = 11, VECTORS = 4, NAN_VECTOR = 2 };

struct example {
    const char *flags, *simulator;
    int act;
    const char *x_type, *x_descr; /* of NumPy */
    enum npy_type y_type;
    bool nan;
};

static const struct example examples[] = {
    {"--act int8", "icarus", ACT_INT8, "int8", "|i1", NPY_INT32, false},
    {"--act int12", "icarus", ACT_INT2 + 10, "int16", "<i2", NPY_INT32, false},
    {"--act fp16", "verilator", ACT_FP16, "float16", "<f2", NPY_FLOAT32, true},
    {"--act fp16 --arith aligned --lanes 2", "icarus", ACT_FP16, "float16", "<f2", NPY_FLOAT32, true},
    {"--act fp16 --acc fp16", "icarus", ACT_FP16, "float16", "<f2", NPY_UINT16, true},
    {"--act bf16 --acc bf16 --lanes 4", "icarus", ACT_BF16, "uint16", "<u2", NPY_UINT16, true},
    {"--act bf16 --arith aligned", "icarus", ACT_BF16, "uint16", "<u2", NPY_FLOAT32, true},
    {"--act fp32", "icarus", ACT_FP32, "float32", "<f4", NPY_FLOAT32, true},
    {"--act fp32 --kind multiplier --acc fp16", "icarus", ACT_FP32, "float32", "<f4", NPY_UINT16, true},
    {"--act fp8_e4m3", "icarus", ACT_FP8_E4M3, "uint8", "|u1", NPY_FLOAT32, true},
    {"--act fp8_e5m2 --lanes 2", "verilator", ACT_FP8_E5M2, "uint8", "|u1", NPY_FLOAT32, true},
};

static bool write_npy(const char *path, const char *descr, int rows, int cols, const uint32_t *value)
{
    char head[128];
    int bytes = descr[2] - '0', text;
    memset(head, ' ', sizeof head);
    memcpy(head, "\x93NUMPY\x01\x00\x76\x00", 10);
    text = snprintf(head + 10, 118, "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }", descr, rows, cols);
    head[10 + text] = ' ';
    head[127] = '\n';
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(head, 1, sizeof head, f) == sizeof head;
    for (int i = 0; ok && i < rows * cols; i++)
        for (int b = 0; b < bytes; b++)
            ok = fputc((int)(value[i] >> 8 * b & 255), f) != EOF;
    return f && fclose(f) == 0 && ok;
}

/* A whole number as an element of the file. */
static uint32_t encode(const struct dims *d, int v)
{
    return d->act_float ? stim_float_bits(v, d) : (uint32_t)v;
}

/* What the results file must hold. */
static int64_t expected(const struct example *e, const char *flags, bool nan, int sum)
{
    if (e->act < ACT_FP8_E4M3)
        return sum;
    union {
        float f;
        uint32_t u;
    } v = {.f = (float)sum};
    if (nan)
        v.u = 0x7fc00000;
    if (e->y_type == NPY_FLOAT32)
        return v.u;
    return fp_convert(&fp_fp32, strstr(flags, "acc bf16") ? &fp_bf16 : &fp_fp16, v.u);
}

static int compare(const struct example *e, const char *path, const int8_t *w, const int *x)
{
    struct diag *d = diag_new();
    struct npy y;
    int wrong = 0;
    if (!npy_read(&y, path, d) || y.type != e->y_type || y.shape[0] != VECTORS || y.shape[1] != M) {
        diag_print(d, stderr);
        fprintf(stderr, "sim_npy: %s: the results have another type or shape\n", e->flags);
        return 1;
    }
    for (int t = 0; t < VECTORS; t++)
        for (int m = 0; m < M; m++) {
            int sum = 0;
            for (int i = 0; i < N; i++)
                sum += w[m * N + i] * x[t * N + i];
            int64_t want = expected(e, e->flags, e->nan && t == NAN_VECTOR, sum), got = npy_at(&y, t, m);
            if (got != want)
                fprintf(stderr, "sim_npy: %s: vector %d, row %d: expected 0x%llx, got 0x%llx\n", e->flags, t, m,
                        (unsigned long long)want, (unsigned long long)got);
            wrong += got != want;
        }
    npy_release(&y);
    diag_free(d);
    return wrong;
}

static int run(const struct example *e, const char *program, const char *cache, const char *folder, uint64_t seed)
{
    struct arch a;
    struct dims d;
    uint32_t bits[VECTORS * N], w_bits[M * N];
    int8_t w[M * N];
    int x[VECTORS * N];
    struct buf command = BUF_INIT, out = BUF_INIT, y = BUF_INIT;
    arch_init(&a);
    a.act = e->act;
    dims_derive(&d, &a);
    stim_fill_weights(w, M * N, STIM_RANDOM, seed);
    for (int m = 0; m < M; m++)
        w[m * N + 3] = m % 2 ? 1 : -1; /* where the NaN will be */
    for (int i = 0; i < M * N; i++)
        w_bits[i] = (uint32_t)w[i];
    for (int i = 0; i < VECTORS * N; i++) {
        x[i] = (int)stim_below(&seed, 5) - 2;
        bits[i] = encode(&d, x[i]);
    }
    if (e->nan)
        bits[NAN_VECTOR * N + 3] = (1u << (d.act_w - 1)) - 1; /* all ones but the sign: a NaN of every type */
    buf_printf(&y, "%s/w.npy", folder);
    bool ok = write_npy(y.data, "|i1", M, N, w_bits);
    buf_reset(&y);
    buf_printf(&y, "%s/x.npy", folder);
    ok = ok && write_npy(y.data, e->x_descr, VECTORS, N, bits);
    buf_reset(&y);
    buf_printf(&y, "%s/y.npy", folder);
    buf_printf(&command,
               "exec %s --luts 2 --fetchers 2 --reuse 2 %s %s --simulator %s --cache %s --quiet --weights %s/w.npy "
               "--acts %s/x.npy --out %s",
               program, strstr(e->flags, "--kind") ? "" : "--mu 2", e->flags, e->simulator, cache, folder, folder,
               y.data);
    const char *const argv[] = {"sh", "-c", command.data, NULL};
    int status = ok ? tool_run(argv, NULL, &out) : -1, wrong = 0;
    if (status != 0) {
        fprintf(stderr, "sim_npy: %s: status %d\n%s\n", command.data, status, out.data);
        wrong = 1;
    } else {
        wrong = compare(e, y.data, w, x);
    }
    unlink(y.data);
    printf("%s %s activations, %s\n", wrong ? "FAILED" : "ok    ", e->x_type, e->flags);
    buf_release(&command);
    buf_release(&out);
    buf_release(&y);
    return wrong;
}

int main(int argc, char **argv)
{
    int wrong = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: sim_npy TLUT-SIM CACHE\n");
        return 2;
    }
    char folder[] = "/tmp/tlut-npy-XXXXXX";
    if (!mkdtemp(folder))
        return 1;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        wrong += run(&examples[i], argv[1], argv[2], folder, i + 1);
    fs_remove_tree(folder);
    return wrong != 0;
}
