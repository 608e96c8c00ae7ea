/* SPDX-License-Identifier: Apache-2.0 */
/* parts.c -- tables of parts.def, and where an instance belongs. */
#include "parts.h"

#include <string.h>

const struct cost_part_info cost_part_table[COST_PARTS] = {
#define COST_PART(part, nm, inst, text) {.name = nm, .instance = inst, .doc = text},
#include "parts.def"
};

const struct cost_stage_info cost_stage_table[COST_STAGES] = {
#define COST_STAGE(stage, nm, text) {.name = nm, .doc = text},
#include "parts.def"
};

enum cost_part cost_part_of(const char *path, size_t len)
{
    for (const char *end = path + len; path < end;) {
        const char *dot = memchr(path, '.', (size_t)(end - path));
        size_t n = (size_t)((dot ? dot : end) - path);
        for (int p = 0; p < COST_GLUE; p++)
            if (strlen(cost_part_table[p].instance) == n && memcmp(cost_part_table[p].instance, path, n) == 0)
                return (enum cost_part)p;
        path += n + 1;
    }
    return COST_GLUE;
}

enum cost_stage cost_stage_of(enum cost_part part)
{
    switch (part) {
    case COST_BUILD:
        return STAGE_BUILD;
    case COST_GATE:
    case COST_REDUCE:
        return STAGE_REDUCE;
    case COST_ACC:
        return STAGE_ACC;
    default:
        return STAGE_CONTROL;
    }
}
