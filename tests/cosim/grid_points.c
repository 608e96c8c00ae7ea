/* SPDX-License-Identifier: Apache-2.0 */
#include "grid_points.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "configs.h"

static const struct {
    int act, arith;
} types[GRID_TYPES] =
    {
        {ACT_FP16, ARITH_IEEE},        {ACT_FP16, ARITH_ALIGNED},    {ACT_BF16, ARITH_IEEE},
        {ACT_BF16, ARITH_ALIGNED},     {ACT_FP32, ARITH_IEEE},       {ACT_FP8_E4M3, ARITH_ALIGNED},
        {ACT_FP8_E5M2, ARITH_ALIGNED}, {ACT_INT8, ARITH_INTEGER},    {ACT_INT2, ARITH_INTEGER},
        {ACT_INT16, ARITH_INTEGER},    {ACT_INT2 + 2, ARITH_INTEGER} /* the other widths follow: int3, int5, ... */
};
static const int other_widths[] = {3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15};

static const struct {
    int kind, weight_bits, build;
} forms[GRID_FORMS] = {
    {KIND_LUT, WEIGHT_BITS_B, BUILD_PARALLEL},        {KIND_LUT, WEIGHT_BITS_B, BUILD_SEQUENTIAL},
    {KIND_SIGNFLIP, WEIGHT_BITS_B, BUILD_PARALLEL},   {KIND_MULTIPLIER, WEIGHT_BITS_2, BUILD_PARALLEL},
    {KIND_MULTIPLIER, WEIGHT_BITS_B, BUILD_PARALLEL},
};

static const int luts[] = {1, 3, 8}, reuse[] = {1, 2, 8};

/* The field of four elements 0, 1, a, a + 1, numbered 0..3: addition is XOR. */
static const int times_a[] = {0, 2, 3, 1}, times_a1[] = {0, 3, 1, 2};

void grid_given(int i, struct arch *a)
{
    int row = i % GRID_ROWS, column = i / GRID_ROWS, type = column % GRID_TYPES, form = column / GRID_TYPES;
    int p = row / 4, q = row % 4, shift = (type + form) % 4, other = type / 4 % 4;
    config_small(a);
    a->act = type <= 10 ? types[type].act : ACT_INT2 + other_widths[type - 11] - 2;
    a->arith = type <= 10 ? types[type].arith : ARITH_INTEGER;
    a->kind = forms[form].kind;
    a->weight_bits = forms[form].weight_bits;
    a->build = forms[form].build;
    a->pipe_build = a->kind == KIND_LUT ? p : 0;
    a->pipe_fetch = q;
    a->pipe_reduce = p ^ q ^ shift;
    int l = p ^ times_a[q] ^ other, r = p ^ times_a1[q] ^ form % 4;
    a->luts = luts[l < 3 ? l : column % 3];
    a->reuse = reuse[r < 3 ? r : (column / 3 + row) % 3];
}

void grid_point(int i, struct arch *a)
{
    uint64_t state = 0x9e3779b97f4a7c15u * (uint64_t)(i + 1);
    grid_given(i, a);
    config_complete(&state, a);
}

static int index_of(const int *table, int value)
{
    int i = 0;
    while (table[i] != value)
        i++;
    return i;
}

static bool all_set(const char *what, const bool *seen, size_t count)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += !seen[i];
    if (missing)
        fprintf(stderr, "grid: %zu of %zu combinations are missing: %s\n", missing, count, what);
    return missing == 0;
}

bool grid_check(void)
{
    static bool pair[GRID_TYPES * GRID_FORMS][3][3][4][4]; /* column; two places; their depths */
    static bool with[GRID_TYPES * GRID_FORMS][3][4][3][2]; /* column; place; depth; L or R */
    static bool lr[GRID_TYPES * GRID_FORMS][3][3], triple[GRID_FORMS][4][4][4], depth_lr[3][4][3][3];
    for (int i = 0; i < GRID_POINTS; i++) {
        struct arch a;
        grid_given(i, &a);
        int column = i / GRID_ROWS, form = column / GRID_TYPES, l = index_of(luts, a.luts),
            r = index_of(reuse, a.reuse);
        int depth[3] = {a.pipe_build, a.pipe_fetch, a.pipe_reduce};
        for (int any = 0; any < 4; any++) { /* a baseline's build: all depths count as there */
            if (a.kind != KIND_LUT)
                depth[0] = any;
            for (int x = 0; x < 3; x++) {
                for (int y = 0; y < 3; y++)
                    if (x != y)
                        pair[column][x][y][depth[x]][depth[y]] = true;
                with[column][x][depth[x]][l][0] = with[column][x][depth[x]][r][1] = true;
                if (x > 0 || a.kind == KIND_LUT)
                    depth_lr[x][depth[x]][l][r] = true;
            }
            triple[form][depth[0]][depth[1]][depth[2]] = true;
        }
        lr[column][l][r] = true;
    }
    for (int c = 0; c < GRID_TYPES * GRID_FORMS; c++)
        for (int x = 0; x < 3; x++)
            memset(pair[c][x][x], true, sizeof pair[c][x][x]);
    bool ok = all_set("two depths in a column", pair[0][0][0][0], sizeof pair);
    ok = all_set("a depth with L or R in a column", with[0][0][0][0], sizeof with) && ok;
    ok = all_set("L with R in a column", lr[0][0], sizeof lr) && ok;
    ok = all_set("three depths in a form", triple[0][0][0], sizeof triple) && ok;
    return all_set("a depth with L and R", depth_lr[0][0][0], sizeof depth_lr) && ok;
}
