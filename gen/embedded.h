/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.h -- templates, schemas and package sources that are compiled into the library (flows/embed.c). */
#ifndef TLUT_EMBEDDED_H
#define TLUT_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *path;          /* in the source tree, such as "templates/rtl/tlut_top.v" */
    const unsigned char *data; /* size bytes and a NUL */
    size_t size;
};
extern const struct embedded_file embedded_files[]; /* sorted by path, ends with a NULL path */

/* The file of that path, or NULL. */
const struct embedded_file *embedded_find(const char *path);

#endif
