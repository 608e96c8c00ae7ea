/* SPDX-License-Identifier: Apache-2.0 */
/* gen_dump.h -- what tlut-gen prints: dumps for people and scripts, and the summary of a package. */
#ifndef TLUT_GEN_DUMP_H
#define TLUT_GEN_DUMP_H

#include <stdbool.h>
#include <stdio.h>

#include "arch.h"
#include "outdir.h"

/* Is `what` one of arch, dims, nets? */
bool gen_dump_known(const char *what);

/* Prints the architecture as XML, the derived numbers ("name value", one a line), or the build network (one line a
 * node: name, operation, sources, range, width, level). `a` is checked and resolved. */
void gen_dump(const char *what, const struct arch *a, FILE *out);

/* Name, folder, files, adders, widths, latency. */
void gen_summary(const struct arch *a, const char *folder, const struct outdir *files, bool unchanged, FILE *out);

#endif
