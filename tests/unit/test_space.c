/* SPDX-License-Identifier: Apache-2.0 */
/* The whole space of architectures: every value of every parameter is part of something legal, and whatever is legal
 * can be derived, emitted and, for a few small cores, read by Icarus without a word. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "digest.h"
#include "dims.h"
#include "emit.h"
#include "lutnet.h"
#include "outdir.h"
#include "outdir_fs.h"
#include "tool.h"
#include "unit.h"

enum { MOST_DRAWS = 3000000, RANDOM_CORES = 250, LINTED_CORES = 20 };

static uint64_t rng;

static int pick(int lo, int hi)
{
    return lo + (int)(unit_random(&rng) % ((uint64_t)(hi - lo) + 1));
}

/* Defaults, small numbers and the ends of the ranges are likely: otherwise hardly anything would be legal. */
static int some_value(enum param p)
{
    const struct param_info *info = &param_table[p];
    if (pick(0, 1))
        return info->def;
    if (info->names)
        return pick(0, info->max);
    if (info->special && pick(0, 2) == 0)
        return PARAM_SPECIAL;
    switch (pick(0, 3)) {
    case 0:
        return pick(0, 1) ? info->min : info->max;
    case 1:
        return pick(info->min, info->max);
    default:
        return pick(info->min, info->min + 3 < info->max ? info->min + 3 : info->max);
    }
}

/* A legal architecture with a value given, or any (PARAM_COUNT). False if none is found. */
static bool draw(struct arch *a, enum param fixed, int value, bool small)
{
    for (int draws = 0; draws < MOST_DRAWS; draws++) {
        arch_init(a);
        for (int p = 0; p < PARAM_COUNT; p++)
            arch_set(a, (enum param)p, some_value((enum param)p));
        if (small) {
            a->mu = a->kind == KIND_LUT ? pick(1, 3) : a->mu;
            a->luts = pick(1, 3), a->fetchers = pick(1, 3), a->reuse = pick(1, 3);
            a->cores = pick(1, 2), a->lanes = pick(1, 2);
        }
        if (fixed != PARAM_COUNT)
            arch_set(a, fixed, value);
        if (arch_check(a, NULL, NULL))
            return true;
    }
    return false;
}

static void check_streams(const struct arch *a, const struct dims *d)
{
    const int64_t payload[] = {d->act_beat_bits, d->key_beat_bits, d->res_beat_bits};
    const int64_t tdata[] = {d->act_tdata_w, d->key_tdata_w, d->res_tdata_w};
    for (int i = 0; i < 3; i++) {
        CU_ASSERT(payload[i] > 0 && tdata[i] <= DIMS_MAX_TDATA);
        CU_ASSERT(tdata[i] >= payload[i] && tdata[i] < payload[i] + 8);
        CU_ASSERT(a->iface == IFACE_RAW ? tdata[i] == payload[i] : tdata[i] % 8 == 0);
    }
    CU_ASSERT(d->res_w == 8 || d->res_w == 16 || d->res_w == 32 || d->res_w == 64);
    CU_ASSERT(d->aligned ? d->res_w == 32 : d->res_w >= d->acc_w);
}

static void check_dims(const struct arch *a, const struct dims *d)
{
    CU_ASSERT(d->act_w >= 2 && d->word_w >= 2 && d->word_w <= 48);
    CU_ASSERT(d->mu >= 1 && d->n == d->mu * a->luts && d->entries >= 1 && d->stored >= d->entries);
    CU_ASSERT(d->idx_w >= 1 && d->key_w >= 2 && d->outputs >= 1);
    CU_ASSERT(d->ent_w >= 2 && d->leaf_w >= d->ent_w);
    CU_ASSERT(d->acc_w >= 2 && d->acc_w <= DIMS_MAX_ACC && d->acc_needed_w >= 2);
    CU_ASSERT(a->acc != ACC_AUTO || d->acc_w == d->acc_needed_w);
    CU_ASSERT(d->act_float == (d->exp_w > 0) && (!d->act_float || d->act_w == 1 + d->exp_w + d->man_w));
    CU_ASSERT(!d->ieee || d->acc_w == 1 + d->acc_exp_w + d->acc_man_w);
    for (int i = 0; i <= d->levels; i++) { /* one byte each in a packed parameter of the RTL */
        CU_ASSERT(d->level_w[i] >= d->leaf_w && d->level_w[i] < 256);
        CU_ASSERT(d->reg_after[i] >= 0 && d->reg_after[i] < 256);
    }
    CU_ASSERT(d->sum_w == d->level_w[d->levels]);
    CU_ASSERT(d->build_regs >= 0 && d->steps >= 0 && d->pipe >= 0 && d->acc_regs >= 0 && d->latency >= 2);
    CU_ASSERT((d->steps > 0) == (a->kind == KIND_LUT && a->build == BUILD_SEQUENTIAL));
    check_streams(a, d);
}

static void check_net(const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    CU_ASSERT(net->entries == d->entries && net->stored == d->stored && net->nodes >= net->stored);
    CU_ASSERT(net->adders >= 0 && net->depth >= 0 && net->depth <= d->mu && net->steps == d->steps);
    for (int i = 0; i < net->nodes; i++) {
        const struct lutnet_node *n = &net->node[i];
        CU_ASSERT(n->width >= 2 && n->width <= d->ent_w);
        CU_ASSERT(n->op == LUTNET_INPUT || (n->a >= 0 && n->a < net->nodes && n->b < net->nodes));
        if (d->steps > 0 && n->op != LUTNET_INPUT)
            CU_ASSERT(n->unit >= 0 && n->unit < a->build_adders && n->step + d->build_regs < d->steps);
    }
}

/* The first template mark (@NAME@) in a text, or NULL. */
static const char *template_mark(const char *text)
{
    while ((text = strchr(text, '@')) != NULL) {
        size_t n = strspn(++text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        if (n > 0 && isupper((unsigned char)text[0]) && text[n] == '@')
            return text - 1;
    }
    return NULL;
}

/* Shaped Verilog: no empty or backward ranges, nothing that a template or printf left. */
static void check_verilog(const struct outdir_file *f)
{
    static const char *const bad[] = {"[-", ":-", "(null)", "{0{", "{-", ", -1", "-1'd", "[:", "//@"};
    char *code = buf_strdup(f->data);
    for (char *c = code; (c = strstr(c, "// ")) != NULL;) /* comments speak of weights {-1, 0, +1} */
        while (*c && *c != '\n')
            *c++ = ' ';
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strstr(code, bad[i])) {
            printf("\n    %s holds '%s'", f->path, bad[i]);
            CU_FAIL("bad Verilog");
        }
    CU_ASSERT_PTR_NULL(strstr(f->data, "(null)"));
    CU_ASSERT_PTR_NULL(template_mark(f->data));
    free(code);
}

static void check_package(const struct arch *a, const struct dims *d, struct outdir *out)
{
    struct arch resolved = *a;
    char name[ARCH_NAME_MAX + 16];
    int shaped = 0;
    arch_resolve(&resolved);
    for (size_t i = 0; i < outdir_count(out); i++) {
        const struct outdir_file *f = outdir_file(out, i);
        CU_ASSERT(f->data != NULL && f->size > 0);
        size_t len = strlen(f->path);
        if (strncmp(f->path, "tlut_", 5) == 0 && strcmp(f->path + len - 2, ".v") == 0) {
            check_verilog(f);
            shaped++;
        }
    }
    snprintf(name, sizeof name, "tlut_%s.v", resolved.name);
    CU_ASSERT_PTR_NOT_NULL(outdir_find(out, name));
    CU_ASSERT_EQUAL(shaped, d->stored > 0 && a->kind == KIND_LUT ? 3 : 2);
}

/* effective.xml is the same architecture, with nothing left to follow from anything else. */
static void check_effective(const struct arch *a, const struct outdir *out)
{
    const struct outdir_file *xml = outdir_find(out, "effective.xml");
    char before[DIGEST_HEX], after[DIGEST_HEX];
    struct diag *d = diag_new();
    struct arch_src where = {0};
    struct arch again;
    CU_ASSERT_PTR_NOT_NULL_FATAL(xml);
    where.xml = src_from_text("effective.xml", xml->data, xml->size);
    arch_init(&again);
    CU_ASSERT(arch_read_xml(&again, &where, where.xml, d) && arch_check(&again, &where, d));
    CU_ASSERT(again.acc != ACC_AUTO && again.arith != ARITH_AUTO);
    CU_ASSERT(again.arith != ARITH_ALIGNED || (again.window != PARAM_SPECIAL && again.top != PARAM_SPECIAL));
    digest_arch(a, before);
    digest_arch(&again, after);
    CU_ASSERT_STRING_EQUAL(before, after);
    diag_print(d, stdout);
    arch_src_release(&where);
    diag_free(d);
}

/* Everything up to the package in memory. The caller frees it. */
static struct outdir *make(const struct arch *a)
{
    static struct lutnet net;
    struct dims d;
    struct diag *diag = diag_new();
    struct outdir *out = outdir_new();
    dims_derive(&d, a);
    check_dims(a, &d);
    CU_ASSERT(lutnet_build(&net, a, &d));
    check_net(a, &d, &net);
    CU_ASSERT(emit_package(a, out, diag));
    CU_ASSERT_EQUAL(diag_count(diag), 0);
    check_package(a, &d, out);
    check_effective(a, out);
    diag_free(diag);
    return out;
}

static void report_failure(const struct arch *a, unsigned before)
{
    if (CU_get_number_of_failures() > before) {
        struct buf xml = BUF_INIT;
        arch_write(&xml, a);
        printf("\n    in this architecture:\n%s", xml.data);
        buf_release(&xml);
    }
}

/* Each word of each enum, and the ends and the special word of each range. */
static void test_every_value(void)
{
    rng = unit_seed();
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        int values = info->names ? info->max + 1 : info->special ? 3 : 2;
        for (int i = 0; i < values; i++) {
            int value = info->names ? i : i == 0 ? info->min : i == 1 ? info->max : PARAM_SPECIAL;
            struct arch a;
            char number[16];
            unsigned before = CU_get_number_of_failures();
            if (!draw(&a, (enum param)p, value, false)) {
                printf("\n    nothing legal has %s/@%s=%s", info->element, info->attribute,
                       param_value_text((enum param)p, value, number));
                CU_FAIL("a value that cannot be reached");
                continue;
            }
            outdir_free(make(&a));
            report_failure(&a, before);
        }
    }
}

static void test_random(void)
{
    rng = unit_seed();
    for (int i = 0; i < RANDOM_CORES; i++) {
        struct arch a;
        unsigned before = CU_get_number_of_failures();
        CU_ASSERT_FATAL(draw(&a, PARAM_COUNT, 0, i % 2));
        outdir_free(make(&a));
        report_failure(&a, before);
    }
}

/* Icarus has nothing to say about small cores of all kinds. */
static void test_lint(void)
{
    char folder[] = "/tmp/tlut-space-XXXXXX";
    struct buf log = BUF_INIT;
    rng = unit_seed();
    if (!tool_exists("iverilog")) {
        printf("(no Icarus) ");
        return;
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    for (int i = 0; i < LINTED_CORES; i++) {
        struct arch a;
        struct diag *d = diag_new();
        char top[ARCH_NAME_MAX + 8];
        unsigned before = CU_get_number_of_failures();
        CU_ASSERT_FATAL(draw(&a, i % 4 ? PARAM_act : PARAM_kind, i % 4 ? pick(0, ACT_FP32) : i / 4 % 3, true));
        struct outdir *out = make(&a);
        arch_resolve(&a);
        snprintf(top, sizeof top, "tlut_%s", a.name);
        const char *const argv[] = {"iverilog", "-g2005", "-Wall", "-tnull", "-s", top, "-f", "files.f", NULL};
        CU_ASSERT(outdir_commit(out, folder, d) != OUTDIR_FAILED);
        buf_reset(&log);
        CU_ASSERT_EQUAL(tool_run(argv, folder, &log), 0);
        CU_ASSERT_STRING_EQUAL(log.data, "");
        diag_print(d, stdout);
        report_failure(&a, before);
        outdir_free(out);
        diag_free(d);
    }
    buf_release(&log);
    fs_remove_tree(folder);
}

UNIT_MAIN("space", {"every value of every parameter", test_every_value}, {"random architectures", test_random},
          {"lint", test_lint})
