/* SPDX-License-Identifier: Apache-2.0 */
#include "measure_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "liberty_func.h"
#include "liberty_lex.h"

/* A change of the text: `len` bytes at `off` are replaced by `text`. */
struct edit {
    size_t off, len;
    char *text;
};

/* An internal_power group of the open pin. */
struct group {
    int inputs;                  /* names in related_pin; 0: energy of the pin itself */
    char *when, *rail;           /* or NULL */
    size_t body;                 /* behind its brace */
    struct liberty_word when_at; /* the whole statement; len 0: none */
    size_t first_table;          /* its tables in `table` */
    int tables;
};

struct scaler {
    struct liberty_lexer x;
    const struct liberty *lib;
    struct group *group;
    int groups;
    struct liberty_word *table; /* what stands between the parentheses of values */
    size_t tables;
    struct edit *edit;
    size_t edits;
    char **ground; /* rails of 0 V */
    int grounds;
    char *cell, *pin;
    int cell_depth, pin_depth, group_depth; /* depth inside of the open one; 0: none is open */
};

/* Arrays grow by doubling: at 0, 1, 2, 4, 8, ... there is no room. */
static void *room(void *array, size_t count, size_t size)
{
    return count & (count - 1) ? array : buf_realloc(array, count ? 2 * count : 1, size);
}

static void add_edit(struct scaler *s, size_t off, size_t len, char *text)
{
    s->edit = room(s->edit, s->edits, sizeof *s->edit);
    s->edit[s->edits++] = (struct edit){off, len, text};
}

/* The numbers of a table, scaled; everything else as it is. */
static char *scaled(const char *text, size_t len, double factor)
{
    struct buf out = BUF_INIT;
    for (size_t i = 0; i < len;) {
        char c = text[i];
        if (isdigit((unsigned char)c) || ((c == '-' || c == '+' || c == '.') && i + 1 < len)) {
            char *end;
            double value = strtod(text + i, &end);
            if (end > text + i) {
                buf_printf(&out, "%.8g", value * factor);
                i = (size_t)(end - text);
                continue;
            }
        }
        buf_addch(&out, c);
        i++;
    }
    return buf_detach(&out);
}

/* The probability of a state: of the truth table of up to LIBERTY_INPUTS pins, else as if it were a product. */
static double probability(const char *when)
{
    char name[16][64];
    const char *inputs[16] = {0};
    int names = 0;
    for (const char *c = when; *c;) {
        size_t n = strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_[]");
        if (n == 0) {
            c++;
            continue;
        }
        int known = 0;
        while (known < names && !(strlen(name[known]) == n && strncmp(name[known], c, n) == 0))
            known++;
        if (known == names && names < 16 && n < sizeof name[0] && !isdigit((unsigned char)*c)) {
            memcpy(name[names], c, n);
            name[names][n] = '\0';
            inputs[names] = name[names];
            names++;
        }
        c += n;
    }
    uint64_t table = 0, ones = 0;
    if (names <= LIBERTY_INPUTS && liberty_func(when, inputs, names, &table) == LIBERTY_FUNC_OK) {
        for (uint32_t i = 0; i < 1u << names; i++)
            ones += table >> i & 1;
        return (double)ones / (double)(1u << names);
    }
    return 1.0 / (double)(1u << names);
}

static bool is_ground(const struct scaler *s, const char *rail)
{
    for (int i = 0; rail && i < s->grounds; i++)
        if (strcmp(rail, s->ground[i]) == 0)
            return true;
    return false;
}

static bool same_rail(const struct group *a, const struct group *b)
{
    return a->rail && b->rail ? strcmp(a->rail, b->rail) == 0 : a->rail == b->rail;
}

/* What the energies of a group have to be multiplied with. An output's group is made to hold in any state. */
static double factor_of(struct scaler *s, const struct group *g)
{
    double sum = 0;
    if (is_ground(s, g->rail))
        return 0;
    if (g->inputs == 0) {
        const struct liberty_cell *c = liberty_find(s->lib, s->cell);
        bool clock = c && c->clock && strcmp(c->clock, s->pin) == 0;
        return g->when || clock ? 0.5 : 1; /* without a state OpenSTA takes half, but of a clock the whole */
    }
    for (int i = 0; i < s->groups; i++)
        if (s->group[i].inputs && same_rail(&s->group[i], g))
            sum += s->group[i].inputs * (s->group[i].when ? probability(s->group[i].when) : 1);
    return sum > 0 ? (g->when ? probability(g->when) : 1) / (2 * sum) : 0;
}

static void close_pin(struct scaler *s)
{
    for (int i = 0; i < s->groups; i++) {
        struct group *g = &s->group[i];
        double factor = factor_of(s, g);
        if (g->inputs && g->when_at.len)
            add_edit(s, g->when_at.off, g->when_at.len, buf_strdup(" when : \"1\"; "));
        else if (g->inputs)
            add_edit(s, g->body, 0, buf_strdup(" when : \"1\"; "));
        for (int t = 0; t < g->tables; t++) {
            struct liberty_word w = s->table[g->first_table + (size_t)t];
            add_edit(s, w.off, w.len, scaled(s->x.text + w.off, w.len, factor));
        }
    }
    for (int i = 0; i < s->groups; i++) {
        free(s->group[i].when);
        free(s->group[i].rail);
    }
    s->groups = 0;
    s->tables = 0;
}

static int count_names(const char *text)
{
    int names = 0;
    for (const char *c = text; *c; names++) {
        c += strspn(c, " \t\n,");
        size_t n = strcspn(c, " \t\n,");
        if (n == 0)
            break;
        c += n;
    }
    return names;
}

static void in_group(struct scaler *s, const struct liberty_statement *st)
{
    struct group *g = &s->group[s->groups - 1];
    const struct liberty_lexer *x = &s->x;
    if (st->kind == LIBERTY_ATTRIBUTE && x->depth == s->group_depth) {
        char *value = liberty_copy(x, st->arg[0]);
        if (liberty_is(x, st->name, "related_pin")) {
            g->inputs = count_names(value);
        } else if (liberty_is(x, st->name, "when") && !g->when) {
            g->when_at = (struct liberty_word){st->name.off, st->end - st->name.off};
            g->when = value;
            return;
        } else if (liberty_is(x, st->name, "related_pg_pin") && !g->rail) {
            g->rail = value;
            return;
        }
        free(value);
    } else if (st->kind == LIBERTY_COMPLEX && liberty_is(x, st->name, "values") && st->args) {
        s->table = room(s->table, s->tables, sizeof *s->table);
        s->table[s->tables++] = (struct liberty_word){st->arg[0].off, st->end - st->arg[0].off};
        g->tables++;
    }
}

static void open_group(struct scaler *s, const struct liberty_statement *st)
{
    struct liberty_lexer *x = &s->x;
    if (!s->cell_depth && liberty_is(x, st->name, "cell")) {
        free(s->cell);
        s->cell = liberty_copy(x, st->arg[0]);
        s->cell_depth = x->depth;
    } else if (s->cell_depth && !s->pin_depth && x->depth == s->cell_depth + 1 && liberty_is(x, st->name, "pin")) {
        free(s->pin);
        s->pin = liberty_copy(x, st->arg[0]);
        s->pin_depth = x->depth;
    } else if (s->pin_depth && !s->group_depth && x->depth == s->pin_depth + 1 &&
               liberty_is(x, st->name, "internal_power")) {
        s->group = room(s->group, (size_t)s->groups, sizeof *s->group);
        s->group[s->groups++] = (struct group){.body = st->end, .first_table = s->tables};
        s->group_depth = x->depth;
    }
}

static void close_group(struct scaler *s)
{
    if (s->x.depth < s->group_depth)
        s->group_depth = 0;
    if (s->x.depth < s->pin_depth) {
        close_pin(s);
        s->pin_depth = 0;
    }
    if (s->x.depth < s->cell_depth)
        s->cell_depth = 0;
}

/* voltage_map (VSS, 0.0) */
static void voltage_map(struct scaler *s, const struct liberty_statement *st)
{
    char *volts = liberty_copy(&s->x, st->arg[1]), *end;
    double v = strtod(volts, &end);
    if (end != volts && !(v > 0 || v < 0)) {
        s->ground = room(s->ground, (size_t)s->grounds, sizeof *s->ground);
        s->ground[s->grounds++] = liberty_copy(&s->x, st->arg[0]);
    }
    free(volts);
}

static int compare(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    return (x->off > y->off) - (x->off < y->off);
}

static void apply(struct scaler *s, struct buf *out)
{
    size_t at = 0;
    qsort(s->edit, s->edits, sizeof *s->edit, compare);
    for (size_t i = 0; i < s->edits; i++) {
        buf_add(out, s->x.text + at, s->edit[i].off - at);
        buf_addstr(out, s->edit[i].text);
        at = s->edit[i].off + s->edit[i].len;
        free(s->edit[i].text);
    }
    buf_add(out, s->x.text + at, s->x.size - at);
}

bool internal_power_text(const struct liberty *lib, struct buf *out)
{
    struct scaler s = {.lib = lib};
    struct diag *d = diag_new();
    struct src *src = src_from_text("liberty", lib->text, lib->size);
    struct liberty_statement st;
    liberty_lex_init(&s.x, src, d);
    for (liberty_next(&s.x, &st); st.kind != LIBERTY_END && st.kind != LIBERTY_BAD; liberty_next(&s.x, &st)) {
        if (st.kind == LIBERTY_OPEN)
            open_group(&s, &st);
        else if (st.kind == LIBERTY_CLOSE)
            close_group(&s);
        else if (s.group_depth)
            in_group(&s, &st);
        else if (st.kind == LIBERTY_COMPLEX && st.args >= 2 && liberty_is(&s.x, st.name, "voltage_map"))
            voltage_map(&s, &st);
    }
    apply(&s, out);
    for (int i = 0; i < s.grounds; i++)
        free(s.ground[i]);
    free(s.ground);
    free(s.group);
    free(s.table);
    free(s.edit);
    free(s.cell);
    free(s.pin);
    src_free(src);
    diag_free(d);
    return st.kind == LIBERTY_END;
}
