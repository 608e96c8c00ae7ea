/* SPDX-License-Identifier: Apache-2.0 */
/* run_icarus.c -- a run in Icarus Verilog. The cycle model says when beats are taken, so all stimuli of a run are known
 * beforehand: they go into a file, a small bench plays it and writes the answers to another file, and the harness
 * judges the answers as if the core were there. From the first handshake that differs on, the stimuli would be wrong:
 * it stops. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch_load.h"
#include "embedded.h"
#include "given.h"
#include "outdir.h"
#include "outdir_fs.h"
#include "progress.h"
#include "run.h"
#include "tool.h"
#include "tpl.h"

static bool io_failed(const char *what, struct diag *d)
{
    diag_report(d, DIAG_SIM_RUN, "make room in the folder for temporary files ($TMPDIR)", "cannot write %s: %s", what,
                strerror(errno));
    return false;
}

static bool put_file(const char *folder, const char *name, const void *data, size_t size, struct diag *d)
{
    struct buf path = BUF_INIT;
    const char *base = strrchr(name, '/');
    buf_printf(&path, "%s/%s", folder, base ? base + 1 : name);
    FILE *f = fopen(path.data, "wb");
    bool ok = f && fwrite(data, 1, size, f) == size;
    if (f && fclose(f) != 0)
        ok = false;
    buf_release(&path);
    return ok || io_failed(name, d);
}

static bool bench_text(const struct arch *a, const struct dims *dims, struct buf *text, struct diag *d)
{
    const struct embedded_file *f = embedded_find("templates/out/icarus_tb.v.in");
    if (!f)
        BUG("the Icarus bench is not embedded");
    struct tpl *t = tpl_new();
    tpl_set(t, "NAME", "%s", a->name);
    tpl_set(t, "ACT_MSB", "%lld", (long long)dims->act_tdata_w - 1);
    tpl_set(t, "KEY_MSB", "%lld", (long long)dims->key_tdata_w - 1);
    tpl_set(t, "RES_MSB", "%lld", (long long)dims->res_tdata_w - 1);
    tpl_flag(t, "AXIS", a->iface == IFACE_AXIS);
    bool ok = tpl_render(t, f->path, (const char *)f->data, d, text);
    tpl_free(t);
    return ok;
}

/* In the folder, because even -V has temporary files. */
static bool find_icarus(const char *folder, struct run_result *result, struct diag *d)
{
    static const char *const ask[] = {"iverilog", "-V", NULL};
    struct buf text = BUF_INIT;
    bool ok = tool_exists("iverilog") && tool_exists("vvp") && tool_run(ask, folder, &text) == 0;
    if (ok)
        snprintf(result->tool, sizeof result->tool, "%.*s", (int)strcspn(text.data, "\n"), text.data);
    else
        diag_report(d, DIAG_NO_ICARUS, "install it (Debian, Ubuntu: apt install iverilog)",
                    "the program 'iverilog' is not installed or does not run");
    buf_release(&text);
    return ok;
}

/* Writes bench and RTL, and compiles them. */
static bool compile(const char *folder, const struct arch *a, const struct dims *dims, const char *rtl, struct diag *d)
{
    struct buf text = BUF_INIT, log = BUF_INIT;
    struct outdir *package = outdir_new();
    const char *argv[64] = {"iverilog",  "-g2005",     rtl ? "-Winfloop" : "-Wall", "-s", "tlut_bench", "-o",
                            "bench.vvp", "icarus_tb.v"};
    size_t argc = 8;
    bool ok = given_package(a, rtl, package, d) && bench_text(a, dims, &text, d) &&
              put_file(folder, "icarus_tb.v", text.data, text.len, d);
    for (size_t i = 0; ok && i < outdir_count(package); i++) {
        const struct outdir_file *f = outdir_file(package, i);
        size_t n = strlen(f->path);
        if (n < 3 || strcmp(f->path + n - 2, ".v") != 0)
            continue;
        if (argc + 1 >= sizeof argv / sizeof argv[0])
            BUG("too many Verilog files");
        ok = put_file(folder, f->path, f->data, f->size, d);
        argv[argc++] = strrchr(f->path, '/') ? strrchr(f->path, '/') + 1 : f->path;
    }
    int status = ok ? tool_run(argv, folder, &log) : 0;
    if (status != 0 || log.len) { /* a warning is a failure too: emitted RTL is lint-clean */
        fwrite(log.data, 1, log.len, stderr);
        diag_report(d, DIAG_SIM_BUILD, "the tool's messages are above", "Icarus Verilog refuses the core (status %d)",
                    status);
        ok = false;
    }
    outdir_free(package);
    buf_release(&text);
    buf_release(&log);
    return ok;
}

static void put_hex(FILE *f, const uint32_t *word, uint32_t bits)
{
    for (size_t i = (bits + 31) / 32; i-- > 0;) {
        bool top = i == (bits - 1) / 32 && bits % 32;
        uint32_t v = top ? word[i] & ((1u << bits % 32) - 1) : word[i]; /* garbage ends where the port ends */
        fprintf(f, "%0*x", top ? (int)(bits % 32 + 3) / 4 : 8, v);
    }
}

/* *cycles: from the first one after reset on. */
static bool write_stimulus(const char *folder, const struct drive_setup *setup, int64_t *cycles, struct diag *d)
{
    struct buf path = BUF_INIT;
    struct drive_setup quiet = *setup;
    struct dut_widths w = drive_widths(setup->dims);
    quiet.net = NULL;
    quiet.log = NULL;
    buf_printf(&path, "%s/stimulus.txt", folder);
    struct drive *run = drive_new(&quiet);
    FILE *f = fopen(path.data, "w");
    struct dut_in in;
    *cycles = 0;
    while (f && run && drive_inputs(run, &in)) {
        *cycles += in.aresetn || *cycles;
        fprintf(f, "%d %d %d %d %d %d ", in.aresetn, in.act_valid, in.act_last, in.key_valid, in.key_last,
                in.res_ready);
        put_hex(f, in.act_data, w.act);
        fputc(' ', f);
        put_hex(f, in.key_data, w.key);
        fputc('\n', f);
        drive_observe(run, NULL);
    }
    bool ok = run && f && !ferror(f);
    if (f && fclose(f) != 0)
        ok = false;
    drive_free(run);
    buf_release(&path);
    return ok || io_failed("the stimuli", d);
}

/* Fills a hex number of `bits` bits; false if a digit is unknown. */
static bool get_hex(const char *text, size_t length, uint32_t *word, uint32_t bits)
{
    memset(word, 0, ((bits + 31) / 32) * sizeof *word);
    for (size_t i = 0; i < length && i < (bits + 3) / 4; i++) {
        char c = text[length - 1 - i];
        if (!strchr("0123456789abcdef", c))
            return false;
        word[i / 8] |= (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10) << 4 * (i % 8);
    }
    return true;
}

/* One line of answers.txt. Results that are not valid may be unknown. */
static void answer(struct drive *run, const char *line, uint32_t bits, bool from_start, struct dut_out *out)
{
    const char *data = line + 10; /* "1 1 1 1 f data" */
    uint32_t status = 0;
    bool known = strcspn(line, "xXzZ") >= 10;
    get_hex(line + 8, 1, &status, 4);
    *out = (struct dut_out){line[0] == '1', line[2] == '1',  line[4] == '1',
                            line[6] == '1', (uint8_t)status, out->res_data};
    bool data_known = get_hex(data, strcspn(data, "\n"), out->res_data, bits);
    if (line[4] == '0' && line[6] != '0' && line[6] != '1')
        known = strcspn(line, "xXzZ") >= 6 && strcspn(line + 8, "xXzZ") >= 2; /* TLAST means nothing without VALID */
    if (!from_start && !known)
        drive_complain(run, "a handshake signal or the status is unknown (x)");
    else if (!from_start && out->res_valid && !data_known)
        drive_complain(run, "the results hold unknown bits (x)");
}

static bool judge(const char *folder, const struct drive_setup *setup, struct drive_report *report, struct diag *d)
{
    struct buf path = BUF_INIT;
    char *line = NULL;
    size_t room = 0;
    uint32_t bits = drive_widths(setup->dims).res;
    uint32_t *data = calloc(bits / 32 + 2, sizeof *data);
    buf_printf(&path, "%s/answers.txt", folder);
    FILE *f = fopen(path.data, "r");
    struct drive *run = drive_new(setup);
    struct dut_in in;
    struct dut_out out = {.res_data = data};
    bool ok = data && f && run, complete = true;
    for (int64_t cycle = 0; ok && complete && !drive_timing_lost(run) && drive_inputs(run, &in); cycle++) {
        complete = getline(&line, &room, f) > 10;
        if (complete) {
            answer(run, line, bits, cycle == 0, &out);
            drive_observe(run, &out);
        }
    }
    if (ok)
        drive_finish(run, report);
    if (!ok || !complete)
        diag_report(d, DIAG_SIM_RUN, NULL, "Icarus Verilog wrote %s answers", ok ? "too few" : "no");
    free(line);
    free(data);
    if (f)
        fclose(f);
    drive_free(run);
    buf_release(&path);
    return ok && complete;
}

static bool simulate(const char *folder, const char *trace, bool toggles, struct diag *d)
{
    struct buf log = BUF_INIT, plus = BUF_INIT;
    if (trace && trace[0] != '/') {
        char *here = getcwd(NULL, 0);
        buf_printf(&plus, "+trace=%s/%s", here ? here : ".", trace);
        free(here);
    } else if (trace) {
        buf_printf(&plus, "+trace=%s", trace);
    } else if (toggles) {
        buf_addstr(&plus, "+toggles");
    }
    const char *const argv[] = {"vvp", "-n", "bench.vvp", trace ? "-fst" : toggles ? "-vcd" : NULL, plus.data, NULL};
    int status = tool_run(argv, folder, &log);
    bool ok = status == 0 && !strstr(log.data, "tlut_bench:") && !strstr(log.data, "ERROR");
    if (!ok) {
        fwrite(log.data, 1, log.len, stderr);
        diag_report(d, DIAG_SIM_RUN, NULL, "Icarus Verilog stopped (status %d)", status);
    }
    buf_release(&log);
    buf_release(&plus);
    return ok;
}

/* Counts the toggles that the bench dumped. A cycle takes 10 units of time and the end 5 more: were the disk full, the
 * dump would just be shorter. */
static bool count_toggles(const char *folder, int64_t cycles, struct toggles *toggles, struct diag *d)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/toggles.vcd", folder);
    bool ok = toggles_count(path.data, toggles, d);
    toggles->cycles = cycles;
    if (ok && toggles->end - toggles->start != 10 * cycles + 5) {
        diag_report(d, DIAG_SIM_RUN, "make room in the folder for temporary files ($TMPDIR)",
                    "the dump of the nets covers %lld units of time instead of %lld",
                    (long long)(toggles->end - toggles->start), (long long)(10 * cycles + 5));
        ok = false;
    }
    buf_release(&path);
    return ok;
}

bool run_icarus(const struct drive_setup *setup, const struct run_options *options, struct run_result *result,
                struct diag *d)
{
    const char *tmp = getenv("TMPDIR");
    struct buf folder = BUF_INIT;
    struct arch a = *setup->arch;
    int64_t cycles = 0;
    memset(result, 0, sizeof *result);
    if (options->toggles)
        *options->toggles = (struct toggles){0};
    arch_resolve(&a);
    buf_printf(&folder, "%s/tlut-icarus-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    bool made = mkdtemp(folder.data) != NULL;
    bool ok = made ? find_icarus(folder.data, result, d) : io_failed("a temporary folder", d);
    if (ok) {
        double start = progress_clock();
        ok = compile(folder.data, &a, setup->dims, options->rtl, d);
        result->build_seconds = progress_clock() - start;
        start = progress_clock();
        ok = ok && write_stimulus(folder.data, setup, &cycles, d) &&
             simulate(folder.data, options->trace, options->toggles != NULL, d) &&
             judge(folder.data, setup, &result->report, d) &&
             (!options->toggles || count_toggles(folder.data, cycles, options->toggles, d));
        result->run_seconds = progress_clock() - start;
    }
    if (made)
        fs_remove_tree(folder.data);
    buf_release(&folder);
    return ok;
}
