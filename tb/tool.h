/* SPDX-License-Identifier: Apache-2.0 */
/* tool.h -- runs a program of the system (no shell) and keeps what it prints. */
#ifndef TLUT_TOOL_H
#define TLUT_TOOL_H

#include <stdbool.h>

#include "buf.h"

/* Status of a program that is not installed. */
#define TOOL_MISSING 127

/* Runs argv[0], found in PATH, in folder cwd (NULL: here), and appends its standard output and error to *out. With a cwd,
 * temporary files are there too, and $TMPDIR is ".": iverilog puts their names into a shell's command line, between quotes
 * that a name can end. Returns its exit status, TOOL_MISSING, 128 + signal, or -1 if no process could be started. A
 * program that a signal from the keyboard ends takes us with it. */
int tool_run(const char *const *argv, const char *cwd, struct buf *out);

/* Is there such a program in PATH? */
bool tool_exists(const char *name);

/* The first line that `NAME --version` (or the given option) prints, without the newline; false if that fails. */
bool tool_version(const char *name, const char *option, struct buf *line);

#endif
