/* SPDX-License-Identifier: Apache-2.0 */
/* configs.h -- the cores of the co-simulation: a table of corners, and random ones. */
#ifndef TLUT_COSIM_CONFIGS_H
#define TLUT_COSIM_CONFIGS_H

#include <stddef.h>
#include <stdint.h>

#include "arch.h"

struct config {
    const char *group; /* the test that runs it; NULL ends a table */
    const char *text;  /* flags without dashes: "mu=3 luts=2 act=int8"; what is not given is small: mu 2, luts 2,
                          fetchers  2, reuse 2, max-n 4096 */
};
extern const struct config config_table[];

/* The architecture of such a text, checked and resolved. Ends the program if it is no legal one. */
void config_parse(const char *text, struct arch *a);

/* The defaults, but small: what config_parse() starts from. */
void config_small(struct arch *a);

/* A random small architecture of the whole parameter space that passes arch_check(), resolved. */
void config_random(uint64_t *state, struct arch *a);

/* Kind, build, weight-bits, activation type, arithmetic, luts, reuse and pipeline depths are given (from
 * config_small()); all else is rolled until it is legal and small, then resolved. */
void config_complete(uint64_t *state, struct arch *a);

/* The flags that make it, for messages: "--mu 3 --luts 2 ...". */
void config_print(const struct arch *a);

#endif
