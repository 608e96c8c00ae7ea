/* SPDX-License-Identifier: Apache-2.0 */
/* arch_load.h -- from the user's words to a checked struct arch, and back to XML.
 *
 *   XML file, --set, flags  ->  arch_read_xml, arch_put  ->  arch_check  ->  arch_resolve  ->  the rest of the program
 *
 * Programs call cli_arch_load() (cli.h), which does all of it.
 */
#ifndef TLUT_ARCH_LOAD_H
#define TLUT_ARCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "arch.h"
#include "diag.h"

#define ARCH_XML_LIMIT (1u << 20) /* bytes: a real architecture has a few kilobytes */
#define ARCH_NAME_MEANING "lower-case letters, digits and underscores, starting with a letter, at most 64 characters"

/* Where each value came from, for messages. Zero-initialized: everything is a default. The locations point into `xml`
 * and into the command line, which live as long as this does. */
struct arch_src {
    bool given[PARAM_COUNT]; /* written by the user, not a default */
    struct loc loc[PARAM_COUNT];
    struct src *xml; /* the architecture file, or NULL */
};

void arch_src_release(struct arch_src *src);

/* Reads an architecture from a text into *a (which holds the defaults, or anything that the file may override) and
 * *where. Reports all errors of form (E001 to E013); false if there were any. Opens no files. */
bool arch_read_xml(struct arch *a, struct arch_src *where, const struct src *xml, struct diag *d);

/* Sets parameter p, or the name, from a word of the user that stands at loc. False after E010, E011, E012 or E013. */
bool arch_put(struct arch *a, struct arch_src *where, enum param p, const char *value, struct loc loc, struct diag *d);
bool arch_put_name(struct arch *a, const char *value, struct loc loc, struct diag *d);

/* The legal values of a parameter for people: "1..6", "full, symmetric", "4..48 or exact", "auto, int2..int64". */
void param_legal(struct buf *out, enum param p);

/* The parameter that "element/@attribute" names, or PARAM_COUNT. */
enum param param_find(const char *element, const char *attribute);

/* Checks what the parameters mean together, without changing anything. False if a rule is broken; each broken rule has
 * reported its own code (E020 to E044), at the value that broke it. where and d may be NULL: then everything that
 * differs from the defaults counts as given, and nothing is reported (a sweep asks this for thousands of points). */
bool arch_check(const struct arch *a, const struct arch_src *where, struct diag *d);

/* Whether an activation type is floating-point; bits of its significand with the hidden one (0 for integers). */
bool arch_act_is_float(int act);
int arch_significand_bits(int act);

/* Bits of an integer accumulator type; 0 for the others. */
int arch_acc_bits(int acc);

/* Replaces values that follow from others by what they stand for: arithmetic/@mode, @window and @top, accumulator/@type,
 * group-size of the baselines (1), the name. Architectures that mean the same become the same. `a` has passed
 * arch_check(). Resolving twice changes nothing. */
void arch_resolve(struct arch *a);

/* Writes the name that an architecture has if the user gives none, such as mu3_l16_k32_r8_int8_chain: the main
 * parameters, and every other one that is not what it would be anyway. Different architectures have different names; if
 * the name would be longer than 64 characters, its end is replaced by eight digits of a hash of all parameters. */
void arch_default_name(const struct arch *a, char name[ARCH_NAME_MAX + 1]);

/* Appends an architecture as flags of tlut-gen: every parameter that is not at its default. They give *a again (but for its
 * name). */
void arch_write_flags(struct buf *out, const struct arch *a);

/* Appends the XML of an architecture: every parameter, in the order of params.def. Reading it gives *a again. */
void arch_write(struct buf *out, const struct arch *a);

#endif
