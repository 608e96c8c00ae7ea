/* SPDX-License-Identifier: Apache-2.0 */
/* netlist.c -- reading, buffers, writing. */
#include "netlist.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

/* ---- nets and their names ---- */

static int root(struct netlist *n, int net)
{
    while (n->alias[net] != net)
        net = n->alias[net] = n->alias[n->alias[net]];
    return net;
}

/* Open addressing; the names are those of the text. (hsearch() looks at the first few characters only, and they are all
 * alike here.) */
struct names {
    const char **name;
    int *net;
    size_t mask;
};

static void names_init(struct names *names, size_t most)
{
    size_t room = 1024;
    while (room < 2 * most)
        room *= 2;
    *names = (struct names){calloc(room, sizeof *names->name), calloc(room, sizeof *names->net), room - 1};
    if (!names->name || !names->net)
        BUG("out of memory");
}

static void names_release(struct names *names)
{
    free(names->name);
    free(names->net);
}

static int net_of(struct netlist *n, struct names *names, const char *name)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t at = (size_t)(hash ^ hash >> 32) & names->mask;
    while (names->name[at] && strcmp(names->name[at], name) != 0)
        at = (at + 1) & names->mask;
    if (!names->name[at]) {
        names->name[at] = name;
        names->net[at] = n->nets;
        n->alias[n->nets] = n->nets;
        n->nets++;
    }
    return names->net[at];
}

/* Adds a cell with open pins; returns the first of them. */
static int add_cell(struct netlist *n, const struct cell_type *type, const struct liberty_cell *lib, int part)
{
    if (n->cells == n->cell_room)
        n->cell = buf_realloc(n->cell, (size_t)(n->cell_room = n->cell_room * 2 + 1024), sizeof *n->cell);
    if (n->pins + type->pins > n->pin_room)
        n->pin_net = buf_realloc(n->pin_net, (size_t)(n->pin_room = n->pin_room * 2 + 4096), sizeof *n->pin_net);
    n->cell[n->cells] = (struct netlist_cell){type, lib, n->pins, part};
    for (int p = 0; p < type->pins; p++)
        n->pin_net[n->pins++] = -1;
    return n->cell[n->cells++].first_pin;
}

static int pin_of(const struct cell_type *type, const char *name)
{
    for (int p = 0; p < type->pins; p++)
        if (strcmp(type->pin[p].name, name) == 0)
            return p;
    return -1;
}

/* ---- reading ---- */

/* "$flatten\gen_core[0].u_core.\u_res.$auto$..." is gen_core[0].u_core.u_res.$auto$... */
static enum cost_part part_of_name(char *name)
{
    static const char prefix[] = "$flatten";
    size_t len = 0;
    if (strncmp(name, prefix, sizeof prefix - 1) == 0)
        name += sizeof prefix - 1;
    for (const char *c = name; *c; c++)
        if (*c != '\\')
            name[len++] = *c;
    name[len] = '\0';
    return cost_part_of(name, len);
}

static void read_ports(struct netlist *n, struct names *names, char *rest, bool output)
{
    for (char *word; (word = strtok_r(NULL, " ", &rest)) != NULL;) {
        if (n->ports == n->port_room)
            n->port = buf_realloc(n->port, (size_t)(n->port_room = n->port_room * 2 + 256), sizeof *n->port);
        int net = net_of(n, names, word);
        char *key = buf_strdup(word), *bracket = strrchr(key, '[');
        int bit = bracket ? (int)strtol(bracket + 1, NULL, 10) : -1;
        if (bracket)
            *bracket = '\0';
        n->port[n->ports++] = (struct netlist_port){.name = key, .bit = bit, .output = output, .net = net};
    }
}

static bool read_gate(struct netlist *n, struct names *names, char *rest, const struct cell_models *models,
                      const struct liberty *lib, struct runner *r)
{
    char *name = strtok_r(NULL, " ", &rest);
    const struct cell_type *type = name ? cell_models_find(models, name) : NULL;
    const struct liberty_cell *cell = type ? liberty_find(lib, name) : NULL;
    if (!cell)
        return runner_fail(r, "the netlist has the cell '%s', which is not in the library or has no function",
                           name ? name : "");
    int first = add_cell(n, type, cell, COST_GLUE);
    for (char *word; (word = strtok_r(NULL, " ", &rest)) != NULL;) {
        char *net = strchr(word, '=');
        if (net)
            *net++ = '\0';
        int pin = net ? pin_of(type, word) : -1;
        if (pin < 0)
            return runner_fail(r, "the netlist's cell '%s' has a pin '%s' that the library lacks", name, word);
        if (*net)
            n->pin_net[first + pin] = net_of(n, names, net);
    }
    return true;
}

static void connect(struct netlist *n, struct names *names, char *rest)
{
    char *from = strtok_r(NULL, " ", &rest), *to = strtok_r(NULL, " ", &rest);
    if (!from || !to)
        return;
    int a = root(n, net_of(n, names, from)), b = root(n, net_of(n, names, to));
    n->alias[a > b ? a : b] = a > b ? b : a; /* constants have the smallest numbers */
}

static bool read_lines(struct netlist *n, struct names *names, const struct cell_models *models,
                       const struct liberty *lib, struct runner *r)
{
    char *next = NULL;
    bool end = false;
    for (char *line = strtok_r(n->text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
        char *rest = NULL, *word = strtok_r(line, " ", &rest);
        if (!word || word[0] == '#')
            continue;
        if (strcmp(word, ".gate") == 0) {
            if (!read_gate(n, names, rest, models, lib, r))
                return false;
        } else if (strcmp(word, ".cname") == 0 && n->cells) {
            n->cell[n->cells - 1].part = (int)part_of_name(rest);
        } else if (strcmp(word, ".conn") == 0) {
            connect(n, names, rest);
        } else if (strcmp(word, ".inputs") == 0 || strcmp(word, ".outputs") == 0) {
            read_ports(n, names, rest, word[1] == 'o');
        } else if (strcmp(word, ".model") == 0 && !n->name) {
            n->name = strtok_r(NULL, " ", &rest);
        } else if (strcmp(word, ".end") == 0) {
            end = true;
        } else {
            return runner_fail(r, "the netlist is not flat and mapped: it has a line '%s'", word);
        }
    }
    return (end && n->name && n->cells) || runner_fail(r, "Yosys wrote no whole netlist");
}

/* ---- checks ---- */

static bool check_drivers(const struct netlist *n, struct runner *r)
{
    bool ok = true;
    char *drivers = calloc((size_t)n->nets, 1);
    if (!drivers)
        BUG("out of memory");
    drivers[NET_FALSE] = drivers[NET_TRUE] = 1;
    for (int i = 0; i < n->ports; i++)
        if (!n->port[i].output && drivers[n->port[i].net] < 2)
            drivers[n->port[i].net]++;
    for (int pass = 0; pass < 2; pass++)
        for (int c = 0; c < n->cells; c++)
            for (int p = 0; p < n->cell[c].type->pins; p++) {
                int net = n->pin_net[n->cell[c].first_pin + p];
                bool output = n->cell[c].type->pin[p].output;
                if (pass == 0 && output && net >= 0 && drivers[net] < 2)
                    drivers[net]++;
                else if (pass == 1 && !output && (net < 0 || drivers[net] == 0))
                    ok =
                        runner_fail(r, "the netlist's cell %s has an input that nothing drives", n->cell[c].type->name);
            }
    for (int net = 0; net < n->nets; net++)
        if (drivers[net] > 1)
            ok = runner_fail(r, "the netlist has a net with two drivers");
    for (int i = 0; i < n->ports; i++)
        if (drivers[n->port[i].net] == 0)
            ok = runner_fail(r, "the netlist has an output '%s' that nothing drives", n->port[i].name);
    free(drivers);
    return ok;
}

static bool check_clock(struct netlist *n, const char *clock_port, struct runner *r)
{
    n->clock = -1;
    for (int i = 0; i < n->ports; i++)
        if (!n->port[i].output && strcmp(n->port[i].name, clock_port) == 0)
            n->clock = n->port[i].net;
    if (n->clock < 0)
        return runner_fail(r, "the netlist has no port '%s'", clock_port);
    for (int c = 0; c < n->cells; c++) {
        const struct netlist_cell *cell = &n->cell[c];
        if (!cell->lib->flipflop)
            continue;
        int pin = cell->lib->clock ? pin_of(cell->type, cell->lib->clock) : -1;
        if (pin < 0 || n->pin_net[cell->first_pin + pin] != n->clock)
            return runner_fail(r, "a register (%s) is not clocked by the port '%s'", cell->type->name, clock_port);
    }
    return true;
}

static size_t count(const char *text, char c)
{
    size_t found = 0;
    for (; (text = strchr(text, c)) != NULL; text++)
        found++;
    return found;
}

bool netlist_read(struct netlist *n, char *text, const char *clock_port, const struct cell_models *models,
                  const struct liberty *lib, struct runner *r)
{
    *n = (struct netlist){.text = text, .clock = -1};
    static const char *const constant[NET_FIRST] = {"$false", "$true", "$undef"};
    struct names names;
    size_t most = count(text, ' ') + NET_FIRST + 1; /* each name but the constants' has a space before it */
    names_init(&names, most);
    n->alias = buf_realloc(NULL, most, sizeof *n->alias);
    for (int i = 0; i < NET_FIRST; i++)
        net_of(n, &names, constant[i]);
    bool ok = read_lines(n, &names, models, lib, r);
    names_release(&names);
    for (int p = 0; p < n->pins; p++)
        if (n->pin_net[p] >= 0)
            n->pin_net[p] = root(n, n->pin_net[p]);
    for (int i = 0; i < n->ports; i++)
        n->port[i].net = root(n, n->port[i].net);
    free(n->alias);
    n->alias = NULL;
    return ok && check_drivers(n, r) && check_clock(n, clock_port, r);
}

void netlist_release(struct netlist *n)
{
    for (int i = 0; i < n->ports; i++)
        free((char *)n->port[i].name);
    free(n->cell);
    free(n->pin_net);
    free(n->port);
    free(n->text);
    *n = (struct netlist){0};
}

void netlist_area(const struct netlist *n, double area[COST_PARTS], double leakage[COST_PARTS], int *flipflops)
{
    *flipflops = 0;
    for (int p = 0; p < COST_PARTS; p++)
        area[p] = leakage[p] = 0;
    for (int c = 0; c < n->cells; c++) {
        const struct netlist_cell *cell = &n->cell[c];
        if (cell->part == COST_PARTS)
            continue;
        area[cell->part] += cell->lib->area;
        leakage[cell->part] += cell->lib->leakage;
        *flipflops += cell->lib->flipflop;
    }
}

/* ---- buffers ---- */

/* A load: a pin, or -1 - i for bit i of the ports. */
struct load {
    int net, part, pin;
};

static int compare_loads(const void *a, const void *b)
{
    const struct load *x = a, *y = b;
    if (x->net != y->net)
        return x->net < y->net ? -1 : 1;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return (x->pin > y->pin) - (x->pin < y->pin);
}

static struct load *find_loads(const struct netlist *n, size_t *count_out)
{
    struct load *load = buf_realloc(NULL, (size_t)(n->pins + n->ports) + 1, sizeof *load);
    size_t loads = 0;
    for (int c = 0; c < n->cells; c++)
        for (int p = 0; p < n->cell[c].type->pins; p++) {
            int pin = n->cell[c].first_pin + p;
            if (!n->cell[c].type->pin[p].output)
                load[loads++] = (struct load){n->pin_net[pin], n->cell[c].part, pin};
        }
    for (int i = 0; i < n->ports; i++)
        if (n->port[i].output)
            load[loads++] = (struct load){n->port[i].net, COST_GLUE, -1 - i};
    qsort(load, loads, sizeof *load, compare_loads);
    *count_out = loads;
    return load;
}

/* One level of a tree: `loads` loads are shared out among buffers, neighbours together, and the buffers' inputs are the
 * loads that are left, returned in their place. */
static size_t add_level(struct netlist *n, struct load *load, size_t loads, size_t fanout, const struct cell_type *type,
                        const struct liberty_cell *buffer)
{
    size_t groups = (loads + fanout - 1) / fanout;
    for (size_t g = 0; g < groups; g++) {
        size_t from = g * loads / groups, to = (g + 1) * loads / groups;
        int first = add_cell(n, type, buffer, COST_PARTS), net = n->nets++;
        int in = first + pin_of(type, buffer->buffer_in);
        n->pin_net[in] = load[from].net;
        n->pin_net[first + pin_of(type, buffer->buffer_out)] = net;
        for (size_t i = from; i < to; i++)
            *(load[i].pin >= 0 ? &n->pin_net[load[i].pin] : &n->port[-1 - load[i].pin].net) = net;
        load[g] = (struct load){load[from].net, COST_PARTS, in}; /* g <= from: read before */
        n->buffers++;
    }
    return groups;
}

bool netlist_buffer(struct netlist *n, int fanout, const struct cell_models *models, const struct liberty *lib,
                    struct runner *r)
{
    const struct liberty_cell *buffer = lib->buffer;
    const struct cell_type *type = cell_models_find(models, buffer->name);
    if (!type || type->pins != 2 || pin_of(type, buffer->buffer_in) < 0 || pin_of(type, buffer->buffer_out) < 0)
        return runner_fail(r, "the library's buffer %s has no function", buffer->name);
    size_t loads, end;
    struct load *load = find_loads(n, &loads);
    for (size_t from = 0; from < loads; from = end) {
        int net = load[from].net;
        for (end = from + 1; end < loads && load[end].net == net; end++)
            ;
        size_t left = end - from;
        if (net < NET_FIRST || net == n->clock)
            continue;
        while (left > (size_t)fanout)
            left = add_level(n, load + from, left, (size_t)fanout, type, buffer);
    }
    free(load);
    return true;
}
