/* SPDX-License-Identifier: Apache-2.0 */
#include "toggles.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "unit.h"

static char folder[] = "/tmp/test_toggles_XXXXXX";
static char vcd[64], out[64];

static void put(const char *text, size_t size)
{
    FILE *f = fopen(vcd, "wb");
    CU_ASSERT_FATAL(f != NULL && fwrite(text, 1, size, f) == size && fclose(f) == 0);
}

/* Counts in a dump; if that fails there is one diagnostic, which holds `word`. */
static bool count(struct toggles *t, const char *text, size_t size, const char *word)
{
    struct diag *d = diag_new();
    char *message = NULL;
    size_t length = 0;
    put(text, size);
    bool ok = toggles_count(vcd, t, d);
    FILE *f = open_memstream(&message, &length);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_EQUAL(diag_count(d), !ok);
    CU_ASSERT_EQUAL(ok, word == NULL);
    if ((word && !strstr(message, word)) || (!word && !ok)) {
        CU_FAIL("another diagnostic");
        fprintf(stderr, "expected '%s' in: %s", word ? word : "nothing", message);
    }
    diag_free(d);
    free(message);
    return ok;
}

static const char declarations[] = "$date today $end\n$version by hand $end\n$timescale 1ns $end\n"
                                   "$comment nothing $var here $end\n"
                                   "$scope module bench $end\n"
                                   "$scope module u_dut $end\n"
                                   "$var wire 1 ! clk $end\n"
                                   "$var wire 4 \" bus [3:0] $end\n"
                                   "$var wire 4 # up[0:3] $end\n"
                                   "$var reg 1 $ \\odd.name[2] $end\n"
                                   "$var wire 4 \" alias [7:4] $end\n"
                                   "$var wire 1 % bit [5] $end\n"
                                   "$var real 64 & volts $end\n"
                                   "$var integer 8 long1 count $end\n"
                                   "$scope module u_sub $end\n"
                                   "$var wire 1 ( n1 $end\n"
                                   "$upscope $end\n"
                                   "$upscope $end\n"
                                   "$upscope $end\n"
                                   "$enddefinitions $end\n";
static const char values[] = "#10\n$dumpvars\n0!\nbx \"\nb0 #\nz$\nx%\nr1.5 &\nb10 long1\n0(\n$end\n"
                             "#15\n1!\nb101 \"\nb1 #\n1$\n1%\nr2.5 &\n1(\n"     /* bus 0101, up 0001 */
                             "#20\n0!\nb1 \"\nbx1 #\n0$\n0%\nb11111110 long1\n" /* bus 0001, up xxx1 */
                             "#25\n1!\nb1x10 \"\nb0 #\n1$\nx%\n"                /* bus 1x10, up 0000 */
                             "#30\n0!\nbz \"\nb1111 #\n0$\n1$\n0$\n1$\n1%\n"    /* odd: 1 after all */
                             "#35\n1!\nB0011 \"\n$comment 0! $end\n0$\nX%\n"
                             "#40\n$dumpoff\nx!\nbx \"\nbx #\nx$\nx%\nx(\n$end\n"
                             "#45\n$dumpon\n0!\nb0 \"\nb0 #\n0$\n0%\n0(\n$end\n"
                             "#50\n1!\n";

static void by_hand(void)
{
    static const struct toggle expected[] = {
        {"alias[4]", 1},    {"alias[5]", 1}, {"alias[6]", 1}, {"alias[7]", 1}, {"bit[5]", 1},   {"bus[0]", 1},
        {"bus[1]", 1},      {"bus[2]", 1},   {"bus[3]", 1},   {"clk", 6},      {"count[0]", 0}, {"count[1]", 0},
        {"count[2]", 1},    {"count[3]", 1}, {"count[4]", 1}, {"count[5]", 1}, {"count[6]", 1}, {"count[7]", 1},
        {"odd.name[2]", 3}, {"u_sub.n1", 1}, {"up[0]", 1},    {"up[1]", 1},    {"up[2]", 1},    {"up[3]", 3},
    };
    struct toggles t;
    struct buf text = BUF_INIT;
    buf_printf(&text, "%s%s", declarations, values);
    CU_ASSERT_TRUE_FATAL(count(&t, text.data, text.len, NULL));
    CU_ASSERT_EQUAL(t.count, (int)(sizeof expected / sizeof expected[0]));
    CU_ASSERT_TRUE(t.start == 10 && t.end == 50);
    for (int i = 0; i < t.count && i < (int)(sizeof expected / sizeof expected[0]); i++)
        if (strcmp(t.item[i].name, expected[i].name) != 0 || t.item[i].count != expected[i].count) {
            CU_FAIL("a count");
            fprintf(stderr, "%s %lld, expected %s %lld\n", t.item[i].name, (long long)t.item[i].count, expected[i].name,
                    (long long)expected[i].count);
        }
    CU_ASSERT_EQUAL(toggles_find(&t, "clk"), 6);
    CU_ASSERT_EQUAL(toggles_find(&t, "volts"), -1);
    toggles_release(&t);
    buf_release(&text);
}

static void bad_files(void)
{
    static const struct {
        const char *header, *changes, *word;
    } cases[] = {
        {"", "", "before $enddefinitions"},
        {"module a; endmodule\n", "", "no value change dump"},
        {"$scope module a $end $var wire 1 ! x $end", "", "before $enddefinitions"},
        {"$scope module a $end $var wire 1 ! x", "", "line 2 of"},
        {"$var wire 1 ! $end $enddefinitions $end", "", "cut short"},
        {"$var wire 0 ! a $end $enddefinitions $end", "", "width"},
        {"$var wire x ! a $end $enddefinitions $end", "", "width"},
        {"$var wire 99999999 ! a $end $enddefinitions $end", "", "width"},
        {"$var wire 2 ! a [3:0] $end $enddefinitions $end", "", "range of another width"},
        {"$var wire 2 ! a [1-0] $end $enddefinitions $end", "", "range that is none"},
        {"$var wire 1 ! a $end $var wire 2 ! b [1:0] $end $enddefinitions $end", "", "two widths"},
        {"$var wire 1 ! a $end $var wire 1 # a $end $enddefinitions $end", "", "two nets"},
        {"$var wire 1 123456789 a $end $enddefinitions $end", "", "identifier code"},
        {"$var wire 1 ! a b c $end $enddefinitions $end", "", "more words"},
        {"$upscope $end $enddefinitions $end", "", "without a $scope"},
        {"$var wire 1 ! a $end $enddefinitions $end", "#0 1#", "not declared"},
        {"$var wire 1 ! a $end $enddefinitions $end", "#0 2!", "none of 0, 1"},
        {"$var wire 2 ! a $end $enddefinitions $end", "#0 b101 !", "another width"},
        {"$var wire 2 ! a $end $enddefinitions $end", "#0 b !", "another width"},
        {"$var wire 2 ! a $end $enddefinitions $end", "#0 b10", "ends in a value"},
        {"$var wire 2 ! a $end $enddefinitions $end", "#x", "a time"},
        {"$var wire 2 ! a $end $enddefinitions $end", "#9 #8", "a time"},
        {"$enddefinitions $end", "1!", "not declared"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct toggles t;
        struct buf text = BUF_INIT;
        buf_printf(&text, "%s\n%s", cases[i].header, cases[i].changes);
        count(&t, text.data, text.len, cases[i].word);
        toggles_release(&t);
        buf_release(&text);
    }
    struct toggles t;
    struct diag *d = diag_new();
    unlink(vcd);
    CU_ASSERT_FALSE(toggles_count(vcd, &t, d));
    CU_ASSERT_FALSE(toggles_count(folder, &t, d));
    CU_ASSERT_EQUAL(diag_count(d), 2);
    toggles_release(&t);
    diag_free(d);
}

/* Damaged dumps are counted or refused, never more. */
static void damaged(void)
{
    struct buf text = BUF_INIT;
    uint64_t state = unit_seed();
    buf_printf(&text, "%s%s", declarations, values);
    for (int i = 0; i < 4000; i++) {
        struct diag *d = diag_new();
        struct toggles t;
        size_t at = unit_random(&state) % text.len;
        char old = text.data[at];
        text.data[at] = i % 2 ? "$ #b1![]:\n"[unit_random(&state) % 10] : (char)unit_random(&state);
        put(text.data, i % 5 ? text.len : at);
        text.data[at] = old;
        bool ok = toggles_count(vcd, &t, d);
        CU_ASSERT_EQUAL(diag_count(d), !ok);
        toggles_release(&t);
        diag_free(d);
    }
    buf_release(&text);
}

/* Many nets of random values, against a count kept alongside. */
static void many(void)
{
    enum { NETS = 5000, STEPS = 60 };
    static bool value[NETS];
    static int64_t expected[NETS];
    struct buf text = BUF_INIT;
    struct toggles t;
    uint64_t state = unit_seed();
    buf_addstr(&text, "$scope module top $end\n");
    for (int i = 0; i < NETS; i++)
        buf_printf(&text, "$var wire 1 %c%c n%d $end\n", '!' + i % 94, '!' + i / 94, i);
    buf_addstr(&text, "$upscope $end\n$enddefinitions $end\n");
    for (int s = 0; s < STEPS; s++) {
        buf_printf(&text, "#%d\n", s);
        for (int i = 0; i < NETS; i++)
            if (s == 0 || unit_random(&state) % 3 == 0) {
                bool v = unit_random(&state) & 1;
                expected[i] += s > 0 && v != value[i];
                value[i] = v;
                buf_printf(&text, "%d%c%c\n", v, '!' + i % 94, '!' + i / 94);
            }
    }
    CU_ASSERT_TRUE_FATAL(count(&t, text.data, text.len, NULL));
    CU_ASSERT_EQUAL(t.count, NETS);
    for (int i = 0; i < NETS; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        CU_ASSERT_EQUAL(toggles_find(&t, name), expected[i]);
    }
    toggles_release(&t);
    buf_release(&text);
}

static void written(void)
{
    struct toggle items[] = {{"a", 3}, {"b[0]", 0}, {"b[1]", 12345678901}};
    const struct toggles t = {.cycles = 7, .item = items, .count = 3};
    struct diag *d = diag_new();
    char text[100] = "";
    CU_ASSERT_TRUE(toggles_write(&t, out, d));
    FILE *f = fopen(out, "r");
    CU_ASSERT_FATAL(f != NULL);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    CU_ASSERT_STRING_EQUAL(text, "cycles 7\na 3\nb[0] 0\nb[1] 12345678901\n");
    CU_ASSERT_EQUAL(diag_count(d), 0);
    CU_ASSERT_FALSE(toggles_write(&t, folder, d)); /* a folder has that name; nothing is left beside it */
    char part[80];
    snprintf(part, sizeof part, "%s/none/out", folder);
    CU_ASSERT_FALSE(toggles_write(&t, part, d));
    CU_ASSERT_EQUAL(diag_count(d), 2);
    CU_ASSERT_EQUAL(diag_exit_status(d), 3);
    diag_free(d);
}

static void make_folder(void)
{
    CU_ASSERT_FATAL(mkdtemp(folder) != NULL);
    snprintf(vcd, sizeof vcd, "%s/dump.vcd", folder);
    snprintf(out, sizeof out, "%s/toggles", folder);
}

static void remove_folder(void)
{
    unlink(vcd);
    unlink(out);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

UNIT_MAIN("toggles", {"a folder to write in", make_folder}, {"by hand", by_hand}, {"bad files", bad_files},
          {"damaged files", damaged}, {"many nets", many}, {"written file", written},
          {"the folder goes", remove_folder})
