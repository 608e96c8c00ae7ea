/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_one(FUZZ_SAFETENSORS, data, size);
    return 0;
}
