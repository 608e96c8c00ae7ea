/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty.h"

#include <locale.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "buf.h"
#include "digest.h"
#include "liberty_func.h"
#include "unit.h"

/* A library with the oddities that real files have: no semicolons, quoted numbers, strings over several lines. */
static const char head[] = "library(\"odd lib\") {\n"
                           "  delay_model : table_lookup // a comment\n"
                           "  time_unit : \"10ps\" ;\n"
                           "  leakage_power_unit : 100pW\n"
                           "  capacitive_load_unit (1, pf) ;\n"
                           "  define(drive, cell, float);\n"
                           "  operating_conditions (typical) { process : 1; voltage : 1.2; temperature : 25; };\n"
                           "  lu_table_template(t) {\n    index_1 (\"0.1, 0.2, \\\n      0.3\");\n  }\n"
                           "  wire_load(\"w\") { fanout_length( 1, 2.0 ) }\n";
static const char buffers[] =
    "  cell(BUF_1) { area : 4 ; pin(A) { direction : input } pin(Y) { direction : output max_capacitance : 1\n"
    "    function : \"A\" } }\n"
    "  cell(BUF_2)\n  {\n    area : \"6.0\";\n    pin (Y) { direction : \"output\"; max_capacitance : 3; function : "
    "\"((A'))'\"; }\n"
    "    pin (A) { direction : \"input\"; }\n  }\n"
    "  cell(BUF_4) { area : 8.0; pin(A) { direction : input; } pin(Y) { direction : output; max_capacitance : 5;\n"
    "    function : \"A\"; timing() { related_pin : \"A\"; cell_rise(t) { values ( \\\n \"1, 2\", \\\n \"3, 4\" ); } } "
    "} }\n"
    "  cell(BUF_8) { area : 16.0; pin(A) { direction : input; } pin(Y) { direction : output; max_capacitance : 9;\n"
    "    function : \"A\"; } }\n"
    "  cell(DLY) { area : 8.0; pin(A) { direction : input; } pin(Y) { direction : output; max_capacitance : 0.5;\n"
    "    function : \"A\"; } }\n"
    "  cell(TBUF) { area : 5; pin(A) { direction : input; } pin(Y) { direction : output; three_state : \"A\";\n"
    "    function : \"A\"; } }\n"
    "  cell(PAD) { pad_cell : true; area : 1; pin(A) { direction : input; } pin(Y) { direction : output;\n"
    "    function : \"A\"; } }\n";
static const char gates[] =
    "  cell(INV) { area : 2; cell_leakage_power : 30; pin(A) { direction : input; }\n"
    "    pin(Y) { direction : output; function : \"A'\"; } leakage_power() { value : 7; } }\n"
    "  cell(NAND2) { area : 3; pin(A,B) { direction : input; } pin(Y) { direction : output; function : \"!A+B'\"; }\n"
    "    leakage_power() { value : 1; when : \"A\"; related_pg_pin : VDD; }\n"
    "    leakage_power() { value : \"3\"; when : \"!A\"; related_pg_pin(VDD) }\n"
    "    leakage_power() { value : 9; related_pg_pin : VDD; }\n"
    "    leakage_power() { value : 0.5; related_pg_pin : VSS; } }\n"
    "  cell(AND2) { area : 1; pin(A B) { direction : input; } pin(Y) { direction : output; function : \"(A B)\"; } }\n"
    "  cell(NOR2) { area : 1; pin(A) { direction : input; } pin(B) { direction : input; }\n"
    "    pin(Y) { direction : output; function : \"(A+B)'\"; } }\n"
    "  cell(FILL) { dont_use : true; }\n";
static const char flipflops[] =
    "  cell(DFF) { area : 20; ff(IQ,IQN) { clocked_on : \"(CK)\"; next_state : \"!D\"; clear : \"R'\"; }\n"
    "    pin(CK) { direction : input; } pin(D) { direction : input; } pin(R) { direction : input; }\n"
    "    pin(QN) { direction : output; function : \"IQ\"; } }\n"
    "  cell(DFFN) { area : 20; ff(IQ,IQN) { clocked_on : \"!CKN\"; next_state : \"D\"; }\n"
    "    pin(CKN) { direction : input; } pin(D) { direction : input; } pin(Q) { direction : output; function : IQ; } "
    "}\n"
    "  cell(GATED) { area : 30; ff(IQ,IQN) { clocked_on : \"CK & E\"; next_state : \"D\"; }\n"
    "    pin(Q) { direction : output; function : \"IQ\"; } }\n";
static const char tail[] = "}\n";

static char path[] = "/tmp/test_liberty_XXXXXX";

static void put(const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    CU_ASSERT_FATAL(f != NULL && fwrite(data, 1, size, f) == size && fclose(f) == 0);
}

static struct buf whole(void)
{
    struct buf text = BUF_INIT;
    buf_printf(&text, "%s%s%s%s%s", head, buffers, gates, flipflops, tail);
    return text;
}

/* Reads the text; if that fails, there is a diagnostic, which holds `word`. */
static struct liberty *read_text(const char *text, size_t size, const char *const *dont_use, const char *word)
{
    struct diag *d = diag_new();
    char *message = NULL;
    size_t length = 0;
    put(text, size);
    struct liberty *lib = liberty_read(path, dont_use, d);
    FILE *f = open_memstream(&message, &length);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_EQUAL(diag_count(d) > 0, lib == NULL);
    CU_ASSERT_EQUAL(lib != NULL, word == NULL);
    if ((word && !strstr(message, word)) || (!word && !lib)) {
        CU_FAIL("another diagnostic");
        fprintf(stderr, "expected '%s' in: %s", word ? word : "nothing", message);
    }
    diag_free(d);
    free(message);
    return lib;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9 * fabs(b) + 1e-15;
}

static void check_cells(const struct liberty *lib)
{
    const struct liberty_cell *c = liberty_find(lib, "BUF_2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    CU_ASSERT_STRING_EQUAL(c->buffer_in, "A");
    CU_ASSERT_STRING_EQUAL(c->buffer_out, "Y");
    CU_ASSERT_TRUE(near(c->area, 6) && !c->inverter && !c->flipflop && !c->clock && near(c->leakage, 0));
    CU_ASSERT_PTR_NULL(liberty_find(lib, "TBUF")->buffer_in);
    CU_ASSERT_PTR_NULL(liberty_find(lib, "PAD")->buffer_in);
    c = liberty_find(lib, "INV");
    CU_ASSERT_TRUE(c->inverter && !c->buffer_in && near(c->leakage, 3)); /* the cell's own number counts */
    CU_ASSERT_TRUE(near(liberty_find(lib, "NAND2")->leakage, 0.25));     /* mean of 1 and 3 in VDD, and 0.5 in VSS */
    c = liberty_find(lib, "DFF");
    CU_ASSERT_TRUE(c->flipflop && strcmp(c->clock, "CK") == 0);
    CU_ASSERT_STRING_EQUAL(liberty_find(lib, "DFFN")->clock, "CKN");
    c = liberty_find(lib, "GATED");
    CU_ASSERT_TRUE(c->flipflop && !c->clock);
    CU_ASSERT_PTR_NULL(liberty_find(lib, "FILL"));
    CU_ASSERT_PTR_NULL(liberty_find(lib, "BUF"));
}

static void good_file(void)
{
    struct buf text = whole();
    struct liberty *lib = read_text(text.data, text.len, NULL, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lib);
    CU_ASSERT_STRING_EQUAL(lib->name, "odd lib");
    CU_ASSERT_EQUAL(lib->cells, 14);
    for (int i = 1; i < lib->cells; i++)
        CU_ASSERT_TRUE(strcmp(lib->cell[i - 1].name, lib->cell[i].name) < 0);
    CU_ASSERT_TRUE(near(lib->time_ps, 10) && near(lib->voltage, 1.2) && near(lib->nand2_area, 3));
    CU_ASSERT_STRING_EQUAL(lib->buffer->name, "BUF_4");
    check_cells(lib);
    liberty_free(lib);
    buf_release(&text);
}

/* The text is the file's without the cells, byte for byte. */
static void filtered(void)
{
    static const char *const globs[] = {"BUF_[48]", "*FFN", "nothing*", NULL};
    struct buf text = whole();
    char hex[DIGEST_HEX];
    struct liberty *lib = read_text(text.data, text.len, globs, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lib);
    CU_ASSERT_EQUAL(lib->cells, 11);
    CU_ASSERT_PTR_NULL(liberty_find(lib, "BUF_4"));
    CU_ASSERT_STRING_EQUAL(lib->buffer->name, "BUF_2");
    CU_ASSERT_EQUAL(strlen(lib->text), lib->size);
    CU_ASSERT_PTR_NULL(strstr(lib->text, "FILL"));
    CU_ASSERT_PTR_NULL(strstr(lib->text, "BUF_8"));
    CU_ASSERT_PTR_NOT_NULL(strstr(lib->text, "define(drive, cell, float);"));
    digest_bytes(lib->text, lib->size, hex);
    CU_ASSERT_STRING_EQUAL(lib->digest, hex);

    struct buf again = BUF_INIT; /* what is left is a library of its own, with nothing more to leave out */
    buf_add(&again, lib->text, lib->size);
    struct liberty *second = read_text(again.data, again.len, NULL, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(second);
    CU_ASSERT_EQUAL(second->cells, lib->cells);
    CU_ASSERT_STRING_EQUAL(second->digest, lib->digest);
    liberty_free(second);
    liberty_free(lib);
    buf_release(&again);
    buf_release(&text);
}

/* gzip, of two members, as `cat a.gz b.gz` makes it; the name does not matter. */
static void gzipped(void)
{
    struct buf text = whole();
    for (int part = 0; part < 2; part++) {
        size_t half = text.len / 2;
        gzFile z = gzopen(path, part ? "ab" : "wb");
        CU_ASSERT_PTR_NOT_NULL_FATAL(z);
        gzwrite(z, text.data + (part ? half : 0), (unsigned)(part ? text.len - half : half));
        CU_ASSERT_EQUAL(gzclose(z), Z_OK);
    }
    struct diag *d = diag_new();
    struct liberty *lib = liberty_read(path, NULL, d);
    CU_ASSERT_EQUAL(diag_count(d), 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lib);
    CU_ASSERT_EQUAL(lib->cells, 14);
    CU_ASSERT_PTR_NULL(strstr(lib->text, "FILL"));
    liberty_free(lib);
    diag_free(d);
    buf_release(&text);
}

/* Cut anywhere, or with any byte damaged, a file is read or refused, never more. */
static void damaged(void)
{
    struct buf text = whole();
    uint64_t state = unit_seed();
    for (size_t size = 0; size + 2 < text.len; size++)
        liberty_free(read_text(text.data, size, NULL, "error[E501]"));
    for (int i = 0; i < 3000; i++) {
        struct diag *d = diag_new();
        size_t at = unit_random(&state) % text.len;
        char old = text.data[at];
        text.data[at] = i % 2 ? "{}();:\",/*\\\n"[unit_random(&state) % 12] : (char)unit_random(&state);
        put(text.data, text.len);
        text.data[at] = old;
        struct liberty *lib = liberty_read(path, NULL, d);
        CU_ASSERT_EQUAL(lib == NULL, diag_count(d) > 0);
        liberty_free(lib);
        diag_free(d);
    }
    buf_release(&text);
}

static void needs(void)
{
    struct buf text = BUF_INIT;
    buf_printf(&text, "%s%s%s%s", head, buffers, gates, tail);
    read_text(text.data, text.len, NULL, "no D flip-flop");
    buf_reset(&text);
    buf_printf(&text, "%s%s%s%s", head, gates, flipflops, tail);
    read_text(text.data, text.len, NULL, "no buffer");
    buf_release(&text);
    text = whole();
    static const char *const inv[] = {"INV", NULL}, *const nand[] = {"NAND*", NULL}, *const dff[] = {"DFF", NULL};
    read_text(text.data, text.len, inv, "no inverter");
    read_text(text.data, text.len, nand, "no 2-input NAND");
    read_text(text.data, text.len, dff, "no D flip-flop");
    buf_release(&text);
}

/* Numbers have a point whatever the locale says. */
static void locale_comma(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    struct buf text = whole();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setlocale(LC_ALL, names[i]))
            break;
    struct liberty *lib = read_text(text.data, text.len, NULL, NULL);
    CU_ASSERT_TRUE(lib && near(lib->voltage, 1.2));
    liberty_free(lib);
    setlocale(LC_ALL, "C");
    buf_release(&text);
}

static void functions(void)
{
    static const char *const in[] = {"A", "B", "C[1]"};
    static const struct {
        const char *text;
        uint64_t table; /* of A, B, C[1] */
        enum liberty_func_result result;
    } cases[] = {
        {"A", 0xaa, LIBERTY_FUNC_OK},
        {"!A", 0x55, LIBERTY_FUNC_OK},
        {" ( A ) ' ", 0x55, LIBERTY_FUNC_OK},
        {"!!A''", 0xaa, LIBERTY_FUNC_OK},
        {"A B", 0x88, LIBERTY_FUNC_OK},
        {"A*B", 0x88, LIBERTY_FUNC_OK},
        {"A & B | C[1]", 0xf8, LIBERTY_FUNC_OK},
        {"A+B C[1]", 0xea, LIBERTY_FUNC_OK},
        {"A^B C[1]", 0x60, LIBERTY_FUNC_OK}, /* XOR before AND */
        {"!A^B", 0x99, LIBERTY_FUNC_OK},
        {"!(A&B)'", 0x88, LIBERTY_FUNC_OK},
        {"(A)(B)", 0x88, LIBERTY_FUNC_OK},
        {"A' B'", 0x11, LIBERTY_FUNC_OK},
        {"1", 0xff, LIBERTY_FUNC_OK},
        {"A & 0", 0, LIBERTY_FUNC_OK},
        {"IQ", 0, LIBERTY_FUNC_OTHER_NAME},
        {"A & IQ", 0, LIBERTY_FUNC_OTHER_NAME},
        {"", 0, LIBERTY_FUNC_MALFORMED},
        {"!", 0, LIBERTY_FUNC_MALFORMED},
        {"A &", 0, LIBERTY_FUNC_MALFORMED},
        {"(A", 0, LIBERTY_FUNC_MALFORMED},
        {"A)", 0, LIBERTY_FUNC_MALFORMED},
        {"A ? B", 0, LIBERTY_FUNC_MALFORMED},
        {"IQ )(", 0, LIBERTY_FUNC_MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t table = 0;
        enum liberty_func_result result = liberty_func(cases[i].text, in, 3, &table);
        if (result != cases[i].result || (result == LIBERTY_FUNC_OK && table != cases[i].table)) {
            CU_FAIL("function");
            fprintf(stderr, "'%s': result %d, table %02llx\n", cases[i].text, result, (unsigned long long)table);
        }
    }
    char deep[5001] = "";
    uint64_t table;
    memset(deep, '(', 5000);
    CU_ASSERT_EQUAL(liberty_func(deep, in, 3, &table), LIBERTY_FUNC_MALFORMED);
}

static void single_pins(void)
{
    static const struct {
        const char *text, *pin;
        bool inverted;
    } cases[] = {{"CK", "CK", false},  {"(!CK)", "CK", true}, {"((CK)')", "CK", true}, {"!CK'", "CK", false},
                 {"A B", NULL, false}, {"1", NULL, false},    {"", NULL, false},       {"!(A", NULL, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool inverted = false;
        char *pin = liberty_func_pin(cases[i].text, &inverted);
        CU_ASSERT_EQUAL(pin != NULL, cases[i].pin != NULL);
        if (pin && cases[i].pin)
            CU_ASSERT_TRUE(strcmp(pin, cases[i].pin) == 0 && inverted == cases[i].inverted);
        free(pin);
    }
}

/* Libraries of the distribution, where they are installed. */
static void real_files(void)
{
    static const struct {
        const char *path, *buffer;
        int cells;
        double nand, voltage;
    } files[] = {{"/usr/share/qflow/tech/osu018/osu018_stdcells.lib", "BUFX4", 32, 24, 1.8},
                 {"/usr/share/qflow/tech/osu035/osu035_stdcells.lib", "BUFX4", 39, 96, 3.3}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (access(files[i].path, R_OK) != 0) {
            printf(" (no %s) ", files[i].path);
            continue;
        }
        struct diag *d = diag_new();
        struct liberty *lib = liberty_read(files[i].path, NULL, d);
        diag_print(d, stderr);
        CU_ASSERT_PTR_NOT_NULL_FATAL(lib);
        CU_ASSERT_EQUAL(lib->cells, files[i].cells);
        CU_ASSERT_STRING_EQUAL(lib->buffer->name, files[i].buffer);
        CU_ASSERT_TRUE(near(lib->nand2_area, files[i].nand) && near(lib->voltage, files[i].voltage));
        CU_ASSERT_TRUE(near(lib->time_ps, 1000));
        const struct liberty_cell *c = liberty_find(lib, "DFFPOSX1");
        CU_ASSERT_TRUE(c && c->flipflop && strcmp(c->clock, "CLK") == 0 && near(c->area, 4 * lib->nand2_area));
        CU_ASSERT_PTR_NULL(liberty_find(lib, "CLKBUF1")->clock);
        liberty_free(lib);
        diag_free(d);
    }
}

static void make_path(void)
{
    int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0 && close(fd) == 0);
}

static void remove_path(void)
{
    CU_ASSERT_EQUAL(unlink(path), 0);
}

UNIT_MAIN("liberty", {"a file to write", make_path}, {"functions", functions}, {"single pins", single_pins},
          {"good file", good_file}, {"filtered text", filtered}, {"gzip", gzipped}, {"missing cells", needs},
          {"locale", locale_comma}, {"damaged files", damaged}, {"real files", real_files},
          {"the file goes", remove_path})
