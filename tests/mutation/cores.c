/* SPDX-License-Identifier: Apache-2.0 */
/* cores.c -- mutant_cores TEMPLATE FILE: small cores whose package needs TEMPLATE, made with FILE in its place, in
 * Icarus. mutant_cores TEMPLATE FILE FOLDER: no simulation, the packages are written into FOLDER.
 *
 * Cores are taken in the order of the table until one is wrong: results against the golden model and dense products,
 * handshakes against the cycle model, cycles against the closed form. Prints the core that found it and ends with 1;
 * with 0 if none did; with 3 if no core of the table uses the template. Without arguments all cores run as they are. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "configs.h"
#include "diag.h"
#include "embedded.h"
#include "emit.h"
#include "outdir.h"
#include "streams.h"

/* How a core is run, one letter a run: p no gaps, s gaps on all streams, m every activation at its minimum with every
 * weight -1, x the largest of both, i keys of all bit patterns, g groups of unequal length, r results stalled by a
 * pattern, n floats of one magnitude, t tiny ones, o one special word in a vector. */
static const struct {
    const char *core, *runs;
} table[] = {
    {"act=int8 mu=2 luts=3 fetchers=2 reuse=3", "psi"},
    {"act=int4 mu=2 luts=5 fetchers=1 reuse=3 pipe-fetch=1 pipe-reduce=2 acc=int6 overflow=saturate", "psxg"},
    {"act=int5 mu=3 luts=2 fetchers=3 reuse=1 lanes=2 negate=early widths=uniform if=raw", "psi"},
    {"act=int3 mu=2 luts=3 half=false lanes=2 acc=int5 overflow=wrap", "pi"},
    {"act=int4 mu=3 luts=2 build=sequential build-adders=2 reuse=3", "psr"},
    {"act=int6 mu=2 luts=2 build=sequential build-adders=1 reuse=1 pipe-build=1 pipe-reduce=1", "ps"},
    {"act=int4 mu=3 luts=2 network=chain range=symmetric zero-gate=on weights=trit2 cores=2 pipe-build=1 pipe-fetch=1",
     "psi"},
    {"act=int8 mu=2 luts=4 weights=pack5 lanes=2 pipe-build=2 pipe-fetch=1 zero-gate=on reuse=4", "psig"},
    {"act=int2 kind=signflip luts=5 acc=int4 overflow=saturate pipe-reduce=1", "psx"},
    {"act=int4 kind=multiplier weight-bits=2 luts=3 pipe-reduce=2 cores=2", "psi"},
    {"act=int3 kind=multiplier weight-bits=b luts=3 lanes=2", "pim"},
    {"act=int8 mu=2 luts=4 max-n=256 acc=int17 reuse=1", "m"},
    {"act=fp16 mu=2 luts=3 fetchers=1 reuse=2 pipe-reduce=3", "psntg"},
    {"act=bf16 mu=2 luts=1 fetchers=1 reuse=3 pipe-reduce=3 pipe-fetch=1 pipe-build=1", "psx"},
    {"act=fp16 mu=2 luts=1 fetchers=1 build=sequential build-adders=1 pipe-build=2 pipe-reduce=2 acc=fp16", "ps"},
    {"act=fp32 mu=1 luts=2 fetchers=1 reuse=1", "ptn"},
    {"act=fp16 kind=multiplier weight-bits=b luts=2 fetchers=1 acc=bf16", "pi"},
    {"act=fp16 kind=multiplier weight-bits=2 luts=2 fetchers=1", "pi"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=1", "p"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=2", "p"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=4", "p"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=5", "p"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=6", "p"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=7", "p"},
    {"act=fp16 mu=1 luts=1 fetchers=1 pipe-reduce=8", "p"},
    {"act=fp8_e4m3 mu=2 luts=2 pipe-build=1 pipe-fetch=1 lanes=2 zero-gate=on", "ps"},
    {"act=fp8_e5m2 mu=2 luts=3 fetchers=1 pipe-reduce=1", "psto"},
    {"act=fp16 arith=aligned window=14 top=4 mu=1 luts=2 acc=int15 overflow=saturate", "psx"},
    {"act=fp16 arith=aligned kind=multiplier weight-bits=b luts=2 fetchers=1", "pit"},
    {"act=fp16 arith=aligned kind=multiplier weight-bits=b luts=2 fetchers=2 window=24 top=5", "op"},
    {"act=bf16 arith=aligned mu=1 luts=2 fetchers=1 reuse=1", "pno"},
    {"act=fp8_e4m3 mu=1 luts=2 fetchers=1 window=18", "pt"},
    {"act=int5 mu=4 luts=2 fetchers=1 weights=pack5 reuse=1", "pi"},
    {"act=int4 mu=1 luts=7 fetchers=2 weights=trit2 network=naive", "pi"},
    {"act=int3 mu=3 luts=2 half=false reuse=2", "pi"},
    {"act=fp16 mu=1 luts=5 fetchers=1 reuse=1", "p"},
    {"act=fp8_e4m3 mu=1 luts=2 fetchers=1 window=14 top=7", "px"},
};
enum { CORES = sizeof table / sizeof table[0] };

static const char *replaced; /* path of the template */
static struct embedded_file replacement;
static bool used;

/* Stands before the library's own. */
const struct embedded_file *embedded_find(const char *path)
{
    if (replaced && strcmp(path, replaced) == 0) {
        used = true;
        return &replacement;
    }
    for (const struct embedded_file *f = embedded_files; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

static bool read_replacement(const char *path)
{
    FILE *f = fopen(path, "rb");
    size_t room = 1 << 20;
    unsigned char *data = calloc(1, room);
    if (!f || !data) {
        perror(path);
        return false;
    }
    size_t size = fread(data, 1, room - 1, f);
    fclose(f);
    replacement = (struct embedded_file){replaced, data, size};
    return true;
}

/* Whether a's package holds the template; if it does and there is a folder, the package goes into folder/<name>. */
static bool needs_template(const struct arch *a, const char *folder)
{
    struct outdir *package = outdir_new();
    struct diag *d = diag_new();
    used = false;
    bool whole = emit_package(a, package, d);
    if (whole && used && folder) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, a->name);
        if (outdir_commit(package, path, d) == OUTDIR_FAILED)
            diag_print(d, stderr);
    }
    outdir_free(package);
    diag_free(d);
    return used || !whole || !replaced;
}

static bool run(struct core *c, char how, uint64_t seed)
{
    struct bench b = {.what = "mutant", .jobs = 2, .seed = seed, .weights = STIM_RANDOM, .acts = STIM_RANDOM};
    if (how == 'i' || how == 'g')
        return how == 'i' ? stream_illegal_keys(c, seed, 0.3) : stream_unequal_groups(c, seed, 0.3);
    if (how == 'o')
        return stream_lone_specials(c);
    b.shape[0].m = (int64_t)c->dims.outputs * c->arch.reuse * 2 + 1;
    b.shape[0].n = 3 * (int64_t)c->dims.n + 1;
    if (how == 'm' && c->arch.max_n < 1000)
        b.shape[0].n = c->arch.max_n;
    b.shape[1] = b.shape[0];
    if (how == 's')
        b.stall_act = b.stall_key = b.stall_res = 0.4;
    if (how == 'r') {
        b.ready_pattern = 0x8421;
        b.ready_length = 17;
    }
    if (how == 'm' || how == 'x') {
        b.weights = how == 'm' ? STIM_MIN : STIM_MAX;
        b.acts = how == 'm' ? STIM_MIN : STIM_MAX;
    }
    if (how == 'n' || how == 't')
        b.acts = how == 'n' ? STIM_NEAR : STIM_SMALL;
    return bench_run(c, &b);
}

int main(int argc, char **argv)
{
    int cores = 0, wrong = 0;
    struct core *c = calloc(1, sizeof *c);
    if (!c || (argc != 1 && argc != 3 && argc != 4)) {
        fprintf(stderr, "usage: mutant_cores [TEMPLATE FILE [FOLDER]]\n");
        return 2;
    }
    replaced = argc > 1 ? argv[1] : NULL;
    const char *folder = argc == 4 ? argv[3] : NULL;
    if (replaced && !read_replacement(argv[2]))
        return 2;
    struct arch a;
    for (int i = 0; i < CORES; i++)
        config_parse(table[i].core, &a); /* ends the program if one is illegal */
    for (int i = 0; i < CORES && !wrong; i++) {
        config_parse(table[i].core, &a);
        if (!needs_template(&a, folder))
            continue;
        cores++;
        if (folder)
            continue;
        core_init(c, &a, "mutant");
        for (const char *how = table[i].runs; *how && !wrong; how++)
            if (!run(c, *how, 20260425u + (uint64_t)i)) {
                printf("core %d%c: %s\n", i + 1, *how, table[i].core);
                wrong = 1;
            }
    }
    free(c);
    return wrong ? 1 : cores ? 0 : 3;
}
