/* SPDX-License-Identifier: Apache-2.0 */
/* test_dse_sweep.c -- lists of values, limits, sweep files and their canonical text. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "sweep.h"

static bool values(enum param p, const char *text, const char *want)
{
    struct sweep s;
    struct diag *d = diag_new();
    struct buf out = BUF_INIT;
    sweep_init(&s);
    bool ok = sweep_set_values(&s, p, text, LOC_NONE, d);
    if (ok)
        sweep_values_text(&out, p, s.vary[p].value, s.vary[p].count);
    bool good = want ? ok && strcmp(out.data, want) == 0 : !ok && diag_count(d) == 1;
    if (!good)
        printf("\n    %s: %s\n", text, out.data);
    buf_release(&out);
    sweep_release(&s);
    diag_free(d);
    return good;
}

static void lists(void)
{
    CU_ASSERT_TRUE(values(PARAM_luts, "1..64 step 9", "1,10,19,28,37,46,55,64"));
    CU_ASSERT_TRUE(values(PARAM_luts, " 16 , 4|8,1..3 ", "1..4,8,16"));
    CU_ASSERT_TRUE(values(PARAM_luts, "1..256 times 4", "1,4,16,64,256"));
    CU_ASSERT_TRUE(values(PARAM_luts, "3..3", "3"));
    CU_ASSERT_TRUE(values(PARAM_luts, "5,6", "5,6"));
    CU_ASSERT_TRUE(values(PARAM_mu, "*", "1..6"));
    CU_ASSERT_TRUE(values(PARAM_act, "fp16,int4..int6,int8", "int4..int6,int8,fp16"));
    CU_ASSERT_TRUE(values(PARAM_network, "*", "tree,chain,naive"));
    CU_ASSERT_TRUE(values(PARAM_window, "24,exact", "exact,24"));
    CU_ASSERT_TRUE(values(PARAM_top, "-3..-1,auto", "auto,-3..-1"));
    CU_ASSERT_TRUE(values(PARAM_acc, "auto,int20..int22", "auto,int20..int22"));
    static const char *const bad[] = {"",          ",",         "1,",    "0",           "257",
                                      "1..",       "..4",       "4..1",  "1..4 step 0", "1..8 times 1",
                                      "1..8 by 2", "1..8 step", "1,1",   "1..4,3",      "1..4 step 2 step 2",
                                      "x",         "1.5",       "1...4", "exact",       "1 2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT_TRUE(values(PARAM_luts, bad[i], NULL));
    CU_ASSERT_TRUE(values(PARAM_window, "exact..8", NULL));
    CU_ASSERT_TRUE(values(PARAM_max_n, "1..16777216", NULL)); /* too long */
    CU_ASSERT_TRUE(values(PARAM_act, "int16..int2", NULL));
}

static void limits(void)
{
    static const struct {
        const char *text;
        double min, max;
    } good[] = {{"1024", 1024, 1024}, {"1..2.5", 1, 2.5}, {"3..", 3, INFINITY}, {" .. 1e3 ", 0, 1000}, {"0..0", 0, 0}};
    static const char *const bad[] = {"", "..", "x", "1..x", "-1", "2..1", "inf", "nan", "0x10", "1,5", "1..2..3"};
    struct diag *d = diag_new();
    struct sweep s;
    sweep_init(&s);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CU_ASSERT_TRUE(sweep_set_limit(&s, "area-mm2", good[i].text, LOC_NONE, d));
        CU_ASSERT_EQUAL(s.limits, 1);
        CU_ASSERT_EQUAL(s.limit[0].min, good[i].min);
        CU_ASSERT_EQUAL(s.limit[0].max, good[i].max);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT_FALSE(sweep_set_limit(&s, "area-mm2", bad[i], LOC_NONE, d));
    CU_ASSERT_FALSE(sweep_set_limit(&s, "aera", "1", LOC_NONE, d));
    struct sweep_limit third = {.metric = METRIC_MACS, .min = 1024, .max = 1024};
    CU_ASSERT_TRUE(sweep_within(&third, 2.0 / 3 * 1536));
    CU_ASSERT_FALSE(sweep_within(&third, 1023));
    CU_ASSERT_FALSE(sweep_within(&third, 1025));
    sweep_release(&s);
    diag_free(d);
}

static void read_text(struct sweep *s, const char *text, int errors)
{
    struct diag *d = diag_new();
    struct src *src = src_from_text("test", text, strlen(text));
    sweep_init(s);
    CU_ASSERT_EQUAL(sweep_parse(s, src, NULL, d), errors == 0);
    CU_ASSERT_EQUAL(diag_count(d), errors);
    if (diag_count(d) != errors)
        diag_print(d, stdout);
    src_free(src);
    diag_free(d);
}

/* The canonical text reads back to itself; order and spelling of the original do not matter. */
static void canonical(void)
{
    static const char one[] =
        "<sweep name=\"a &lt; b\" tech=\"osu035\"><tlut version=\"1\"><core reuse=\"4\"/><activation "
        "type=\"fp16\"/></tlut>"
        "<vary parameter=\"table/@luts\" values=\"1..4, 8\"/><vary parameter=\"mu\" values=\"2|1\"/>"
        "<limit figure=\"macs-per-cycle\" is=\"64\"/><limit figure=\"area-mm2\" max=\"2.5\"/>"
        "<minimize figure=\"area\"/><maximize figure=\"throughput\"/><clock mhz=\"250\"/>"
        "<system tokens=\"4\" dram=\"lpddr5\" weight-sram=\"4096KiB\" dram-gbps=\"12.50\"/>"
        "<workload name=\"w\"><layer name=\"x\" m=\"3\" n=\"4\" count=\"2\"/></workload></sweep>";
    static const char two[] =
        "<sweep tech=\"osu035\" name=\"a &lt; b\"><!-- remark --><clock mhz=\"250.0\"/><minimize figure=\"area-um2\"/>"
        "<vary parameter=\"table/@group-size\" values=\"1,2\"/><vary parameter=\"luts\" values=\"8,4,3,2,1\"/>"
        "<limit figure=\"mac-per-cycle\" min=\"64\" max=\"64\"/><limit figure=\"area-mm2\" max=\"2.50\"/>"
        "<tlut><activation type=\"fp16\"/><core reuse=\"4\"/></tlut><maximize figure=\"gmacs\"/>"
        "<system dram-gbps=\"12.5\" dram=\"lpddr5\" weight-sram=\"4 MiB\" tokens=\"4\"/>"
        "<workload name=\"w\"><layer name=\"x\" m=\"3\" n=\"4\" count=\"2\"/></workload></sweep>";
    struct sweep a, b, c;
    struct buf x = BUF_INIT, y = BUF_INIT, z = BUF_INIT;
    read_text(&a, one, 0);
    read_text(&b, two, 0);
    sweep_write(&x, &a);
    sweep_write(&y, &b);
    CU_ASSERT_STRING_EQUAL(x.data, y.data);
    read_text(&c, x.data, 0);
    sweep_write(&z, &c);
    CU_ASSERT_STRING_EQUAL(x.data, z.data);
    CU_ASSERT_EQUAL(c.mhz, 250);
    CU_ASSERT_EQUAL(c.base.reuse, 4);
    CU_ASSERT_EQUAL(c.workload.layers, 1);
    CU_ASSERT_EQUAL(c.platform.weight_sram, 4194304);
    CU_ASSERT_EQUAL(c.platform.tokens, 4);
    buf_release(&x);
    buf_release(&y);
    buf_release(&z);
    sweep_release(&a);
    sweep_release(&b);
    sweep_release(&c);
}

static void bad_files(void)
{
    static const struct {
        const char *text;
        int errors;
    } bad[] = {
        {"<swep/>", 1},
        {"<sweep", 1},
        {"<sweep what=\"1\"/>", 1},
        {"<sweep version=\"2\"/>", 1},
        {"<sweep>text</sweep>", 1},
        {"<sweep><vary parameter=\"lutz\" values=\"1\"/><vary values=\"1\"/><vary parameter=\"luts\"/></sweep>", 3},
        {"<sweep><vary parameter=\"luts\" values=\"1\"/><vary parameter=\"luts\" values=\"2\"/></sweep>", 1},
        {"<sweep><vary parameter=\"luts\" values=\"1\"/><tlut><table luts=\"3\"/></tlut></sweep>", 1},
        {"<sweep><tlut><table lots=\"3\"/><tabel/></tlut></sweep>", 2},
        {"<sweep><limit figure=\"area\"/><limit figure=\"area\" is=\"1\" max=\"2\"/><limit is=\"3\"/></sweep>", 3},
        {"<sweep><limit figure=\"area\" max=\"1\"/><limit figure=\"area\" min=\"1\"/></sweep>", 1},
        {"<sweep><minimize figure=\"area\"/><minimize figure=\"area\"/><maximize figure=\"x\"/></sweep>", 2},
        {"<sweep><clock/><clock mhz=\"-1\"/></sweep>", 2},
        {"<sweep><workload name=\"w\"/></sweep>", 1},
        {"<sweep><vary parameter=\"luts\" values=\"1\"><x/></vary></sweep>", 1},
        {"<sweep><system dram=\"x\" tokens=\"0\" drams=\"y\" weight-sram=\"4MB\"/></sweep>", 4},
        {"<sweep><system dram=\"hbm2\"/><system tokens=\"2\"/></sweep>", 1},
        {"<sweep><system dram=\"hbm2\"><x/></system></sweep>", 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sweep s;
        read_text(&s, bad[i].text, bad[i].errors);
        sweep_release(&s);
    }
}

static void figures(void)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        CU_ASSERT_EQUAL(metric_find(metric_table[m].name), m);
        if (metric_table[m].alias)
            CU_ASSERT_EQUAL(metric_find(metric_table[m].alias), m);
    }
    CU_ASSERT_EQUAL(metric_find("nothing"), METRIC_COUNT);
}

UNIT_MAIN("dse_sweep", {"lists", lists}, {"limits", limits}, {"canonical", canonical}, {"bad files", bad_files},
          {"figures", figures})
