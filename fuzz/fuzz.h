/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz.h -- what every target does with its bytes: takes them as a file of tensors, lists it, and reads all matrices in
 * every way. The one property besides memory safety: whatever is refused is refused with a diagnostic, and what is not
 * refused can be written as keys that check.
 */
#ifndef TLUT_FUZZ_H
#define TLUT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Files that do not begin like this one's format are passed over, so that a target stays with its format. */
enum fuzz_format { FUZZ_GGUF, FUZZ_SAFETENSORS, FUZZ_NPY };

void fuzz_one(enum fuzz_format format, const uint8_t *data, size_t size);

/* libFuzzer's entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
