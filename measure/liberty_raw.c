/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_raw.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a group is to us; nothing inside of IGNORED matters. */
enum group { IGNORED, LIBRARY, CONDITIONS, CELL, PIN, FF, LEAKAGE };

struct reader {
    struct liberty_lexer *x;
    struct raw_library *lib;
    enum group group[LIBERTY_DEPTH]; /* of the groups that are open */
    int pins;                        /* how many pins the open pin group describes: the last ones of the cell */
    double value;                    /* of the open leakage_power group, ... */
    bool has_value, when;
    char *rail;
};

static struct raw_cell *cell(const struct reader *r)
{
    return &r->lib->cell[r->lib->cells - 1];
}

static void set(char **field, char *text)
{
    free(*field);
    *field = text;
}

/* Arrays grow by doubling: at 0, 1, 2, 4, 8, ... there is no room. */
static void *room(void *array, int count, size_t size)
{
    return count & (count - 1) ? array : buf_realloc(array, count ? 2 * (size_t)count : 1, size);
}

static void open_cell(struct reader *r, const struct liberty_statement *s)
{
    struct raw_library *lib = r->lib;
    lib->cell = room(lib->cell, lib->cells, sizeof *lib->cell);
    lib->cell[lib->cells++] =
        (struct raw_cell){.name = liberty_copy(r->x, s->arg[0]), .at = s->arg[0], .start = s->name.off};
}

static void open_pins(struct reader *r, const struct liberty_statement *s)
{
    struct raw_cell *c = cell(r);
    r->pins = s->args < LIBERTY_ARGS ? s->args : LIBERTY_ARGS;
    c->special = c->special || s->args > LIBERTY_ARGS; /* not all of its pins are known */
    for (int i = 0; i < r->pins; i++) {
        c->pin = room(c->pin, c->pins, sizeof *c->pin);
        c->pin[c->pins++] = (struct raw_pin){.name = liberty_copy(r->x, s->arg[i]), .at = s->arg[i]};
    }
}

static enum group open_in_cell(struct reader *r, const struct liberty_statement *s)
{
    struct raw_cell *c = cell(r);
    const struct liberty_lexer *x = r->x;
    if (liberty_is(x, s->name, "pin")) {
        open_pins(r, s);
        return PIN;
    }
    if (liberty_is(x, s->name, "leakage_power")) {
        r->value = 0;
        r->has_value = r->when = false;
        set(&r->rail, buf_strdup(""));
        return LEAKAGE;
    }
    if (liberty_is(x, s->name, "ff") || liberty_is(x, s->name, "ff_bank")) {
        c->state = c->state || c->ff || liberty_is(x, s->name, "ff_bank");
        c->ff = true;
        for (int i = 0; i < 2 && i < s->args; i++)
            set(&c->state_name[i], liberty_copy(x, s->arg[i]));
        return FF;
    }
    if (liberty_is(x, s->name, "latch") || liberty_is(x, s->name, "latch_bank") || liberty_is(x, s->name, "statetable"))
        c->state = true;
    if (liberty_is(x, s->name, "bus") || liberty_is(x, s->name, "bundle"))
        c->special = true;
    return IGNORED;
}

static bool open_group(struct reader *r, const struct liberty_statement *s)
{
    struct liberty_lexer *x = r->x;
    enum group group = IGNORED, outer = x->depth > 1 ? r->group[x->depth - 2] : IGNORED;
    if (outer == LIBRARY && liberty_is(x, s->name, "cell")) {
        if (s->args < 1) {
            diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, s->name), "a cell without a name");
            diag_help(x->d, "write: cell (NAME) { ... }");
            return false;
        }
        open_cell(r, s);
        group = CELL;
    } else if (outer == LIBRARY && liberty_is(x, s->name, "operating_conditions")) {
        group = CONDITIONS;
    } else if (outer == CELL) {
        group = open_in_cell(r, s);
    }
    r->group[x->depth - 1] = group;
    return true;
}

/* A leakage_power group is complete: it goes to its supply. */
static void close_leakage(struct reader *r)
{
    struct raw_cell *c = cell(r);
    int i = 0;
    while (i < c->rails && strcmp(c->rail[i].name, r->rail) != 0)
        i++;
    if (i == c->rails) {
        c->rail = room(c->rail, c->rails, sizeof *c->rail);
        c->rail[c->rails++] = (struct raw_rail){.name = buf_strdup(r->rail)};
    }
    if (r->has_value && r->when) {
        c->rail[i].sum += r->value;
        c->rail[i].states++;
    } else if (r->has_value) {
        c->rail[i].plain = r->value;
    }
}

static bool truth(struct reader *r, const struct liberty_statement *s)
{
    char *text = liberty_copy(r->x, s->arg[0]);
    bool yes = strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0;
    free(text);
    return yes;
}

static bool library_attribute(struct reader *r, const struct liberty_statement *s)
{
    struct raw_library *lib = r->lib;
    struct liberty_lexer *x = r->x;
    if (liberty_is(x, s->name, "time_unit")) {
        set(&lib->time_unit, liberty_copy(x, s->arg[0]));
        lib->time_at = s->arg[0];
    } else if (liberty_is(x, s->name, "voltage_unit")) {
        set(&lib->voltage_unit, liberty_copy(x, s->arg[0]));
        lib->voltage_at = s->arg[0];
    } else if (liberty_is(x, s->name, "leakage_power_unit")) {
        set(&lib->leakage_unit, liberty_copy(x, s->arg[0]));
        lib->leakage_at = s->arg[0];
    } else if (liberty_is(x, s->name, "nom_voltage")) {
        lib->has_voltage = true;
        return liberty_number(x, s, &lib->voltage);
    } else if (liberty_is(x, s->name, "default_cell_leakage_power")) {
        lib->has_default_leakage = true;
        return liberty_number(x, s, &lib->default_leakage);
    }
    return true;
}

/* Without nom_voltage the first operating conditions tell. */
static bool conditions_attribute(struct reader *r, const struct liberty_statement *s)
{
    if (r->lib->has_voltage || !liberty_is(r->x, s->name, "voltage"))
        return true;
    r->lib->has_voltage = true;
    return liberty_number(r->x, s, &r->lib->voltage);
}

static bool cell_attribute(struct reader *r, const struct liberty_statement *s)
{
    static const char *const special[] = {"pad_cell",
                                          "is_level_shifter",
                                          "is_isolation_cell",
                                          "switch_cell_type",
                                          "is_macro_cell",
                                          "clock_gating_integrated_cell",
                                          "is_clock_gating_cell"};
    struct raw_cell *c = cell(r);
    struct liberty_lexer *x = r->x;
    if (liberty_is(x, s->name, "area")) {
        c->has_area = true;
        return liberty_number(x, s, &c->area);
    }
    if (liberty_is(x, s->name, "cell_leakage_power")) {
        c->has_leakage = true;
        return liberty_number(x, s, &c->leakage);
    }
    if (liberty_is(x, s->name, "dont_use"))
        c->dont_use = truth(r, s);
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if (liberty_is(x, s->name, special[i])) {
            char *text = liberty_copy(x, s->arg[0]);
            c->special = c->special || strcasecmp(text, "false") != 0;
            free(text);
        }
    return true;
}

static bool pin_attribute(struct reader *r, const struct liberty_statement *s)
{
    struct raw_cell *c = cell(r);
    struct liberty_lexer *x = r->x;
    bool ok = true;
    for (struct raw_pin *p = c->pin + c->pins - r->pins; ok && p < c->pin + c->pins; p++) {
        if (liberty_is(x, s->name, "direction")) {
            struct liberty_word w = s->arg[0];
            p->direction = liberty_is(x, w, "input")    ? RAW_INPUT
                           : liberty_is(x, w, "output") ? RAW_OUTPUT
                           : liberty_is(x, w, "inout")  ? RAW_INOUT
                                                        : RAW_INTERNAL;
        } else if (liberty_is(x, s->name, "function")) {
            set(&p->function, liberty_copy(x, s->arg[0]));
            p->at = s->arg[0];
        } else if (liberty_is(x, s->name, "three_state")) {
            p->three_state = true;
        } else if (liberty_is(x, s->name, "is_pad")) {
            p->pad = truth(r, s);
        } else if (liberty_is(x, s->name, "max_capacitance")) {
            ok = liberty_number(x, s, &p->max_load);
        }
    }
    return ok;
}

static void ff_attribute(struct reader *r, const struct liberty_statement *s)
{
    struct raw_cell *c = cell(r);
    const struct {
        const char *name;
        char **field;
    } field[] = {
        {"clocked_on", &c->clocked_on}, {"next_state", &c->next_state}, {"clear", &c->clear}, {"preset", &c->preset}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        if (liberty_is(r->x, s->name, field[i].name))
            set(field[i].field, liberty_copy(r->x, s->arg[0]));
    c->second_clock = c->second_clock || liberty_is(r->x, s->name, "clocked_on_also");
}

/* Of an attribute in either form: related_pg_pin and value are written in both. */
static bool leakage_attribute(struct reader *r, const struct liberty_statement *s)
{
    if (liberty_is(r->x, s->name, "when"))
        r->when = true;
    else if (liberty_is(r->x, s->name, "related_pg_pin"))
        set(&r->rail, liberty_copy(r->x, s->arg[0]));
    else if (liberty_is(r->x, s->name, "value")) {
        r->has_value = true;
        return liberty_number(r->x, s, &r->value);
    }
    return true;
}

static bool attribute(struct reader *r, const struct liberty_statement *s)
{
    switch (r->x->depth ? r->group[r->x->depth - 1] : IGNORED) {
    case LIBRARY:
        return library_attribute(r, s);
    case CONDITIONS:
        return conditions_attribute(r, s);
    case CELL:
        return cell_attribute(r, s);
    case PIN:
        return pin_attribute(r, s);
    case LEAKAGE:
        return leakage_attribute(r, s);
    case FF:
        ff_attribute(r, s);
        return true;
    case IGNORED:
        break;
    }
    return true;
}

/* The first statement has to be the library. */
static bool open_library(struct reader *r)
{
    struct liberty_lexer *x = r->x;
    struct liberty_statement s;
    struct diag *real = x->d, *quiet = diag_new(); /* what is no Liberty at all gets one message, from here */
    x->d = quiet;
    liberty_next(x, &s);
    x->d = real;
    diag_free(quiet);
    if (s.kind == LIBERTY_OPEN && liberty_is(x, s.name, "library") && s.args > 0) {
        r->lib->name = liberty_copy(x, s.arg[0]);
        r->lib->at = s.name;
        r->group[0] = LIBRARY;
        return true;
    }
    diag_error(real, DIAG_LIB_FORM, s.name.len ? liberty_loc(x, s.name) : loc_file(src_name(x->src)),
               s.kind == LIBERTY_END ? "the file holds no library"
                                     : "not a Liberty file: it does not start with a library");
    diag_help(real,
              "a Liberty file is one group `library (NAME) { ... }`, plain or gzipped; check that this is the file "
              "you mean");
    return false;
}

static bool statement(struct reader *r, const struct liberty_statement *s)
{
    struct liberty_lexer *x = r->x;
    if (s->kind == LIBERTY_OPEN && x->depth == 1) {
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, s->name), "a second group behind the library");
        diag_help(x->d, "a file holds one library: give one file, or move its cells into the first library");
        return false;
    }
    if (s->kind == LIBERTY_OPEN)
        return open_group(r, s);
    if (s->kind == LIBERTY_CLOSE && r->group[x->depth] == CELL)
        cell(r)->end = s->end;
    else if (s->kind == LIBERTY_CLOSE && r->group[x->depth] == LEAKAGE)
        close_leakage(r);
    else if (s->kind == LIBERTY_COMPLEX && liberty_is(x, s->name, "include_file")) {
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, s->name), "include_file is not supported");
        diag_help(x->d, "put the text of the other file here");
        return false;
    } else if (s->kind == LIBERTY_ATTRIBUTE || (s->kind == LIBERTY_COMPLEX && s->args > 0))
        return attribute(r, s);
    return true;
}

bool raw_read(struct liberty_lexer *x, const char *const *dont_use, struct raw_library *lib)
{
    struct reader r = {.x = x, .lib = lib};
    struct liberty_statement s = {.kind = LIBERTY_BAD};
    *lib = (struct raw_library){0};
    bool ok = open_library(&r);
    while (ok) {
        liberty_next(x, &s);
        if (s.kind == LIBERTY_BAD || s.kind == LIBERTY_END)
            break;
        ok = statement(&r, &s);
    }
    free(r.rail);
    for (int i = 0; i < lib->cells; i++)
        for (const char *const *g = dont_use; g && *g; g++)
            lib->cell[i].dont_use = lib->cell[i].dont_use || fnmatch(*g, lib->cell[i].name, 0) == 0;
    return ok && s.kind == LIBERTY_END;
}

static void release_cell(struct raw_cell *c)
{
    for (int p = 0; p < c->pins; p++) {
        free(c->pin[p].name);
        free(c->pin[p].function);
    }
    for (int i = 0; i < c->rails; i++)
        free(c->rail[i].name);
    char *const text[] = {c->name, c->clocked_on, c->next_state, c->clear, c->preset,
                          c->state_name[0], c->state_name[1]};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        free(text[i]);
    free(c->pin);
    free(c->rail);
}

void raw_release(struct raw_library *lib)
{
    for (int i = 0; i < lib->cells; i++)
        release_cell(&lib->cell[i]);
    free(lib->cell);
    free(lib->name);
    free(lib->time_unit);
    free(lib->voltage_unit);
    free(lib->leakage_unit);
    *lib = (struct raw_library){0};
}
