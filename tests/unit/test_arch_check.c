/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of arch_check.c over the whole space: what is legal passes, each rule has its limits where it should. */
#include <string.h>

#include "arch_load.h"
#include "unit.h"

/* Reads "mu=3 act=int8 ..." (flags) into a; the values count as given. */
static void parse_flags(const char *text, struct arch *a, struct arch_src *where)
{
    char copy[256];
    char *save = NULL;
    arch_init(a);
    *where = (struct arch_src){0};
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(word, '=');
        CU_ASSERT_PTR_NOT_NULL_FATAL(equals);
        *equals = '\0';
        int p = 0, value;
        bool number;
        while (p < PARAM_COUNT && strcmp(param_table[p].flag, word) != 0)
            p++;
        CU_ASSERT_FATAL(p < PARAM_COUNT);
        CU_ASSERT_FATAL(param_parse((enum param)p, equals + 1, &value, &number));
        arch_set(a, (enum param)p, value);
        where->given[p] = true;
        where->loc[p] = loc_arg(param_table[p].flag, p);
    }
}

/* The codes that a description breaks, as "E020 E031", sorted as printed. */
static void broken_codes(const char *flags, char *codes, size_t size)
{
    struct arch a;
    struct arch_src where;
    struct diag *d = diag_new();
    char *text = NULL;
    size_t text_size = 0;
    parse_flags(flags, &a, &where);
    bool ok = arch_check(&a, &where, d);
    CU_ASSERT_EQUAL(ok, diag_count(d) == 0);
    CU_ASSERT_EQUAL(ok, arch_check(&a, &where, NULL));
    FILE *out = open_memstream(&text, &text_size);
    diag_print(d, out);
    fclose(out);
    codes[0] = '\0';
    for (const char *at = text; (at = strstr(at, "error[")) != NULL; at += 6)
        if (strlen(codes) + 6 < size)
            snprintf(codes + strlen(codes), size - strlen(codes), "%s%.4s", codes[0] ? " " : "", at + 6);
    free(text);
    diag_free(d);
}

static void test_rules(void)
{
    static const struct {
        const char *flags, *codes;
    } cases[] = {
        {"", ""},
        {"kind=lut weight-bits=b", ""}, /* a default may be written out */
        {"weight-bits=2", "E020"},
        {"kind=signflip weight-bits=2", "E020"},
        {"kind=multiplier weight-bits=2", ""},
        {"kind=signflip", ""},
        {"kind=signflip mu=1 luts=24", ""},
        {"kind=signflip mu=3", "E021"},
        {"kind=signflip network=tree build=parallel half=true widths=exact build-adders=1", ""},
        {"kind=multiplier network=naive build=sequential half=false widths=uniform build-adders=3 mu=2",
         "E021 E021 E021 E021 E021 E021"},
        {"build-adders=2", "E022"},
        {"build=sequential", ""},
        {"build=sequential build-adders=10", ""},
        {"build=sequential build-adders=11", "E023"},
        {"build=sequential mu=6 build-adders=358", ""},
        {"build=sequential mu=5 build-adders=117", "E023"},
        {"build=sequential mu=2 build-adders=2", ""},
        {"build=sequential mu=1", "E023"},
        {"build=sequential half=false", "E035"},
        {"build=sequential network=naive", "E036"},
        {"build=sequential network=chain", ""},
        {"window=20", "E024"},
        {"top=3", "E024"},
        {"act=fp16 window=24 top=15", "E024 E024"}, /* auto is ieee */
        {"act=fp16 arith=aligned window=24 top=15", ""},
        {"act=fp8_e4m3 window=5", ""}, /* auto is aligned */
        {"act=fp8_e4m3 window=4", "E031"},
        {"act=fp8_e5m2 window=4", ""},
        {"act=fp8_e4m3 top=-6 window=4", "E031"},
        {"act=fp16 arith=aligned window=12", ""},
        {"act=fp16 arith=aligned window=11", "E031"},
        {"act=bf16 arith=aligned window=9", ""},
        {"act=bf16 arith=aligned window=8", "E031"},
        {"act=fp16 overflow=saturate", "E025"},
        {"act=fp16 arith=aligned overflow=saturate acc=int30", ""},
        {"act=fp16 acc=int32", "E026"},
        {"act=fp16 acc=fp16", ""},
        {"act=fp32 acc=bf16", ""},
        {"acc=fp32", "E027"},
        {"act=fp8_e4m3 acc=fp32", "E027"},
        {"arith=ieee", "E028"},
        {"arith=ieee act=fp8_e5m2", "E028"},
        {"arith=ieee act=bf16", ""},
        {"arith=aligned", "E029"},
        {"arith=aligned act=fp32", "E029"},
        {"arith=integer act=int2", ""},
        {"arith=integer act=fp32", "E030"},
        {"act=int8 max-n=256 acc=int17", ""},
        {"act=int8 max-n=256 acc=int16", "E032"},
        {"act=int8 max-n=256 acc=int16 overflow=wrap", ""},
        {"act=int8 max-n=256 acc=int16 overflow=saturate", ""},
        {"act=int8 max-n=255 acc=int16", ""},
        {"act=int8 range=symmetric max-n=258 acc=int16", ""}, /* 258 * 127 = 32766 */
        {"act=int8 range=symmetric max-n=259 acc=int16", "E032"},
        {"luts=256 fetchers=512 mu=1", ""}, /* 256 * 512 * 2 bits */
        {"luts=256 fetchers=512 mu=5", ""}, /* 256 * 512 * 8 bits: 2^20 exactly */
        {"luts=256 fetchers=512 mu=6", "E033"},
        {"range=symmetric act=bf16", "E034"},
        {"act=fp16 widths=uniform", "E037"},
        {"act=fp16 arith=aligned widths=uniform", ""},
        {"act=fp16 negate=early", "E038"},
        {"act=fp8_e4m3 negate=early", ""},
        {"kind=multiplier negate=early", "E038"},
        {"half=false negate=early", "E038"},
        {"kind=signflip negate=early", ""},
        {"kind=multiplier weights=trit2", "E039"},
        {"kind=multiplier weights=trit2 weight-bits=2", ""},
        {"kind=signflip weights=pack5", ""},
        {"kind=signflip pipe-build=1", "E021"},
        {"zero-gate=on", "E040"},
        {"zero-gate=on pipe-fetch=1", ""},
        {"zero-gate=on pipe-fetch=1 kind=signflip act=fp16", ""},
        {"zero-gate=on kind=multiplier", "E041"},
        {"zero-gate=on pipe-fetch=1 kind=multiplier weight-bits=2", "E041"},
        {"act=fp16 arith=aligned max-n=8388608", ""}, /* (2^40 - 1) * 2^23 fits 64 bits */
        {"act=fp16 arith=aligned max-n=16777216", "E042"},
        {"act=fp16 arith=aligned window=40 max-n=16777216", ""},
        {"act=bf16 arith=aligned window=48 max-n=65536", ""},
        {"act=bf16 arith=aligned window=48 max-n=65537", "E042"},
        {"act=bf16 arith=aligned window=48 max-n=65537 acc=int64", "E032"},
        {"act=bf16 arith=aligned window=48 max-n=65537 acc=int64 overflow=saturate", ""},
        {"act=bf16 arith=aligned window=48 max-n=65537 overflow=wrap", "E042"}, /* auto cannot overflow */
        {"act=int16 kind=multiplier max-n=16777216", ""},
        {"act=fp16 arith=aligned top=22", ""}, /* exact: 48 bits */
        {"act=fp16 arith=aligned top=23", "E043"},
        {"act=fp16 arith=aligned top=23 window=48", ""},
        {"act=fp16 arith=aligned top=-14", ""}, /* exact: 12 bits, just a significand */
        {"act=fp16 arith=aligned top=-15", "E044"},
        {"act=fp16 arith=aligned top=-15 window=12", "E044"},
        {"act=fp16 arith=aligned top=25 window=12", ""}, /* ends at 2^15, the largest exponent */
        {"act=fp16 arith=aligned top=26 window=12", "E044"},
        {"act=fp8_e4m3 top=-6", ""},
        {"act=fp8_e4m3 top=-7", "E044"},
        {"act=fp8_e4m3 top=37", ""},
        {"act=fp8_e4m3 top=38", "E043"},
        {"act=fp8_e5m2 top=-14 window=4", ""},
        {"act=bf16 arith=aligned top=-126 window=9", ""},
        {"act=bf16 arith=aligned top=134 window=9", ""},
        {"act=bf16 arith=aligned top=135 window=9", "E044"},
        {"act=bf16 arith=aligned top=157", ""}, /* "exact" is 32 bits */
        {"act=bf16 arith=aligned top=158", "E044"},
        {"act=fp16 arith=aligned window=13 top=40", "E044"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char codes[200];
        broken_codes(cases[i].flags, codes, sizeof codes);
        if (strcmp(codes, cases[i].codes) != 0)
            printf("\n    '%s' breaks '%s', expected '%s'", cases[i].flags, codes, cases[i].codes);
        CU_ASSERT_STRING_EQUAL(codes, cases[i].codes);
    }
}

static void test_arith(void)
{
    static const enum arith expected[] = {ARITH_ALIGNED, ARITH_ALIGNED, ARITH_IEEE, ARITH_IEEE, ARITH_IEEE};
    struct arch a;
    arch_init(&a);
    for (a.act = ACT_INT2; a.act <= ACT_FP32; a.act++) {
        a.arith = ARITH_AUTO;
        CU_ASSERT_EQUAL(arch_arith(&a), a.act < ACT_FP8_E4M3 ? ARITH_INTEGER : expected[a.act - ACT_FP8_E4M3]);
        a.arith = ARITH_ALIGNED;
        CU_ASSERT_EQUAL(arch_arith(&a), ARITH_ALIGNED);
    }
}

/* Checking changes nothing, and says the same with and without a listener. */
static void test_each_value(void)
{
    for (int p = 0; p < PARAM_COUNT; p++)
        for (int v = param_table[p].min; v <= param_table[p].max && v < param_table[p].min + 600; v++) {
            struct arch a, copy;
            struct diag *d = diag_new();
            arch_init(&a);
            arch_set(&a, (enum param)p, v);
            copy = a;
            bool ok = arch_check(&a, NULL, d);
            CU_ASSERT_EQUAL(ok, diag_count(d) == 0);
            CU_ASSERT_EQUAL(ok, arch_check(&a, NULL, NULL));
            CU_ASSERT_EQUAL(memcmp(&a, &copy, sizeof a), 0);
            diag_free(d);
        }
}

UNIT_MAIN("arch_check", {"rules", test_rules}, {"mode of arithmetic", test_arith},
          {"each value alone", test_each_value})
