/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h -- SHA-256 (libmd), and the digest that identifies a configuration. */
#ifndef TLUT_DIGEST_H
#define TLUT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "arch.h"

#define DIGEST_HEX 65 /* 64 hex digits and a NUL */

/* Version of the tools, such as "0.1.0". */
const char *tlut_version(void);

/* SHA-256 of size bytes, in hex. */
void digest_bytes(const void *data, size_t size, char hex[DIGEST_HEX]);

/* Digest of a configuration: name, every parameter (defaults filled in), and the tools' version. Two packages with the same
 * digest hold the same bytes. */
void digest_arch(const struct arch *a, char hex[DIGEST_HEX]);

/* The first 32 bits of digest_arch(), the constant in RTL, header and harness. */
uint32_t digest_id(const struct arch *a);

#endif
