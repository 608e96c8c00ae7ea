/* SPDX-License-Identifier: Apache-2.0 */
/* Growable strings, places in sources, and diagnostics; every code has a test in tests/errors. */
#include <dirent.h>
#include <string.h>

#include "diag.h"
#include "unit.h"

static char *printed(struct diag *d)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    diag_print(d, out);
    fclose(out);
    return text;
}

static void test_buf(void)
{
    struct buf b = BUF_INIT;
    CU_ASSERT_STRING_EQUAL(b.data, "");
    buf_add(&b, "", 0);
    CU_ASSERT_EQUAL(b.cap, 0);
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "%d,", i % 10);
    CU_ASSERT_EQUAL(b.len, 2000);
    CU_ASSERT_EQUAL(b.data[2000], '\0');
    CU_ASSERT_STRING_EQUAL(b.data + 1994, "7,8,9,");
    buf_reset(&b);
    CU_ASSERT_STRING_EQUAL(b.data, "");
    buf_fill(&b, 'x', 3);
    buf_addch(&b, 'y');
    char *text = buf_detach(&b);
    CU_ASSERT_STRING_EQUAL(text, "xxxy");
    CU_ASSERT_EQUAL(b.len, 0);
    free(text);
    buf_release(&b);
    text = buf_detach(&b);
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
}

static void test_position(void)
{
    const char *text = "ab\n\xc3\xa4z\n\nlast";
    struct src *s = src_from_text("t", text, strlen(text));
    static const struct {
        size_t off, line, column;
    } cases[] = {
        {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 2, 2}, {7, 3, 1}, {8, 4, 1}, {12, 4, 5}, {99, 4, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t line, column;
        src_position(s, cases[i].off, &line, &column);
        CU_ASSERT_EQUAL(line, cases[i].line);
        CU_ASSERT_EQUAL(column, cases[i].column);
    }
    CU_ASSERT_EQUAL(src_check_utf8(s), src_size(s));
    src_free(s);
}

static void test_utf8(void)
{
    static const struct {
        const char *text;
        size_t size, bad;
    } cases[] = {
        {"", 0, 0},
        {"a\0b", 3, 1},
        {"\xc0\x80", 2, 0}, /* overlong */
        {"x\xe0\x80\x80", 4, 1},
        {"\xed\xa0\x80", 3, 0},     /* surrogate */
        {"\xf4\x90\x80\x80", 4, 0}, /* above 10ffff */
        {"\xf4\x8f\xbf\xbf", 4, 4},
        {"a\xc3", 2, 1}, /* cut off */
        {"\xff\xfe", 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct src *s = src_from_text("t", cases[i].text, cases[i].size);
        CU_ASSERT_EQUAL(src_check_utf8(s), cases[i].bad);
        src_free(s);
    }
}

/* Any place in any text gives two lines, with the caret within the line shown. */
static void test_excerpt(void)
{
    uint64_t seed = unit_seed();
    for (int round = 0; round < 2000; round++) {
        char text[400];
        size_t size = unit_random(&seed) % sizeof text;
        for (size_t i = 0; i < size; i++)
            text[i] = "ab \t\n\xc3\xa4\xff\x1b"[unit_random(&seed) % 9];
        struct src *s = src_from_text("t", text, size);
        struct buf b = BUF_INIT;
        src_excerpt(&b, s, unit_random(&seed) % (size + 2), unit_random(&seed) % 50);
        const char *first = strchr(b.data, '\n');
        CU_ASSERT_PTR_NOT_NULL_FATAL(first);
        CU_ASSERT_PTR_EQUAL(strchr(first + 1, '\n'), b.data + b.len - 1);
        CU_ASSERT_PTR_NULL(strchr(b.data, '\x1b'));
        CU_ASSERT(strlen(first + 1) < 130);
        buf_release(&b);
        src_free(s);
    }
}

static void test_order(void)
{
    struct src *s = src_from_text("f.xml", "one\ntwo three\n", 14);
    struct diag *d = diag_new();
    CU_ASSERT_EQUAL(diag_exit_status(d), 0);
    diag_report(d, DIAG_FILE_READ, "h", "last %d", 4);
    diag_error(d, DIAG_BAD_WORD, loc_arg("--b", 2), "third");
    diag_error(d, DIAG_BAD_WORD, loc_at(s, 8, 5), "second");
    diag_note(d, "n");
    diag_error(d, DIAG_BAD_WORD, loc_at(s, 0, 3), "first\x1b[31m");
    src_free(s); /* nothing points into it any more */
    char *text = printed(d);
    struct buf expected = BUF_INIT;
    buf_printf(&expected,
               "f.xml:1:1: error[E010]: first\\x1b[31m\n    1 | one\n      | ^~~\n"
               "f.xml:2:5: error[E010]: second\n    2 | two three\n      |     ^~~~~\n  note: n\n"
               "--b: error[E010]: third\n"
               "%s: error[E101]: last 4\n  help: h\n",
               program_invocation_short_name);
    CU_ASSERT_STRING_EQUAL(text, expected.data);
    free(text);
    buf_release(&expected);
    CU_ASSERT_EQUAL(diag_count(d), 4);
    CU_ASSERT_EQUAL(diag_exit_status(d), 1);
    text = printed(d);
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
    diag_free(d);
}

static void test_cap(void)
{
    struct diag *d = diag_new();
    for (int i = 0; i < 5000; i++) {
        diag_error(d, DIAG_BAD_WORD, loc_arg("--x", i), "number %d", i);
        diag_help(d, "help %d", i);
    }
    char *text = printed(d);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "number 19\n"));
    CU_ASSERT_PTR_NULL(strstr(text, "number 20\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " 4980 more errors not shown"));
    CU_ASSERT_EQUAL(diag_count(d), 5000);
    free(text);
    diag_free(d);
}

static void test_nearest(void)
{
    static const char *const words[] = {"luts", "group-size", "fetchers", "mu", "int8", NULL};
    static const struct {
        const char *text, *near;
    } cases[] = {
        {"lust", "luts"},
        {"LUTS", "luts"},
        {"lut", "luts"},
        {"group_size", "group-size"},
        {"fetcher", "fetchers"},
        {"fechtres", NULL},
        {"m", NULL},
        {"um", "mu"},
        {"", NULL},
        {"xxxx", NULL},
        {"itn8", "int8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *near = diag_nearest(cases[i].text, words);
        CU_ASSERT(near ? cases[i].near && strcmp(near, cases[i].near) == 0 : !cases[i].near);
    }
}

static void test_quote(void)
{
    char text[200];
    for (size_t n = 0; n < 150; n++) { /* cut between characters only */
        memset(text, 'a', n);
        strcpy(text + n, "\xc3\xa4\xc3\xa4\xc3\xa4");
        struct diag_quoted q = diag_quote(text);
        struct src *s = src_from_text("t", q.s, strlen(q.s));
        CU_ASSERT_EQUAL(src_check_utf8(s), src_size(s));
        src_free(s);
    }
}

static void test_table(void)
{
    for (const struct diag_info *i = diag_table; i->code; i++) {
        CU_ASSERT(i[1].code == 0 || i[1].code > i->code);
        CU_ASSERT(i->code > 0 && i->code < 600);
        CU_ASSERT(strlen(i->title) > 5 && strlen(i->title) < 70);
        CU_ASSERT(strlen(i->text) > 40);
        for (const char *line = i->text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n'))
            CU_ASSERT(strcspn(line, "\n") <= 120);
    }
}

static void test_explain(void)
{
    static const struct {
        const char *code;
        bool found;
    } cases[] = {
        {"E012", true}, {"e12", true}, {"12", true},     {"E999", false},
        {"E", false},   {"", false},   {"E012x", false}, {"E0000012", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        CU_ASSERT_EQUAL(diag_explain(cases[i].code, out), cases[i].found);
        fclose(out);
        CU_ASSERT_EQUAL(strncmp(text, "E012: ", 6) == 0, cases[i].found);
        free(text);
    }
}

/* Codes that no command line brings about reliably; units test what can be tested of them. */
static const int no_command[] = {
    204, /* a signal at the right moment: test_outdir.c */
    290, /* a fault of ours in a template: test_tpl.c */
    308, /* a fault of ours in the schedule: test_drive.c holds both ways against each other */
};

/* A code without a test tests/errors/E<code>-<case>.err is named. */
static void test_every_code_has_a_test(void)
{
    bool seen[600] = {false};
    for (size_t i = 0; i < sizeof no_command / sizeof no_command[0]; i++)
        seen[no_command[i]] = true;
    DIR *dir = opendir("tests/errors");
    CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        int code;
        char *dot = strrchr(e->d_name, '.');
        if (dot && strcmp(dot, ".err") == 0 && sscanf(e->d_name, "E%3d-", &code) == 1 && code > 0 && code < 600)
            seen[code] = true;
    }
    closedir(dir);
    for (const struct diag_info *i = diag_table; i->code; i++) {
        if (!seen[i->code])
            printf("\n    E%03d (%s) has no test tests/errors/E%03d-*.err", i->code, i->title, i->code);
        CU_ASSERT(seen[i->code]);
    }
}

UNIT_MAIN("diag", {"growable strings", test_buf}, {"line and column", test_position}, {"UTF-8", test_utf8},
          {"excerpts", test_excerpt}, {"sorted by position", test_order}, {"cap", test_cap},
          {"nearest word", test_nearest}, {"quoted words", test_quote}, {"table of codes", test_table},
          {"explain", test_explain}, {"every code has an error test", test_every_code_has_a_test})
