/* SPDX-License-Identifier: Apache-2.0 */
/* cosim.c -- cosim NAME...: runs the named tests; `cosim list` prints them, `cosim build` only fills the model cache.
 *
 * All tests but `icarus` share one Verilated library that holds every core of config_table and TLUT_COSIM_SLICE random
 * ones. Environment: TLUT_SEED; TLUT_COSIM_CONFIGS: exactly so many random cores in Icarus (default: until the time is
 * up); TLUT_COSIM_SECONDS: that time (default 45); TLUT_COSIM_CACHE: folder of the models; TLUT_COSIM_GROUP: only the
 * cores of that group of config_table.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "configs.h"
#include "golden.h"
#include "progress.h"
#include "run.h"
#include "simcache.h"
#include "streams.h"

enum { MAX_CORES = 128 };

static struct core *cores;
static size_t core_count;
static uint64_t seed;

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

/* Runs the bench on each core of a group (NULL: all), with its own seed. */
static bool each(const char *group, struct bench b)
{
    bool ok = true;
    for (size_t i = 0; i < core_count; i++) {
        if (group && strcmp(cores[i].group, group) != 0)
            continue;
        b.seed = seed + i;
        ok = bench_run(&cores[i], &b) && ok;
    }
    return ok;
}

/* Rows and columns that fit no tile of the core, or the largest that max-n allows. */
static struct shape awkward(const struct core *c)
{
    struct shape s = {(int64_t)c->dims.outputs * c->arch.reuse * 2 + 1, 3 * (int64_t)c->dims.n + 1};
    if (s.n > c->arch.max_n)
        s.n = c->arch.max_n;
    return s;
}

static bool each_awkward(const char *group, struct bench b)
{
    bool ok = true;
    for (size_t i = 0; i < core_count; i++) {
        if (group && strcmp(cores[i].group, group) != 0)
            continue;
        for (int j = 0; j < b.jobs; j++)
            b.shape[j] = awkward(&cores[i]);
        b.seed = seed + i;
        ok = bench_run(&cores[i], &b) && ok;
    }
    return ok;
}

/* -128 * -1 must come out as +128 everywhere: entries, sums, accumulator. */
static bool test_minimum(void)
{
    return each_awkward(NULL, (struct bench){.what = "all activations at the minimum, all weights -1",
                                             .jobs = 2,
                                             .weights = STIM_MIN,
                                             .acts = STIM_MIN});
}

static bool test_extremes(void)
{
    static const enum stim_pattern pattern[] = {STIM_MIN, STIM_MAX, STIM_ALTERNATE, STIM_ZERO};
    bool ok = true;
    for (int w = 0; w < 4; w++)
        for (int a = 0; a < 4; a++)
            ok = each_awkward(
                     NULL, (struct bench){.what = "extremes", .jobs = 1, .weights = pattern[w], .acts = pattern[a]}) &&
                 ok;
    return ok;
}

/* max-n products of the largest magnitude: the sum is exactly +-2^(n-1) in the corner cases. */
static bool test_accumulator(void)
{
    bool ok = true;
    for (size_t i = 0; i < core_count; i++) {
        struct core *c = &cores[i];
        if (strcmp(c->group, "accumulator") != 0)
            continue;
        for (int w = 0; w < 2; w++) {
            struct bench b = {.what = "longest reduction of extremes",
                              .jobs = 1,
                              .seed = seed,
                              .acts = STIM_MIN,
                              .shape = {{c->dims.outputs + 1, c->arch.max_n}},
                              .weights = w ? STIM_MAX : STIM_MIN};
            ok = bench_run(c, &b) && ok;
        }
    }
    return ok;
}

/* Sums that creep up to the ends of the accumulator, pass them by one or by far, and come back. */
static bool test_saturation(void)
{
    static const enum stim_pattern acts[] = {STIM_MAX, STIM_MIN, STIM_ALTERNATE, STIM_RANDOM};
    bool ok = true;
    for (size_t i = 0; i < core_count; i++) {
        struct core *c = &cores[i];
        if (strcmp(c->group, "saturation") != 0)
            continue;
        unsigned seen = 0;
        for (int64_t n = 1; n <= 24 * c->dims.n; n += n < 2 * c->dims.n ? 1 : c->dims.n)
            for (int k = 0; k < 12; k++) {
                struct bench b = {.what = "saturation",
                                  .jobs = 1,
                                  .seed = seed + (uint64_t)k,
                                  .acts = acts[k / 3],
                                  .shape = {{c->dims.outputs * c->arch.reuse + 1, n}},
                                  .weights = k % 3 == 0   ? STIM_MAX
                                             : k % 3 == 1 ? STIM_MIN
                                                          : STIM_RANDOM};
                ok = bench_run(c, &b) && ok;
                seen |= b.status;
            }
        if (!(seen & STATUS_SATURATED)) {
            fprintf(stderr, "cosim: %s never saturates\n", c->arch.name);
            ok = false;
        }
    }
    return ok;
}

/* Aligned sums of 6912 numbers, huge and tiny, that cancel or not: bench_run() adds them up in 128 bits and rounds
 * once. */
static bool test_exact(void)
{
    static const enum stim_pattern acts[] = {STIM_FINITE, STIM_NEAR, STIM_SMALL, STIM_MAX, STIM_ALTERNATE};
    bool ok = true;
    for (size_t i = 0; i < core_count; i++)
        for (int k = 0; k < 10 && strcmp(cores[i].group, "exact") == 0; k++) {
            struct bench b = {.what = "exact sums",
                              .jobs = 1,
                              .seed = seed + (uint64_t)k,
                              .acts = acts[k / 2],
                              .weights = k % 2 ? STIM_RANDOM : STIM_MAX,
                              .shape = {{cores[i].dims.outputs * cores[i].arch.reuse, 6912}}};
            ok = bench_run(&cores[i], &b) && ok;
        }
    return ok;
}

static bool test_ones(void)
{
    return each("ones",
                (struct bench){.what = "1 x 1", .shape = {{1, 1}}, .jobs = 1, .weights = STIM_MIN, .acts = STIM_MIN}) &&
           each_awkward(
               "ones",
               (struct bench){.what = "everything at one", .jobs = 3, .weights = STIM_RANDOM, .acts = STIM_RANDOM}) &&
           each_awkward("ones", (struct bench){.what = "everything at one, gaps",
                                               .jobs = 3,
                                               .weights = STIM_RANDOM,
                                               .acts = STIM_RANDOM,
                                               .stall_act = 0.4,
                                               .stall_key = 0.4,
                                               .stall_res = 0.4});
}

/* Every remainder of M and of N, below one tile and above it. */
static bool test_ragged(void)
{
    bool ok = true;
    for (size_t i = 0; i < core_count; i++) {
        struct core *c = &cores[i];
        int64_t rows = (int64_t)c->dims.outputs * c->arch.reuse, n = c->dims.n;
        if (strcmp(c->group, "widths") != 0 && strcmp(c->group, "pipelines") != 0)
            continue;
        for (int64_t r = 1; r <= rows || r <= n; r++) {
            struct bench b = {
                .what = "ragged",
                .jobs = 3,
                .weights = STIM_RANDOM,
                .acts = STIM_RANDOM,
                .seed = seed + (uint64_t)r,
                .shape = {{r, (r * 5 - 1) % (2 * n) + 1}, {rows + r, n + r}, {(r * 3 - 1) % rows + 1, r}}};
            ok = bench_run(c, &b) && ok;
        }
    }
    return ok &&
           each(NULL,
                (struct bench){
                    .what = "M = N = 1", .shape = {{1, 1}, {1, 1}}, .jobs = 2, .weights = STIM_MAX, .acts = STIM_MIN});
}

static bool test_group(const char *group, enum stim_pattern acts)
{
    return each_awkward(group, (struct bench){.what = group, .jobs = 4, .weights = STIM_RANDOM, .acts = acts}) &&
           each_awkward(group, (struct bench){.what = group,
                                              .jobs = 4,
                                              .weights = STIM_RANDOM,
                                              .acts = acts,
                                              .stall_act = 0.3,
                                              .stall_key = 0.3,
                                              .stall_res = 0.3});
}

static bool test_widths(void)
{
    return test_group("widths", STIM_RANDOM);
}

static bool test_groups(void)
{
    return test_group("groups", STIM_RANDOM);
}

static bool test_options(void)
{
    return test_group("options", STIM_RANDOM) && test_group("options", STIM_MIN) &&
           test_group("options", STIM_ALTERNATE);
}

static bool test_pipelines(void)
{
    return test_group("pipelines", STIM_RANDOM) && test_group("pipelines", STIM_MIN);
}

/* Each pattern of READY over 8 cycles but "never", on a shape with results in a row. */
static bool test_result_stalls(void)
{
    bool ok = true;
    for (uint64_t pattern = 1; pattern < 256; pattern++)
        ok = each_awkward("pipelines", (struct bench){.what = "READY pattern",
                                                      .jobs = 2,
                                                      .weights = STIM_RANDOM,
                                                      .acts = STIM_RANDOM,
                                                      .ready_pattern = pattern,
                                                      .ready_length = 8}) &&
             ok;
    return ok && each_awkward("widths", (struct bench){.what = "READY pattern",
                                                       .jobs = 2,
                                                       .weights = STIM_RANDOM,
                                                       .acts = STIM_RANDOM,
                                                       .ready_pattern = 0x8421,
                                                       .ready_length = 17});
}

/* The host never takes a result: VALID must rise all the same, and stay. */
static bool test_never_ready(void)
{
    return each_awkward(NULL, (struct bench){.what = "READY never",
                                             .jobs = 1,
                                             .weights = STIM_RANDOM,
                                             .acts = STIM_RANDOM,
                                             .ready_length = 1,
                                             .abandon_after = 1000});
}

static bool test_gaps(void)
{
    static const double p[] = {0.1, 0.5, 0.9, 0.95};
    bool ok = true;
    for (int i = 0; i < 4; i++)
        for (int which = 1; which < 8; which++)
            ok = each_awkward("pipelines", (struct bench){.what = "gaps",
                                                          .jobs = 2,
                                                          .weights = STIM_RANDOM,
                                                          .acts = STIM_RANDOM,
                                                          .stall_act = which & 1 ? p[i] : 0,
                                                          .stall_key = which & 2 ? p[i] : 0,
                                                          .stall_res = which & 4 ? p[i] : 0}) &&
                 ok;
    return ok && each_awkward(NULL, (struct bench){.what = "gaps",
                                                   .jobs = 2,
                                                   .weights = STIM_RANDOM,
                                                   .acts = STIM_RANDOM,
                                                   .stall_act = 0.5,
                                                   .stall_key = 0.5,
                                                   .stall_res = 0.5});
}

/* The host dies in each cycle of a run; after a reset the next run must not notice. */
static bool test_reset(void)
{
    bool ok = true;
    for (int cycle = 5; cycle < 60; cycle++) {
        struct bench b = {.what = "abandoned",
                          .jobs = 3,
                          .weights = STIM_RANDOM,
                          .acts = STIM_RANDOM,
                          .stall_res = 0.3,
                          .abandon_after = cycle};
        ok = each_awkward("pipelines", b) && each_awkward("ones", b) && ok;
        b = (struct bench){.what = "after a reset in mid-pass", .jobs = 1, .weights = STIM_RANDOM, .acts = STIM_RANDOM};
        ok = each_awkward("pipelines", b) && each_awkward("ones", b) && ok;
    }
    return ok;
}

/* Other random values in the registers at the start. */
static bool test_startup(void)
{
    bool ok = true;
    for (uint64_t s = 1; s <= 8; s++) {
        for (size_t i = 0; i < core_count; i++)
            core_open(&cores[i], seed * s + i);
        ok = each_awkward(
                 NULL,
                 (struct bench){.what = "start-up state", .jobs = 1, .weights = STIM_RANDOM, .acts = STIM_RANDOM}) &&
             ok;
    }
    return ok;
}

static bool test_illegal_keys(void)
{
    bool ok = true;
    for (size_t i = 0; i < core_count; i++)
        ok = stream_illegal_keys(&cores[i], seed + i, 0) && stream_illegal_keys(&cores[i], seed + i, 0.4) && ok;
    return ok;
}

static bool test_lone_specials(void)
{
    bool ok = true, some = getenv("TLUT_COSIM_GROUP") != NULL;
    for (size_t i = 0; i < core_count; i++)
        if (stream_has_lone_specials(&cores[i])) {
            ok = stream_lone_specials(&cores[i]) && ok;
            some = true;
        }
    return ok && some;
}

static bool test_key_groups(void)
{
    bool ok = true;
    for (size_t i = 0; i < core_count; i++)
        ok = stream_unequal_groups(&cores[i], seed + i, 0) && stream_unequal_groups(&cores[i], seed + i, 0.4) && ok;
    return ok;
}

static bool test_random(void)
{
    bool ok = true;
    uint64_t state = seed;
    for (size_t i = 0; i < core_count; i++)
        for (int k = 0; k < 40; k++) {
            struct bench b = bench_random(&cores[i], &state);
            ok = bench_run(&cores[i], &b) && ok;
        }
    return ok;
}

/* Random cores in Icarus: as many as the time allows, or exactly so many. */
static bool test_icarus(void)
{
    long count = setting("TLUT_COSIM_CONFIGS", 0), seconds = setting("TLUT_COSIM_SECONDS", 45), done = 0;
    double start = progress_clock();
    bool ok = true;
    struct core *c = malloc(sizeof *c);
    uint64_t state = seed ^ 0x1ca;
    for (; c && ok && (count ? done < count : progress_clock() - start < (double)seconds); done++) {
        struct arch a;
        config_random(&state, &a);
        core_init(c, &a, "random");
        struct bench b = bench_random(c, &state);
        ok = bench_run(c, &b) && ok;
        if (count && done % 100 == 99)
            printf("  %ld of %ld\n", done + 1, count), fflush(stdout);
    }
    printf("  %ld random cores in %.0f s\n", done, progress_clock() - start);
    free(c);
    return ok && done > 0;
}

static const struct test {
    const char *name;
    bool (*run)(void);
} tests[] = {
    {"minimum", test_minimum},             /* all activations at the minimum with all weights -1 */
    {"extremes", test_extremes},           /* all combinations of extreme weights and activations */
    {"accumulator", test_accumulator},     /* sums of exactly 2^(n-1) */
    {"saturation", test_saturation},       /* sums that meet and pass both ends of the accumulator */
    {"exact", test_exact},                 /* aligned: the correctly rounded exact sum of 6912 numbers */
    {"ones", test_ones},                   /* mu, L, K, R at 1 alone and together */
    {"ragged", test_ragged},               /* M, N not multiples of anything, M < K, N < n, M = N = 1 */
    {"widths", test_widths},               /* int2 to int16 */
    {"groups", test_groups},               /* mu = 5, 6 */
    {"options", test_options},             /* negation, widths, halves, networks, overflow, raw interface */
    {"pipelines", test_pipelines},         /* register stages */
    {"result-stalls", test_result_stalls}, /* the result stalled on every pattern */
    {"never-ready", test_never_ready},     /* VALID does not wait for READY */
    {"gaps", test_gaps},                   /* random gaps on each set of streams */
    {"reset", test_reset},                 /* reset in mid-pass */
    {"startup", test_startup},             /* random start-up states */
    {"illegal-keys", test_illegal_keys},   /* keys with an index that no entry has */
    {"lone-specials", test_lone_specials}, /* one special word in a vector */
    {"key-groups", test_key_groups},       /* groups of unequal length: flagged, no hang */
    {"random", test_random},               /* random shapes, patterns and gaps in Verilator */
    {"icarus", test_icarus},               /* random cores in Icarus */
};
enum { TESTS = sizeof tests / sizeof tests[0] };

/* All Verilated cores; the library is built if it is not in the cache. */
static bool load(struct simlib *lib)
{
    struct arch *a = calloc(MAX_CORES, sizeof *a);
    struct diag *d = diag_new();
    struct simcache_options options = {.cache = getenv("TLUT_COSIM_CACHE"), .quick = true};
    uint64_t state = 20260425; /* not TLUT_SEED: the same cores, so that the cache serves all seeds */
    const char *only = getenv("TLUT_COSIM_GROUP");
    long slice = setting("TLUT_COSIM_SLICE", only ? 0 : 16);
    cores = calloc(MAX_CORES, sizeof *cores);
    if (!a || !cores)
        abort();
    for (const struct config *c = config_table; c->text && core_count < MAX_CORES; c++) {
        if (only && strcmp(c->group, only) != 0)
            continue;
        config_parse(c->text, &a[core_count]);
        core_init(&cores[core_count], &a[core_count], c->group);
        core_count++;
    }
    for (; slice > 0 && core_count < MAX_CORES; slice--, core_count++) {
        config_random(&state, &a[core_count]);
        core_init(&cores[core_count], &a[core_count], "random");
    }
    bool ok = simcache_open(lib, a, core_count, &options, d);
    diag_print(d, stderr);
    for (size_t i = 0; ok && i < core_count; i++) {
        char name[ARCH_NAME_MAX + 8];
        snprintf(name, sizeof name, "tlut_%s", a[i].name);
        cores[i].api = dut_find(lib->duts, name);
        ok = cores[i].api != NULL;
    }
    if (ok)
        printf("%zu cores in one library, built in %.0f s (0: from the cache)\n", core_count, lib->build_seconds);
    diag_free(d);
    free(a);
    return ok;
}

static const struct test *find(const char *name)
{
    for (int i = 0; i < TESTS; i++)
        if (strcmp(tests[i].name, name) == 0)
            return &tests[i];
    return NULL;
}

int main(int argc, char **argv)
{
    const char *text = getenv("TLUT_SEED");
    struct simlib lib = {0};
    bool ok = true, loaded = false;
    seed = text ? strtoull(text, NULL, 0) : 20260425;
    if (argc == 2 && strcmp(argv[1], "list") == 0) {
        for (int i = 0; i < TESTS; i++)
            puts(tests[i].name);
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        const struct test *t = find(argv[i]);
        if (!t && strcmp(argv[i], "build") != 0) {
            fprintf(stderr, "cosim: there is no test '%s'; `cosim list` prints them\n", argv[i]);
            return 2;
        }
        if (!loaded && !(t && t->run == test_icarus)) {
            loaded = load(&lib);
            if (!loaded)
                return 1;
        }
        double start = progress_clock();
        bool good = !t || t->run();
        printf("%s %s (%.1f s)\n", good ? "ok    " : "FAILED", argv[i], progress_clock() - start);
        ok = ok && good;
    }
    if (!ok)
        printf("repeat with TLUT_SEED=%llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < core_count; i++)
        core_close(&cores[i]);
    simcache_close(&lib);
    free(cores);
    return !ok;
}
