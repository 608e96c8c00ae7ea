/* SPDX-License-Identifier: Apache-2.0 */
/* nnls.c -- Lawson and Hanson's method over LAPACKE. */
#include "nnls.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct problem {
    int rows, columns;
    const double *A, *b;
    bool *free_set;       /* columns that may be non-zero */
    double *copy, *rhs, *singular, *solution;
};

/* Least squares over the free columns: p->solution, 0 elsewhere. */
static bool solve_free(struct problem *p)
{
    int n = 0;
    for (int j = 0; j < p->columns; j++)
        n += p->free_set[j];
    memset(p->solution, 0, (size_t)p->columns * sizeof *p->solution);
    if (n == 0)
        return true;
    for (int i = 0; i < p->rows; i++) {
        double *row = p->copy + (size_t)i * (size_t)n;
        for (int j = 0; j < p->columns; j++)
            if (p->free_set[j])
                *row++ = p->A[(size_t)i * (size_t)p->columns + (size_t)j];
    }
    memset(p->rhs, 0, sizeof *p->rhs * (size_t)(p->rows > n ? p->rows : n));
    memcpy(p->rhs, p->b, sizeof *p->rhs * (size_t)p->rows);
    lapack_int rank;
    if (LAPACKE_dgelsd(LAPACK_ROW_MAJOR, p->rows, n, 1, p->copy, n, p->rhs, 1, p->singular, 1e-10, &rank) != 0)
        return false;
    for (int j = 0, k = 0; j < p->columns; j++)
        if (p->free_set[j])
            p->solution[j] = p->rhs[k++];
    return true;
}

/* The bound column with the steepest descent, or -1 at the optimum. */
static int steepest(const struct problem *p, const double *x, const bool *refused)
{
    double best = 0;
    int found = -1;
    for (int j = 0; j < p->columns; j++) {
        double w = 0, norm = 0;
        if (p->free_set[j] || refused[j])
            continue;
        for (int i = 0; i < p->rows; i++) {
            const double *row = p->A + (size_t)i * (size_t)p->columns;
            double r = p->b[i];
            for (int k = 0; k < p->columns; k++)
                r -= x[k] != 0 ? row[k] * x[k] : 0;
            w += row[j] * r;
            norm += row[j] * row[j];
        }
        if (norm > 0 && w / sqrt(norm) > best)
            best = w / sqrt(norm), found = j;
    }
    return best > 1e-9 ? found : -1;
}

/* Moves from x towards the free solution as far as all stay >= 0; columns that reach 0 are bound again. */
static bool advance(struct problem *p, double *x)
{
    for (int guard = 0; guard <= p->columns; guard++) {
        if (!solve_free(p))
            return false;
        double alpha = 1;
        for (int j = 0; j < p->columns; j++)
            if (p->free_set[j] && p->solution[j] <= 0) {
                double a = x[j] / (x[j] - p->solution[j]);
                alpha = a < alpha ? a : alpha;
            }
        bool inside = true;
        for (int j = 0; j < p->columns; j++)
            inside = inside && !(p->free_set[j] && p->solution[j] <= 0);
        if (inside) {
            memcpy(x, p->solution, (size_t)p->columns * sizeof *x);
            return true;
        }
        for (int j = 0; j < p->columns; j++)
            if (p->free_set[j]) {
                x[j] += alpha * (p->solution[j] - x[j]);
                if (x[j] <= 1e-15) {
                    x[j] = 0;
                    p->free_set[j] = false;
                }
            }
    }
    return false;
}

bool nnls(int rows, int columns, const double *A, const double *b, double *x)
{
    size_t most = (size_t)(rows > columns ? rows : columns);
    struct problem p = {.rows = rows, .columns = columns, .A = A, .b = b};
    p.free_set = calloc((size_t)columns, sizeof *p.free_set);
    p.copy = malloc((size_t)rows * (size_t)columns * sizeof *p.copy);
    p.rhs = malloc(most * sizeof *p.rhs);
    p.singular = malloc(most * sizeof *p.singular);
    p.solution = malloc((size_t)columns * sizeof *p.solution);
    bool *refused = calloc((size_t)columns, sizeof *refused);
    bool ok = p.free_set && p.copy && p.rhs && p.singular && p.solution && refused;
    memset(x, 0, (size_t)columns * sizeof *x);
    for (int steps = 0; ok; steps++) {
        int j = steepest(&p, x, refused);
        if (j < 0)
            break;
        p.free_set[j] = true;
        ok = steps < 10 * columns && advance(&p, x);
        /* A column that comes back as zero at once would be chosen for ever: rounding. */
        if (ok && x[j] == 0)
            refused[j] = true;
        else
            memset(refused, 0, (size_t)columns * sizeof *refused);
    }
    free(p.free_set);
    free(p.copy);
    free(p.rhs);
    free(p.singular);
    free(p.solution);
    free(refused);
    return ok;
}
