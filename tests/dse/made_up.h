/* SPDX-License-Identifier: Apache-2.0 */
/* made_up.h -- a technology of made-up coefficients, all different and of a sensible size: tests must not depend on the
 * values of the shipped ones. */
#ifndef TLUT_TEST_MADE_UP_H
#define TLUT_TEST_MADE_UP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tech.h"

/* A number as a technology file writes it: reading the file gives the same again. */
static inline double made_up_number(double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", v);
    return strtod(text, NULL);
}

static inline void made_up_tech(struct tech *t)
{
    memset(t, 0, sizeof *t);
    strcpy(t->name, "made_up");
    strcpy(t->library, "none");
    strcpy(t->liberty_sha256, "0");
    strcpy(t->tools, "none");
    t->voltage = 1;
    t->c.gate_area = 4;
    t->c.buffer_share = 0.03;
    for (int i = 0; i < COST_AREAS; i++)
        t->c.area[i] = made_up_number(5 + 3.1 * (i * 7 % 11)), t->c.leakage[i] = made_up_number(0.5 + i * 0.03);
    for (int i = 0; i < COST_ENERGIES; i++)
        t->c.energy[i] = made_up_number(1 + 0.2 * (i * 5 % 13));
    for (int i = 0; i < COST_DELAYS; i++)
        t->c.delay[i] = 20 + 9 * (i * 3 % 7);
    t->c.energy[ENERGY_BUFFER_ROW] = 0.05;
}

#endif
