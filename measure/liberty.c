/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "digest.h"
#include "liberty_func.h"
#include "liberty_raw.h"

#define MAX_FILE                                                                                                       \
    ((size_t)1 << 28) /* bytes, plain; the largest libraries of standard cells have a few dozen million                \
                       */

/* ---- reading ---- */

/* Unpacks gzip, of one or more members. NULL, or what is wrong. */
static const char *unpack(const struct src *file, struct buf *text)
{
    unsigned char chunk[1 << 14];
    z_stream z = {.next_in = (Bytef *)(uintptr_t)src_text(file), .avail_in = (uInt)src_size(file)};
    int status = inflateInit2(&z, 16 + MAX_WBITS);
    bool more = status == Z_OK;
    while (more && text->len <= MAX_FILE) {
        z.next_out = chunk;
        z.avail_out = sizeof chunk;
        status = inflate(&z, Z_NO_FLUSH);
        buf_add(text, chunk, sizeof chunk - z.avail_out);
        if (status == Z_STREAM_END && z.avail_in)
            status = inflateReset(&z);
        more = status == Z_OK;
    }
    inflateEnd(&z);
    if (text->len > MAX_FILE)
        return "the text in it is too large";
    return status == Z_STREAM_END ? NULL : status == Z_BUF_ERROR ? "it ends too early" : "its data is damaged";
}

/* The text of the file, unpacked. */
static struct src *read_text(const char *path, struct diag *d)
{
    struct src *file = src_read(path, MAX_FILE, d);
    if (!file)
        return NULL;
    const unsigned char *t = (const unsigned char *)src_text(file);
    size_t size = src_size(file), n = strlen(path);
    bool gzip = size >= 2 && t[0] == 0x1f && t[1] == 0x8b;
    struct buf text = BUF_INIT;
    const char *wrong = NULL;
    if (gzip)
        wrong = unpack(file, &text);
    else if (n > 3 && strcmp(path + n - 3, ".gz") == 0)
        wrong = size ? "it does not start as gzip files do" : "it is empty";
    if (wrong) {
        diag_error(d, DIAG_LIB_GZIP, loc_file(src_name(file)), "not a proper gzip file: %s", wrong);
        diag_help(d, "get the file again; `gzip -t FILE` tests it; a plain file must not be named .gz");
    }
    if (gzip || wrong) {
        struct src *plain = wrong ? NULL : src_from_text(src_name(file), text.data, text.len);
        src_free(file);
        file = plain;
    }
    buf_release(&text);
    return file;
}

/* ---- units ---- */

/* The value of a unit such as "1ns" or "100pW" in units of the letter alone; 0 if it is none. */
static double unit_value(const char *text, char letter)
{
    static const struct {
        char c;
        double factor;
    } prefix[] = {{'f', 1e-15}, {'p', 1e-12}, {'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}};
    double value = 0, factor = 1;
    for (; isdigit((unsigned char)*text) && value < 1e6; text++)
        value = 10 * value + (*text - '0');
    while (*text == ' ')
        text++;
    for (size_t i = 0; i < sizeof prefix / sizeof prefix[0] && text[0] && text[1]; i++)
        if (tolower((unsigned char)*text) == prefix[i].c) {
            factor = prefix[i].factor;
            text++;
            break;
        }
    return tolower((unsigned char)text[0]) == tolower((unsigned char)letter) && !text[1] ? value * factor : 0;
}

/* Reads one unit attribute. `otherwise`: what it is if it is not there, 0: it must be. */
static double unit(const struct liberty_lexer *x, const struct raw_library *raw, const char *name, const char *text,
                   struct liberty_word at, char letter, double otherwise)
{
    if (!text && otherwise > 0)
        return otherwise;
    double value = text ? unit_value(text, letter) : 0;
    if (!text)
        diag_error(x->d, DIAG_LIB_UNIT, liberty_loc(x, raw->at), "the library has no %s", name);
    else if (value <= 0)
        diag_error(x->d, DIAG_LIB_UNIT, liberty_loc(x, at), "%s '%s' is not understood", name, diag_quote(text).s);
    if (value <= 0)
        diag_help(x->d, "write: %s : \"1%s%c\"; a number and one of f%c, p%c, n%c, u%c, m%c, %c is taken", name,
                  letter == 'V' ? "" : "n", letter, letter, letter, letter, letter, letter, letter);
    return value;
}

static bool has_leakage(const struct raw_library *raw)
{
    for (int i = 0; i < raw->cells; i++)
        if ((raw->cell[i].has_leakage && raw->cell[i].leakage > 0) || raw->cell[i].rails)
            return true;
    return raw->has_default_leakage && raw->default_leakage > 0;
}

/* Sets the library's units; *leakage is the factor to nW. */
static bool units(const struct liberty_lexer *x, const struct raw_library *raw, struct liberty *lib, double *leakage)
{
    double time = unit(x, raw, "time_unit", raw->time_unit, raw->time_at, 's', 0);
    double voltage = unit(x, raw, "voltage_unit", raw->voltage_unit, raw->voltage_at, 'V', 1);
    double power = unit(x, raw, "leakage_power_unit", raw->leakage_unit, raw->leakage_at, 'W', !has_leakage(raw));
    bool ok = time > 0 && voltage > 0 && power > 0;
    if (!raw->has_voltage || raw->voltage <= 0) {
        diag_error(x->d, DIAG_LIB_UNIT, liberty_loc(x, raw->at), "the library has no nominal voltage");
        diag_help(x->d, "write: nom_voltage : 1.8 ;");
        ok = false;
    }
    lib->time_ps = time * 1e12;
    lib->voltage = raw->voltage * voltage;
    *leakage = power * 1e9;
    return ok;
}

/* ---- cells ---- */

/* What the choice of cells needs besides struct liberty_cell. */
struct role {
    struct liberty_cell cell;
    const struct raw_cell *raw;
    bool d_flipflop, nand2;
    double drive; /* max_capacitance of a buffer's output */
};

static const char *own(const char *text)
{
    return text ? buf_strdup(text) : NULL;
}

/* nW, given the factor from the file's unit. Each supply has its own leakage groups; they add up. */
static double leakage(const struct raw_library *raw, const struct raw_cell *c, double factor)
{
    double sum = 0;
    for (int i = 0; i < c->rails; i++)
        sum += c->rail[i].states ? c->rail[i].sum / c->rail[i].states : c->rail[i].plain;
    if (c->has_leakage)
        sum = c->leakage;
    else if (!c->rails)
        sum = raw->default_leakage;
    return sum * factor;
}

/* Gates of one output and one or two inputs. False after a diagnostic. */
static bool gate_role(const struct liberty_lexer *x, const struct raw_cell *c, struct role *role)
{
    const char *inputs[2];
    const struct raw_pin *out = NULL;
    int count = 0, outputs = 0;
    bool plain = !c->special && !c->state && !c->ff && c->area > 0;
    uint64_t table = 0;
    for (int i = 0; i < c->pins; i++) {
        const struct raw_pin *p = &c->pin[i];
        if (p->direction == RAW_INPUT && count++ < 2)
            inputs[count - 1] = p->name;
        outputs += p->direction == RAW_OUTPUT;
        out = p->direction == RAW_OUTPUT ? p : out;
        plain = plain && p->direction != RAW_INOUT && !p->three_state && !p->pad;
    }
    if (!plain || outputs != 1 || !out->function || count < 1 || count > 2)
        return true;
    enum liberty_func_result result = liberty_func(out->function, inputs, count, &table);
    if (result == LIBERTY_FUNC_MALFORMED) {
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, out->at), "not a Boolean function");
        diag_help(x->d, "write it with pins, !, ', ^, &, | and parentheses, such as \"!(A & B)\"");
        return false;
    }
    if (result == LIBERTY_FUNC_OTHER_NAME)
        return true;
    role->nand2 = count == 2 && table == 7;
    role->cell.inverter = count == 1 && table == 1;
    if (count == 1 && table == 2) {
        role->cell.buffer_in = own(inputs[0]);
        role->cell.buffer_out = own(out->name);
        role->drive = out->max_load;
    }
    return true;
}

static bool single_pin(const char *function)
{
    bool inverted;
    char *pin = function ? liberty_func_pin(function, &inverted) : NULL;
    free(pin);
    return pin != NULL;
}

static void flipflop_role(const struct raw_cell *c, struct role *role)
{
    bool falling = false;
    role->cell.flipflop = c->ff;
    role->cell.clock = c->ff && c->clocked_on ? liberty_func_pin(c->clocked_on, &falling) : NULL;
    role->d_flipflop = role->cell.clock && !falling && !c->second_clock && !c->special && !c->state && c->area > 0 &&
                       single_pin(c->next_state) && (!c->clear || single_pin(c->clear)) &&
                       (!c->preset || single_pin(c->preset));
}

static bool does_something(const struct raw_cell *c)
{
    for (int i = 0; i < c->pins; i++)
        if (c->pin[i].function)
            return true;
    return c->ff || c->state;
}

static int compare_roles(const void *a, const void *b)
{
    return strcmp(((const struct role *)a)->cell.name, ((const struct role *)b)->cell.name);
}

/* Areas of all cells that can be in a netlist; names that occur once. */
static bool check_cells(const struct liberty_lexer *x, const struct role *role, int count)
{
    int missing = 0, twice = 0;
    const struct raw_cell *first = NULL;
    for (int i = 0; i < count; i++) {
        const struct raw_cell *c = role[i].raw;
        bool bad = does_something(c) && (!c->has_area || c->area < 0);
        first = bad && (!first || c->start < first->start) ? c : first;
        missing += bad;
        if (i && strcmp(c->name, role[i - 1].raw->name) == 0 && twice++ == 0) {
            diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, c->at), "cell '%s' occurs twice", diag_quote(c->name).s);
            diag_help(x->d, "delete one of them: tools differ in which one they take");
        }
    }
    if (missing) {
        diag_error(x->d, DIAG_LIB_AREA, liberty_loc(x, first->at), "cell '%s' has no area", diag_quote(first->name).s);
        if (missing > 1)
            diag_note(x->d, "%d cells have none", missing);
        diag_help(x->d, "give each cell an `area : NUMBER ;` of 0 or more, or leave such cells out (dont_use)");
    }
    return !missing && !twice;
}

static void need(const struct liberty_lexer *x, const struct raw_library *raw, const char *what, const char *for_what,
                 const char *form)
{
    diag_error(x->d, DIAG_LIB_CELLS, liberty_loc(x, raw->at), "the library has no %s", what);
    diag_note(x->d, "it is needed %s; it is recognized by %s", for_what, form);
    diag_help(x->d, "take a library that has one; perhaps a dont_use pattern leaves it out?");
}

static bool stronger(const struct role *a, const struct role *b)
{
    if (a->drive != b->drive)
        return a->drive > b->drive;
    return a->cell.area > b->cell.area;
}

/* Chooses the cells by role. False if one is missing, after diagnostics. */
static bool choose(const struct liberty_lexer *x, const struct raw_library *raw, const struct role *role, int count,
                   struct liberty *lib)
{
    bool flipflop = false, inverter = false;
    const struct role *nand = NULL, *small = NULL, *best = NULL;
    for (int i = 0; i < count; i++) {
        const struct role *r = &role[i];
        flipflop = flipflop || r->d_flipflop;
        inverter = inverter || r->cell.inverter;
        nand = r->nand2 && (!nand || r->cell.area < nand->cell.area) ? r : nand;
        small = r->cell.buffer_in && (!small || r->cell.area < small->cell.area) ? r : small;
    }
    for (int i = 0; small && i < count; i++) /* areas are sums of decimal fractions: a hair of tolerance */
        if (role[i].cell.buffer_in && role[i].cell.area <= 2.000001 * small->cell.area &&
            (!best || stronger(&role[i], best)))
            best = &role[i];
    if (!flipflop)
        need(x, raw, "D flip-flop on the rising edge", "for every register",
             "an ff group with clocked_on a pin and next_state a pin");
    if (!inverter)
        need(x, raw, "inverter", "by technology mapping", "one input, one output, function \"!A\", and an area");
    if (!small)
        need(x, raw, "buffer", "by technology mapping and for nets of many loads",
             "one input, one output, function \"A\", and an area");
    if (!nand)
        need(x, raw, "2-input NAND", "as the gate equivalent",
             "two inputs, one output, function \"!(A & B)\", and an area");
    if (!flipflop || !inverter || !small || !nand)
        return false;
    lib->nand2_area = nand->cell.area;
    lib->buffer = &lib->cell[best - role];
    return true;
}

/* Makes the cells of `lib` out of those of the file that are used. */
static bool conclude(const struct liberty_lexer *x, const struct raw_library *raw, double factor, struct liberty *lib)
{
    struct role *role = buf_realloc(NULL, (size_t)raw->cells + 1, sizeof *role);
    int count = 0;
    bool ok = true;
    for (int i = 0; i < raw->cells; i++) {
        const struct raw_cell *c = &raw->cell[i];
        if (c->dont_use)
            continue;
        struct role *r = &role[count++];
        *r = (struct role){.raw = c, .cell = {.name = own(c->name), .area = c->area}};
        r->cell.leakage = leakage(raw, c, factor);
        flipflop_role(c, r);
        ok = gate_role(x, c, r) && ok;
    }
    qsort(role, (size_t)count, sizeof *role, compare_roles);
    lib->cell = buf_realloc(NULL, (size_t)count + 1, sizeof *lib->cell);
    for (lib->cells = 0; lib->cells < count; lib->cells++)
        lib->cell[lib->cells] = role[lib->cells].cell;
    if (count == 0) {
        diag_error(x->d, DIAG_LIB_CELLS, liberty_loc(x, raw->at), "the library has no cells%s",
                   raw->cells ? " that may be used" : "");
        diag_help(x->d, raw->cells
                            ? "all of them are marked dont_use: use fewer patterns"
                            : "a library has groups `cell (NAME) { ... }`; check that this is the file you mean");
        ok = false;
    }
    ok = ok && check_cells(x, role, count);
    ok = ok && choose(x, raw, role, count, lib);
    free(role);
    return ok;
}

/* ---- the whole ---- */

/* The text without the cells that are not to be used. */
static void filter(const struct src *src, const struct raw_library *raw, struct liberty *lib)
{
    struct buf text = BUF_INIT;
    size_t from = 0;
    for (int i = 0; i < raw->cells; i++)
        if (raw->cell[i].dont_use) {
            buf_add(&text, src_text(src) + from, raw->cell[i].start - from);
            from = raw->cell[i].end;
        }
    buf_add(&text, src_text(src) + from, src_size(src) - from);
    lib->size = text.len;
    lib->text = buf_detach(&text);
    digest_bytes(lib->text, lib->size, lib->digest);
}

struct liberty *liberty_read(const char *path, const char *const *dont_use, struct diag *d)
{
    struct src *src = read_text(path, d);
    if (!src)
        return NULL;
    struct liberty *lib = buf_realloc(NULL, 1, sizeof *lib);
    struct liberty_lexer x;
    struct raw_library raw;
    double factor = 0;
    *lib = (struct liberty){0};
    liberty_lex_init(&x, src, d);
    bool ok = raw_read(&x, dont_use, &raw);
    if (ok) {
        bool units_ok = units(&x, &raw, lib, &factor);
        ok = conclude(&x, &raw, factor, lib) && units_ok;
    }
    if (ok) {
        snprintf(lib->name, sizeof lib->name, "%s", raw.name);
        filter(src, &raw, lib);
    }
    raw_release(&raw);
    src_free(src);
    if (!ok) {
        liberty_free(lib);
        return NULL;
    }
    return lib;
}

void liberty_free(struct liberty *lib)
{
    if (!lib)
        return;
    for (int i = 0; i < lib->cells; i++) {
        const char *const text[] = {lib->cell[i].name, lib->cell[i].clock, lib->cell[i].buffer_in,
                                    lib->cell[i].buffer_out};
        for (size_t k = 0; k < sizeof text / sizeof text[0]; k++)
            free((void *)(uintptr_t)text[k]);
    }
    free(lib->cell);
    free(lib->text);
    free(lib);
}

static int compare_name(const void *name, const void *cell)
{
    return strcmp(name, ((const struct liberty_cell *)cell)->name);
}

const struct liberty_cell *liberty_find(const struct liberty *lib, const char *name)
{
    return bsearch(name, lib->cell, (size_t)lib->cells, sizeof *lib->cell, compare_name);
}

struct liberty *liberty_read_without(const char *path, const char *dont_use, struct diag *d)
{
    enum { MOST = 32 };
    const char *glob[MOST + 1] = {0};
    char *copy = buf_strdup(dont_use ? dont_use : ""), *save = NULL;
    int n = 0;
    for (char *g = strtok_r(copy, ",", &save); g && n < MOST; g = strtok_r(NULL, ",", &save))
        glob[n++] = g;
    struct liberty *lib = liberty_read(path, glob, d);
    free(copy);
    return lib;
}
