/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <string.h>
#include <time.h>

#include "buf.h"
#include "diag.h"
#include "tpl.h"

static struct tpl *sample(void)
{
    struct tpl *t = tpl_new();
    tpl_set(t, "NAME", "demo");
    tpl_set(t, "EMPTY", "%s", "");
    tpl_flag(t, "YES", true);
    tpl_flag(t, "NO", false);
    tpl_list(t, "NOTHING");
    for (int i = 0; i < 3; i++) {
        tpl_list_add(t, "ROWS");
        tpl_item_set(t, "ROWS", "NUM", "%d", i);
        tpl_item_set(t, "ROWS", "WORD", "w%d", i);
        tpl_item_flag(t, "ROWS", "LAST", i == 2);
    }
    tpl_list_add(t, "PAIR");
    tpl_item_set(t, "PAIR", "X", "a");
    tpl_list_add(t, "PAIR");
    tpl_item_set(t, "PAIR", "X", "b");
    return t;
}

static void expect(const char *text, const char *want)
{
    struct tpl *t = sample();
    struct diag *d = diag_new();
    struct buf out = BUF_INIT;
    CU_ASSERT_TRUE(tpl_render(t, "t.in", text, d, &out));
    CU_ASSERT_STRING_EQUAL(out.data, want);
    if (strcmp(out.data, want) != 0)
        fprintf(stderr, "\n--- got\n%s--- want\n%s", out.data, want);
    CU_ASSERT_EQUAL(diag_count(d), 0);
    buf_release(&out);
    diag_free(d);
    tpl_free(t);
}

/* The template fails, with one diagnostic that contains `want`; nothing is added to the output. */
static void refuse(const char *text, const char *want)
{
    struct tpl *t = sample();
    struct diag *d = diag_new();
    struct buf out = BUF_INIT;
    buf_addstr(&out, "before");
    CU_ASSERT_FALSE(tpl_render(t, "t.in", text, d, &out));
    CU_ASSERT_STRING_EQUAL(out.data, "before");
    CU_ASSERT_EQUAL(diag_count(d), 1);
    char *said = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&said, &size);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, want));
    if (!strstr(said, want))
        fprintf(stderr, "\n--- said\n%s--- want\n%s\n", said, want);
    free(said);
    buf_release(&out);
    diag_free(d);
    tpl_free(t);
}

static void variables(void)
{
    expect("", "");
    expect("plain\n", "plain\n");
    expect("no newline at the end", "no newline at the end");
    expect("a @NAME@ b @NAME@@NAME@\n", "a demo b demodemo\n");
    expect("[@EMPTY@]", "[]");
    expect("mail@@NAME@@ x@@y @@@@", "mail@NAME@ x@y @@");
    expect("always @(posedge clk) $@ @echo @\n@", "always @(posedge clk) $@ @echo @\n@");
    expect("@@@NAME@", "@demo");
}

static void loops(void)
{
    expect("a\n//@ for r in ROWS\n@R_NUM@:@R_WORD@ @NAME@\n//@ end\nb\n", "a\n0:w0 demo\n1:w1 demo\n2:w2 demo\nb\n");
    expect("a\n  #@for r in NOTHING\n@R_WHATEVER@\n  #@end\nb\n", "a\nb\n");
    expect("//@ for r in ROWS\n//@ for long_name in PAIR\n@R_NUM@@LONG_NAME_X@ \n//@ end\n//@ end\n",
           "0a \n0b \n1a \n1b \n2a \n2b \n");
    expect("//@ for r in PAIR\n//@ for r in ROWS\n@R_NUM@@R_X@\n//@ end\n//@ end\n", "0a\n1a\n2a\n0b\n1b\n2b\n");
    expect("//@ for r in ROWS\n//@ end\n", "");
}

static void conditions(void)
{
    expect("//@ if YES\na\n//@ else\nb\n//@ end\nc\n", "a\nc\n");
    expect("//@ if NO\na\n//@ else\nb\n//@ end\nc\n", "b\nc\n");
    expect("//@ if NO\na\n//@ end\nc\n", "c\n");
    expect("//@ if YES\n//@ end\n//@ if NO\n//@ else\n//@ end\nc\n", "c\n");
    expect("//@ for r in ROWS\n//@ if R_LAST\nlast @R_NUM@\n//@ else\n@R_NUM@,\n//@ end\n//@ end\n", "0,\n1,\nlast 2\n");
    expect("//@ for r in ROWS\n//@ if NO\nx\n//@ else\n//@ for p in PAIR\n@R_NUM@@P_X@\n//@ end\n//@ end\n//@ end\n",
           "0a\n0b\n1a\n1b\n2a\n2b\n");
    expect("//@ note this says nothing @UNKNOWN@\nx\n", "x\n");
}

static void errors(void)
{
    refuse("a\nb @NAMES@\n", "t.in:2:3: error[E290]: unknown name '@NAMES@'");
    refuse("@NAME b", "t.in:1:1:");
    refuse("//@ if NO\n@BAD@\n//@ end\n", "t.in:2:1:");
    refuse("x\n//@ for r in ROWS\n", "t.in:2:5: error[E290]: 'for' has no 'end'");
    refuse("//@ if YES\n//@ else\n", "'else' has no 'end'");
    refuse("//@ end\n", "t.in:1:5: error[E290]: 'end' closes nothing");
    refuse("//@ else\n", "'else' closes nothing");
    refuse("//@ for r in ROWS\n//@ else\n//@ end\n", "'else' without 'if'");
    refuse("//@ if YES\n//@ else\n//@ else\n//@ end\n", "'else' without 'if'");
    refuse("//@ for r in LOST\n//@ end\n", "t.in:1:14: error[E290]: unknown list 'LOST'");
    refuse("//@ if LOST\n//@ end\n", "unknown flag 'LOST'");
    refuse("//@ if NAME\n//@ end\n", "unknown flag 'NAME'");
    refuse("//@ for R in ROWS\n//@ end\n", "'for' wants");
    refuse("//@ for r ROWS\n//@ end\n", "'for' wants");
    refuse("//@ while x\n", "unknown directive 'while'");
    refuse("//@\n", "unknown directive");
    refuse("//@ for r in ROWS\n@R_LOST@\n//@ end\n", "unknown name '@R_LOST@'");
}

static void missing_field(void)
{
    struct tpl *t = sample();
    struct diag *d = diag_new();
    struct buf out = BUF_INIT;
    tpl_list_add(t, "ROWS"); /* without any field */
    CU_ASSERT_FALSE(tpl_render(t, "t.in", "//@ for r in ROWS\n@R_NUM@\n//@ end\n", d, &out));
    CU_ASSERT_EQUAL(out.len, 0);
    CU_ASSERT_EQUAL(diag_count(d), 1);
    buf_release(&out);
    diag_free(d);
    tpl_free(t);
}

static void nesting_limit(void)
{
    struct buf deep = BUF_INIT;
    for (int i = 0; i < 17; i++)
        buf_addstr(&deep, "//@ if YES\n");
    refuse(deep.data, "nested");
    buf_release(&deep);
}

static void setting_again(void)
{
    struct tpl *t = tpl_new();
    CU_ASSERT_PTR_NULL(tpl_get(t, "A"));
    for (int i = 0; i < 1000; i++)
        tpl_set(t, "A", "%d", i);
    CU_ASSERT_STRING_EQUAL(tpl_get(t, "A"), "999");
    char name[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "V%d", i);
        tpl_set(t, name, "%d", i);
    }
    CU_ASSERT_STRING_EQUAL(tpl_get(t, "V777"), "777");
    char big[1000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    tpl_set(t, "BIG", "%s", big);
    CU_ASSERT_STRING_EQUAL(tpl_get(t, "BIG"), big);
    tpl_free(t);
}

static void large_table(void)
{
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    struct tpl *t = tpl_new();
    for (int i = 0; i < 300000; i++) {
        tpl_list_add(t, "ROWS");
        tpl_item_set(t, "ROWS", "A", "%d", i);
        tpl_item_set(t, "ROWS", "B", "%d", i + 1);
        tpl_item_set(t, "ROWS", "C", "w%d", i);
    }
    struct diag *d = diag_new();
    struct buf out = BUF_INIT;
    CU_ASSERT_TRUE(tpl_render(t, "t.in", "//@ for r in ROWS\nassign @R_C@ = @R_A@ + @R_B@;\n//@ end\n", d, &out));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
    printf(" (300000 rows: %.3f s) ", seconds);
    CU_ASSERT_TRUE(seconds < 5); /* generous: sanitizers; it is processor time, for busy machines */
    CU_ASSERT_TRUE(out.len > 300000u * 20);
    buf_release(&out);
    diag_free(d);
    tpl_free(t);
}

UNIT_MAIN("tpl", {"variables", variables}, {"loops", loops}, {"conditions", conditions}, {"errors", errors},
          {"missing_field", missing_field}, {"nesting_limit", nesting_limit}, {"setting_again", setting_again},
          {"large_table", large_table})
