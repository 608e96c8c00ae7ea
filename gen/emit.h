/* SPDX-License-Identifier: Apache-2.0 */
/* emit.h -- from an architecture to the files of its package. */
#ifndef TLUT_EMIT_H
#define TLUT_EMIT_H

#include <stdbool.h>

#include "arch.h"
#include "dims.h"
#include "lutnet.h"

struct diag;
struct outdir;
struct tpl;

/* Collects the whole package of an architecture that has passed arch_check(): DESIGN section "Output package". Returns
 * false, with a diagnostic, only if a template is faulty. */
bool emit_package(const struct arch *a, struct outdir *out, struct diag *diag);

/* Fills the variables and lists of wrapper.v.in and build.v.in (emit_rtl.c). */
void emit_rtl_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net);

/* Fills the variables that every template may use: NAME, NAME_UPPER, VERSION, DIGEST, DIGEST_ID, and the numbers of arch and
 * dims that header, harness and constraints print (emit_text.c). */
void emit_text_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net);

/* Adds manifest.json, which lists all files added before (emit_manifest.c). */
void emit_manifest(const struct arch *a, const struct dims *d, const struct lutnet *net, struct outdir *out);

/* The name of the core: arch.name, or one made from the parameters, such as "mu3_l16_k32_r8_int8". At least
 * ARCH_NAME_MAX + 1 bytes. */
void emit_core_name(const struct arch *a, char *name);

#endif
