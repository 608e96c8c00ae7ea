/* SPDX-License-Identifier: Apache-2.0 */
#include "grid_points.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "configs.h"

static const struct {
    int act, arith;
} types[GRID_TYPES] = {{ACT_FP16, ARITH_IEEE},        {ACT_FP16, ARITH_ALIGNED},    {ACT_BF16, ARITH_IEEE},
                       {ACT_BF16, ARITH_ALIGNED},     {ACT_FP32, ARITH_IEEE},       {ACT_FP8_E4M3, ARITH_ALIGNED},
                       {ACT_FP8_E5M2, ARITH_ALIGNED}, {ACT_INT8, ARITH_INTEGER},    {ACT_INT2, ARITH_INTEGER},
                       {ACT_INT16, ARITH_INTEGER},    {ACT_INT2 + 2, ARITH_INTEGER}};
static const int widths[GRID_WIDTHS] = {3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15};

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

static void form_of(int form, struct arch *a)
{
    config_small(a);
    a->kind = forms[form].kind;
    a->weight_bits = forms[form].weight_bits;
    a->build = forms[form].build;
}

static void given_full(int i, struct arch *a)
{
    int row = i % GRID_ROWS, column = i / GRID_ROWS, type = column % GRID_TYPES, form = column / GRID_TYPES;
    int p = row / 4, q = row % 4, shift = (type + form) % 4, other = type / 2 % 4;
    form_of(form, a);
    a->act = types[type].act;
    a->arith = types[type].arith;
    a->pipe_build = p;
    a->pipe_fetch = q;
    a->pipe_reduce = p ^ q ^ shift;
    int l = p ^ times_a[q] ^ other, r = p ^ times_a1[q] ^ form % 4;
    a->luts = luts[l < 3 ? l : column % 3];
    a->reuse = reuse[r < 3 ? r : (column / 3 + row) % 3];
}

static void given_few(int i, struct arch *a)
{
    int row = i % GRID_FEW, column = i / GRID_FEW, width = column % GRID_WIDTHS, form = column / GRID_WIDTHS;
    form_of(form, a);
    a->act = ACT_INT2 + widths[width] - 2;
    a->arith = ARITH_INTEGER;
    a->pipe_build = row;
    a->pipe_fetch = times_a[row] ^ width % 4;
    a->pipe_reduce = times_a1[row] ^ form % 4;
    a->luts = luts[(row + width) % 3];
    a->reuse = reuse[(row + form + width / 3) % 3];
}

void grid_given(int i, struct arch *a)
{
    if (i < GRID_FULL)
        given_full(i, a);
    else
        given_few(i - GRID_FULL, a);
    if (a->kind != KIND_LUT)
        a->pipe_build = 0;
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

/* The 880 points. */
static bool check_full(void)
{
    static bool pair[GRID_TYPES * GRID_FORMS][3][3][4][4]; /* column; two places; their depths */
    static bool with[GRID_TYPES * GRID_FORMS][3][4][3][2]; /* column; place; depth; L or R */
    static bool lr[GRID_TYPES * GRID_FORMS][3][3], triple[GRID_FORMS][4][4][4], depth_lr[3][4][3][3];
    for (int i = 0; i < GRID_FULL; i++) {
        struct arch a;
        grid_given(i, &a);
        int column = i / GRID_ROWS, form = column / GRID_TYPES, l = index_of(luts, a.luts),
            r = index_of(reuse, a.reuse), depth[3] = {a.pipe_build, a.pipe_fetch, a.pipe_reduce};
        for (int any = 0; any < 4; any++) { /* a baseline's build: all depths count as there */
            if (a.kind != KIND_LUT)
                depth[0] = any;
            for (int x = 0; x < 3; x++) {
                for (int y = 0; y < 3; y++)
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

/* The 220 points. */
static bool check_few(void)
{
    static bool depths[GRID_WIDTHS * GRID_FORMS][3][4], tables[GRID_WIDTHS * GRID_FORMS][2][3];
    for (int i = 0; i < GRID_POINTS - GRID_FULL; i++) {
        struct arch a;
        grid_given(GRID_FULL + i, &a);
        int column = i / GRID_FEW;
        for (int any = 0; any < 4; any++)
            depths[column][0][a.kind == KIND_LUT ? a.pipe_build : any] = true;
        depths[column][1][a.pipe_fetch] = depths[column][2][a.pipe_reduce] = true;
        tables[column][0][index_of(luts, a.luts)] = tables[column][1][index_of(reuse, a.reuse)] = true;
    }
    bool ok = all_set("a depth with a width", depths[0][0], sizeof depths);
    return all_set("L or R with a width", tables[0][0], sizeof tables) && ok;
}

bool grid_check(void)
{
    bool ok = check_full();
    return check_few() && ok;
}
