/* SPDX-License-Identifier: Apache-2.0 */
/* liberty_func.h -- Boolean functions of Liberty: "!(A & B)", "(A B)'", "A^B + 1". Inversion (! before, ' behind) binds
 * strongest, then ^, then AND (& or * or nothing), then OR (| or +). */
#ifndef TLUT_LIBERTY_FUNC_H
#define TLUT_LIBERTY_FUNC_H

#include <stdbool.h>
#include <stdint.h>

#define LIBERTY_INPUTS 6

enum liberty_func_result { LIBERTY_FUNC_OK, LIBERTY_FUNC_OTHER_NAME, LIBERTY_FUNC_MALFORMED };

/* Truth table: bit i is the value if input k has bit k of i, count of at most LIBERTY_INPUTS inputs. OTHER_NAME: it
 * depends on something that is no input. */
enum liberty_func_result liberty_func(const char *text, const char *const *inputs, int count, uint64_t *table);

/* If the function is one pin or its complement, in any number of parentheses: a copy of the pin's name and whether it
 * is inverted; else NULL. The caller frees it. */
char *liberty_func_pin(const char *text, bool *inverted);

#endif
