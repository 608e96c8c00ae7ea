/* SPDX-License-Identifier: Apache-2.0 */
/* validate_plot.c -- a gnuplot script with the data in it. */
#include "validate_plot.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calibrate_common.h"
#include "fit.h"
#include "outdir_fs.h"
#include "tool.h"

struct panel {
    const char *title, *unit;
    double scale;
};
/* By enum fit_what. */
static const struct panel panels[] = {{"area", "mm2", 1e-6}, {"fmax", "MHz", 1}, {"energy", "pJ a cycle", 1e-3}};
enum { PANELS = FIT_WHATS };

/* One data block for each panel and type; returns the number of types. */
static int data_blocks(struct buf *s, const struct tech *t, const struct points *p, const struct measured *m,
                       const char **type, int *size)
{
    struct cost_tables *tables = cost_tables_new();
    int types = 0;
    if (!tables)
        abort();
    for (int i = 0; i < p->count; i++) {
        int k = 0;
        while (k < types && strcmp(type[k], p->point[i].type) != 0)
            k++;
        if (k == types && types < 16)
            type[types++] = p->point[i].type;
    }
    for (int panel = 0; panel < PANELS; panel++)
        for (int k = 0; k < types; k++) {
            size[panel * 16 + k] = 0;
            buf_printf(s, "$p%d_%d << END\n", panel, k);
            for (int i = 0; i < p->count; i++) {
                double model, real;
                if (strcmp(p->point[i].type, type[k]) == 0 &&
                    fit_values(&t->c, tables, &p->point[i], &m[i], (enum fit_what)panel, &model, &real)) {
                    buf_printf(s, "%.6g %.6g\n", real * panels[panel].scale, model * panels[panel].scale);
                    size[panel * 16 + k]++;
                }
            }
            buf_addstr(s, "END\n");
        }
    cost_tables_free(tables);
    return types;
}

static void script(struct buf *s, const struct tech *t, const struct points *p, const struct measured *m,
                   const char *svg)
{
    /* Colours that people with colour blindness can tell apart (Okabe and Ito). */
    static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999",
                                         "#000000"};
    const char *type[16] = {0};
    int size[PANELS * 16];
    int types = data_blocks(s, t, p, m, type, size);
    buf_printf(s, "set terminal svg size 1180,430 enhanced background '#ffffff' font 'sans,12'\nset output '%s'\n", svg);
    buf_printf(s, "set multiplot layout 1,3 title 'technology %s: model against synthesis, designs that no fit has seen'\n",
               t->name);
    buf_addstr(s, "set logscale xy\nset grid lc rgb '#dddddd'\nset key off\nset size ratio 1\n"
                  "set format xy '%g'\nset rmargin 5\n");
    for (int panel = 0; panel < PANELS; panel++) {
        const struct panel *q = &panels[panel];
        int total = 0;
        for (int k = 0; k < types; k++)
            total += size[panel * 16 + k];
        if (total == 0)
            continue;
        buf_printf(s, "set title '%s'\nset xlabel 'measured, %s'\nset ylabel 'modelled, %s'\n", q->title, q->unit, q->unit);
        if (panel == 0)
            buf_addstr(s, "set key top left samplen 0.5 spacing 0.9 font ',10'\n");
        else
            buf_addstr(s, "set key off\n");
        buf_addstr(s, "plot x with lines lc rgb '#444444' notitle, x*1.1 with lines lc rgb '#bbbbbb' notitle, "
                      "x/1.1 with lines lc rgb '#bbbbbb' notitle");
        for (int k = 0; k < types; k++)
            if (size[panel * 16 + k] > 0)
                buf_printf(s, ", $p%d_%d with points pt %d ps 0.7 lc rgb '%s' title '%s'", panel, k, 4 + k % 8,
                           colour[k % 8], type[k]);
        buf_addch(s, '\n');
    }
    buf_addstr(s, "unset multiplot\n");
    for (char *u = s->data; (u = strstr(u, "_e")) != NULL; u++) /* an underscore would set the next letter low */
        if (u > s->data && strncmp(u - 3, "fp8_", 4) == 0)
            *u = '-';
}

bool validate_plot(const struct tech *t, const struct points *p, const struct measured *m, const char *svg,
                   struct diag *d)
{
    char folder[] = "/tmp/tlut-plot-XXXXXX";
    struct buf text = BUF_INIT, path = BUF_INIT, plot = BUF_INIT, log = BUF_INIT;
    bool ok = mkdtemp(folder) != NULL;
    if (ok) {
        buf_printf(&path, "%s/plot.gp", folder);
        buf_printf(&plot, "%s/plot.svg", folder);
        script(&text, t, p, m, plot.data);
        ok = fs_write(path.data, text.data, text.len) == 0;
        const char *const argv[] = {"gnuplot", path.data, NULL};
        ok = ok && tool_run(argv, NULL, &log) == 0;
        buf_reset(&text);
        ok = ok && fs_read(plot.data, &text) == 0 && text.len > 0;
    }
    if (!ok)
        diag_report(d, DIAG_OUT_WRITE, "is gnuplot installed (Debian: gnuplot-nox)?", "cannot draw '%s': %s",
                    diag_quote(svg).s, log.len ? diag_quote(log.data).s : "no output");
    else
        ok = calibrate_write(svg, &text, d);
    fs_remove_tree(folder);
    buf_release(&text);
    buf_release(&path);
    buf_release(&plot);
    buf_release(&log);
    return ok;
}
