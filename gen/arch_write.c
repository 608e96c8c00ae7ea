/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arch_load.h"

void arch_write(struct buf *out, const struct arch *a)
{
    buf_addstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tlut");
    if (a->name[0])
        buf_printf(out, " name=\"%s\"", a->name);
    buf_addstr(out, " version=\"1\">\n");
    const char *open = NULL;
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        char number[16];
        if (!open || strcmp(open, info->element) != 0)
            buf_printf(out, "%s  <%s", open ? "/>\n" : "", info->element);
        open = info->element;
        buf_printf(out, " %s=\"%s\"", info->attribute,
                   param_value_text((enum param)p, arch_get(a, (enum param)p), number));
    }
    buf_addstr(out, "/>\n</tlut>\n");
}

void arch_write_flags(struct buf *out, const struct arch *a)
{
    struct arch plain;
    arch_init(&plain);
    bool first = true;
    for (int p = 0; p < PARAM_COUNT; p++) {
        char number[16];
        int value = arch_get(a, (enum param)p);
        if (value == arch_get(&plain, (enum param)p))
            continue;
        buf_printf(out, "%s--%s %s", first ? "" : " ", param_table[p].flag,
                   param_value_text((enum param)p, value, number));
        first = false;
    }
}
