/* SPDX-License-Identifier: Apache-2.0 */
#include "gatesim.h"

#include <stdlib.h>
#include <string.h>

#include "gatesim_cells.h"
#include "stim.h"

/* One output of a combinational cell. */
struct gate {
    uint64_t table;
    int out;                  /* net */
    int in[LIBERTY_INPUTS];   /* nets; unused ones: NET_FALSE */
};

/* A register: next = table(in); outputs show it, or its complement. */
struct reg {
    uint64_t table;
    int in[LIBERTY_INPUTS];
    int first_out, outs;
    uint8_t state, next;
};

/* What the ports mean, under both interfaces' names. */
enum role { ACLK, ARESETN, ACT_DATA, ACT_VALID, ACT_READY, ACT_LAST, KEY_DATA, KEY_VALID, KEY_READY, KEY_LAST,
            RES_DATA, RES_VALID, RES_READY, RES_LAST, STATUS, ROLES };
static const char *const role_name[ROLES][2] = {
    {"aclk", NULL},
    {"aresetn", NULL},
    {"s_axis_act_tdata", "act_data"},
    {"s_axis_act_tvalid", "act_valid"},
    {"s_axis_act_tready", "act_ready"},
    {"s_axis_act_tlast", "act_last"},
    {"s_axis_key_tdata", "key_data"},
    {"s_axis_key_tvalid", "key_valid"},
    {"s_axis_key_tready", "key_ready"},
    {"s_axis_key_tlast", "key_last"},
    {"m_axis_res_tdata", "res_data"},
    {"m_axis_res_tvalid", "res_valid"},
    {"m_axis_res_tready", "res_ready"},
    {"m_axis_res_tlast", "res_last"},
    {"status", NULL},
};

struct reg_out {
    int net;
    bool inverted;
};

struct gatesim {
    const struct netlist *n;
    struct gate *gate; /* in an order in which inputs come before their use */
    int gates;
    struct reg *reg;
    int regs;
    struct reg_out *out;
    int outs;
    uint8_t *value, *counted; /* of each net: now, and when it was counted last */
    int64_t *toggle;
    int64_t cycles;
    bool begun;
    /* nets of the ports, by role; lowest bit first; -1 where there is no such bit */
    int *port[ROLES];
    int bits[ROLES];
};

/* ---- making */

static int net_of(const struct netlist *n, const struct netlist_cell *c, const char *pin)
{
    for (int k = 0; k < c->type->pins; k++)
        if (strcmp(c->type->pin[k].name, pin) == 0)
            return n->pin_net[c->first_pin + k];
    return -1;
}

static bool inputs_of(const struct netlist *n, const struct netlist_cell *c, const struct gatesim_cell *cell,
                      int in[LIBERTY_INPUTS])
{
    for (int k = 0; k < LIBERTY_INPUTS; k++) {
        in[k] = k < cell->inputs ? net_of(n, c, cell->input[k]) : NET_FALSE;
        if (in[k] < 0)
            return false;
    }
    return true;
}

static bool add_register(struct gatesim *s, const struct netlist_cell *c, const struct gatesim_cell *cell,
                         struct runner *r)
{
    const struct netlist *n = s->n;
    struct reg *reg = &s->reg[s->regs++];
    *reg = (struct reg){.table = cell->next, .first_out = s->outs};
    if (net_of(n, c, cell->clock) != n->clock)
        return runner_fail(r, "cell %s: its clock is not the clock port", cell->name);
    for (int k = 0; k < 2; k++)
        if (cell->force[k]) {
            int net = net_of(n, c, cell->force[k]);
            if (net != (cell->force_low[k] ? NET_TRUE : NET_FALSE))
                return runner_fail(r, "cell %s: clear or preset is in use", cell->name);
        }
    if (!inputs_of(n, c, cell, reg->in))
        return runner_fail(r, "cell %s: an input is open", cell->name);
    for (int k = 0; k < cell->outputs; k++) {
        int net = net_of(n, c, cell->output[k].pin);
        if (net >= 0) {
            s->out[s->outs++] = (struct reg_out){net, cell->output[k].inverted};
            reg->outs++;
        }
    }
    return true;
}

static bool add_gate(struct gatesim *s, const struct netlist_cell *c, const struct gatesim_cell *cell, struct runner *r)
{
    for (int k = 0; k < cell->outputs; k++) {
        struct gate *g = &s->gate[s->gates];
        g->out = net_of(s->n, c, cell->output[k].pin);
        g->table = cell->output[k].table;
        if (g->out < 0)
            continue;
        if (!inputs_of(s->n, c, cell, g->in))
            return runner_fail(r, "cell %s: an input is open", cell->name);
        s->gates++;
    }
    return true;
}

/* Puts each gate behind those that it reads: a gate is ready when all of its nets have values, which inputs, registers
 * and constants have from the start. */
static bool sort_gates(struct gatesim *s, struct runner *r)
{
    size_t nets = (size_t)s->n->nets, gates = (size_t)s->gates;
    int *driver = buf_realloc(NULL, nets, sizeof *driver), *missing = calloc(gates + 1, sizeof *missing);
    int *first = calloc(nets + 1, sizeof *first), *user = buf_realloc(NULL, gates * LIBERTY_INPUTS + 1, sizeof *user);
    int *queue = buf_realloc(NULL, gates + 1, sizeof *queue);
    struct gate *sorted = buf_realloc(NULL, gates + 1, sizeof *sorted);
    int done = 0, ready = 0;
    if (!missing || !first)
        abort();
    for (size_t k = 0; k < nets; k++)
        driver[k] = -1;
    for (int g = 0; g < s->gates; g++)
        driver[s->gate[g].out] = g;
    for (int g = 0; g < s->gates; g++)
        for (int k = 0; k < LIBERTY_INPUTS; k++)
            if (driver[s->gate[g].in[k]] >= 0) {
                first[s->gate[g].in[k] + 1]++;
                missing[g]++;
            }
    for (size_t k = 0; k < nets; k++)
        first[k + 1] += first[k];
    int *fill = buf_realloc(NULL, nets + 1, sizeof *fill);
    memcpy(fill, first, (nets + 1) * sizeof *fill);
    for (int g = 0; g < s->gates; g++) {
        for (int k = 0; k < LIBERTY_INPUTS; k++)
            if (driver[s->gate[g].in[k]] >= 0)
                user[fill[s->gate[g].in[k]]++] = g;
        if (missing[g] == 0)
            queue[ready++] = g;
    }
    while (done < ready) {
        const struct gate *g = &s->gate[queue[done]];
        sorted[done++] = *g;
        for (int u = first[g->out]; u < first[g->out + 1]; u++)
            if (--missing[user[u]] == 0)
                queue[ready++] = user[u];
    }
    bool ok = done == s->gates;
    if (ok)
        memcpy(s->gate, sorted, gates * sizeof *sorted);
    free(driver);
    free(missing);
    free(first);
    free(user);
    free(fill);
    free(queue);
    free(sorted);
    return ok || runner_fail(r, "the netlist has a loop of gates");
}

static bool find_ports(struct gatesim *s, struct runner *r)
{
    for (int i = 0; i < s->n->ports; i++) {
        const struct netlist_port *p = &s->n->port[i];
        int role = 0;
        while (role < ROLES && strcmp(p->name, role_name[role][0]) != 0 &&
               !(role_name[role][1] && strcmp(p->name, role_name[role][1]) == 0))
            role++;
        if (role == ROLES)
            return runner_fail(r, "the netlist has an unknown port '%s'", p->name);
        s->port[role] = buf_realloc(s->port[role], (size_t)s->bits[role] + 1, sizeof *s->port[role]);
        if (p->bit > 0 && p->bit != s->bits[role])
            return runner_fail(r, "the bits of port '%s' are not in order", p->name);
        s->port[role][s->bits[role]++] = p->net;
    }
    return true;
}

struct gatesim *gatesim_new(const struct netlist *n, const struct liberty *lib, uint64_t seed, struct runner *r)
{
    struct gatesim *s = calloc(1, sizeof *s);
    size_t cells = (size_t)n->cells + 1;
    if (!s)
        abort();
    s->n = n;
    s->gate = buf_realloc(NULL, cells * GATESIM_OUTPUTS, sizeof *s->gate);
    s->reg = buf_realloc(NULL, cells, sizeof *s->reg);
    s->out = buf_realloc(NULL, cells * GATESIM_OUTPUTS, sizeof *s->out);
    s->value = calloc((size_t)n->nets, 1);
    s->counted = calloc((size_t)n->nets, 1);
    s->toggle = calloc((size_t)n->nets, sizeof *s->toggle);
    if (!s->value || !s->counted || !s->toggle)
        abort();
    bool ok = find_ports(s, r);
    for (int i = 0; ok && i < n->cells; i++) {
        const struct gatesim_cell *cell = gatesim_cell(lib, n->cell[i].type->name);
        if (!cell || !cell->usable)
            ok = runner_fail(r, "the library tells no function of cell '%s'", n->cell[i].type->name);
        else
            ok = cell->flipflop ? add_register(s, &n->cell[i], cell, r) : add_gate(s, &n->cell[i], cell, r);
    }
    ok = ok && sort_gates(s, r);
    s->value[NET_TRUE] = 1;
    for (int i = 0; i < s->regs; i++)
        s->reg[i].state = (uint8_t)(stim_next(&seed) & 1);
    if (ok)
        return s;
    gatesim_free(s);
    return NULL;
}

void gatesim_free(struct gatesim *s)
{
    if (!s)
        return;
    for (int i = 0; i < ROLES; i++)
        free(s->port[i]);
    free(s->gate);
    free(s->reg);
    free(s->out);
    free(s->value);
    free(s->counted);
    free(s->toggle);
    free(s);
}

/* ---- running */

static void put_bits(struct gatesim *s, enum role role, const uint32_t *word, uint32_t bits)
{
    for (int i = 0; i < s->bits[role]; i++)
        s->value[s->port[role][i]] = (uint8_t)((uint32_t)i < bits ? word[i / 32] >> i % 32 & 1 : 0);
}

static void put_bit(struct gatesim *s, enum role role, bool v)
{
    if (s->bits[role] > 0)
        s->value[s->port[role][0]] = v;
}

static bool get_bit(const struct gatesim *s, enum role role)
{
    return s->bits[role] > 0 && s->value[s->port[role][0]];
}

static unsigned row_of(const struct gatesim *s, const int in[LIBERTY_INPUTS])
{
    const uint8_t *v = s->value;
    return (unsigned)(v[in[0]] | v[in[1]] << 1 | v[in[2]] << 2 | v[in[3]] << 3 | v[in[4]] << 4 | v[in[5]] << 5);
}

void gatesim_drive(struct gatesim *s, const struct dut_in *in, const struct dut_widths *w)
{
    put_bit(s, ARESETN, in->aresetn);
    put_bit(s, ACT_VALID, in->act_valid);
    put_bit(s, ACT_LAST, in->act_last);
    put_bits(s, ACT_DATA, in->act_data, w->act);
    put_bit(s, KEY_VALID, in->key_valid);
    put_bit(s, KEY_LAST, in->key_last);
    put_bits(s, KEY_DATA, in->key_data, w->key);
    put_bit(s, RES_READY, in->res_ready);
    for (int i = 0; i < s->regs; i++)
        for (int k = 0; k < s->reg[i].outs; k++) {
            const struct reg_out *o = &s->out[s->reg[i].first_out + k];
            s->value[o->net] = s->reg[i].state ^ o->inverted;
        }
    for (int i = 0; i < s->gates; i++) {
        const struct gate *g = &s->gate[i];
        s->value[g->out] = g->table >> row_of(s, g->in) & 1;
    }
}

void gatesim_sample(const struct gatesim *s, struct dut_out *out, const struct dut_widths *w)
{
    out->act_ready = get_bit(s, ACT_READY);
    out->key_ready = get_bit(s, KEY_READY);
    out->res_valid = get_bit(s, RES_VALID);
    out->res_last = get_bit(s, RES_LAST);
    out->status = 0;
    for (int i = 0; i < s->bits[STATUS]; i++)
        out->status = (uint8_t)(out->status | s->value[s->port[STATUS][i]] << i);
    memset(out->res_data, 0, (w->res + 31) / 32 * sizeof *out->res_data);
    for (int i = 0; i < s->bits[RES_DATA] && (uint32_t)i < w->res; i++)
        out->res_data[i / 32] |= (uint32_t)s->value[s->port[RES_DATA][i]] << i % 32;
}

void gatesim_count(struct gatesim *s)
{
    for (int k = 0; s->begun && k < s->n->nets; k++)
        s->toggle[k] += s->value[k] ^ s->counted[k];
    memcpy(s->counted, s->value, (size_t)s->n->nets);
    s->begun = true;
    s->cycles++;
    s->toggle[s->n->clock] += 2;
}

void gatesim_edge(struct gatesim *s)
{
    for (int i = 0; i < s->regs; i++)
        s->reg[i].next = s->reg[i].table >> row_of(s, s->reg[i].in) & 1;
    for (int i = 0; i < s->regs; i++)
        s->reg[i].state = s->reg[i].next;
}

int64_t gatesim_cycles(const struct gatesim *s)
{
    return s->cycles;
}

const int64_t *gatesim_toggles(const struct gatesim *s)
{
    return s->toggle;
}
