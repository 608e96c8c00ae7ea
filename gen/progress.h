/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h -- how far a long job is, on standard error: a bar on a terminal, a line for each tenth elsewhere.
 *
 * Not for several threads at once: callers hold their own lock.
 */
#ifndef TLUT_PROGRESS_H
#define TLUT_PROGRESS_H

#include <stdbool.h>

/* Seconds of a clock that only goes forward. */
double progress_clock(void);

struct progress {
    double start, last; /* progress_clock() */
    bool bar, lines;    /* what is shown; neither: nothing */
    bool shown;         /* a bar stands on the terminal */
    int tenths;         /* told so far */
};

enum progress_style {
    PROGRESS_QUIET,    /* nothing */
    PROGRESS_TERMINAL, /* a bar on a terminal, nothing elsewhere */
    PROGRESS_ALWAYS,   /* a bar on a terminal, lines elsewhere */
};

void progress_start(struct progress *p, enum progress_style style);
/* `share` of the work is done, 0 to 1; text says it in units of the job, such as "3 of 20 measured". Shows the time
 * that is left if the rest goes as fast. A bar is drawn four times a second at most, and at the end. */
void progress_show(struct progress *p, double share, const char *text);
/* Takes the bar off the terminal, so that other lines may follow; the next progress_show() draws it again. */
void progress_clear(struct progress *p);

#endif
