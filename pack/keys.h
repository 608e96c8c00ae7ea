/* SPDX-License-Identifier: Apache-2.0 */
/* keys.h -- a matrix as the stream of key beats that a core takes, in a file.
 *
 * The file: "TLUTKEYS", version 1 (4 bytes, little endian), offset of the first beat (4 bytes, a multiple of 64), a
 * JSON object padded with blanks up to there and ended by a newline; then the beats, in the order of gemv.h (pass,
 * tile, r), each `beat_bytes` long, bit 0 of the stream first, padding zero. docs/pack.md lists the JSON's members.
 */
#ifndef TLUT_PACK_KEYS_H
#define TLUT_PACK_KEYS_H

#include <stdio.h>

#include "arch.h"
#include "dims.h"
#include "gemv.h"
#include "pack.h"

#define KEYS_LOOKUPS 6

/* Codes into the bits of a beat. Dense keys by tables. */
struct keys_coder {
    int mu, encoding;
    int width;   /* of a key, in bits */
    int groups;  /* keys that one look-up gives, 1..5 */
    int lookups; /* that fill up to 32 bits, at most KEYS_LOOKUPS */
    uint32_t many[KEYS_LOOKUPS]
                 [729];   /* bits of `groups` keys by the value of their codes in base 3, shifted to place k */
    uint32_t single[729]; /* bits of one key */
};

void keys_coder_init(struct keys_coder *c, const struct arch *a, const struct dims *d);
/* Beat of `keys` keys out of keys * mu codes. Reads up to 8 bytes behind the codes, whatever they are; behind the
 * payload, up to 4 bytes are left alone or set to zero. */
void keys_encode(const struct keys_coder *c, const uint8_t *codes, int64_t keys, uint8_t *beat);

/* Rows and columns in a buffer, for one pass after the other. */
struct keys_walk {
    struct pack_reader *reader;
    const struct arch *arch;
    const struct dims *dims;
    struct gemv gemv; /* shape, passes, tiles; no weights */
    uint8_t *codes;   /* rows of the pass x columns of some tiles, codes; what is outside of the matrix is 1 */
    int64_t pass_rows, span, stride; /* rows of a pass, tiles in the buffer, its row length */
    int64_t pass, tile;              /* what is in the buffer: from this tile on; -1: nothing */
    size_t beat_bytes;
};

bool keys_walk_init(struct keys_walk *w, struct pack_reader *reader, const struct arch *a, const struct dims *d);
void keys_walk_release(struct keys_walk *w);
/* The codes of a beat, outputs * n of them. False after a diagnostic. Ask in the order of the beats. */
bool keys_walk_beat(struct keys_walk *w, int64_t pass, int64_t tile, int r, uint8_t *codes);

/* Writes header and beats. False after a diagnostic of the tensor's; errors of f are the caller's to look for. */
bool keys_write(struct pack_reader *reader, const struct arch *a, const struct dims *d, FILE *f);
/* Reads a file of keys bit by bit, without the tables above, and compares it with the tensor. False after a
 * diagnostic. */
bool keys_check(struct pack_reader *reader, const struct arch *a, const struct dims *d, const char *path);

/* Lists the tensors, with statistics of those whose weights are known: ternary types, I2_S if its layout is said,
 * floats with absmean. False after a diagnostic. */
bool pack_info(const struct pack_source *src, const struct pack_options *opt, FILE *out, struct diag *d);
/* Writes the matrix as int8 .npy. False after a diagnostic of the tensor's, or if f has an error. */
bool pack_write_npy(struct pack_reader *reader, FILE *f);

#endif
