/* SPDX-License-Identifier: Apache-2.0 */
/* harness.h -- the test program of an emitted package, whatever the core: tlut_<name>_tb.c fills in struct harness_core. */
#ifndef TLUT_HARNESS_H
#define TLUT_HARNESS_H

#include <stdint.h>

#include "arch.h"

struct harness_core {
    const char *module;                        /* the wrapper's name */
    const char *digest, *header_digest;        /* of the harness and of the package's header: must agree */
    struct arch arch;
    struct {
        int64_t mu, n, outputs, act_tdata_w, key_tdata_w, res_tdata_w;
    } numbers;                                 /* as the header states them; must agree with the model */
    /* the header's functions, tested too; key beats are made of keys, or (NULL, NULL) of weights */
    void (*put_act)(uint8_t *beat, unsigned token, unsigned i, int32_t x);
    void (*clear_keys)(uint8_t *beat);
    uint32_t (*key)(const int8_t *weight);
    void (*put_key)(uint8_t *beat, unsigned k, unsigned l, uint32_t key);
    void (*put_weight)(uint8_t *beat, unsigned k, unsigned i, int32_t w);
};

/* Options: --seed S. Exit status 0 if everything agrees, 1 if something does not, 2 for a bad command line. */
int harness_main(const struct harness_core *core, int argc, char **argv);

#endif
