/* SPDX-License-Identifier: Apache-2.0 */
/* test_validate.c -- the recorded validations: each shipped technology still has the errors that it states, and a
 * coefficient that is doubled is found out. Measured values come from docs/figures/validate_*.csv. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "calibrate.h"
#include "fit.h"

/* A technology and designs that were measured with it. */
struct recorded {
    struct points points;
    struct measured *measured;
    struct tech tech;
};

/* Columns of the file, by the names in its head. */
static int column(const char *head, const char *name)
{
    int n = 0;
    size_t len = strlen(name);
    for (const char *p = head; p; n++) {
        if (strncmp(p, name, len) == 0 && (p[len] == ',' || p[len] == '\n' || p[len] == 0))
            return n;
        p = strchr(p, ',');
        p += p != NULL;
    }
    CU_FAIL_FATAL("a column is missing");
    return -1;
}

static void field(const char *line, int n, char *out, size_t size)
{
    while (n-- > 0 && line)
        line = (line = strchr(line, ',')) ? line + 1 : NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    snprintf(out, size, "%.*s", (int)strcspn(line, ",\n"), line);
}

static double number(const char *line, int n)
{
    char text[64];
    field(line, n, text, sizeof text);
    return atof(text);
}

/* docs/figures/validate_<name>.csv, designs measured with the library of a technology. */
static void load(struct recorded *r, const char *name, const char *technology)
{
    static char line[16384], head[16384];
    char flags[600], file[100], path[] = "/tmp/tlut-test-XXXXXX";
    struct diag *d = diag_new();
    snprintf(file, sizeof file, "docs/figures/validate_%s.csv", name);
    FILE *csv = fopen(file, "r"), *list = fdopen(mkstemp(path), "w");
    if (!csv)
        printf("\n    no %s: make validate TECHS=%s writes it", file, name);
    CU_ASSERT_PTR_NOT_NULL_FATAL(csv);
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(head, sizeof head, csv));
    while (fgets(line, sizeof line, csv)) {
        field(line, column(head, "flags"), flags, sizeof flags);
        fprintf(list, "%s\n", flags);
    }
    fclose(list);
    CU_ASSERT_TRUE_FATAL(points_read(&r->points, path, d));
    unlink(path);
    r->measured = calloc((size_t)r->points.count, sizeof *r->measured);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r->measured);
    rewind(csv);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(head, sizeof head, csv));
    for (int i = 0; i < r->points.count && fgets(line, sizeof line, csv); i++) {
        char status[16];
        struct measured *m = &r->measured[i];
        field(line, column(head, "status"), status, sizeof status);
        m->status = strcmp(status, "ok") == 0 ? MEASURED_OK : MEASURED_FAILED;
        m->area[COST_GLUE] = number(line, column(head, "area_um2"));
        m->stage[STAGE_ACC] = number(line, column(head, "period_ps"));
        m->energy[COST_GLUE] = number(line, column(head, "energy_fj"));
        m->has_energy = m->energy[COST_GLUE] > 0;
        r->points.point[i].lot = (int)number(line, column(head, "class"));
    }
    fclose(csv);
    CU_ASSERT_TRUE_FATAL(tech_load(&r->tech, technology, d));
    diag_free(d);
}

static void release(struct recorded *r)
{
    free(r->measured);
    points_release(&r->points);
}

static bool passes(const struct recorded *r, struct tech *t)
{
    struct diag *d = diag_new();
    fit_errors(t, &r->points, r->measured);
    bool ok = validate_bounds(t, d);
    diag_free(d);
    return ok;
}

/* The errors that the files state are those that the model has. */
static void stated(void)
{
    const char *const *name = tech_names();
    for (; *name; name++) {
        struct recorded r;
        load(&r, *name, *name);
        struct tech t = r.tech;
        bool ok = passes(&r, &t);
        CU_ASSERT_EQUAL_FATAL(t.errors, r.tech.errors);
        for (int i = 0; i < t.errors; i++) {
            CU_ASSERT_STRING_EQUAL(t.error[i].what, r.tech.error[i].what);
            CU_ASSERT_STRING_EQUAL(t.error[i].type, r.tech.error[i].type);
            CU_ASSERT_EQUAL(t.error[i].points, r.tech.error[i].points);
            CU_ASSERT_DOUBLE_EQUAL(t.error[i].mean, r.tech.error[i].mean, 0.011);
            CU_ASSERT_DOUBLE_EQUAL(t.error[i].worst, r.tech.error[i].worst, 0.011);
        }
        CU_ASSERT_TRUE(r.points.count >= 60);
        if (!ok)
            printf("\n    %s is out of bounds", *name);
        CU_ASSERT_TRUE(ok);
        release(&r);
    }
}

static double mean_of(const struct tech *t, const char *what)
{
    for (int i = 0; i < t->errors; i++)
        if (strcmp(t->error[i].what, what) == 0 && strcmp(t->error[i].type, "all") == 0)
            return t->error[i].mean;
    CU_FAIL_FATAL("there is no such error");
    return 0;
}

/* Designs drawn from another seed: within the same bounds, and the mean errors are of the same size. */
static void second_seed(void)
{
    static const char *const what[] = {"area", "fmax", "energy"};
    struct recorded r;
    load(&r, "osu018_seed3", "osu018");
    struct tech t = r.tech;
    CU_ASSERT_TRUE(r.points.count >= 60);
    CU_ASSERT_TRUE(passes(&r, &t));
    for (int i = 0; i < 3; i++) {
        double first = mean_of(&r.tech, what[i]), second = mean_of(&t, what[i]);
        if (!(second < 2 * first && first < 2 * second))
            printf("\n    %s: %.2f %% and %.2f %%", what[i], first, second);
        CU_ASSERT_TRUE(second < 2 * first && first < 2 * second);
    }
    release(&r);
}

static void doubled(void)
{
    struct recorded r;
    load(&r, "osu018", "osu018");
    struct tech shipped = r.tech;
    static const enum cost_area area[] = {AREA_FF_EN, AREA_ACC_STORE, AREA_FETCH_BIT, AREA_FP_ADD_16, AREA_RED_ADD_BIT};
    static const enum cost_delay delay[] = {DELAY_FP_ADD_16, DELAY_RED_LEVEL, DELAY_CARRY_BIT};
    static const enum cost_energy energy[] = {ENERGY_FF_CLK, ENERGY_RED_FP16};
    for (size_t i = 0; i < sizeof area / sizeof *area; i++) {
        struct tech t = shipped;
        t.c.area[area[i]] *= 2;
        bool ok = passes(&r, &t);
        if (ok)
            printf("\n    %s doubled is not found out\n", cost_area_table[area[i]].name);
        CU_ASSERT_FALSE(ok);
    }
    for (size_t i = 0; i < sizeof delay / sizeof *delay; i++) {
        struct tech t = shipped;
        t.c.delay[delay[i]] *= 2;
        double before = 0, after = 0;
        for (int k = 0; k < shipped.errors; k++)
            before += strcmp(shipped.error[k].what, "fmax") == 0 ? shipped.error[k].mean : 0;
        passes(&r, &t);
        for (int k = 0; k < t.errors; k++)
            after += strcmp(t.error[k].what, "fmax") == 0 ? t.error[k].mean : 0;
        CU_ASSERT_TRUE(after > before);
    }
    for (size_t i = 0; i < sizeof energy / sizeof *energy; i++) {
        struct tech t = shipped;
        t.c.energy[energy[i]] *= 2;
        CU_ASSERT_FALSE(passes(&r, &t));
    }
    for (int j = 0; j < COST_DELAYS; j++)
        shipped.c.delay[j] *= 2;
    CU_ASSERT_FALSE(passes(&r, &shipped)); /* all paths twice as long */
    release(&r);
}

UNIT_MAIN("validate", {"stated errors", stated}, {"a second seed", second_seed}, {"a doubled coefficient", doubled})
