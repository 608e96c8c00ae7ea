/* SPDX-License-Identifier: Apache-2.0 */
/* fp_shim.h -- the Verilated bench tops as C functions. Arrays are as wide as the ports, 32 bits an element. */
#ifndef TLUT_FP_SHIM_H
#define TLUT_FP_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FP_FORMATS = 6, FP_POINTS = 17, FP_SUMS = 10 };

/* fp_pairs.v: sum = a + b, product = a * b in every format. */
void fp_shim_pairs(const uint32_t *a, const uint32_t *b, uint32_t *sum, uint32_t *product);

/* fp_unary.v. converted[36], fixed[17], flags: 3 bits a point, value[10]. */
void fp_shim_unary(const uint32_t *a, const uint32_t sum[4], int nan, uint32_t *converted, uint64_t *fixed,
                   uint64_t *flags, uint32_t *value);

/* fp_pipe.v: one clock cycle; the outputs are those before the edge. sum[48], product[24], half[2], value[4]. */
void fp_shim_pipe(int enable, const uint32_t *a, const uint32_t *b, uint64_t fixed, uint32_t *sum, uint32_t *product,
                  uint32_t *half, uint32_t *value);

#ifdef __cplusplus
}
#endif

#endif
