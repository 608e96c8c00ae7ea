/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "report.h"
#include "token.h"

static const char data_text[] =
    "random ternary weights with the shares of the absmean rule (31 % zero); Gaussian activations";

/* Useful multiply-accumulates over those that the core could have done in these cycles. */
static double utilisation(const struct token_setup *s, double macs, double cycles)
{
    double each = (double)s->dims->n * s->dims->outputs * s->arch->lanes;
    return cycles > 0 ? macs / (cycles * each) : 0;
}

static double per_second(const struct token_result *r, double count)
{
    return r->run_seconds > 0 ? count / r->run_seconds : 0;
}

/* Of the matrices that were run. */
static double macs_done(const struct token_setup *s, const struct token_result *r)
{
    double macs = 0;
    for (int i = 0; i < s->workload->layers; i++)
        macs += (double)r->layer[i].macs * (double)r->layer[i].runs / (double)s->workload->layer[i].count;
    return macs;
}

static int name_width(const struct workload *w)
{
    int width = 5;
    for (int i = 0; i < w->layers; i++)
        width = (int)strlen(w->layer[i].name) > width ? (int)strlen(w->layer[i].name) : width;
    return width;
}

static void layer_table(const struct token_setup *s, const struct token_result *r, FILE *out)
{
    const struct workload *w = s->workload;
    int width = name_width(w);
    fprintf(out, "\n%-*s  %16s  %8s  %12s  %13s  %11s\n", width, "layer", "outputs x inputs", "matrices", "cycles each",
            "cycles", "utilisation");
    for (int i = 0; i < w->layers; i++) {
        const struct token_layer *l = &r->layer[i];
        char shape[48];
        snprintf(shape, sizeof shape, "%" PRId64 " x %" PRId64, w->layer[i].m, w->layer[i].n);
        double macs = (double)l->macs / (double)w->layer[i].count * (double)l->runs;
        fprintf(out, "%-*s  %16s  %8" PRId64 "  %12.0f  %13" PRId64 "  %9.2f %%%s\n", width, w->layer[i].name, shape,
                l->runs, l->runs ? (double)l->cycles / (double)l->runs : 0, l->cycles,
                100 * utilisation(s, macs, (double)l->cycles), l->failed ? "  FAILED" : "");
    }
    fprintf(out, "%-*s  %16s  %8" PRId64 "  %12s  %13" PRId64 "  %9.2f %%\n\n", width, "token", "", r->runs, "",
            r->cycles, 100 * utilisation(s, macs_done(s, r), (double)r->cycles));
}

static const char *verdict(const struct token_setup *s, const struct token_result *r)
{
    if (token_ok(r))
        return s->stall > 0 ? "bit-exact, every handshake as expected" : "bit-exact, cycles exactly as expected";
    return r->wrong    ? "FAILED: wrong results"
           : r->failed ? "FAILED: see the messages above"
                       : "FAILED: not all was run";
}

void token_report_text(const struct token_setup *s, const struct token_result *r, FILE *out)
{
    struct buf arch = BUF_INIT;
    report_architecture(s->arch, &arch);
    report_line(out, "architecture", "%s", arch.data);
    buf_release(&arch);
    report_line(out, "workload", "%s: %" PRId64 " matrices, seed %" PRIu64, s->workload->name, r->matrices, s->seed);
    report_line(out, "data", "%s", data_text);
    if (s->stall > 0)
        report_line(out, "stalls", "with probability %g on every stream", s->stall);
    if (r->build_seconds > 0)
        report_line(out, "simulator", "%s (model built in %.1f s)", r->tool, r->build_seconds);
    else
        report_line(out, "simulator", "%s (model from the cache)", r->tool);
    layer_table(s, r, out);
    report_line(out, "cycles", "%" PRId64, r->cycles);
    report_line(out, "expected", "%" PRId64 "%s", r->expected, s->stall > 0 ? " without stalls" : "");
    report_line(out, "MACs", "%" PRId64 " (%.1f a cycle)", r->macs,
                r->cycles ? macs_done(s, r) / (double)r->cycles : 0);
    report_line(out, "compared", "%s", r->has_dense ? "golden model and plain product" : "golden model");
    report_line(out, "mismatches", "%" PRId64, r->wrong);
    report_status(r->status, out);
    report_line(out, "speed", "%.0f cycles/s, %.1f M MAC/s: %.1f s in %d process%s",
                per_second(r, (double)r->simulated_cycles), 1e-6 * per_second(r, macs_done(s, r)), r->run_seconds,
                r->processes, r->processes == 1 ? "" : "es");
    report_line(out, "verdict", "%s", verdict(s, r));
}

static json_t *layers(const struct token_setup *s, const struct token_result *r)
{
    json_t *list = json_array();
    for (int i = 0; i < s->workload->layers; i++) {
        const struct workload_layer *w = &s->workload->layer[i];
        const struct token_layer *l = &r->layer[i];
        double macs = (double)l->macs / (double)w->count * (double)l->runs;
        json_array_append_new(
            list, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:I}", "name", w->name, "m",
                            (json_int_t)w->m, "n", (json_int_t)w->n, "matrices", (json_int_t)w->count, "run",
                            (json_int_t)l->runs, "cycles", (json_int_t)l->cycles, "expected_cycles_each",
                            (json_int_t)l->expected, "macs", (json_int_t)l->macs, "utilisation",
                            utilisation(s, macs, (double)l->cycles), "mismatches", (json_int_t)l->wrong));
    }
    return list;
}

void token_report_json(const struct token_setup *s, const struct token_result *r, FILE *out)
{
    json_t *root = report_json_head(s->arch, "verilator", r->tool);
    json_t *token = json_pack(
        "{s:s, s:I, s:s, s:f, s:o, s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:i, s:b, s:i, s:f, s:f, s:f, s:f, s:b}",
        "workload", s->workload->name, "seed", (json_int_t)s->seed, "data", data_text, "stall_probability", s->stall,
        "layers", layers(s, r), "matrices", (json_int_t)r->matrices, "run", (json_int_t)r->runs, "cycles",
        (json_int_t)r->cycles, "expected_cycles", (json_int_t)r->expected, "macs", (json_int_t)r->macs, "utilisation",
        utilisation(s, macs_done(s, r), (double)r->cycles), "mismatches", (json_int_t)r->wrong, "status",
        (int)r->status, "dense_product", r->has_dense, "processes", r->processes, "build_seconds", r->build_seconds,
        "run_seconds", r->run_seconds, "cycles_per_second", per_second(r, (double)r->simulated_cycles),
        "macs_per_second", per_second(r, macs_done(s, r)), "ok", token_ok(r));
    json_object_update(root, token);
    json_decref(token);
    report_json_end(root, out);
}
