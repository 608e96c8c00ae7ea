/* SPDX-License-Identifier: Apache-2.0 */
/* report_plot.c -- runs gnuplot, and makes its files fit into the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure_run.h"
#include "report_internal.h"
#include "tool.h"

bool report_draw(const struct report_data *t, struct report_plots *p, struct diag *d)
{
    static const char *const argv[] = {"gnuplot", "plots.gp", NULL};
    struct buf script = BUF_INIT;
    struct runner r;
    bool installed = tool_exists(argv[0]);
    report_script(&script, t, p);
    bool ok = runner_open(&r, 0) && installed && runner_write(&r, argv[1], script.data, script.len) &&
              runner_tool(&r, argv, "gnuplot.log");
    for (int i = 0; i < p->count && ok; i++) {
        struct buf svg = BUF_INIT, name = BUF_INIT;
        buf_printf(&name, "%s.svg", p->plot[i].name);
        ok = runner_read(&r, name.data, &svg);
        p->plot[i].svg = buf_detach(&svg);
        buf_release(&name);
    }
    if (!ok) {
        diag_report(d, DIAG_OUT_WRITE,
                    installed ? "leave the page out with --no-report"
                              : "install gnuplot (Debian: gnuplot-nox), or leave the page out with --no-report",
                    "cannot draw the plots of report.html: %s", installed ? r.reason : "gnuplot is not installed");
        diag_note(d, "the results of the sweep are complete; the same command writes the page");
    }
    runner_close(&r);
    buf_release(&script);
    return ok;
}

void report_plots_release(struct report_plots *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->plot[i].svg);
    memset(p, 0, sizeof *p);
}

static size_t listed(const struct report_data *t)
{
    return t->sweep->objectives > 1 ? t->r->front.count : t->r->best.count;
}

size_t report_rows(const struct report_data *t)
{
    return listed(t) < REPORT_ROWS ? listed(t) : REPORT_ROWS;
}

const struct space_point *report_row(const struct report_data *t, size_t k, size_t *rank)
{
    size_t rows = report_rows(t);
    *rank = rows < 2 ? k : (size_t)((double)k * (double)(listed(t) - 1) / (double)(rows - 1) + 0.5);
    return t->sweep->objectives > 1 ? &t->r->front.point[*rank] : &t->r->best.point[*rank];
}

/* ---- into the page */

enum { TITLES = 1500 };

/* Colours of the script, and what the page calls them. */
static const struct {
    unsigned rgb;
    const char *name;
} colours[] = {
    {0x3c4248, "text"}, {0x8a9299, "axis"}, {0xe3e7eb, "grid"}, {0xe2e6ea, "d1"},   {0xccd2d8, "d2"},
    {0xb4bcc4, "d3"},   {0x99a3ad, "d4"},   {0x7c8893, "d5"},   {0x5d6974, "d6"},   {0xd55e00, "front"},
    {0x0072b2, "blue"}, {0xe69f00, "amber"}, {0x56b4e9, "sky"}, {0xcc79a7, "pink"}, {0xc3cad1, "stem"},
};

/* Appends len bytes with rgb(r, g, b) as the page's colours. */
static void recolour(struct buf *out, const char *text, size_t len)
{
    for (const char *end = text + len; text < end;) {
        unsigned r, g, b;
        int used = 0;
        if (text[0] == 'r' && sscanf(text, "rgb(%3u,%3u,%3u)%n", &r, &g, &b, &used) == 3 && used > 0 && used < 20) {
            unsigned rgb = r << 16 | g << 8 | b;
            const char *name = NULL;
            for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
                if (colours[i].rgb == rgb)
                    name = colours[i].name;
            if (name)
                buf_printf(out, "var(--%s)", name);
            else
                buf_printf(out, "#%06x", rgb);
            text += used;
        } else {
            buf_addch(out, *text++);
        }
    }
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* A point of the front: its figures when the mouse rests on it. For thousands of them the page's script finds the words. */
static void mark(struct buf *out, const struct report_data *t, const char *line)
{
    unsigned row = 0;
    const char *quote = strchr(line, '\'');
    if (!quote || sscanf(quote, "'%u'", &row) != 1 || row >= report_rows(t))
        BUG("gnuplot writes points in another way: %.80s", line);
    size_t rank;
    const struct space_point *p = report_row(t, row, &rank);
    struct buf text = BUF_INIT;
    buf_printf(out, "<g class=\"pt\" data-row=\"%u\">", row);
    if (report_rows(t) * (size_t)t->pairs > TITLES)
        return;
    for (int i = 0; i < t->sweep->objectives; i++) {
        report_figure(&text, t, t->sweep->objective[i].metric, p->figure[t->sweep->objective[i].metric], true);
        buf_addstr(&text, ", ");
    }
    dse_flags(&text, t->sweep, p->index);
    buf_addstr(out, "<title>");
    buf_add_xml(out, text.data);
    buf_addstr(out, "</title>");
    buf_release(&text);
}

/* Points are circles: pt 7 is filled (gpPt6), pt 6 is a ring (gpPt5). */
static void circle(struct buf *out, const char *line)
{
    double x, y, r;
    const char *move = strstr(line, "translate("), *colour = strstr(line, "color='"), *end = strstr(line, "/>");
    if (!move || !colour || !end || sscanf(move, "translate(%lf,%lf) scale(%lf)", &x, &y, &r) != 3)
        BUG("gnuplot writes points in another way: %.80s", line);
    bool ring = strstr(line, "#gpPt5'") != NULL;
    colour += strlen("color='");
    buf_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"", x, y, r);
    if (ring)
        buf_addstr(out, "none\" stroke-width=\"2.5\" stroke=\"");
    recolour(out, colour, strcspn(colour, "'"));
    buf_addstr(out, ring ? "\"/>" : "\" stroke=\"none\"/>");
    buf_addstr(out, end + 2);
}

/* What stands around nearly everything: the page's style sheet says it once. */
static const char usual[] = "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"1.00\" stroke-linecap=\"butt\" "
                            "stroke-linejoin=\"miter\">";

/* Without what the page has itself or nobody sees: canvas, symbols, names, fonts, groups without content. */
static void one_line(struct buf *out, const struct report_data *t, char *line, bool *defs)
{
    line += strspn(line, "\t ");
    if (*line == '\0' || begins(line, "</svg>") || begins(line, "<rect") || begins(line, "<desc>"))
        return;
    if (begins(line, "<defs>") || begins(line, "</defs>")) {
        *defs = begins(line, "<defs>");
        return;
    }
    if (*defs)
        return;
    if (begins(line, "<g id=\"gnuplot_plot_")) {
        buf_addstr(out, "<g>\n");
    } else if (begins(line, "<g onmousemove")) {
        mark(out, t, line);
    } else if (begins(line, "<use ")) {
        circle(out, line);
        buf_addch(out, '\n');
    } else {
        char *font;
        while ((font = strstr(line, "font-family=\"sans\"")) != NULL)
            memmove(font, font + strlen("font-family=\"sans\""), strlen(font + strlen("font-family=\"sans\"")) + 1);
        size_t last = out->len;
        while (last > 0 && out->data[last - 1] == '\n')
            last--;
        size_t from = last;
        while (from > 0 && out->data[from - 1] != '\n')
            from--;
        if (begins(line, "</g>") && begins(out->data + from, "<g ") && !memchr(out->data + from, '\n', last - from) &&
            strchr(out->data + from, '>') == out->data + last - 1) {
            out->len = from; /* opened, and closed at once */
            out->data[from] = '\0';
            return;
        }
        if (begins(line, usual) && line[strlen(usual)] == '\0')
            buf_addstr(out, "<g class=\"l\">");
        else
            recolour(out, line, strlen(line));
        buf_addch(out, '\n');
    }
}

void report_inline(struct buf *out, const struct report_data *t, const struct report_plot *p)
{
    char *copy = buf_strdup(p->svg), *body = strstr(copy, "<g id=\"gnuplot_canvas\">"), *save = NULL;
    bool defs = false, small = begins(p->name, "sensitivity");
    if (!body)
        BUG("gnuplot writes files in another way");
    buf_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", small ? REPORT_SMALL : REPORT_PLOT, p->height);
    buf_add_xml(out, p->label);
    buf_addstr(out, "\">\n<g>\n");
    body = strchr(body, '\n');
    for (char *line = strtok_r(body, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        one_line(out, t, line, &defs);
    buf_addstr(out, "</svg>\n");
    free(copy);
}
