/* SPDX-License-Identifier: Apache-2.0 */
#include "metric.h"

#include <stdio.h>
#include <string.h>

const struct metric_info metric_table[METRIC_COUNT] = {
#define METRIC(id, nm, other, un, big, column, when, text)                                                             \
    {.name = nm, .alias = other, .unit = un, .larger = big, .point = column, .stage = STEP_##when, .doc = text},
#include "metrics.def"
};

enum metric metric_find(const char *name)
{
    int m = 0;
    while (m < METRIC_COUNT && strcmp(metric_table[m].name, name) != 0 &&
           !(metric_table[m].alias && strcmp(metric_table[m].alias, name) == 0))
        m++;
    return (enum metric)m;
}

const char *const *metric_words(void)
{
    static const char *const words[] = {
#define METRIC(id, nm, ...) nm,
#include "metrics.def"
        "area", "fmax", "clock", "throughput", "latency", "power", "energy",
        "tokens/s", "j/token", NULL};
    return words;
}

const char *metric_column(enum metric m, char *buf)
{
    snprintf(buf, 32, "%s", metric_table[m].name);
    for (char *c = buf; *c; c++)
        if (*c == '-')
            *c = '_';
    return buf;
}
