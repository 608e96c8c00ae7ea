/* SPDX-License-Identifier: Apache-2.0 */
/* no_shim.c -- stands for the Verilated benches where fp_cosim.c only prints vectors. */
#include <stdlib.h>

#include "fp_shim.h"

void fp_shim_pairs(const uint32_t *a, const uint32_t *b, uint32_t *sum, uint32_t *product)
{
    (void)a, (void)b, (void)sum, (void)product;
    abort();
}

void fp_shim_unary(const uint32_t *a, const uint32_t sum[4], int nan, uint32_t *converted, uint64_t *fixed,
                   uint64_t *flags, uint32_t *value)
{
    (void)a, (void)sum, (void)nan, (void)converted, (void)fixed, (void)flags, (void)value;
    abort();
}

void fp_shim_pipe(int enable, const uint32_t *a, const uint32_t *b, uint64_t fixed, uint32_t *sum, uint32_t *product,
                  uint32_t *half, uint32_t *value)
{
    (void)enable, (void)a, (void)b, (void)fixed, (void)sum, (void)product, (void)half, (void)value;
    abort();
}
