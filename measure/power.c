/* SPDX-License-Identifier: Apache-2.0 */
#include "power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "measure_internal.h"
#include "sta.h"

#define LIBERTY "power.lib"
#define SOURCES "sources"
#define SOURCE_CELL "TLUT_SOURCE"
#define CLOCK "clock"
#define FJ_PER_CYCLE (STA_CLOCK_PS * 1e3) /* of a power of 1 W: W * ps = 1e-12 J = 1e3 fJ */

/* Transitions per cycle of each net. False if the simulation does not know one. */
static bool activities(struct runner *r, const struct netlist *n, const struct toggles *t, double *activity)
{
    bool any = false;
    for (int net = 0; net < n->nets; net++)
        activity[net] = -1;
    activity[NET_FALSE] = activity[NET_TRUE] = 0;
    for (int p = 0; p < n->pins; p++) {
        int net = n->pin_net[p];
        if (net < 0 || activity[net] >= 0)
            continue;
        char name[24];
        snprintf(name, sizeof name, "n%d", net);
        int64_t count = toggles_find(t, name);
        if (count < 0)
            return runner_fail(r, "the simulation did not count net %s", name);
        activity[net] = (double)count / (double)t->cycles;
        any = any || (count > 0 && net != n->clock);
    }
    return any || runner_fail(r, "nothing toggles in the simulation");
}

/*
 * OpenSTA 2.0.17 lets activities spread from the inputs and from constant pins through the logic, over those that were
 * set; only what no input reaches keeps its own. (With this left unheeded, a core's switching power came out 2.4 times
 * too small.) They do not spread from a clock through registers. So the netlist gets registers for inputs and
 * constants: a cell without delay, load and power. Then nothing spreads; check_doubling() makes sure.
 */
static const char source_liberty[] = "library (tlut_sources) {\n"
                                     "  delay_model : table_lookup;\n"
                                     "  time_unit : \"1ns\";\n"
                                     "  voltage_unit : \"1V\";\n"
                                     "  current_unit : \"1mA\";\n"
                                     "  leakage_power_unit : \"1nW\";\n"
                                     "  capacitive_load_unit (1, pf);\n"
                                     "  input_threshold_pct_rise : 50;\n"
                                     "  input_threshold_pct_fall : 50;\n"
                                     "  output_threshold_pct_rise : 50;\n"
                                     "  output_threshold_pct_fall : 50;\n"
                                     "  slew_lower_threshold_pct_rise : 20;\n"
                                     "  slew_lower_threshold_pct_fall : 20;\n"
                                     "  slew_upper_threshold_pct_rise : 80;\n"
                                     "  slew_upper_threshold_pct_fall : 80;\n"
                                     "  cell (" SOURCE_CELL ") {\n"
                                     "    area : 0;\n"
                                     "    ff (IQ, IQN) { next_state : \"IQN\"; clocked_on : \"CK\"; }\n"
                                     "    pin (CK) { direction : input; clock : true; capacitance : 0; }\n"
                                     "    pin (Q) {\n"
                                     "      direction : output;\n"
                                     "      function : \"IQ\";\n"
                                     "      timing () {\n"
                                     "        related_pin : \"CK\";\n"
                                     "        timing_type : rising_edge;\n"
                                     "        cell_rise (scalar) { values (\"0\"); }\n"
                                     "        cell_fall (scalar) { values (\"0\"); }\n"
                                     "        rise_transition (scalar) { values (\"0\"); }\n"
                                     "        fall_transition (scalar) { values (\"0\"); }\n"
                                     "      }\n"
                                     "    }\n"
                                     "  }\n"
                                     "}\n";

/* A loop over all pins but the clock's, whose activity is that of the clock; on one line. (get_pins on such a list
 * takes minutes; set_power_activity -pins calls a procedure that does not exist in OpenSTA 2.0.17.) */
static void put_activities(struct buf *script, const struct netlist *n, const double *activity, double factor)
{
    buf_addstr(script, "foreach {name activity duty} {");
    for (int c = 0; c < n->cells; c++)
        for (int p = 0; p < n->cell[c].type->pins; p++) {
            int net = n->pin_net[n->cell[c].first_pin + p];
            if (net < 0 || net == n->clock)
                continue;
            const char *duty = net == NET_TRUE ? "1" : net == NET_FALSE ? "0" : "0.5";
            buf_printf(script, " i%d/%s %.9g %s", c, n->cell[c].type->pin[p].name, factor * activity[net], duty);
        }
    buf_addstr(script, "} { sta::set_power_pin_activity [tlut_pin $name] $activity $duty }\n");
}

/* The next four numbers of a line: internal, switching, leakage, total power in W. */
static bool four(const char *line, double value[4], const char **rest)
{
    for (int i = 0; i < 4; i++) {
        char *end;
        value[i] = strtod(line, &end);
        if (end == line || !isfinite(value[i]))
            return false;
        line = end;
    }
    *rest = line;
    return true;
}

struct sums {
    double part[COST_PARTS + 1]; /* dynamic power, W; the last one of buffers */
    double dynamic, leakage;     /* of all cells */
    int cells;
};

/* "3.0172e-05 7.5529e-07 1.6072e-10 3.0928e-05 i4" a line */
static bool sum_cells(struct runner *r, const struct netlist *n, const char *text, struct sums *s)
{
    char *seen = calloc((size_t)n->cells, 1);
    if (!seen)
        BUG("out of memory");
    bool ok = true;
    for (const char *line = text; ok && line; line = (line = strchr(line, '\n')) ? line + 1 : NULL) {
        double value[4];
        const char *rest;
        if (!four(line, value, &rest) || strncmp(rest, " i", 2) != 0)
            continue;
        char *end;
        long cell = strtol(rest + 2, &end, 10);
        if (end == rest + 2 || *end != '\n' || cell < 0 || cell >= n->cells || seen[cell])
            ok = runner_fail(r, "OpenSTA reports the power of an unknown cell");
        else {
            seen[cell] = 1;
            s->cells++;
            s->part[n->cell[cell].part] += value[0] + value[1];
            s->dynamic += value[0] + value[1];
            s->leakage += value[2];
        }
    }
    free(seen);
    return ok && (s->cells == n->cells ||
                  runner_fail(r, "OpenSTA reports the power of %d cells out of %d", s->cells, n->cells));
}

static bool total_power(struct runner *r, const char *text, double value[4])
{
    const char *rest, *total = text ? strstr(text, "\nTotal  ") : NULL;
    return (total && four(total + strlen("\nTotal"), value, &rest)) || runner_fail(r, "OpenSTA reports no total power");
}

/* Compares with the total that OpenSTA prints (it adds up in single precision), and with the leakage that the Liberty file
 * promises. */
static bool check_sums(struct runner *r, const double total[4], double leakage, const struct sums *s)
{
    if (!(s->dynamic > 0) || fabs(total[0] + total[1] - s->dynamic) > 1e-3 * s->dynamic)
        return runner_fail(r, "OpenSTA's total power of %.6g W differs from the cells' sum of %.6g W",
                           total[0] + total[1], s->dynamic);
    /* The states of the cells matter, so it is no more than an order of magnitude. */
    if (leakage > 0 && !(s->leakage > 0.1e-9 * leakage && s->leakage < 10e-9 * leakage))
        return runner_fail(r, "OpenSTA's leakage of %.6g W is not that of the library's cells, %.6g W", s->leakage,
                           1e-9 * leakage);
    return true;
}

/* With all activities doubled, the switching power must double: if OpenSTA used any of its own, it would not. */
static bool check_doubling(struct runner *r, const double once[4], const double twice[4])
{
    return (once[1] > 0 && fabs(twice[1] - 2 * once[1]) < 1e-4 * once[1]) ||
           runner_fail(r,
                       "OpenSTA does not use the activities: %.6g W of switching power, %.6g W at twice the activity",
                       once[1], twice[1]);
}

static bool write_liberty(struct runner *r, const struct liberty *lib)
{
    struct buf text = BUF_INIT;
    bool ok = (internal_power_text(lib, &text) || runner_fail(r, "the library's tables of power are not understood")) &&
              sta_liberty(r, LIBERTY, text.data, text.len) &&
              runner_write(r, SOURCES ".lib", source_liberty, strlen(source_liberty));
    buf_release(&text);
    return ok;
}

bool power_energy(struct runner *r, const struct netlist *n, const struct liberty *lib, const struct toggles *toggles,
                  double leakage, double energy[COST_PARTS], double *buffer_energy)
{
    struct buf script = BUF_INIT, answers = BUF_INIT;
    double *activity = buf_realloc(NULL, (size_t)n->nets, sizeof *activity), once[4], twice[4];
    struct sums s = {0};
    bool ok = activities(r, n, toggles, activity) && write_liberty(r, lib) &&
              sta_netlist_sources(r, n, SOURCE_CELL, SOURCES ".v");
    if (ok) {
        sta_prologue(&script, n, lib, LIBERTY, SOURCES ".lib", SOURCES ".v", CLOCK);
        sta_ready(&script);
        put_activities(&script, n, activity, 1);
        buf_addstr(&script, "report_power -digits 8\n"
                            "puts \"tlut: cells\"\n"
                            "report_power -instances [get_cells i*] -digits 8\n"
                            "puts \"tlut: twice\"\n");
        put_activities(&script, n, activity, 2);
        buf_addstr(&script, "report_power -digits 8\n");
        ok = sta_run(r, "power", &script, &answers);
    }
    const char *cells = ok ? strstr(answers.data, "tlut: cells\n") : NULL;
    ok = ok && (cells || runner_fail(r, "OpenSTA reports no power")) && sum_cells(r, n, cells, &s) &&
         total_power(r, answers.data, once) && total_power(r, strstr(cells, "tlut: twice\n"), twice) &&
         check_sums(r, once, leakage, &s) && check_doubling(r, once, twice);
    for (int p = 0; p < COST_PARTS; p++)
        energy[p] = FJ_PER_CYCLE * s.part[p];
    *buffer_energy = FJ_PER_CYCLE * s.part[COST_PARTS];
    free(activity);
    buf_release(&script);
    buf_release(&answers);
    return ok;
}
