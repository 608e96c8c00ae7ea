/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keys.h"

/* A refusal has exactly one diagnostic, and a success none. */
static void settle(bool ok, struct diag *d, FILE *null)
{
    if ((diag_count(d) == 0) != ok)
        abort();
    diag_print(d, null);
    diag_free(d);
}

static bool read_tensor(struct pack_reader *r, const struct pack_source *s, const struct pack_tensor *t,
                        const struct pack_options *opt, FILE *null, struct diag *d)
{
    struct arch a;
    struct dims dims;
    arch_init(&a);
    a.mu = 3;
    a.luts = 5;
    a.fetchers = 3;
    a.reuse = 2;
    a.encoding = (int)(t->bytes % 3);
    dims_derive(&dims, &a);
    if (!pack_reader_init(r, s, t, opt, d))
        return false;
    if (t->rows > 4096) /* a beat for each three rows: slow, and nothing new */
        return true;
    return keys_write(r, &a, &dims, null) && pack_write_npy(r, null);
}

void fuzz_one(enum fuzz_format format, const uint8_t *data, size_t size)
{
    static FILE *null;
    if (!null && !(null = fopen("/dev/null", "w")))
        abort();
    bool gguf = size >= 4 && memcmp(data, "GGUF", 4) == 0, npy = size >= 6 && memcmp(data, "\x93NUMPY", 6) == 0;
    if (gguf != (format == FUZZ_GGUF) || npy != (format == FUZZ_NPY))
        return;
    struct diag *d = diag_new();
    struct pack_source s;
    bool ok = pack_open_memory(&s, "fuzz", data, size, d);
    settle(ok, d, null);
    for (int i = 0; i < 4 && ok; i++) {
        struct pack_options opt = {.i2s = (enum pack_i2s)i, .absmean = i & 1, .any_scale = i & 2};
        d = diag_new();
        settle(pack_info(&s, &opt, null, d), d, null);
        for (size_t k = 0; k < s.count; k++) {
            struct pack_reader r;
            d = diag_new();
            settle(read_tensor(&r, &s, &s.tensor[k], &opt, null, d), d, null);
            pack_reader_release(&r);
        }
    }
    pack_close(&s);
}
