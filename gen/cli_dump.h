/* SPDX-License-Identifier: Apache-2.0 */
/* cli_dump.h -- the option tables of a program as lines of fields, for what is made of them besides --help: man pages,
 * docs/reference/programs.md, completion (install/manual.awk). The hidden option --dump-options prints it.
 *
 *   program  NAME  VERSION
 *   usage    ARGUMENTS                   each form of the command line
 *   before   TEXT, after TEXT            paragraphs of the description, before and after the options
 *   group    NUMBER  HEADER              a header of options
 *   option   NUMBER  SHORT  NAMES  ARG  PARAMETER  WORDS  TEXT
 *
 * Fields are separated by tabs, and empty where there is nothing. NAMES are long names with commas between; ARG in brackets
 * may be left out; PARAMETER is the element/@attribute that the option sets; WORDS are its values with blanks between.
 * Groups and options stand in the order of --help's groups, and within a group in the order of the table.
 */
#ifndef TLUT_CLI_DUMP_H
#define TLUT_CLI_DUMP_H

#include <argp.h>
#include <stdio.h>

#include "arch.h"

#define CLI_DUMP_OPTION "--dump-options"

/* Options whose keys are first_param + p set parameter p. */
void cli_dump(const struct argp *argp, const char *program, int first_param, FILE *out);

#endif
