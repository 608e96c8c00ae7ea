/* SPDX-License-Identifier: Apache-2.0 */
/* platform.h -- what surrounds a core in the system model: DRAM, SRAM, tokens. Settings by name, as flags and sweep files
 * give them. Plain data.
 *
 *   struct platform p = {0};
 *   platform_set(&p, PLATFORM_DRAM, "lpddr5", loc, diag);
 *   platform_finish(&p, tech->name, tech->voltage, diag);
 *   system_time(&cost, NULL, &p, ...);                       // system.h
 */
#ifndef TLUT_PLATFORM_H
#define TLUT_PLATFORM_H

#include <stdbool.h>

#include "buf.h"
#include "diag.h"
#include "memory.h"

enum platform_setting {
#define PLATFORM(id, ...) PLATFORM_##id,
#include "platform.def"
    PLATFORM_COUNT
};

struct platform {
    unsigned given; /* bit s: setting s was made; 0: there is no system, only a core */
    /* as set; after platform_finish() defaults are filled in. 0: none */
    double dram; /* row of memory_dram_table */
    double dram_gbps, dram_pj_per_bit, key_gbps, weight_sram, act_sram, node, tokens;
    /* made by platform_finish() */
    double cell_um2, volt; /* of the SRAM */
};

struct platform_info {
    const char *name, *arg, *doc;
    double min, max;
};
extern const struct platform_info platform_table[PLATFORM_COUNT];

/* The setting of that name, or PLATFORM_COUNT. platform_names(): all names, NULL-terminated. */
enum platform_setting platform_find(const char *name);
const char *const *platform_names(void);

/* Replaces a setting. False after a diagnostic (E530, E531). */
bool platform_set(struct platform *p, enum platform_setting s, const char *text, struct loc loc, struct diag *d);

/* Fills in what was not set, and checks that it is complete: a bandwidth or a kind of DRAM, and a node if there is SRAM.
 * `tech`, `voltage`: technology of the core. False after a diagnostic (E532). */
bool platform_finish(struct platform *p, const char *tech, double voltage, struct diag *d);

/* The text of a setting that platform_set() takes and that gives the same value; appends it. */
void platform_text(struct buf *out, const struct platform *p, enum platform_setting s);

/* A capacity for people: "4 MiB", "1536 B". */
void platform_size_text(struct buf *out, double bytes);

/* The kind of DRAM in effect. */
const struct memory_dram *platform_dram(const struct platform *p);

static inline bool platform_given(const struct platform *p, enum platform_setting s)
{
    return p->given >> s & 1;
}

#endif
