/* SPDX-License-Identifier: Apache-2.0 */
/* arch_put.c -- single values: from the user's words into struct arch, and what the legal words are. */
#include <ctype.h>
#include <string.h>

#include "arch_load.h"
#include "embedded.h"

void arch_src_release(struct arch_src *src)
{
    src_free(src->xml);
    *src = (struct arch_src){0};
}

enum param param_find(const char *element, const char *attribute)
{
    int p = 0;
    while (p < PARAM_COUNT && (strcmp(param_table[p].element, element) || strcmp(param_table[p].attribute, attribute)))
        p++;
    return (enum param)p;
}

/* int2, int16: a word of the form int<digits>. */
static bool is_int_word(const char *word)
{
    return strncmp(word, "int", 3) == 0 && word[3] != '\0' && word[3 + strspn(word + 3, "0123456789")] == '\0';
}

/* The words of an enum, with runs such as int2, int3, ... shortened to "int2..int16". */
static void add_words(struct buf *out, const char *const *names)
{
    for (int i = 0; names[i]; i++) {
        bool in_run = is_int_word(names[i]) && i > 0 && is_int_word(names[i - 1]);
        bool goes_on = in_run && names[i + 1] && is_int_word(names[i + 1]);
        if (!goes_on)
            buf_printf(out, "%s%s", in_run ? ".." : i > 0 ? ", " : "", names[i]);
    }
}

void param_legal(struct buf *out, enum param p)
{
    const struct param_info *info = &param_table[p];
    if (info->names) {
        add_words(out, info->names);
        return;
    }
    buf_printf(out, "%d..%d", info->min, info->max);
    if (info->special)
        buf_printf(out, " or %s", info->special);
}

static void report_word(enum param p, const char *value, struct loc loc, struct diag *d)
{
    const struct param_info *info = &param_table[p];
    struct buf legal = BUF_INIT;
    param_legal(&legal, p);
    diag_error(d, DIAG_BAD_WORD, loc, "%s '%s' is not one of the legal words", info->attribute, diag_quote(value).s);
    diag_note(d, "%s/@%s takes %s", info->element, info->attribute, legal.data);
    const char *near = is_int_word(value) ? NULL : diag_nearest(value, info->names);
    if (near)
        diag_help(d, "did you mean '%s'?", near);
    buf_release(&legal);
}

static void report_number(enum param p, const char *value, int number, bool is_number, struct loc loc, struct diag *d)
{
    const struct param_info *info = &param_table[p];
    struct buf legal = BUF_INIT;
    param_legal(&legal, p);
    if (is_number)
        diag_error(d, DIAG_OUT_OF_RANGE, loc, "%s '%s' is out of range %s", info->attribute, diag_quote(value).s,
                   legal.data);
    else
        diag_error(d, DIAG_BAD_NUMBER, loc, "%s '%s' is not a number%s%s", info->attribute, diag_quote(value).s,
                   info->special ? ", nor the word " : "", info->special ? info->special : "");
    diag_note(d, "%s/@%s -- %s", info->element, info->attribute, info->doc);
    if (is_number && number > info->max)
        diag_help(d, "use %d or less", info->max);
    else if (is_number)
        diag_help(d, "use %d or more", info->min);
    else
        diag_help(d, "use %s, in plain decimal digits", legal.data);
    buf_release(&legal);
}

bool arch_put(struct arch *a, struct arch_src *where, enum param p, const char *value, struct loc loc, struct diag *d)
{
    int v = 0;
    bool number;
    if (!param_parse(p, value, &v, &number)) {
        if (param_table[p].names)
            report_word(p, value, loc, d);
        else
            report_number(p, value, v, number, loc, d);
        return false;
    }
    arch_set(a, p, v);
    where->given[p] = true;
    where->loc[p] = loc;
    return true;
}

/* tlut_<name> would be a module twice: tlut_fetch and others belong to every package. */
static bool is_module(const char *name)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "templates/rtl/tlut_%s.v", name);
    bool found = embedded_find(path.data) != NULL;
    buf_release(&path);
    return found;
}

bool arch_put_name(struct arch *a, const char *value, struct loc loc, struct diag *d)
{
    size_t len = strlen(value);
    bool good = len > 0 && len <= ARCH_NAME_MAX && islower((unsigned char)value[0]) &&
                strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789_") == len;
    if (!good) {
        diag_error(d, DIAG_BAD_NAME, loc, "name '%s' cannot name a core", diag_quote(value).s);
        diag_note(d, "it becomes part of file names and of Verilog and C identifiers");
        diag_help(d, "use " ARCH_NAME_MEANING "; without a name, one is made from the parameters");
        return false;
    }
    if (is_module(value)) {
        diag_error(d, DIAG_BAD_NAME, loc, "name '%s' is taken: every package has a module tlut_%s", value, value);
        diag_help(d, "choose another name; without one, it is made from the parameters");
        return false;
    }
    memcpy(a->name, value, len + 1);
    return true;
}
