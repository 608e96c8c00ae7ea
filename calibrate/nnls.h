/* SPDX-License-Identifier: Apache-2.0 */
/* nnls.h -- least squares without negative coefficients. */
#ifndef TLUT_NNLS_H
#define TLUT_NNLS_H

#include <stdbool.h>

/* Minimizes |A x - b| subject to x >= 0. A is rows x columns, row after row. Method: Lawson and Hanson's active sets
 * ("Solving Least Squares Problems", 1974, chapter 23); each step's unconstrained problem is solved by LAPACK's dgelsd, which
 * takes columns that depend on each other. False if it does not converge. */
bool nnls(int rows, int columns, const double *A, const double *b, double *x);

#endif
