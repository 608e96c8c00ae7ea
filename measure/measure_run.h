/* SPDX-License-Identifier: Apache-2.0 */
/* measure_run.h -- programs of the flow in a temporary folder of their own, with a time limit.
 *
 * All programs of a runner are one process group, together with a small shell that watches over the folder: when this
 * process ends, however it does, the shell ends the programs and removes the folder. So nothing is left after SIGINT or
 * SIGKILL, without a signal handler that callers would have to share. Runners are independent of each other: threads
 * may use one each.
 */
#ifndef TLUT_MEASURE_RUN_H
#define TLUT_MEASURE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "buf.h"

struct runner {
    struct buf folder;
    int timeout_s; /* of one program */
    pid_t guard;   /* the shell; its process group is that of the programs */
    int lifeline;  /* the shell reads from it: closed, when we end */
    bool timed_out;
    /* If set: called about once a second while a program runs, and once at its start (0 seconds), for progress. */
    void (*tick)(void *arg, const char *program, double seconds);
    void *tick_arg;
    char reason[240]; /* of the first failure; empty: none */
};

/* Makes the folder. False (with a reason) if that fails; runner_close() is due in any case. */
bool runner_open(struct runner *r, int timeout_s);

/* Ends what still runs and removes the folder. */
void runner_close(struct runner *r);

/* Runs argv[0], found in PATH, in the folder; what it prints goes to file `log` there. False with a reason if it cannot
 * be started, fails, or takes too long. */
bool runner_tool(struct runner *r, const char *const *argv, const char *log);

/* Runs a function in a process of its own, under the same rules, with $TMPDIR set to the folder. What it changes in
 * memory is lost; it leaves files. `what` names it in messages. */
bool runner_call(struct runner *r, const char *what, bool (*function)(void *), void *arg, const char *log);

/* Notes the reason, unless there is one already; returns false. Line breaks become spaces. */
bool runner_fail(struct runner *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The path of a file in the folder; reads, writes such a file. The last two fail with a reason. */
void runner_path(const struct runner *r, const char *name, struct buf *path);
bool runner_read(struct runner *r, const char *name, struct buf *text);
bool runner_write(struct runner *r, const char *name, const void *data, size_t size);

#endif
