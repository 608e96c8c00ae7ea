/* SPDX-License-Identifier: Apache-2.0 */
/* test_compare.c -- comparisons hold what they promise, in a made-up technology: the best does the same job, its
 * figures are those of the cost model, and no random core that does the job is better. */
#include "unit.h"

#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "arch_load.h"
#include "compare.h"
#include "made_up.h"

#define ALL "examples/published/*.xml"
#define SOME "examples/published/t*.xml"

static struct tech tech;
static struct cost_tables *tables;

/* Written and read again, so that it is what a file could say. */
static void made_up(void)
{
    struct buf xml = BUF_INIT;
    struct tech t;
    if (tables)
        return;
    tables = cost_tables_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(tables);
    made_up_tech(&t);
    t.c.area[AREA_FP_ADD_16] = 2000, t.c.area[AREA_FP_ADD_32] = 5000;
    t.error[t.errors++] = (struct tech_error){"area", "int8", 9, 3.5, 8, NAN, NAN};
    tech_write(&xml, &t);
    struct src *src = src_from_text("made_up.xml", xml.data, xml.len);
    struct diag *d = diag_new();
    CU_ASSERT_TRUE_FATAL(tech_parse(&tech, src, d));
    src_free(src);
    diag_free(d);
    buf_release(&xml);
}

/* The published designs, compared at a throughput. */
static void run_published(struct compare *c, const char *pattern, glob_t *files, double mac_per_cycle)
{
    struct diag *d = diag_new();
    made_up();
    CU_ASSERT_EQUAL_FATAL(glob(pattern, 0, NULL, files), 0);
    CU_ASSERT_TRUE_FATAL(
        compare_run(c, &tech, (const char *const *)files->gl_pathv, (int)files->gl_pathc, mac_per_cycle, d));
    diag_free(d);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* A core's figures, by the cost model alone. */
struct figures {
    double macs, area, fmax, pj, bits;
};

static struct figures figures_of(const struct arch *resolved, double mhz)
{
    struct dims d;
    struct cost cost;
    struct cost_figures f;
    dims_derive(&d, resolved);
    cost_evaluate(&cost, &tech.c, tables, resolved, &d);
    cost_figures(&f, &cost, &d, mhz);
    return (struct figures){cost.mac_per_cycle, cost.total_area + cost.buffer_area, 1e6 / cost.period, f.pj_per_mac,
                            (double)d.key_beat_bits / (d.outputs * d.n)};
}

static void check_figures(const struct compare_core *core, double mhz, double target)
{
    struct figures f = figures_of(&core->arch, mhz);
    CU_ASSERT_TRUE(near(core->mac_per_cycle, f.macs) && near(core->copies * f.macs, target));
    CU_ASSERT_TRUE(near(core->area_um2, core->copies * f.area) && near(core->pj_per_mac, f.pj));
    CU_ASSERT_TRUE(near(core->fmax_mhz, f.fmax) && near(core->key_bits, f.bits));
}

/* The same job: what compare.h promises, parameter by parameter. */
static void check_job(const struct compare_design *v, const struct compare_core *core)
{
    static const enum param same[] = {PARAM_act,   PARAM_range,    PARAM_arith, PARAM_window, PARAM_top,
                                      PARAM_max_n, PARAM_overflow, PARAM_iface, PARAM_lanes,  PARAM_mhz};
    const struct arch *a = &core->arch, *b = &v->analogue.arch;
    CU_ASSERT_TRUE(arch_check(a, NULL, NULL));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        CU_ASSERT_EQUAL(arch_get(a, same[i]), arch_get(b, same[i]));
    CU_ASSERT_TRUE(a->kind == b->kind || a->kind == KIND_LUT || a->kind == KIND_SIGNFLIP);
    CU_ASSERT_TRUE(a->cores * a->fetchers * a->reuse >= v->rows);
    CU_ASSERT_TRUE(core->key_bits <= 1.01 * v->analogue.key_bits);
    CU_ASSERT_TRUE(core->mac_per_cycle <= 1.1 * v->analogue.mac_per_cycle * (1 + 1e-9));
    CU_ASSERT_TRUE(core->fmax_mhz >= v->mhz * (1 - 1e-9));
}

static void promises(void)
{
    struct compare c;
    glob_t files;
    double largest = 0;
    run_published(&c, ALL, &files, 0);
    for (int i = 0; i < c.designs; i++) {
        const struct compare_design *v = &c.design[i];
        const struct compare_core *all[] = {&v->analogue, &v->smallest, &v->frugal};
        for (int k = 0; k < 3; k++) {
            check_figures(all[k], v->mhz, c.mac_per_cycle);
            check_job(v, all[k]);
        }
        largest = fmax(largest, v->analogue.mac_per_cycle);
        CU_ASSERT_TRUE(near(v->area_factor, v->analogue.area_um2 / v->smallest.area_um2) && v->area_factor >= 1);
        CU_ASSERT_TRUE(near(v->energy_factor, v->analogue.pj_per_mac / v->frugal.pj_per_mac) && v->energy_factor >= 1);
        CU_ASSERT_TRUE(v->smallest.area_um2 <= v->frugal.area_um2 && v->frugal.pj_per_mac <= v->smallest.pj_per_mac);
        CU_ASSERT_TRUE(v->mhz <= v->analogue.arch.mhz && v->reached == (v->mhz == v->analogue.arch.mhz));
        CU_ASSERT_TRUE(v->candidates > 1000);
    }
    CU_ASSERT_EQUAL(c.mac_per_cycle, largest);
    compare_release(&c);
    globfree(&files);
}

/* Areas grow with the throughput, and nothing else changes. */
static void scaling(void)
{
    struct compare c, twice;
    glob_t files, again;
    run_published(&c, SOME, &files, 0);
    run_published(&twice, SOME, &again, 2 * c.mac_per_cycle);
    for (int i = 0; i < c.designs; i++) {
        const struct compare_design *v = &c.design[i], *w = &twice.design[i];
        CU_ASSERT_TRUE(near(w->analogue.area_um2, 2 * v->analogue.area_um2));
        CU_ASSERT_TRUE(near(w->smallest.area_um2, 2 * v->smallest.area_um2));
        CU_ASSERT_TRUE(near(w->frugal.copies, 2 * v->frugal.copies));
        CU_ASSERT_EQUAL(w->area_factor, v->area_factor);
        CU_ASSERT_EQUAL(w->energy_factor, v->energy_factor);
        CU_ASSERT_EQUAL(w->frugal.pj_per_mac, v->frugal.pj_per_mac);
    }
    compare_release(&c);
    compare_release(&twice);
    globfree(&files);
    globfree(&again);
}

/* ---- against random cores */

static int pick(uint64_t *rng, int lo, int hi)
{
    return lo + (int)(unit_random(rng) % (uint64_t)(hi - lo + 1));
}

/* A core for the analogue's job out of the whole space, its size about right. */
static struct arch random_core(uint64_t *rng, const struct compare_design *v)
{
    struct arch a = v->analogue.arch;
    double macs = v->analogue.mac_per_cycle;
    a.name[0] = '\0';
    a.kind = pick(rng, KIND_LUT, KIND_SIGNFLIP);
    a.mu = a.kind == KIND_LUT ? pick(rng, 1, 6) : 1;
    a.cores = 1;
    a.fetchers = pick(rng, 1, v->rows < 512 ? v->rows : 512);
    a.reuse = (v->rows + a.fetchers - 1) / a.fetchers;
    a.luts = (int)(pick(rng, 50, 110) * 0.01 * macs / (a.mu * a.fetchers * a.lanes));
    bool table = a.kind == KIND_LUT;
    a.network = table ? pick(rng, NETWORK_TREE, NETWORK_NAIVE) : NETWORK_TREE;
    a.half = table ? pick(rng, 0, 1) : 1;
    a.build = table ? pick(rng, BUILD_PARALLEL, BUILD_SEQUENTIAL) : BUILD_PARALLEL;
    a.build_adders = a.build == BUILD_SEQUENTIAL ? pick(rng, 1, 60) : 1;
    a.encoding = pick(rng, ENCODING_DENSE, ENCODING_PACK5);
    a.widths = WIDTHS_EXACT;
    a.negate = NEGATE_DEFERRED;
    a.pipe_build = table ? pick(rng, 0, 3) : 0;
    a.pipe_fetch = pick(rng, 0, 2);
    a.pipe_reduce = pick(rng, 0, 3);
    a.zero_gate = pick(rng, 0, 1);
    return a;
}

/* What rounding of sizes may leave on the table: the search takes K from a list, and L that fill the size. */
static void random_is_no_better(void)
{
    struct compare c;
    glob_t files;
    uint64_t rng = unit_seed();
    run_published(&c, ALL, &files, 0);
    for (int i = 0; i < c.designs; i++) {
        const struct compare_design *v = &c.design[i];
        double area = v->smallest.area_um2 / c.mac_per_cycle, least_area = INFINITY, least_energy = INFINITY;
        int found = 0;
        for (int k = 0; k < 8000; k++) {
            struct arch a = random_core(&rng, v);
            if (a.luts < 1 || a.luts > 256 || a.reuse > 256 || !arch_check(&a, NULL, NULL))
                continue;
            arch_resolve(&a);
            struct figures f = figures_of(&a, v->mhz);
            if (f.macs > 1.1 * v->analogue.mac_per_cycle || f.fmax < v->mhz || f.bits > 1.01 * v->analogue.key_bits)
                continue;
            found++;
            least_area = fmin(least_area, f.area / f.macs);
            least_energy = fmin(least_energy, f.pj);
        }
        if (least_area < 0.98 * area || least_energy < 0.98 * v->frugal.pj_per_mac)
            printf("\n    %s: of %d random cores, one has %.4g of the area, one %.4g of the energy", v->name, found,
                   least_area / area, least_energy / v->frugal.pj_per_mac);
        CU_ASSERT_TRUE(found > 100);
        CU_ASSERT_TRUE(least_area >= 0.98 * area && least_energy >= 0.98 * v->frugal.pj_per_mac);
    }
    compare_release(&c);
    globfree(&files);
}

/* ---- single cases */

/* Compares one architecture, given as text. False with diagnostics. */
static bool run_text(struct compare *c, const char *xml, double mac_per_cycle)
{
    static char path[] = "/tmp/tlut-compare-XXXXXX"; /* stays in c->design->file */
    struct diag *d = diag_new();
    made_up();
    strcpy(path + strlen(path) - 6, "XXXXXX");
    int fd = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(fd >= 0);
    FILE *f = fdopen(fd, "w");
    fputs(xml, f);
    CU_ASSERT_EQUAL_FATAL(fclose(f), 0);
    bool ok = compare_run(c, &tech, (const char *const[]){path}, 1, mac_per_cycle, d);
    CU_ASSERT_EQUAL(ok, diag_count(d) == 0);
    unlink(path);
    diag_free(d);
    return ok;
}

/* A core that wastes is found out; the best, compared again, is the best. */
static void waste(void)
{
    struct compare c, again;
    struct buf xml = BUF_INIT;
    CU_ASSERT_TRUE_FATAL(run_text(&c,
                                  "<tlut version='1'><table group-size='5' luts='6' network='naive' widths='uniform'/>"
                                  "<core fetchers='8' cores='2'/><negate when='early'/></tlut>",
                                  0));
    CU_ASSERT_TRUE(c.design->area_factor > 1.5 && c.design->energy_factor > 1.5);
    CU_ASSERT_EQUAL(c.design->rows, 2 * 8 * 8);
    CU_ASSERT_EQUAL(c.design->analogue.copies, 1);
    arch_write(&xml, &c.design->smallest.arch);
    CU_ASSERT_TRUE_FATAL(run_text(&again, xml.data, 0));
    CU_ASSERT_TRUE(again.design->area_factor < 1.05); /* it may now grow by another tenth */
    CU_ASSERT_STRING_EQUAL(again.design->analogue.arch.name, c.design->smallest.arch.name);
    compare_release(&c);
    compare_release(&again);
    buf_release(&xml);
}

/* All arithmetics and kinds of analogues; stalls count. */
static void kinds(void)
{
    static const char *const given[] = {
        "<tlut version='1'><compute kind='signflip'/></tlut>",
        "<tlut version='1'><compute kind='multiplier' weight-bits='2'/></tlut>",
        "<tlut version='1'><compute kind='multiplier'/></tlut>",
        "<tlut version='1'><activation type='fp8_e4m3'/></tlut>",
        "<tlut version='1'><activation type='bf16'/><arithmetic mode='aligned' window='20'/></tlut>",
        "<tlut version='1'><activation type='fp32'/></tlut>",
        "<tlut version='1'><activation type='int4' range='symmetric'/><interface type='raw'/></tlut>",
        "<tlut version='1'><table luts='1' group-size='1'/><core fetchers='1' reuse='1'/></tlut>",
        "<tlut version='1'><table group-size='4' build='sequential'/><core reuse='4'/></tlut>", /* stalls */
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct compare c;
        CU_ASSERT_TRUE_FATAL(run_text(&c, given[i], 100));
        check_job(c.design, &c.design->smallest);
        check_job(c.design, &c.design->frugal);
        check_figures(&c.design->smallest, c.design->mhz, 100);
        CU_ASSERT_TRUE(c.design->area_factor >= 1 && c.design->energy_factor >= 1);
        compare_release(&c);
    }
}

static void errors(void)
{
    struct compare c;
    struct diag *d = diag_new();
    made_up();
    const char *const files[] = {"examples/published/tenet.xml", "examples/published/missing.xml"};
    CU_ASSERT_FALSE(compare_run(&c, &tech, files, 2, 0, d));
    CU_ASSERT_EQUAL(diag_count(d), 1);
    CU_ASSERT_EQUAL(c.designs, 0);
    CU_ASSERT_PTR_NULL(c.design);
    compare_release(&c);
    diag_free(d);
    CU_ASSERT_FALSE(run_text(&c, "<tlut version='1'><table group-size='9'/></tlut>", 0));
    CU_ASSERT_FALSE(run_text(&c, "<tlut version='1'><table half='false' build='sequential'/></tlut>", 0));
}

/* ---- output */

static void output(void)
{
    struct compare c;
    char *text = NULL, *json = NULL;
    size_t size;
    CU_ASSERT_TRUE_FATAL(run_text(&c, "<tlut version='1' name='mine'><table luts='4'/></tlut>", 512));
    FILE *f = open_memstream(&text, &size);
    compare_text(&c, f);
    fclose(f);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "throughput  512 MAC/cycle for all, by a real-valued number of copies"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "mine: int8, 128 outputs in a pass, 1.667 bits a weight, at "));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "analogue  mu3_l4_k16_r8_int8 "));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, c.design->smallest.arch.name));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "area 3.5 % off in the mean, 8.0 % at worst"));
    f = open_memstream(&json, &size);
    compare_json(&c, f);
    fclose(f);
    json_t *root = json_loads(json, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    const json_t *design = json_array_get(json_object_get(root, "designs"), 0);
    const json_t *core = json_object_get(design, "analogue");
    CU_ASSERT_EQUAL(json_number_value(json_object_get(root, "mac_per_cycle")), 512);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(design, "name")), "mine");
    CU_ASSERT_DOUBLE_EQUAL(json_number_value(json_object_get(design, "area_factor")), c.design->area_factor, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(json_number_value(json_object_get(core, "copies")), 512.0 / (3 * 4 * 16), 1e-6);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(core, "set"), 0)), "table/@luts=4");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(design, "held_out_errors")), 1);
    json_decref(root);
    compare_release(&c);
    free(text);
    free(json);
}

UNIT_MAIN("compare", {"same job, figures of the model", promises}, {"scaling", scaling},
          {"random cores are no better", random_is_no_better}, {"waste is found out", waste},
          {"kinds and arithmetics", kinds}, {"errors", errors}, {"output", output})
