/* SPDX-License-Identifier: Apache-2.0 */
#include "sta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "tlut: the library is read"
#define READY "tlut: the netlist is read"
#define DONE "tlut: done"

/* Opens a file in the folder; NULL with a reason. */
static FILE *open_file(struct runner *r, const char *name)
{
    struct buf path = BUF_INIT;
    runner_path(r, name, &path);
    FILE *f = fopen(path.data, "w");
    buf_release(&path);
    if (!f)
        runner_fail(r, "cannot write the netlist into the temporary folder");
    return f;
}

static bool close_file(struct runner *r, FILE *f)
{
    bool ok = !ferror(f);
    ok = fclose(f) == 0 && ok;
    return ok || runner_fail(r, "cannot write the netlist into the temporary folder");
}

bool sta_liberty(struct runner *r, const char *name, const char *given, size_t size)
{
    static const char *const attribute[] = {"default_wire_load", "default_wire_load_selection"};
    char *text = buf_realloc(NULL, size + 1, 1);
    memcpy(text, given, size);
    text[size] = '\0';
    for (char *p = text; (p = strstr(p, attribute[0])) != NULL;) {
        size_t length = strspn(p, "abcdefghijklmnopqrstuvwxyz_");
        char *colon = p + length + strspn(p + length, " \t");
        bool is = *colon == ':' && (length == strlen(attribute[0]) || length == strlen(attribute[1])) &&
                  (strncmp(p, attribute[0], length) == 0 || strncmp(p, attribute[1], length) == 0);
        size_t end = (size_t)(colon - p) + strcspn(colon, ";\n");
        if (is)
            memset(p, ' ', end + (p[end] == ';'));
        p += length;
    }
    bool ok = runner_write(r, name, text, size);
    free(text);
    return ok;
}

bool sta_netlist(struct runner *r, const struct netlist *n)
{
    FILE *f = open_file(r, STA_NETLIST);
    if (f)
        netlist_verilog(n, f);
    return f && close_file(r, f);
}

bool sta_netlist_sources(struct runner *r, const struct netlist *n, const char *source, const char *name)
{
    FILE *f = open_file(r, name);
    if (f)
        netlist_verilog_sources(n, source, f);
    return f && close_file(r, f);
}

void sta_prologue(struct buf *script, const struct netlist *n, const struct liberty *lib, const char *liberty,
                  const char *more, const char *verilog, const char *clock_port)
{
    /* find_pin answers NULL, and commands take that without a word. */
    buf_addstr(script, "proc tlut_pin {name} {\n"
                       "  set pin [sta::find_pin $name]\n"
                       "  if {$pin eq \"NULL\"} { error \"Error: there is no pin $name\" }\n"
                       "  return $pin\n}\n");
    buf_printf(script, "read_liberty %s\n", liberty);
    if (more)
        buf_printf(script, "read_liberty %s\n", more);
    buf_printf(script, "puts \"" LIBRARY "\"\nread_verilog %s\nlink_design %s\n", verilog, n->name);
    buf_printf(script, "create_clock -name clock -period %.9g [get_ports %s]\n", STA_CLOCK_PS / lib->time_ps,
               clock_port);
}

void sta_ready(struct buf *script)
{
    buf_addstr(script, "puts \"" READY "\"\n");
}

bool sta_run(struct runner *r, const char *name, struct buf *script, struct buf *answers)
{
    struct buf file = BUF_INIT, log = BUF_INIT, text = BUF_INIT;
    buf_printf(&file, "%s.tcl", name);
    buf_printf(&log, "%s.log", name);
    buf_addstr(script, "puts \"" DONE "\"\n");
    const char *const argv[] = {"sta", "-no_init", "-no_splash", "-exit", file.data, NULL};
    bool ok = runner_write(r, file.data, script->data, script->len) && runner_tool(r, argv, log.data) &&
              runner_read(r, log.data, &text);
    const char *library = ok ? strstr(text.data, LIBRARY "\n") : NULL;
    const char *ready = library ? strstr(library, READY "\n") : NULL;
    const char *error = ok ? strstr(text.data, "Error") : NULL;
    if (!error && library) /* warnings about the library are its own affair */
        error = strstr(library, "Warning");
    if (ok && (error || !ready || !strstr(ready, DONE "\n"))) {
        const char *says = error ? error : "it stopped early";
        ok = runner_fail(r, "OpenSTA: %.*s", (int)strcspn(says, "\n"), says);
    }
    if (ok)
        buf_addstr(answers, ready + strlen(READY "\n"));
    buf_release(&file);
    buf_release(&log);
    buf_release(&text);
    return ok;
}

/* The data pins of all registers of a stage as a Tcl list; their number. */
static int put_endpoints(struct buf *script, const struct netlist *n, enum cost_stage stage)
{
    int pins = 0;
    for (int c = 0; c < n->cells; c++) {
        const struct netlist_cell *cell = &n->cell[c];
        if (!cell->lib->flipflop || cost_stage_of((enum cost_part)cell->part) != stage)
            continue;
        for (int p = 0; p < cell->type->pins; p++) {
            const struct cell_pin *pin = &cell->type->pin[p];
            if (pin->output || strcmp(pin->name, cell->lib->clock) == 0)
                continue;
            buf_printf(script, " i%d/%s", c, pin->name);
            pins++;
        }
    }
    return pins;
}

/* "i4/D (DFFPOSX1)    9.812268    0.221917    9.590351 (MET)": the slack of the worst path. */
static bool read_slack(const char *answer, double *slack)
{
    const char *end = strstr(answer, "(MET)"), *violated = strstr(answer, "(VIOLATED)");
    if (!end || (violated && violated < end))
        end = violated;
    const char *next = strstr(answer, "tlut: ");
    if (!end || !next || end > next)
        return false;
    while (end > answer && end[-1] == ' ')
        end--;
    while (end > answer && end[-1] != ' ' && end[-1] != '\n')
        end--;
    char *stop;
    *slack = strtod(end, &stop);
    return stop != end && *stop == ' ';
}

bool sta_stages(struct runner *r, const struct netlist *n, const struct liberty *lib, const char *clock_port,
                double stage[COST_STAGES])
{
    struct buf script = BUF_INIT, answers = BUF_INIT;
    int pins[COST_STAGES];
    sta_prologue(&script, n, lib, STA_LIBERTY, NULL, STA_NETLIST, clock_port);
    buf_printf(&script,
               "foreach port [all_inputs] {\n"
               "  if {[get_property $port full_name] ne \"%s\"} { set_input_delay 0 -clock clock $port }\n}\n"
               "set_output_delay 0 -clock clock [all_outputs]\n",
               clock_port);
    sta_ready(&script);
    for (int s = 0; s < COST_STAGES; s++) {
        struct buf list = BUF_INIT;
        pins[s] = s == STAGE_OUT ? 1 : put_endpoints(&list, n, (enum cost_stage)s);
        buf_printf(&script, "puts \"tlut: stage %d\"\n", s);
        if (s == STAGE_OUT)
            buf_addstr(&script, "report_checks -path_delay max -to [all_outputs] -format end -digits 6\n");
        else if (pins[s])
            buf_printf(&script,
                       "set to {}\nforeach pin {%s} { lappend to [tlut_pin $pin] }\n"
                       "report_checks -path_delay max -to $to -format end -digits 6\n",
                       list.data);
        buf_release(&list);
    }
    bool ok = sta_run(r, "timing", &script, &answers);
    for (int s = 0; ok && s < COST_STAGES; s++) {
        char mark[32];
        double slack = 0;
        snprintf(mark, sizeof mark, "tlut: stage %d\n", s);
        const char *answer = strstr(answers.data, mark);
        stage[s] = 0;
        if (!answer || (pins[s] && !read_slack(answer + strlen(mark), &slack)))
            ok = runner_fail(r, "OpenSTA finds no path into stage %s", cost_stage_table[s].name);
        else if (pins[s])
            stage[s] = STA_CLOCK_PS - slack * lib->time_ps;
    }
    buf_release(&script);
    buf_release(&answers);
    return ok;
}
