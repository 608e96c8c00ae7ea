/* SPDX-License-Identifier: Apache-2.0 */
/* emit.h -- from an architecture to the files of its package. */
#ifndef TLUT_EMIT_H
#define TLUT_EMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "arch.h"
#include "dims.h"
#include "lutnet.h"

struct diag;
struct outdir;
struct tpl;

/* Collects the whole package of an architecture that has passed arch_check(): RTL, file list, constraints, C header, test
 * harness with its sources, effective.xml, IP-XACT and FuseSoC descriptions, manifest.json. `a` need not be resolved. Returns false, with a diagnostic, only
 * if a template is faulty. */
bool emit_package(const struct arch *a, struct outdir *out, struct diag *diag);

/* Fills the variables and lists of core.v.in, wrapper.v.in and build.v.in (emit_rtl.c). `a` is resolved. */
void emit_rtl_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net);

/* Fills the rows of build.v.in or build_seq.v.in (emit_build.c); called by emit_rtl_vars(). */
void emit_build_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net);

/* Fills what every template may use (emit_text.c): NAME, NAME_UPPER, VERSION, DIGEST (64 hex digits), DIGEST_ID (the first
 * 8), BANNER; and what header, harness and constraints need. `a` is resolved. */
void emit_text_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net);

/* A port of the wrapper. */
struct emit_port {
    char name[24];
    bool in;
    int64_t width;   /* of a vector [width-1:0]; 0: a single bit */
    const char *doc; /* or "" */
};

/* All of them, in the order of wrapper.v.in; returns EMIT_PORTS (emit_ipxact.c). `a` is resolved. */
#define EMIT_PORTS 15
int emit_ports(struct emit_port out[EMIT_PORTS], const struct arch *a, const struct dims *d);

/* Fills what component.xml.in and package.core.in need besides (emit_ipxact.c). `out` holds the files of the package but
 * these two and those that `later` lists (NULL at the end). */
void emit_ipxact_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct outdir *out,
                      const char *const *later);

/* Calls `found` with each word of a Verilog text that can be a module of ours, comments aside (emit_sources.c). */
void emit_module_words(const char *text, void (*found)(void *user, const char *module), void *user);

/* Does the path end in ".v"? */
bool emit_is_verilog(const char *path);

/* The Verilog files of a package in an order in which each comes behind all that it instantiates; the last is `top`.
 * `path` has room for as many as `out` has files; returns how many there are. */
size_t emit_source_order(const struct outdir *out, const char *top, const char **path);

/* A derived number with its name, for the header, the manifest and --dump dims. */
struct emit_number {
    const char *name; /* snake_case */
    long long value;
    const char *doc;
};

/* All of them, in a fixed order; writes up to max and returns their number. */
#define EMIT_MAX_NUMBERS 64
int emit_numbers(struct emit_number *out, int max, const struct dims *d, const struct lutnet *net);

/* Adds manifest.json, which lists all files added before (emit_manifest.c). `a` is resolved. */
void emit_manifest(const struct arch *a, const struct dims *d, const struct lutnet *net, struct outdir *out);

#endif
