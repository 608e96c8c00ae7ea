/* SPDX-License-Identifier: Apache-2.0 */
/* test_dse_front.c -- fronts, filters and best lists against their definitions. */
#include "unit.h"

#include <stdbool.h>
#include <string.h>

#include "filter.h"
#include "front.h"

enum { POINTS = 3000 };

static uint64_t rng;
static struct space_point point[POINTS];

static void draw(const struct sweep *s, int values)
{
    for (int i = 0; i < POINTS; i++) {
        point[i] = (struct space_point){.index = (uint64_t)i};
        for (int k = 0; k < s->objectives; k++) {
            double v = (double)(unit_random(&rng) % (uint64_t)values);
            point[i].figure[s->objective[k].metric] =
                k == 0 ? v : v + point[i].figure[s->objective[0].metric] * (k % 2 ? -1 : 1);
        }
    }
}

static bool dominates(const struct sweep *s, const struct space_point *a, const struct space_point *b)
{
    double x[SWEEP_MAX_OBJECTIVES], y[SWEEP_MAX_OBJECTIVES];
    bool better = a->index < b->index;
    front_keys(s, a, x);
    front_keys(s, b, y);
    for (int i = 0; i < s->objectives; i++) {
        if (x[i] > y[i])
            return false;
        if (x[i] < y[i])
            better = true;
    }
    return better && a->index != b->index;
}

static struct sweep objectives(int n)
{
    struct sweep s;
    sweep_init(&s);
    s.objectives = n;
    for (int i = 0; i < n; i++)
        s.objective[i] = (struct sweep_objective){(enum metric)(METRIC_AREA + i), i % 2 == 1};
    return s;
}

/* In any order, split in any way, with or without filters: the same set. */
static void fronts(void)
{
    rng = unit_seed();
    for (int n = 1; n <= 4; n++)
        for (int round = 0; round < 6; round++) {
            struct sweep s = objectives(n);
            struct front whole, part[3];
            struct filter filter[3];
            draw(&s, round < 3 ? 20 : 100000);
            front_init(&whole, &s);
            for (int k = 0; k < 3; k++) {
                front_init(&part[k], &s);
                filter_init(&filter[k], &s);
            }
            for (int i = 0; i < POINTS; i++) { /* shuffled */
                int j = i + (int)(unit_random(&rng) % (uint64_t)(POINTS - i));
                struct space_point t = point[i];
                point[i] = point[j];
                point[j] = t;
                int k = (int)(unit_random(&rng) % 3);
                double key[SWEEP_MAX_OBJECTIVES];
                front_keys(&s, &point[i], key);
                if (!filter_rejects(&filter[k], key, point[i].index))
                    front_add(&part[k], &point[i]);
                if (i % 100 == 99) { /* a block is delivered */
                    for (size_t m = 0; m < part[k].count; m++)
                        front_add(&whole, &part[k].point[m]);
                    filter_add(&filter[k], &part[k]);
                    front_clear(&part[k]);
                }
            }
            for (int k = 0; k < 3; k++)
                for (size_t m = 0; m < part[k].count; m++)
                    front_add(&whole, &part[k].point[m]);
            front_sort(&whole);
            size_t want = 0;
            bool good = true;
            for (int i = 0; i < POINTS; i++) {
                bool beaten = false, there = false;
                for (int j = 0; j < POINTS && !beaten; j++)
                    beaten = dominates(&s, &point[j], &point[i]);
                for (size_t m = 0; m < whole.count; m++)
                    there = there || whole.point[m].index == point[i].index;
                good = good && there == !beaten;
                want += !beaten;
            }
            CU_ASSERT_TRUE(good);
            CU_ASSERT_EQUAL(whole.count, want);
            for (size_t m = 1; m < whole.count; m++)
                good = good && best_compare(&s, &whole.point[m - 1], &whole.point[m]) < 0;
            CU_ASSERT_TRUE(good);
            front_release(&whole);
            for (int k = 0; k < 3; k++) {
                front_release(&part[k]);
                filter_release(&filter[k]);
            }
        }
}

/* The same set when everything is thrown together and reduced, ties and infinities included. */
static void reduced(void)
{
    rng = unit_seed();
    for (int n = 1; n <= 6; n++)
        for (int round = 0; round < 4; round++) {
            struct sweep s = objectives(n);
            struct front one, all, block;
            draw(&s, round < 2 ? 4 : 1000000);
            for (int i = 0; i < POINTS / 10; i++)
                point[unit_random(&rng) % POINTS].figure[METRIC_AREA] = __builtin_inf();
            front_init(&one, &s);
            front_init(&all, &s);
            front_init(&block, &s);
            for (int i = 0; i < POINTS; i++) {
                front_add(&one, &point[i]);
                front_add(&block, &point[i]);
                if (i % 200 == 199) {
                    front_collect(&all, &block);
                    front_clear(&block);
                }
            }
            front_collect(&all, &block);
            front_reduce(&all);
            front_sort(&one);
            front_sort(&all);
            bool good = one.count == all.count;
            for (size_t i = 0; good && i < one.count; i++)
                good = one.point[i].index == all.point[i].index;
            CU_ASSERT_TRUE(good);
            front_release(&one);
            front_release(&all);
            front_release(&block);
        }
}

static void best(void)
{
    rng = unit_seed();
    struct sweep s = objectives(2);
    draw(&s, 50);
    for (size_t most = 1; most < 40; most += 13) {
        struct best b;
        best_init(&b, &s, most);
        for (int i = 0; i < POINTS; i++)
            best_add(&b, &point[i]);
        CU_ASSERT_EQUAL(b.count, most);
        for (size_t k = 0; k < b.count; k++) {
            size_t better = 0;
            for (int i = 0; i < POINTS; i++)
                better += best_compare(&s, &point[i], &b.point[k]) < 0;
            CU_ASSERT_EQUAL(better, k);
        }
        best_release(&b);
    }
}

UNIT_MAIN("dse_front", {"fronts", fronts}, {"reduced", reduced}, {"best", best})
