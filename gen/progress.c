/* SPDX-License-Identifier: Apache-2.0 */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 30 };

double progress_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(struct progress *p, enum progress_style style)
{
    bool terminal = isatty(STDERR_FILENO);
    *p = (struct progress){.start = progress_clock(),
                           .bar = style != PROGRESS_QUIET && terminal,
                           .lines = style == PROGRESS_ALWAYS && !terminal};
}

void progress_show(struct progress *p, double share, const char *text)
{
    double now = progress_clock(), spent = now - p->start, left = share > 0 ? spent / share - spent : 0;
    if (p->bar && (share >= 1 || now - p->last >= 0.25)) {
        char bar[WIDTH + 1];
        for (int i = 0; i < WIDTH; i++)
            bar[i] = i < (int)(share * WIDTH) ? '#' : '.';
        bar[WIDTH] = '\0';
        fprintf(stderr, "\r[%s] %3.0f %%  %s  %d:%02d left\033[K", bar, share * 100, text, (int)(left / 60),
                (int)left % 60);
        p->last = now;
        p->shown = true;
    } else if (p->lines && (int)(share * 10) > p->tenths) {
        p->tenths = (int)(share * 10);
        fprintf(stderr, "%3.0f %%, %s, %.0f s, about %.0f s left\n", share * 100, text, spent, left);
    }
}

void progress_clear(struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
