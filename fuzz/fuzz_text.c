/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_require(bool ok)
{
    if (!ok)
        abort();
}

void fuzz_settle(bool ok, struct diag *d)
{
    static FILE *null;
    if (!null)
        null = fopen("/dev/null", "w");
    fuzz_require(null && (diag_count(d) == 0) == ok);
    diag_print(d, null);
    diag_free(d);
}

void fuzz_same(struct buf *a, struct buf *b)
{
    fuzz_require(a->len == b->len && memcmp(a->data, b->data, a->len) == 0);
    buf_release(a);
    buf_release(b);
}
