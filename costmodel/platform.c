/* SPDX-License-Identifier: Apache-2.0 */
#include "platform.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { DRAM, NUMBER, WHOLE, SIZE };

const struct platform_info platform_table[PLATFORM_COUNT] = {
#define PLATFORM(id, field, nm, kind, lo, hi, un, text) {.name = nm, .arg = un, .doc = text, .min = lo, .max = hi},
#include "platform.def"
};

static const struct {
    enum kind kind;
    size_t offset;
} row[PLATFORM_COUNT] = {
#define PLATFORM(id, field, nm, kind, ...) {kind, offsetof(struct platform, field)},
#include "platform.def"
};

static const struct {
    const char *name;
    double bytes;
} units[] = {{"GiB", 1073741824.0}, {"MiB", 1048576.0}, {"KiB", 1024.0}, {"B", 1.0}};
enum { UNITS = sizeof units / sizeof *units };

static double get(const struct platform *p, enum platform_setting s)
{
    double v;
    memcpy(&v, (const char *)p + row[s].offset, sizeof v);
    return v;
}

static void put(struct platform *p, enum platform_setting s, double v)
{
    memcpy((char *)p + row[s].offset, &v, sizeof v);
}

enum platform_setting platform_find(const char *name)
{
    int s = 0;
    while (s < PLATFORM_COUNT && strcmp(platform_table[s].name, name) != 0)
        s++;
    return (enum platform_setting)s;
}

const char *const *platform_names(void)
{
    static const char *const names[] = {
#define PLATFORM(id, field, nm, ...) nm,
#include "platform.def"
        NULL};
    return names;
}

const struct memory_dram *platform_dram(const struct platform *p)
{
    return &memory_dram_table[(int)p->dram];
}

static bool set_dram(struct platform *p, const char *text, struct loc loc, struct diag *d)
{
    const struct memory_dram *dram = memory_dram_find(text);
    if (dram) {
        p->dram = (double)(dram - memory_dram_table);
        return true;
    }
    struct buf list = BUF_INIT;
    for (const char *const *n = memory_dram_names(); *n; n++)
        buf_printf(&list, "%s%s", list.len ? ", " : "", *n);
    diag_error(d, DIAG_MEMORY_DRAM, loc, "there is no DRAM '%s'", diag_quote(text).s);
    diag_note(d, "the kinds are %s", list.data);
    const char *near = diag_nearest(text, memory_dram_names());
    if (near)
        diag_help(d, "did you mean '%s'?", near);
    else
        diag_help(d, "give one of them, or only its figures with dram-gbps and dram-pj-per-bit");
    buf_release(&list);
    return false;
}

/* Plain decimal digits, with a point and an exponent if `fraction`. Returns what follows them, NULL if there are none. */
static const char *number(const char *text, bool fraction, double *v)
{
    size_t n = strspn(text, fraction ? "0123456789." : "0123456789");
    if (!isdigit((unsigned char)*text) || n > 40)
        return NULL;
    if (fraction && (text[n] == 'e' || text[n] == 'E')) {
        size_t sign = text[n + 1] == '-' || text[n + 1] == '+', digits = strspn(text + n + 1 + sign, "0123456789");
        n += digits > 0 && digits < 4 ? 1 + sign + digits : 0;
    }
    char copy[64], *end;
    snprintf(copy, sizeof copy, "%.*s", (int)n, text);
    *v = strtod(copy, &end);
    return *end || !isfinite(*v) ? NULL : text + n;
}

/* Range and unit, for messages. */
static void say_legal(enum platform_setting s, struct diag *d)
{
    const struct platform_info *i = &platform_table[s];
    if (row[s].kind == SIZE)
        diag_help(d, "write a whole number with B, KiB, MiB or GiB, such as 512KiB, of 1 byte to 1e12");
    else if (row[s].kind == WHOLE)
        diag_help(d, "write a whole number from %.0f to %.0f", i->min, i->max);
    else
        diag_help(d, "write a number from %.6g to %.6g (%s)", i->min, i->max, i->arg);
}

static bool fail(enum platform_setting s, const char *text, const char *why, struct loc loc, struct diag *d)
{
    diag_error(d, DIAG_MEMORY_VALUE, loc, "%s '%s' %s", platform_table[s].name, diag_quote(text).s, why);
    say_legal(s, d);
    return false;
}

/* KB might be 1000 or 1024 bytes, kb might be bits: nothing but the four units is taken. */
static const char *unit_of(const char *rest, double *v)
{
    while (*rest == ' ')
        rest++;
    for (int i = 0; i < UNITS; i++)
        if (strcmp(rest, units[i].name) == 0) {
            *v *= units[i].bytes;
            return NULL;
        }
    return *rest == '.' ? "is not a whole number" : *rest ? "has a unit that is not B, KiB, MiB or GiB" : "has no unit";
}

bool platform_set(struct platform *p, enum platform_setting s, const char *text, struct loc loc, struct diag *d)
{
    double v = 0;
    if (row[s].kind == DRAM) {
        if (!set_dram(p, text, loc, d))
            return false;
        p->given |= 1u << s;
        return true;
    }
    const char *rest = number(text, row[s].kind == NUMBER, &v), *why = NULL;
    if (!rest)
        return fail(s, text, "is not a number", loc, d);
    if (row[s].kind == SIZE)
        why = unit_of(rest, &v);
    else if (*rest)
        why = "is not a number";
    if (why)
        return fail(s, text, why, loc, d);
    if (!(v >= platform_table[s].min && v <= platform_table[s].max))
        return fail(s, text, "is out of range", loc, d);
    put(p, s, v);
    p->given |= 1u << s;
    return true;
}

static bool set_node(struct platform *p, const char *tech, double voltage, struct diag *d)
{
    struct memory_node n;
    bool own = !platform_given(p, PLATFORM_NODE);
    if (own)
        p->node = memory_tech_node(tech);
    if (p->node <= 0 && p->weight_sram <= 0 && p->act_sram <= 0)
        return true;
    if (p->node <= 0) {
        diag_report(d, DIAG_MEMORY_MISSING, "add node, such as --node 28", "the node of technology '%s' is not known, and the "
                    "SRAM needs it", diag_quote(tech).s);
        return false;
    }
    memory_node(&n, p->node);
    p->cell_um2 = n.cell_um2;
    p->volt = own && voltage > 0 ? voltage : n.volt;
    return true;
}

bool platform_finish(struct platform *p, const char *tech, double voltage, struct diag *d)
{
    if (!platform_given(p, PLATFORM_DRAM))
        p->dram = (double)(memory_dram_find("lpddr4") - memory_dram_table);
    if (!platform_given(p, PLATFORM_DRAM) && !platform_given(p, PLATFORM_DRAM_GBPS)) {
        diag_report(d, DIAG_MEMORY_MISSING, "add dram-gbps, such as --dram-gbps 17, or a kind, such as --dram lpddr4",
                    "the system has no DRAM bandwidth");
        return false;
    }
    if (!platform_given(p, PLATFORM_DRAM_GBPS))
        p->dram_gbps = platform_dram(p)->gbps;
    if (!platform_given(p, PLATFORM_DRAM_PJ))
        p->dram_pj_per_bit = platform_dram(p)->pj_per_bit;
    if (!platform_given(p, PLATFORM_TOKENS))
        p->tokens = 1;
    return set_node(p, tech, voltage, d);
}

void platform_size_text(struct buf *out, double bytes)
{
    int i = 0;
    while (i < UNITS - 1 && (bytes < units[i].bytes || fmod(bytes, units[i].bytes) != 0))
        i++;
    buf_printf(out, "%.0f %s", bytes / units[i].bytes, units[i].name);
}

void platform_text(struct buf *out, const struct platform *p, enum platform_setting s)
{
    double v = get(p, s);
    if (row[s].kind == DRAM)
        buf_addstr(out, platform_dram(p)->name);
    else if (row[s].kind == SIZE)
        platform_size_text(out, v);
    else
        buf_printf(out, "%.17g", v);
}
