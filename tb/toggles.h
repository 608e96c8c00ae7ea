/* SPDX-License-Identifier: Apache-2.0 */
/* toggles.h -- how often each net changed in a simulation, counted from a value change dump (VCD, IEEE 1364-2005,
 * clause 18).
 *
 * A toggle is a change of one bit from 0 to 1 or back between the ends of two time steps with a value; what happens
 * within a time step, and all that involves x or z, does not count. Each bit has a line of its own: `n12` for a scalar,
 * `port[3]` for bit 3 of a vector (a simulator may write a vector of one bit as a scalar). Backslashes of escaped names
 * are left out. Names are those within the first scope of the dump that has variables; variables of scopes in it are
 * called `scope.name`. Numbers that are no bits (real, event, parameter, string) are left out.
 */
#ifndef TLUT_TOGGLES_H
#define TLUT_TOGGLES_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

struct toggle {
    char *name;
    int64_t count;
};

struct toggles {
    int64_t cycles;      /* clock cycles in which they were counted; a clock net has two toggles a cycle */
    int64_t start, end;  /* times of the first and the last time step */
    struct toggle *item; /* sorted by name */
    int count;
};

/* Counts the toggles in the file vcd. False after a diagnostic (E305): the file is not readable, is not a VCD file,
 * ends within its declarations, or has two nets of the same name. Sets all of *t but cycles (0), also in failure; to be
 * released in any case. */
bool toggles_count(const char *vcd, struct toggles *t, struct diag *d);

/* The toggles of a net, or -1 if there is no such net. */
int64_t toggles_find(const struct toggles *t, const char *name);

/* Writes the file: a line `cycles N`, then a line `name count` for each bit, sorted by name. Written as a whole or not
 * at all. False after a diagnostic (E203). */
bool toggles_write(const struct toggles *t, const char *path, struct diag *d);

void toggles_release(struct toggles *t);

#endif
