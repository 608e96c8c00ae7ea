/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate_csv.c -- modelled and measured values of each design as CSV. */
#include <stdlib.h>

#include "arch_load.h"
#include "calibrate_common.h"

void calibrate_csv(struct buf *out, const struct tech *t, const struct points *p, const struct measured *m)
{
    struct cost_tables *tables = cost_tables_new();
    if (!tables)
        abort();
    buf_addstr(out, "design,flags,type,class,status,area_model_um2,area_um2,period_model_ps,period_ps,energy_model_fj,"
                    "energy_fj,buffer_area_um2,cells,reason");
    for (int k = 0; k < COST_PARTS; k++)
        buf_printf(out, ",%s_model_um2,%s_um2,%s_model_fj,%s_fj", cost_part_table[k].name, cost_part_table[k].name,
                   cost_part_table[k].name, cost_part_table[k].name);
    for (int k = 0; k < COST_STAGES; k++)
        buf_printf(out, ",stage_%s_model_ps,stage_%s_ps", cost_stage_table[k].name, cost_stage_table[k].name);
    buf_addch(out, '\n');
    for (int i = 0; i < p->count; i++) {
        static const char *const status[] = {"ok", "failed", "timeout"};
        struct dims d;
        struct cost c;
        double area = 0, energy = m[i].buffer_energy, period = 0;
        dims_derive(&d, &p->point[i].arch);
        cost_evaluate(&c, &t->c, tables, &p->point[i].arch, &d);
        for (int k = 0; k < COST_PARTS; k++)
            area += m[i].area[k], energy += m[i].energy[k];
        for (int k = 0; k < COST_STAGES; k++)
            period = m[i].stage[k] > period ? m[i].stage[k] : period;
        buf_printf(out, "%s,", p->point[i].arch.name);
        arch_write_flags(out, &p->point[i].arch);
        buf_printf(out, ",%s,%d,%s,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%d,", p->point[i].type,
                   p->point[i].lot, status[m[i].status], c.total_area, area, c.period, period, c.total_energy,
                   m[i].has_energy ? energy : 0, m[i].buffer_area, m[i].cells);
        for (const char *r = m[i].reason; *r; r++)
            buf_addch(out, *r == ',' || *r == '\n' || *r == '"' ? ';' : *r);
        for (int k = 0; k < COST_PARTS; k++)
            buf_printf(out, ",%.1f,%.1f,%.1f,%.1f", c.area[k], m[i].area[k], c.energy[k], m[i].energy[k]);
        for (int k = 0; k < COST_STAGES; k++)
            buf_printf(out, ",%.1f,%.1f", c.stage[k], m[i].stage[k]);
        buf_addch(out, '\n');
    }
    cost_tables_free(tables);
}
