/* SPDX-License-Identifier: Apache-2.0 */
/* measure_verilog.c -- the part of netlist.h that writes Verilog. */
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "netlist.h"

static void put_net(int net, bool constants, FILE *out)
{
    if (net < NET_FIRST && constants)
        fputs(net == NET_TRUE ? "1'b1" : "1'b0", out);
    else
        fprintf(out, "n%d", net);
}

static void put_port_bit(const struct netlist_port *p, FILE *out)
{
    fprintf(out, p->bit >= 0 ? "%s[%d]" : "%s", p->name, p->bit);
}

static void put_ports(const struct netlist *n, FILE *out)
{
    fprintf(out, "module %s(", n->name);
    for (int i = 0; i < n->ports; i++)
        if (i == 0 || strcmp(n->port[i].name, n->port[i - 1].name) != 0)
            fprintf(out, "%s%s", i ? ", " : "", n->port[i].name);
    fputs(");\n", out);
    for (int i = 0; i < n->ports; i++) {
        const struct netlist_port *p = &n->port[i];
        if (i + 1 < n->ports && strcmp(p->name, n->port[i + 1].name) == 0)
            continue; /* the last bit is the highest */
        fputs(p->output ? "  output " : "  input ", out);
        if (p->bit >= 0)
            fprintf(out, "[%d:0] ", p->bit);
        fprintf(out, "%s;\n", p->name);
    }
}

static void put_wires(const struct netlist *n, int first, FILE *out)
{
    char *used = calloc((size_t)n->nets, 1);
    if (!used)
        BUG("out of memory");
    for (int p = 0; p < n->pins; p++)
        if (n->pin_net[p] >= 0)
            used[n->pin_net[p]] = 1;
    for (int i = 0; i < n->ports; i++)
        used[n->port[i].net] = 1;
    for (int net = first; net < n->nets; net++)
        if (used[net])
            fprintf(out, "  wire n%d;\n", net);
    free(used);
}

static void put_cells(const struct netlist *n, bool constants, FILE *out)
{
    for (int c = 0; c < n->cells; c++) {
        const struct netlist_cell *cell = &n->cell[c];
        const char *comma = "";
        fprintf(out, "  %s i%d (", cell->type->name, c);
        for (int p = 0; p < cell->type->pins; p++) {
            int net = n->pin_net[cell->first_pin + p];
            if (net < 0)
                continue;
            fprintf(out, "%s.%s(", comma, cell->type->pin[p].name);
            put_net(net, constants, out);
            fputc(')', out);
            comma = ", ";
        }
        fputs(");\n", out);
    }
    fputs("endmodule\n", out);
}

void netlist_verilog(const struct netlist *n, FILE *out)
{
    put_ports(n, out);
    put_wires(n, NET_FIRST, out);
    for (int i = 0; i < n->ports; i++) {
        const struct netlist_port *port = &n->port[i];
        fputs("  assign ", out);
        port->output ? put_port_bit(port, out) : put_net(port->net, true, out);
        fputs(" = ", out);
        port->output ? put_net(port->net, true, out) : put_port_bit(port, out);
        fputs(";\n", out);
    }
    put_cells(n, true, out);
}

void netlist_verilog_sources(const struct netlist *n, const char *source, FILE *out)
{
    fprintf(out, "module %s(clock);\n  input clock;\n  assign n%d = clock;\n", n->name, n->clock);
    for (int net = NET_FALSE; net <= NET_TRUE; net++)
        fprintf(out, "  wire n%d;\n  %s s%d (.CK(clock), .Q(n%d));\n", net, source, net, net);
    put_wires(n, NET_FIRST, out);
    for (int i = 0; i < n->ports; i++)
        if (!n->port[i].output && n->port[i].net != n->clock)
            fprintf(out, "  %s s%d (.CK(clock), .Q(n%d));\n", source, n->port[i].net, n->port[i].net);
    put_cells(n, false, out);
}
