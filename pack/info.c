/* SPDX-License-Identifier: Apache-2.0 */
/* info.c -- what a file holds, as a table; and a matrix as .npy. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "keys.h"

enum { BUFFER = 1 << 20, MAX_MU = 6 };

struct counts {
    uint64_t code[3];
    uint64_t groups[MAX_MU + 1], zero[MAX_MU + 1]; /* by the group size */
};

/* Groups begin at the row's first column, the last one is filled up with zeros; a span begins at a multiple of 60. */
static void count_row(struct counts *c, const uint8_t *codes, int64_t cols)
{
    uint64_t count[3] = {0, 0, 0};
    for (int64_t i = 0; i < cols; i++)
        count[2] += codes[i] == 2;
    for (int64_t i = 0; i < cols; i++)
        count[1] += codes[i] == 1;
    count[0] = (uint64_t)cols - count[1] - count[2];
    for (int i = 0; i < 3; i++)
        c->code[i] += count[i];
    for (int mu = 1; mu <= MAX_MU; mu++)
        for (int64_t i = 0; i < cols; i += mu) {
            bool zero = true;
            for (int64_t j = i; j < i + mu && j < cols; j++)
                zero = zero && codes[j] == 1;
            c->groups[mu]++;
            c->zero[mu] += zero;
        }
}

static bool count_all(struct pack_reader *r, struct counts *c)
{
    const struct pack_tensor *t = r->tensor;
    int64_t cols = t->cols < BUFFER / 60 * 60 ? t->cols : BUFFER / 60 * 60;
    int64_t rows = BUFFER / cols < t->rows ? BUFFER / cols : t->rows;
    uint8_t *codes = buf_realloc(NULL, (size_t)(rows * cols), 1);
    bool ok = true;
    for (int64_t row = 0; row < t->rows && ok; row += rows) {
        int64_t have = t->rows - row < rows ? t->rows - row : rows;
        for (int64_t col = 0; col < t->cols && ok; col += cols) {
            int64_t wide = t->cols - col < cols ? t->cols - col : cols;
            ok = pack_reader_block(r, row, have, col, wide, codes, (size_t)cols);
            for (int64_t i = 0; i < have && ok; i++)
                count_row(c, codes + i * cols, wide);
        }
    }
    free(codes);
    return ok;
}

static double percent(uint64_t part, uint64_t all)
{
    return 100.0 * (double)part / (double)all;
}

static void print_statistics(const struct pack_reader *r, const struct counts *c, FILE *out)
{
    uint64_t all = c->code[0] + c->code[1] + c->code[2];
    fprintf(out, "  weights -1 %.2f %%, 0 %.2f %%, +1 %.2f %%\n", percent(c->code[0], all), percent(c->code[1], all),
            percent(c->code[2], all));
    fputs("  zero groups", out);
    for (int mu = 1; mu <= MAX_MU; mu++)
        fprintf(out, "%s mu=%d %.2f %%", mu > 1 ? "," : "", mu, percent(c->zero[mu], c->groups[mu]));
    fputc('\n', out);
    if (r->scales_differ)
        fputs("  scale differs from block to block\n", out);
    else if (r->rule != PACK_UNSCALED)
        fprintf(out, "  scale %.9g, %s\n", r->scale,
                r->rule == PACK_MULTIPLIED ? "multiplied"
                : r->rule == PACK_DIVIDED  ? "divided"
                                           : "multiplied or divided: not known (--scale-rule, or config.json)");
    if (r->opt.absmean && r->clipped)
        fprintf(out, "  absmean: %.2f %% of the weights are beyond 1.5 scales and were clamped\n",
                percent(r->clipped, all));
}

static void print_name(const char *name, FILE *out)
{
    for (; *name; name++) /* no escape sequences to terminals */
        fputc((unsigned char)*name < 32 || *name == 127 ? '?' : *name, out);
}

static bool ternary(const struct pack_reader *r)
{
    const struct pack_tensor *t = r->tensor;
    bool floats = t->type == PACK_F16 || t->type == PACK_BF16 || t->type == PACK_F32;
    return t->type != PACK_OTHER && t->rows > 0 && (!floats || r->opt.absmean) && (t->dims >= 2 || !floats) &&
           (t->type != PACK_I2_S || r->opt.i2s != PACK_I2S_UNKNOWN);
}

bool pack_info(const struct pack_source *src, const struct pack_options *opt, FILE *out, struct diag *d)
{
    static const char *const formats[] = {"GGUF", "safetensors", "npy"};
    struct pack_options options = *opt;
    options.any_scale = true;
    fprintf(out, "%s, %zu tensor%s\n", formats[src->format], src->count, src->count == 1 ? "" : "s");
    for (size_t i = 0; i < src->count; i++) {
        const struct pack_tensor *t = &src->tensor[i];
        struct pack_reader r = {.tensor = t, .opt = options};
        print_name(t->name, out);
        fprintf(out, "\n  type %s, shape", t->type_name);
        for (int k = 0; k < t->dims; k++)
            fprintf(out, "%s%" PRIu64, k ? " x " : " ", t->shape[k]);
        if (t->type == PACK_U8 && t->rows)
            fprintf(out, ", %" PRId64 " x %" PRId64 " weights", t->rows, t->cols);
        fprintf(out, ", %" PRIu64 " bytes at %" PRIu64 "\n", t->bytes, t->at);
        if (!ternary(&r)) {
            if (t->type == PACK_I2_S)
                fputs("  layout not known: say --i2s x86, arm or rows4\n", out);
            continue;
        }
        struct counts c = {0};
        bool ok = pack_reader_init(&r, src, t, &options, d) && count_all(&r, &c);
        if (ok)
            print_statistics(&r, &c, out);
        pack_reader_release(&r);
        if (!ok)
            return false;
    }
    return true;
}

bool pack_write_npy(struct pack_reader *r, FILE *f)
{
    const struct pack_tensor *t = r->tensor;
    char head[128] = "\x93NUMPY\x01";
    int text =
        snprintf(head + 10, sizeof head - 10, "{'descr': '|i1', 'fortran_order': False, 'shape': (%lld, %lld), }",
                 (long long)t->rows, (long long)t->cols);
    memset(head + 10 + text, ' ', sizeof head - 11 - (size_t)text);
    head[127] = '\n';
    head[8] = 118;
    fwrite(head, 1, sizeof head, f);
    int64_t cols = t->cols < BUFFER ? t->cols : BUFFER;
    int64_t rows = !t->fortran ? 1 : BUFFER / cols < t->rows ? BUFFER / cols : t->rows;
    rows = cols < t->cols ? 1 : rows; /* pieces of a row follow each other */
    uint8_t *codes = buf_realloc(NULL, (size_t)(rows * cols), 1);
    bool ok = true;
    for (int64_t row = 0; row < t->rows && ok; row += rows)
        for (int64_t col = 0; col < t->cols && ok; col += cols) {
            int64_t have = t->rows - row < rows ? t->rows - row : rows,
                    wide = t->cols - col < cols ? t->cols - col : cols;
            ok = pack_reader_block(r, row, have, col, wide, codes, (size_t)wide);
            for (int64_t i = 0; i < have * wide; i++)
                codes[i]--;
            fwrite(codes, 1, (size_t)(have * wide), f);
            ok = ok && !ferror(f);
        }
    free(codes);
    return ok;
}
