/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_func.h"

#include <ctype.h>
#include <string.h>

#include "buf.h"

#define MAX_NESTING 100 /* parentheses and inversions; the parser is recursive */

struct parser {
    const char *at;
    const char *const *inputs;
    int count, nesting;
    uint64_t all; /* the rows that the table has */
    enum liberty_func_result result;
};

static void blanks(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool name_char(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_[].<>$\\/-", c));
}

static uint64_t sum(struct parser *p);

static uint64_t fail(struct parser *p)
{
    p->result = LIBERTY_FUNC_MALFORMED;
    return 0;
}

static uint64_t name(struct parser *p)
{
    const char *start = p->at;
    while (name_char(*p->at))
        p->at++;
    size_t len = (size_t)(p->at - start);
    if (len == 0)
        return fail(p);
    for (int k = 0; k < p->count; k++)
        if (strlen(p->inputs[k]) == len && memcmp(p->inputs[k], start, len) == 0) {
            uint64_t v = 0;
            for (uint64_t row = 0; row < UINT64_C(1) << p->count; row++)
                v |= (row >> k & 1) << row;
            return v;
        }
    if (len == 1 && (*start == '0' || *start == '1'))
        return *start == '1' ? p->all : 0;
    if (p->result == LIBERTY_FUNC_OK)
        p->result = LIBERTY_FUNC_OTHER_NAME;
    return 0;
}

/* A name, a constant or parentheses, with the inversions around it. */
static uint64_t factor(struct parser *p)
{
    uint64_t v, flip = 0;
    int before = p->nesting;
    blanks(p);
    for (; *p->at == '!' || isspace((unsigned char)*p->at); p->at++)
        flip ^= *p->at == '!' ? p->all : 0;
    if (*p->at == '(' && p->nesting++ < MAX_NESTING) {
        p->at++;
        v = sum(p);
        if (*p->at != ')')
            return fail(p);
        p->at++;
    } else {
        v = name(p);
    }
    p->nesting = before;
    for (blanks(p); *p->at == '\''; blanks(p)) {
        flip ^= p->all;
        p->at++;
    }
    return v ^ flip;
}

static uint64_t exclusive(struct parser *p)
{
    uint64_t v = factor(p);
    while (p->result != LIBERTY_FUNC_MALFORMED && *p->at == '^') {
        p->at++;
        v ^= factor(p);
    }
    return v;
}

static uint64_t product(struct parser *p)
{
    uint64_t v = exclusive(p);
    while (p->result != LIBERTY_FUNC_MALFORMED && *p->at && !strchr("+|)", *p->at)) {
        if (*p->at == '&' || *p->at == '*')
            p->at++;
        v &= exclusive(p);
    }
    return v;
}

static uint64_t sum(struct parser *p)
{
    uint64_t v = product(p);
    while (p->result != LIBERTY_FUNC_MALFORMED && (*p->at == '+' || *p->at == '|')) {
        p->at++;
        v |= product(p);
    }
    return v;
}

enum liberty_func_result liberty_func(const char *text, const char *const *inputs, int count, uint64_t *table)
{
    struct parser p = {.at = text, .inputs = inputs, .count = count};
    p.all = count == LIBERTY_INPUTS ? UINT64_MAX : (UINT64_C(1) << (1u << count)) - 1;
    *table = sum(&p);
    if (*p.at) /* a closing parenthesis too many */
        p.result = LIBERTY_FUNC_MALFORMED;
    return p.result;
}

char *liberty_func_pin(const char *text, bool *inverted)
{
    struct buf word = BUF_INIT;
    uint64_t table = 0;
    for (const char *c = text; *c; c++)
        if (!isspace((unsigned char)*c) && !strchr("!'()", *c))
            buf_addch(&word, *c);
    const char *const inputs[] = {word.data};
    bool single = word.len && strcmp(word.data, "0") != 0 && strcmp(word.data, "1") != 0 &&
                  liberty_func(text, inputs, 1, &table) == LIBERTY_FUNC_OK && (table == 1 || table == 2);
    if (!single) {
        buf_release(&word);
        return NULL;
    }
    *inverted = table == 1;
    return buf_detach(&word);
}
