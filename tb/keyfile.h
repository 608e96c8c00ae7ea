/* SPDX-License-Identifier: Apache-2.0 */
/* keyfile.h -- reads a file of key beats as tlut-pack writes it (docs/pack.md), to show them to a core as they are.
 *
 * Nothing of the file is trusted: it has to say that it was made for this matrix and for an architecture whose keys
 * look the same, and to be as long as its beats are. What the keys are is not looked at: a core shows that.
 */
#ifndef TLUT_KEYFILE_H
#define TLUT_KEYFILE_H

#include <stdint.h>
#include <stdio.h>

#include "arch.h"
#include "diag.h"
#include "dims.h"

struct keyfile {
    FILE *f;
    int64_t first;     /* byte of the first beat */
    int64_t next;      /* beat that the file stands at */
    int64_t beats;     /* of one job */
    size_t beat_bytes; /* of one beat in the file */
    int64_t payload;   /* bits of a beat that have a meaning */
    uint8_t *bytes;    /* one beat */
};

/* For a matrix of m x n on architecture a. False after a diagnostic (E409, or that the file cannot be read). */
bool keyfile_open(struct keyfile *k, const char *path, const struct arch *a, const struct dims *d, int64_t m, int64_t n,
                  struct diag *diag);
void keyfile_close(struct keyfile *k);
/* The payload of beat i into words, least significant bit first; bits past it are left alone. A beat that can no longer
 * be read is all zeros. `keyfile`: a struct keyfile. */
void keyfile_bits(void *keyfile, int64_t i, uint32_t *word);

#endif
