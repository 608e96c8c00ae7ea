/* SPDX-License-Identifier: Apache-2.0 */
/* fp_shim.cpp -- the only C++ of the floating-point co-simulation. */
#include "fp_shim.h"

#include <cstring>

#include "Vfp_pairs.h"
#include "Vfp_pipe.h"
#include "Vfp_unary.h"

/* Wide ports are arrays of 32-bit words, the lowest first. */
template <class Port> static void put(Port &port, const uint32_t *from)
{
    std::memcpy(port.data(), from, sizeof port);
}

template <class Port> static void get(const Port &port, void *to)
{
    std::memcpy(to, port.data(), sizeof port);
}

void fp_shim_pairs(const uint32_t *a, const uint32_t *b, uint32_t *sum, uint32_t *product)
{
    static Vfp_pairs *const dut = new Vfp_pairs;
    put(dut->a_i, a);
    put(dut->b_i, b);
    dut->eval();
    get(dut->sum_o, sum);
    get(dut->product_o, product);
}

void fp_shim_unary(const uint32_t *a, const uint32_t sum[4], int nan, uint32_t *converted, uint64_t *fixed,
                   uint64_t *flags, uint32_t *value)
{
    static Vfp_unary *const dut = new Vfp_unary;
    put(dut->a_i, a);
    put(dut->sum_i, sum);
    dut->nan_i = nan & 1;
    dut->eval();
    get(dut->converted_o, converted);
    get(dut->fixed_o, fixed);
    *flags = dut->flags_o;
    get(dut->value_o, value);
}

void fp_shim_pipe(int enable, const uint32_t *a, const uint32_t *b, uint64_t fixed, uint32_t *sum, uint32_t *product,
                  uint32_t *half, uint32_t *value)
{
    static Vfp_pipe *const dut = new Vfp_pipe;
    dut->clk_i = 0;
    dut->en_i = enable & 1;
    put(dut->a_i, a);
    put(dut->b_i, b);
    dut->sum_i = fixed & ((1ull << 54) - 1);
    dut->eval();
    get(dut->sum_o, sum);
    get(dut->product_o, product);
    uint64_t both = dut->half_o;
    std::memcpy(half, &both, sizeof both);
    get(dut->value_o, value);
    dut->clk_i = 1;
    dut->eval();
}
