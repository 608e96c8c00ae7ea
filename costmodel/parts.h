/* SPDX-License-Identifier: Apache-2.0 */
/* parts.h -- the parts and stages of parts.def as numbers and words. */
#ifndef TLUT_PARTS_H
#define TLUT_PARTS_H

#include <stddef.h>

enum cost_part {
#define COST_PART(part, ...) COST_##part,
#include "parts.def"
    COST_PARTS
};

enum cost_stage {
#define COST_STAGE(stage, ...) STAGE_##stage,
#include "parts.def"
    COST_STAGES
};

struct cost_part_info {
    const char *name, *instance, *doc;
};
extern const struct cost_part_info cost_part_table[COST_PARTS];

struct cost_stage_info {
    const char *name, *doc;
};
extern const struct cost_stage_info cost_stage_table[COST_STAGES];

/* The part of an instance, given its path with dots between the levels ("u_core.gen_table[3].u_fetch.x"): the part of
 * the leftmost level that names one, else COST_GLUE. `len` characters of path are looked at. */
enum cost_part cost_part_of(const char *path, size_t len);

/* The stage that a path into a register of this part belongs to. */
enum cost_stage cost_stage_of(enum cost_part part);

#endif
