/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>

#include "buf.h"
#include "digest.h"

double report_utilisation(const struct report *r)
{
    double cycles = (double)r->run->report.cycles, each = (double)r->dims->n * r->dims->outputs * r->arch->lanes;
    return cycles > 0 ? (double)r->macs / (cycles * each) : 0;
}

bool report_ok(const struct report *r)
{
    return drive_ok(&r->run->report) && r->dense_differences == 0 && r->run->report.cycles == r->expected_cycles;
}

static double speed(const struct report *r)
{
    return r->run->run_seconds > 0 ? (double)r->run->report.total_cycles / r->run->run_seconds : 0;
}

void report_architecture(const struct arch *a, struct buf *out)
{
    char text[16];
    buf_addstr(out, a->name);
    buf_addstr(out, ":");
    for (int p = 0; p < PARAM_COUNT; p++) {
        bool main = p == PARAM_kind || p == PARAM_mu || p == PARAM_luts || p == PARAM_fetchers || p == PARAM_reuse ||
                    p == PARAM_act;
        int v = arch_get(a, (enum param)p);
        if (main || v != param_table[p].def)
            buf_printf(out, " %s=%s", param_table[p].flag, param_value_text((enum param)p, v, text));
    }
}

void report_line(FILE *out, const char *what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(out, "%-14s", what);
    vfprintf(out, format, args);
    fputc('\n', out);
    va_end(args);
}

static const char *verdict(const struct report *r)
{
    const struct drive_report *d = &r->run->report;
    if (report_ok(r))
        return "bit-exact, cycles exactly as expected";
    if (d->timed_out)
        return "FAILED: the core hangs";
    if (d->mismatches || r->dense_differences)
        return "FAILED: wrong results";
    if (d->protocol_errors)
        return "FAILED: rules of the streams are broken";
    if (d->status != d->expected_status)
        return "FAILED: wrong status";
    return "FAILED: results are bit-exact, but the timing differs from the cycle model";
}

/* What tlut-sim makes up when it is given a shape alone. */
static const char *stimuli(const struct report *r)
{
    return r->dims->act_float ? "absmean-ternary Gaussian weights; Gaussian activations of deviation 1, rounded"
                              : "absmean-ternary Gaussian weights; Gaussian activations by the absmax rule";
}

void report_status(unsigned status, FILE *out)
{
    static const char *const word[] = {"key groups of unequal length", "saturation", "NaN", "infinity"};
    if (!status)
        return;
    fprintf(out, "%-14s", "status");
    for (int bit = 0, count = 0; bit < 4; bit++)
        if (status >> bit & 1)
            fprintf(out, "%s%s", count++ ? ", " : "", word[bit]);
    fputc('\n', out);
}

void report_text(const struct report *r, FILE *out)
{
    const struct drive_report *d = &r->run->report;
    const struct drive_stalls *s = &d->stalls;
    struct buf arch = BUF_INIT;
    report_architecture(r->arch, &arch);
    report_line(out, "architecture", "%s", arch.data);
    buf_release(&arch);
    fprintf(out, "%-14s%s%s%" PRId64 " x %" PRId64 ", %" PRId64 " job%s", "shape", r->layer ? r->layer : "",
            r->layer ? ", " : "", r->m, r->n, r->jobs, r->jobs == 1 ? "" : "s back to back");
    if (r->seeded)
        fprintf(out, ", seed %" PRIu64, r->seed);
    if (r->stall > 0)
        fprintf(out, ", stalls with probability %g on every stream", r->stall);
    fputc('\n', out);
    if (r->seeded)
        report_line(out, "data", "%s", stimuli(r));
    if (r->run->build_seconds > 0)
        report_line(out, "simulator", "%s (model built in %.1f s)", r->run->tool, r->run->build_seconds);
    else
        report_line(out, "simulator", "%s (model from the cache)", r->run->tool);
    report_line(out, "cycles", "%" PRId64, d->cycles);
    report_line(out, "expected", "%" PRId64, r->expected_cycles);
    report_line(out, "beats", "%" PRId64 " activation, %" PRId64 " key, %" PRId64 " result", d->act_beats, d->key_beats,
                d->result_beats);
    report_line(out, "MACs", "%" PRId64 " (%.1f a cycle)", r->macs,
                d->cycles ? (double)r->macs / (double)d->cycles : 0);
    report_line(out, "utilisation", "%.2f %%", 100 * report_utilisation(r));
    report_line(out, "stalls",
                "activations %" PRId64 ", keys %" PRId64 ", results %" PRId64 ", core %" PRId64 "; fill %" PRId64
                ", drain %" PRId64,
                s->act_starved, s->key_starved, s->result_blocked, s->core, s->fill, s->drain);
    report_line(out, "mismatches", "%" PRId64, d->mismatches + r->dense_differences);
    report_status(d->status, out);
    report_line(out, "speed", "%.0f cycles/s", speed(r));
    report_line(out, "verdict", "%s", verdict(r));
}

json_t *report_json_head(const struct arch *a, const char *simulator, const char *version)
{
    char digest[DIGEST_HEX], text[16];
    digest_arch(a, digest);
    json_t *parameters = json_object();
    for (int p = 0; p < PARAM_COUNT; p++) {
        int v = arch_get(a, (enum param)p);
        json_object_set_new(parameters, param_table[p].flag,
                            param_table[p].names || v == PARAM_SPECIAL
                                ? json_string(param_value_text((enum param)p, v, text))
                                : json_integer(v));
    }
    json_t *head = json_pack("{s:s, s:s, s:o, s:s, s:s, s:s}", "architecture", a->name, "digest", digest, "parameters",
                             parameters, "tlut", tlut_version(), "simulator", simulator, "simulator_version", version);
    if (!head)
        abort(); /* out of memory */
    return head;
}

void report_json_end(json_t *root, FILE *out)
{
    if (!root)
        abort();
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    fputc('\n', out);
    json_decref(root);
}

void report_json(const struct report *r, FILE *out)
{
    const struct drive_report *d = &r->run->report;
    const struct drive_stalls *s = &d->stalls;
    json_t *root = report_json_head(r->arch, r->simulator, r->run->tool);
    json_t *run = json_pack(
        "{s:s?, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:f, s:I, s:{s:I, s:I, s:I, s:I, s:I, s:I}}", "layer", r->layer, "m",
        (json_int_t)r->m, "n", (json_int_t)r->n, "jobs", (json_int_t)r->jobs, "stall_probability", r->stall, "cycles",
        (json_int_t)d->cycles, "expected_cycles", (json_int_t)r->expected_cycles, "macs", (json_int_t)r->macs,
        "utilisation", report_utilisation(r), "mismatches", (json_int_t)(d->mismatches + r->dense_differences),
        "stalls", "act_starved", (json_int_t)s->act_starved, "key_starved", (json_int_t)s->key_starved,
        "result_blocked", (json_int_t)s->result_blocked, "core", (json_int_t)s->core, "fill", (json_int_t)s->fill,
        "drain", (json_int_t)s->drain);
    json_t *more = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:i, s:i, s:b, s:f, s:f, s:f, s:b}", "act_beats", (json_int_t)d->act_beats,
        "key_beats", (json_int_t)d->key_beats, "result_beats", (json_int_t)d->result_beats, "timing_errors",
        (json_int_t)d->timing_errors, "protocol_errors", (json_int_t)d->protocol_errors, "status", (int)d->status,
        "expected_status", (int)d->expected_status, "timed_out", d->timed_out, "build_seconds", r->run->build_seconds,
        "run_seconds", r->run->run_seconds, "cycles_per_second", speed(r), "ok", report_ok(r));
    if (!run || !more)
        abort();
    json_object_update(root, run);
    if (r->seeded) {
        json_object_set_new(root, "seed", json_integer((json_int_t)r->seed));
        json_object_set_new(root, "data", json_string(stimuli(r)));
    }
    json_object_update(root, more);
    json_decref(run);
    json_decref(more);
    report_json_end(root, out);
}
