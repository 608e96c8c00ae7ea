/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const struct memory_node memory_node_table[] = {
#define MEMORY_NODE(node, um2, v, text) {.nm = node, .cell_um2 = um2, .volt = v, .source = text},
#include "memory.def"
    {.source = NULL}};
const struct memory_constant memory_constant_table[] = {
#define MEMORY_CONSTANT(id, v, un, text, from) {.name = #id, .unit = un, .doc = text, .source = from, .value = v},
#include "memory.def"
    {.source = NULL}};
const struct memory_dram memory_dram_table[] = {
#define MEMORY_DRAM(nm, gb, pj, text, from) {.name = nm, .gbps = gb, .pj_per_bit = pj, .doc = text, .source = from},
#include "memory.def"
    {.source = NULL}};

/* The constants by name, for the formulas. */
static const struct {
#define MEMORY_CONSTANT(id, ...) double id;
#include "memory.def"
} k = {
#define MEMORY_CONSTANT(id, v, ...) .id = v,
#include "memory.def"
};

double memory_tech_node(const char *tech)
{
    static const struct {
        const char *name;
        double nm;
    } known[] = {
#define MEMORY_TECH(nm_, node) {nm_, node},
#include "memory.def"
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(tech, known[i].name, strlen(known[i].name)) == 0)
            return known[i].nm;
    return 0;
}

void memory_node(struct memory_node *out, double nm)
{
    const struct memory_node *n = memory_node_table;
    while (n[1].nm > 0 && n[1].nm <= nm)
        n++;
    *out = *n;
    out->nm = nm;
    if (nm == n->nm || n[1].nm <= 0)
        return;
    double x = log(nm / n->nm) / log(n[1].nm / n->nm);
    out->cell_um2 = n->cell_um2 * pow(n[1].cell_um2 / n->cell_um2, x);
    out->volt = n->volt + (n[1].volt - n->volt) * (nm - n->nm) / (n[1].nm - n->nm);
    out->source = "between two nodes";
}

const struct memory_dram *memory_dram_find(const char *name)
{
    const struct memory_dram *d = memory_dram_table;
    while (d->name && strcmp(d->name, name) != 0)
        d++;
    return d->name ? d : NULL;
}

const char *const *memory_dram_names(void)
{
    static const char *const names[] = {
#define MEMORY_DRAM(nm, ...) nm,
#include "memory.def"
        NULL};
    return names;
}

int sram_banks(const struct sram *s)
{
    double large = ceil(s->bytes / k.BANK_BYTES), wide = ceil(s->word_bits * s->word_bits / (8 * s->bytes));
    double banks = large > wide ? large : wide;
    return banks < 1 ? 1 : banks > 1e9 ? 1000000000 : (int)banks;
}

void sram_evaluate(struct sram_cost *out, const struct sram *s)
{
    out->banks = s->banks > 0 ? s->banks : sram_banks(s);
    double bits = 8 * s->bytes, bank = bits / out->banks, least = 8 * k.LEAST_BANK;
    double active = bank > least ? bank : least, volt = s->volt / k.BIT_VOLT;
    out->efficiency = k.EFFICIENCY / (1 + k.PERIPHERY / sqrt(bank));
    out->area_um2 = bits * s->cell_um2 / out->efficiency;
    double bit = k.BIT_ENERGY * sqrt(active / (8 * k.BIT_BANK)) * sqrt(s->cell_um2 / k.BIT_CELL) * volt * volt;
    double mm = sqrt(out->area_um2) * 1e-3 / 2; /* half of the side */
    if (out->banks > 1)
        bit += k.WIRE_ACTIVITY * k.WIRE_CAP * mm * s->volt * s->volt / 2; /* pF V^2: pJ */
    out->read_pj = s->word_bits * bit;
    out->write_pj = k.WRITE_FACTOR * out->read_pj;
    out->leakage_nw = bits * k.LEAKAGE;
}
