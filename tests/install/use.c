/* SPDX-License-Identifier: Apache-2.0 */
/* use.c -- a program of a user of libtlut: reads an architecture, writes its package, prints area and cycles. */
#include <stdio.h>
#include <tlut/arch_load.h>
#include <tlut/cost.h>
#include <tlut/emit.h>
#include <tlut/outdir.h>
#include <tlut/schedule.h>
#include <tlut/tech.h>

int main(int argc, char **argv)
{
    struct arch a;
    struct dims dims;
    struct schedule s;
    struct arch_src where = {0};
    static struct tech tech;
    struct cost cost;
    struct diag *d = diag_new();
    struct outdir *out = outdir_new();
    struct cost_tables *tables = cost_tables_new();
    arch_init(&a);
    where.xml = src_read(argc > 1 ? argv[1] : "-", ARCH_XML_LIMIT, d);
    if (where.xml && arch_read_xml(&a, &where, where.xml, d) && arch_check(&a, &where, d) && tech_load(&tech, NULL, d) &&
        emit_package(&a, out, d) && argc > 2 && outdir_commit(out, argv[2], d) != OUTDIR_FAILED) {
        arch_resolve(&a);
        dims_derive(&dims, &a);
        schedule_gemv(&s, &a, &dims, 48, 96, 1);
        cost_evaluate(&cost, &tech.c, tables, &a, &dims);
        printf("%s %zu files %lld cycles %.0f um2\n", a.name, outdir_count(out), (long long)s.cycles, cost.total_area);
    }
    cost_tables_free(tables);
    outdir_free(out);
    diag_print(d, stderr);
    int status = diag_exit_status(d);
    diag_free(d);
    arch_src_release(&where);
    return status;
}
