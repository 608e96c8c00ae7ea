/* SPDX-License-Identifier: Apache-2.0 */
/* points_read.c -- a file of designs, a line each. */
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "calibrate.h"
#include "cost.h"

enum { LIMIT = 1 << 20 };

/* Takes "--flag value" or "--flag=value" from the words of one line. */
static bool put_words(struct arch *a, struct arch_src *where, const struct src *src, size_t off, size_t end,
                      struct diag *d)
{
    const char *text = src_text(src);
    enum param pending = PARAM_COUNT;
    struct loc flag = LOC_NONE;
    while (off < end) {
        off += strspn(text + off, " \t\r");
        size_t len = strcspn(text + off, " \t\r\n");
        if (off >= end || text[off] == '#')
            break;
        char word[80];
        snprintf(word, sizeof word, "%.*s", (int)(len < 79 ? len : 79), text + off);
        struct loc loc = loc_at(src, off, len);
        off += len;
        if (pending != PARAM_COUNT) {
            if (!arch_put(a, where, pending, word, loc, d))
                return false;
            pending = PARAM_COUNT;
            continue;
        }
        char *value = strchr(word, '=');
        if (value)
            *value++ = 0;
        int p = 0;
        while (p < PARAM_COUNT && (strncmp(word, "--", 2) != 0 || strcmp(word + 2, param_table[p].flag) != 0))
            p++;
        if (p == PARAM_COUNT) {
            diag_error(d, DIAG_POINTS_FORM, loc, "'%s' is no flag of an architecture", diag_quote(word).s);
            diag_help(d, "each line holds flags of tlut-gen, such as: --mu 3 --luts 8 --fetchers 16 --act int8");
            return false;
        }
        flag = loc;
        if (value && !arch_put(a, where, (enum param)p, value, loc, d))
            return false;
        if (!value)
            pending = (enum param)p;
    }
    if (pending != PARAM_COUNT) {
        diag_error(d, DIAG_POINTS_FORM, flag, "the value of --%s is missing", param_table[pending].flag);
        diag_help(d, "write --%s VALUE", param_table[pending].flag);
        return false;
    }
    return true;
}

bool points_read(struct points *p, const char *path, struct diag *d)
{
    struct src *src = src_read(path, LIMIT, d);
    int before = diag_count(d);
    *p = (struct points){0};
    for (size_t off = 0; src && off < src_size(src);) {
        size_t end = off + strcspn(src_text(src) + off, "\n"), first = off + strspn(src_text(src) + off, " \t\r");
        struct arch a;
        struct arch_src where = {0};
        if (first < end && src_text(src)[first] != '#') {
            arch_init(&a);
            if (put_words(&a, &where, src, off, end, d) && arch_check(&a, &where, d)) {
                arch_resolve(&a);
                p->point = realloc(p->point, (size_t)(p->count + 1) * sizeof *p->point);
                if (!p->point)
                    abort();
                p->point[p->count++] = (struct point){a, cost_type(&a), 0, true};
            }
        }
        off = end + 1;
    }
    if (src && p->count == 0 && diag_count(d) == before)
        diag_report(d, DIAG_POINTS_FORM, "write a design on each line, such as: --mu 3 --luts 8", "'%s' holds no designs",
                    diag_quote(path).s);
    if (diag_count(d) > before)
        diag_print(d, stderr); /* they point into the text, which goes now */
    src_free(src);
    if (diag_count(d) == before && src)
        return true;
    points_release(p);
    return false;
}
