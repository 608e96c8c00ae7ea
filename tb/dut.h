/* SPDX-License-Identifier: Apache-2.0 */
/* dut.h -- the device under test as plain C: a table of functions for each Verilated core (dut.cpp).
 *
 * A core is linked into the program (harness of an emitted package) or loaded from a shared object (tlut-sim); both
 * export tlut_duts[]. One shared object may hold many cores. Ports of the axis and the raw interface look the same
 * here. Each opened DUT has a simulation context of its own; its registers start from random values made from the seed.
 */
#ifndef TLUT_DUT_H
#define TLUT_DUT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct dut; /* opaque: one instance of a core */

/* Width of the data ports in bits, as the caller believes; opening fails if a port cannot be that wide. */
struct dut_widths {
    uint32_t act, key, res;
};

/* Inputs of a cycle. Data are arrays of 32-bit words, least significant first; bits past the port's width are masked.
 */
struct dut_in {
    bool aresetn;
    bool act_valid, act_last, key_valid, key_last;
    bool res_ready;
    const uint32_t *act_data, *key_data;
};

/* Outputs of a cycle. The caller sets res_data: (res + 31) / 32 words. */
struct dut_out {
    bool act_ready, key_ready;
    bool res_valid, res_last;
    uint8_t status;
    uint32_t *res_data;
};

struct dut_api {
    const char *name; /* of the wrapper module, such as "tlut_example" */
    /* NULL if memory runs out, a port has another width, or a trace is asked for and this build cannot trace. `trace`
     * is an FST file or NULL. */
    struct dut *(*open)(const struct dut_widths *widths, uint64_t seed, const char *trace);
    /* Drives the inputs while the clock is low, and lets the logic settle. */
    void (*drive)(struct dut *, const struct dut_in *in);
    /* Samples the outputs. */
    void (*sample)(struct dut *, struct dut_out *out);
    /* The rising clock edge; the clock stays high until the next drive(). */
    void (*edge)(struct dut *);
    void (*close)(struct dut *);
};

__attribute__((visibility("default"))) extern const struct dut_api *const tlut_duts[]; /* ends with NULL */

/* The core of that name in such a table, or NULL. */
static inline const struct dut_api *dut_find(const struct dut_api *const *table, const char *name)
{
    for (; *table; table++) {
        const char *a = (*table)->name, *b = name;
        while (*a && *a == *b)
            a++, b++;
        if (*a == *b)
            return *table;
    }
    return 0;
}

#ifdef __cplusplus
}
#endif

#endif
