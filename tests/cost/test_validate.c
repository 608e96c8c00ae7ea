/* SPDX-License-Identifier: Apache-2.0 */
/* test_validate.c -- the recorded validation of osu018: the shipped technology still has the errors that it states, and
 * one with a coefficient doubled is found out. Measured values come from docs/figures/validate_osu018.csv. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "calibrate.h"
#include "fit.h"

static struct points points;
static struct measured *measured;
static struct tech shipped;

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

static void load(void)
{
    static char line[16384], head[16384];
    char flags[600], path[] = "/tmp/tlut-test-XXXXXX";
    struct diag *d = diag_new();
    FILE *csv = fopen("docs/figures/validate_osu018.csv", "r"), *list = fdopen(mkstemp(path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(csv);
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(head, sizeof head, csv));
    while (fgets(line, sizeof line, csv)) {
        field(line, column(head, "flags"), flags, sizeof flags);
        fprintf(list, "%s\n", flags);
    }
    fclose(list);
    CU_ASSERT_TRUE_FATAL(points_read(&points, path, d));
    unlink(path);
    measured = calloc((size_t)points.count, sizeof *measured);
    CU_ASSERT_PTR_NOT_NULL_FATAL(measured);
    rewind(csv);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(head, sizeof head, csv));
    for (int i = 0; i < points.count && fgets(line, sizeof line, csv); i++) {
        char status[16];
        struct measured *m = &measured[i];
        field(line, column(head, "status"), status, sizeof status);
        m->status = strcmp(status, "ok") == 0 ? MEASURED_OK : MEASURED_FAILED;
        m->area[COST_GLUE] = number(line, column(head, "area_um2"));
        m->stage[STAGE_ACC] = number(line, column(head, "period_ps"));
        m->energy[COST_GLUE] = number(line, column(head, "energy_fj"));
        m->has_energy = m->energy[COST_GLUE] > 0;
        points.point[i].lot = (int)number(line, column(head, "class"));
    }
    fclose(csv);
    CU_ASSERT_TRUE_FATAL(tech_load(&shipped, "osu018", d));
    diag_free(d);
}

static bool passes(struct tech *t)
{
    struct diag *d = diag_new();
    fit_errors(t, &points, measured);
    bool ok = validate_bounds(t, d);
    diag_free(d);
    return ok;
}

/* The errors that the file states are those that the model has. */
static void stated(void)
{
    struct tech t = shipped;
    bool ok = passes(&t);
    CU_ASSERT_EQUAL_FATAL(t.errors, shipped.errors);
    for (int i = 0; i < t.errors; i++) {
        CU_ASSERT_STRING_EQUAL(t.error[i].what, shipped.error[i].what);
        CU_ASSERT_STRING_EQUAL(t.error[i].type, shipped.error[i].type);
        CU_ASSERT_EQUAL(t.error[i].points, shipped.error[i].points);
        CU_ASSERT_DOUBLE_EQUAL(t.error[i].mean, shipped.error[i].mean, 0.011);
        CU_ASSERT_DOUBLE_EQUAL(t.error[i].worst, shipped.error[i].worst, 0.011);
    }
    CU_ASSERT_TRUE(points.count >= 60);
    CU_ASSERT_TRUE(ok);
}

static void doubled(void)
{
    static const enum cost_area area[] = {AREA_FF_EN, AREA_ACC_STORE, AREA_FETCH_BIT, AREA_FP_ADD_16, AREA_RED_ADD_BIT};
    static const enum cost_delay delay[] = {DELAY_FP_ADD_16, DELAY_RED_LEVEL, DELAY_ACC};
    static const enum cost_energy energy[] = {ENERGY_FF_CLK, ENERGY_RED_FP16};
    for (size_t i = 0; i < sizeof area / sizeof *area; i++) {
        struct tech t = shipped;
        t.c.area[area[i]] *= 2;
        bool ok = passes(&t);
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
        passes(&t);
        for (int k = 0; k < t.errors; k++)
            after += strcmp(t.error[k].what, "fmax") == 0 ? t.error[k].mean : 0;
        CU_ASSERT_TRUE(after > before);
    }
    for (size_t i = 0; i < sizeof energy / sizeof *energy; i++) {
        struct tech t = shipped;
        t.c.energy[energy[i]] *= 2;
        CU_ASSERT_FALSE(passes(&t));
    }
    for (int j = 0; j < COST_DELAYS; j++)
        shipped.c.delay[j] *= 2;
    CU_ASSERT_FALSE(passes(&shipped)); /* all paths twice as long */
    free(measured);
    points_release(&points);
}

UNIT_MAIN("validate", {"recorded measurements", load}, {"stated errors", stated}, {"a doubled coefficient", doubled})
