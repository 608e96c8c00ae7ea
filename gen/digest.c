/* SPDX-License-Identifier: Apache-2.0 */
#include "digest.h"

#include <sha2.h>
#include <stdlib.h>

#include "arch_load.h"
#include "buf.h"
#include "cli.h"

const char *tlut_version(void)
{
    return TLUT_VERSION;
}

void digest_bytes(const void *data, size_t size, char hex[DIGEST_HEX])
{
    SHA256Data(data, size, hex);
}

void digest_arch(const struct arch *a, char hex[DIGEST_HEX])
{
    struct arch r = *a;
    arch_resolve(&r);
    struct buf text = BUF_INIT;
    buf_printf(&text, "tlut %s\nname=%s\n", tlut_version(), r.name);
    for (int p = 0; p < PARAM_COUNT; p++) {
        char number[16];
        buf_printf(&text, "%s/@%s=%s\n", param_table[p].element, param_table[p].attribute,
                   param_value_text((enum param)p, arch_get(&r, (enum param)p), number));
    }
    digest_bytes(text.data, text.len, hex);
    buf_release(&text);
}

uint32_t digest_id(const struct arch *a)
{
    char hex[DIGEST_HEX];
    digest_arch(a, hex);
    hex[8] = '\0';
    return (uint32_t)strtoul(hex, NULL, 16);
}
