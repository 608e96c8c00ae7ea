/* SPDX-License-Identifier: Apache-2.0 */
/* test_nnls.c -- non-negative least squares against its optimality conditions (Karush, Kuhn, Tucker). */
#include "unit.h"

#include <math.h>
#include <stdbool.h>

#include "nnls.h"

/* x >= 0; the gradient is 0 where x > 0, and not downhill where x = 0. */
static bool optimal(int rows, int columns, const double *A, const double *b, const double *x)
{
    bool good = true;
    for (int j = 0; j < columns; j++) {
        double g = 0, norm = 0;
        for (int i = 0; i < rows; i++) {
            double r = b[i];
            for (int k = 0; k < columns; k++)
                r -= A[i * columns + k] * x[k];
            g += A[i * columns + j] * r;
            norm += A[i * columns + j] * A[i * columns + j];
        }
        g /= sqrt(norm) + 1e-300;
        good = good && x[j] >= 0 && g < 1e-6 && (x[j] == 0 || fabs(g) < 1e-6);
    }
    return good;
}

static double uniform(uint64_t *rng)
{
    return (double)(unit_random(rng) >> 11) / (double)(UINT64_C(1) << 53) * 2 - 1;
}

static void random_problems(void)
{
    uint64_t rng = unit_seed();
    for (int n = 0; n < 300; n++) {
        int columns = 1 + (int)(unit_random(&rng) % 12), rows = 1 + (int)(unit_random(&rng) % 40);
        double A[40 * 12], b[40], x[12];
        for (int i = 0; i < rows * columns; i++)
            A[i] = uniform(&rng);
        if (columns > 2 && n % 3 == 0) /* columns that depend on each other */
            for (int i = 0; i < rows; i++)
                A[i * columns + 2] = A[i * columns] * 2;
        for (int i = 0; i < rows; i++)
            b[i] = uniform(&rng);
        CU_ASSERT_TRUE(nnls(rows, columns, A, b, x));
        CU_ASSERT_TRUE(optimal(rows, columns, A, b, x));
    }
}

/* A known non-negative answer is found again. */
static void exact(void)
{
    static const double A[] = {1, 2, 0, 0, 1, 1, 3, 0, 1, 1, 1, 1}, want[] = {2, 0, 5};
    double b[4], x[3];
    for (int i = 0; i < 4; i++)
        b[i] = A[3 * i] * want[0] + A[3 * i + 1] * want[1] + A[3 * i + 2] * want[2];
    CU_ASSERT_TRUE(nnls(4, 3, A, b, x));
    for (int j = 0; j < 3; j++)
        CU_ASSERT_DOUBLE_EQUAL(x[j], want[j], 1e-9);
}

/* The free answer would be negative. */
static void bound(void)
{
    static const double A[] = {1, 1, 1, 2, 1, 3}, b[] = {3, 2, 1};
    double x[2];
    CU_ASSERT_TRUE(nnls(3, 2, A, b, x));
    CU_ASSERT_EQUAL(x[1], 0);
    CU_ASSERT_DOUBLE_EQUAL(x[0], 2, 1e-9);
}

UNIT_MAIN("nnls", {"random problems", random_problems}, {"exact answer", exact}, {"bound", bound})
