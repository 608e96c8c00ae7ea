/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h -- the frame of a CUnit test program: UNIT_MAIN(suite, {"case", function}, ...). */
#ifndef TLUT_UNIT_H
#define TLUT_UNIT_H

#include <CUnit/Basic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct unit_case { const char *name; CU_TestFunc run; };

/* Seed of the random cases: TLUT_SEED, or a fixed one; printed, so that a failure can be repeated. */
static inline uint64_t unit_seed(void)
{
    const char *s = getenv("TLUT_SEED");
    uint64_t seed = s ? strtoull(s, NULL, 0) : 20260425u;
    printf(" (TLUT_SEED=%llu) ", (unsigned long long)seed);
    return seed;
}

/* splitmix64: the state is the seed. */
static inline uint64_t unit_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int unit_run(const char *suite, const struct unit_case *cases, int count)
{
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 1;
    CU_pSuite s = CU_add_suite(suite, NULL, NULL);
    for (int i = 0; i < count; i++)
        CU_add_test(s, cases[i].name, cases[i].run);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    int failed = (int)CU_get_number_of_failures();
    CU_cleanup_registry();
    return failed != 0;
}

#define UNIT_MAIN(suite, ...)                                                                                          \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        static const struct unit_case cases[] = {__VA_ARGS__};                                                         \
        return unit_run(suite, cases, (int)(sizeof cases / sizeof cases[0]));                                          \
    }

#endif
