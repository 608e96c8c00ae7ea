/* SPDX-License-Identifier: Apache-2.0 */
#include "gatesim_cells.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "diag.h"
#include "liberty_lex.h"
#include "liberty_raw.h"

struct kept {
    char digest[65];
    struct gatesim_cell *cell; /* sorted by name */
    int cells;
    struct kept *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept *kept_list;

/* Names of input pins that a function reads; more than LIBERTY_INPUTS of them make the cell unusable. */
static bool read_inputs(struct gatesim_cell *c, const struct raw_cell *raw, const char *function)
{
    for (int i = 0; i < raw->pins; i++) {
        const struct raw_pin *pin = &raw->pin[i];
        size_t len = strlen(pin->name);
        bool used = false, known = false;
        if (pin->direction != RAW_INPUT)
            continue;
        for (const char *p = function; (p = strstr(p, pin->name)) != NULL; p += len) {
            static const char *const word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
            used = used || ((p == function || !strchr(word, p[-1])) && (!p[len] || !strchr(word, p[len])));
        }
        for (int k = 0; k < c->inputs; k++)
            known = known || strcmp(c->input[k], pin->name) == 0;
        if (!used || known)
            continue;
        if (c->inputs == LIBERTY_INPUTS)
            return false;
        c->input[c->inputs++] = buf_strdup(pin->name);
    }
    return true;
}

static bool table_of(const struct gatesim_cell *c, const char *function, uint64_t *table)
{
    return liberty_func(function, (const char *const *)c->input, c->inputs, table) == LIBERTY_FUNC_OK;
}

static bool combinational(struct gatesim_cell *c, const struct raw_cell *raw)
{
    for (int i = 0; i < raw->pins; i++)
        if (raw->pin[i].direction == RAW_OUTPUT && (!raw->pin[i].function || !read_inputs(c, raw, raw->pin[i].function)))
            return false;
    for (int i = 0; i < raw->pins; i++) {
        const struct raw_pin *pin = &raw->pin[i];
        if (pin->direction != RAW_OUTPUT)
            continue;
        if (c->outputs == GATESIM_OUTPUTS || pin->three_state || !table_of(c, pin->function, &c->output[c->outputs].table))
            return false;
        c->output[c->outputs++].pin = buf_strdup(pin->name);
    }
    return c->outputs > 0;
}

static bool flipflop(struct gatesim_cell *c, const struct raw_cell *raw)
{
    const char *const force[] = {raw->clear, raw->preset};
    bool falling = true;
    c->clock = raw->clocked_on ? liberty_func_pin(raw->clocked_on, &falling) : NULL;
    if (!c->clock || falling || !raw->next_state || !raw->state_name[0] || !read_inputs(c, raw, raw->next_state) ||
        !table_of(c, raw->next_state, &c->next))
        return false;
    for (int k = 0; k < 2; k++)
        if (force[k] && !(c->force[k] = liberty_func_pin(force[k], &c->force_low[k])))
            return false;
    for (int i = 0; i < raw->pins; i++) {
        const struct raw_pin *pin = &raw->pin[i];
        bool inverted = false;
        if (pin->direction != RAW_OUTPUT)
            continue;
        char *state = pin->function ? liberty_func_pin(pin->function, &inverted) : NULL;
        bool complement = state && raw->state_name[1] && strcmp(state, raw->state_name[1]) == 0;
        bool known = state && (complement || strcmp(state, raw->state_name[0]) == 0);
        free(state);
        if (!known || c->outputs == GATESIM_OUTPUTS)
            return false;
        c->output[c->outputs].pin = buf_strdup(pin->name);
        c->output[c->outputs++].inverted = inverted != complement;
    }
    return c->outputs > 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct gatesim_cell *)a)->name, ((const struct gatesim_cell *)b)->name);
}

static struct kept *make(const struct liberty *lib)
{
    struct kept *k = buf_realloc(NULL, 1, sizeof *k);
    struct src *src = src_from_text(lib->name, lib->text, lib->size);
    struct diag *d = diag_new();
    struct liberty_lexer x;
    struct raw_library raw;
    *k = (struct kept){0};
    memcpy(k->digest, lib->digest, sizeof k->digest);
    liberty_lex_init(&x, src, d);
    if (!raw_read(&x, NULL, &raw))
        BUG("a library that has been read before is not read again");
    k->cell = buf_realloc(NULL, (size_t)raw.cells + 1, sizeof *k->cell);
    for (int i = 0; i < raw.cells; i++) {
        const struct raw_cell *c = &raw.cell[i];
        struct gatesim_cell *to = &k->cell[k->cells++];
        *to = (struct gatesim_cell){.name = buf_strdup(c->name), .flipflop = c->ff};
        to->usable = !c->state && (c->ff ? flipflop(to, c) : combinational(to, c));
    }
    qsort(k->cell, (size_t)k->cells, sizeof *k->cell, compare);
    raw_release(&raw);
    diag_free(d);
    src_free(src);
    return k;
}

const struct gatesim_cell *gatesim_cell(const struct liberty *lib, const char *name)
{
    const struct gatesim_cell key = {.name = (char *)(uintptr_t)name};
    pthread_mutex_lock(&lock);
    struct kept *k = kept_list;
    while (k && strcmp(k->digest, lib->digest) != 0)
        k = k->next;
    if (!k) {
        k = make(lib);
        k->next = kept_list;
        kept_list = k;
    }
    pthread_mutex_unlock(&lock);
    return bsearch(&key, k->cell, (size_t)k->cells, sizeof key, compare);
}
