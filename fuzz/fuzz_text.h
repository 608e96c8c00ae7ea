/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_text.h -- what the targets of text share (arch, sweep, workload, tech, set). Besides memory safety they all hold a
 * reader to this: it refuses with diagnostics or takes without any, every diagnostic can be printed, and what it took can be
 * written and read again as the same.
 */
#ifndef TLUT_FUZZ_TEXT_H
#define TLUT_FUZZ_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "diag.h"
#include "src.h"

/* Ends the process, which libFuzzer reports with the input, unless `ok`. */
void fuzz_require(bool ok);

/* `ok` is what the reader returned: it has to go with the absence of diagnostics. Prints them to nowhere and frees d. */
void fuzz_settle(bool ok, struct diag *d);

/* The two texts have to be the same; both are released. */
void fuzz_same(struct buf *a, struct buf *b);

/* libFuzzer's entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
