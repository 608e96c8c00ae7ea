/* SPDX-License-Identifier: Apache-2.0 */
#include "given.h"

#include <string.h>

#include "emit.h"
#include "outdir.h"
#include "src.h"

#define GIVEN_MAX_BYTES (256u << 20) /* a flat netlist of a million cells has about 150 MB */

bool given_package(const struct arch *a, const char *rtl, struct outdir *out, struct diag *d)
{
    static const char name[] = "given.v";
    if (!rtl)
        return emit_package(a, out, d);
    struct src *file = src_read(rtl, GIVEN_MAX_BYTES, d);
    if (!file)
        return false;
    outdir_add(out, "files.f", name, strlen(name));
    outdir_add(out, name, src_text(file), src_size(file));
    src_free(file);
    return true;
}
