/* SPDX-License-Identifier: Apache-2.0 */
/* test_flow.c -- the synthesis flow: netlists, buffers, timing, energy, the cache, the whole. */
#include "measure.h"

#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch_load.h"
#include "liberty.h"
#include "measure_cache.h"
#include "outdir_fs.h"
#include "power.h"
#include "sta.h"
#include "synth.h"
#include "unit.h"

static struct liberty *lib;
static char scratch[] = "/tmp/tlut-test-measure-XXXXXX"; /* folder for caches and false tools */

static void test_library(void)
{
    struct diag *d = diag_new();
    lib = liberty_read("tests/measure/tiny.lib", NULL, d);
    diag_print(d, stderr);
    diag_free(d);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lib);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(scratch));
}

/* Two registers, logic of known delay between, before and behind them. Nets that stand on no port are x, r, y, s. */
static const char known[] = "# a comment\n"
                            ".model top\n"
                            ".inputs aclk d[0] d[1]\n"
                            ".outputs q[0] q[1]\n"
                            ".gate INV A=d[0] Y=x\n"
                            ".cname $flatten\\gen_core[0].u_core.\\gen_table[3].u_build.$abc$1\n"
                            ".gate DFF CK=aclk D=x Q=r\n"
                            ".cname $flatten\\gen_core[0].u_core.\\gen_row[0].u_acc.$auto$ff.cc:266:slice$1\n"
                            ".gate NAND2 A=r B=d[1] Y=y\n"
                            ".cname $flatten\\gen_core[0].u_core.\\u_reduce.$abc$2\n"
                            ".gate DFF CK=aclk D=y Q=s\n"
                            ".cname $flatten\\gen_core[0].u_core.\\u_ctrl.$auto$1\n"
                            ".gate INV A=s Y=q[1]\n"
                            ".cname $abc$3\n"
                            ".conn s q[0]\n"
                            ".end\n";

static bool open_netlist(struct runner *r, struct netlist *n, const char *text)
{
    *n = (struct netlist){0};
    if (!runner_open(r, 60) || !runner_write(r, SYNTH_LIBERTY, lib->text, lib->size))
        return false;
    const struct cell_models *models = cell_models_get(lib, r, SYNTH_LIBERTY);
    return models && netlist_read(n, buf_strdup(text), "aclk", models, lib, r);
}

static void close_netlist(struct runner *r, struct netlist *n)
{
    netlist_release(n);
    runner_close(r);
}

static void test_parts(void)
{
    struct runner r;
    struct netlist n;
    double area[COST_PARTS], leakage[COST_PARTS];
    int flipflops;
    CU_ASSERT_FATAL(open_netlist(&r, &n, known));
    netlist_area(&n, area, leakage, &flipflops);
    CU_ASSERT_EQUAL(flipflops, 2);
    CU_ASSERT_EQUAL(n.cells, 5);
    CU_ASSERT_DOUBLE_EQUAL(area[COST_BUILD], 1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area[COST_ACC], 5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area[COST_REDUCE], 1.5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area[COST_CTRL], 5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area[COST_GLUE], 1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(leakage[COST_REDUCE], 2, 1e-12);
    close_netlist(&r, &n);
}

/* What is wrong with a netlist, and a word of the reason. */
static void test_bad_netlists(void)
{
#define HEAD ".model top\n.inputs aclk a\n.outputs y\n"
    static const char *const bad[][2] = {
        {HEAD ".gate XOR9 A=a Y=y\n.end\n", "XOR9"},
        {HEAD ".gate INV A=a Z=y\n.end\n", "pin 'Z'"},
        {HEAD ".gate INV A=b Y=y\n.end\n", "nothing drives"},
        {HEAD ".gate NAND2 A=a Y=y\n.end\n", "nothing drives"},
        {HEAD ".gate INV A=$undef Y=y\n.end\n", "nothing drives"},
        {HEAD ".gate INV A=a Y=b\n.end\n", "output 'y'"},
        {HEAD ".gate INV A=a Y=y\n.gate INV A=a Y=y\n.end\n", "two drivers"},
        {HEAD ".gate INV A=a Y=a\n.conn a y\n.end\n", "two drivers"},
        {HEAD ".gate INV A=a Y=b\n.conn $true b\n.conn b y\n.end\n", "two drivers"},
        {HEAD ".gate DFF CK=a D=a Q=y\n.end\n", "not clocked"},
        {HEAD ".names a y\n1 1\n.end\n", ".names"},
        {HEAD ".gate INV A=a Y=y\n", "no whole netlist"},
        {"", "no whole netlist"},
        {".model top\n.inputs a\n.outputs y\n.gate INV A=a Y=y\n.end\n", "port 'aclk'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct runner r;
        struct netlist n;
        CU_ASSERT_FALSE(open_netlist(&r, &n, bad[i][0]));
        if (!strstr(r.reason, bad[i][1]))
            printf("\n  netlist %zu: '%s' lacks '%s'\n", i, r.reason, bad[i][1]);
        CU_ASSERT_PTR_NOT_NULL(strstr(r.reason, bad[i][1]));
        close_netlist(&r, &n);
    }
}

static char *verilog(const struct netlist *n)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    netlist_verilog(n, f);
    fclose(f);
    return text;
}

/* The net that a net comes from, behind all buffers. */
static int origin(const struct netlist *n, int net)
{
    for (int c = 0; c < n->cells; c++)
        if (n->cell[c].part == COST_PARTS && n->pin_net[n->cell[c].first_pin + 1] == net)
            return origin(n, n->pin_net[n->cell[c].first_pin]);
    return net;
}

static void test_buffers(void)
{
    enum { LOADS = 300 };
    struct buf text = BUF_INIT;
    struct runner r;
    struct netlist n;
    char *first = NULL;
    buf_addstr(&text, ".model top\n.inputs aclk a\n.outputs y z\n.gate DFF CK=aclk D=a Q=y\n.conn $false z\n");
    for (int i = 0; i < LOADS; i++)
        buf_printf(&text, ".gate NAND2 A=y B=$true Y=n%d\n.cname $flatten\\%s.$abc$%d\n", i,
                   i % 2 ? "u_fetch" : "u_build", i);
    for (int i = 0; i < 40; i++)
        buf_printf(&text, ".gate DFF CK=aclk D=n%d Q=m%d\n", i, i);
    buf_addstr(&text, ".end\n");
    for (int turn = 0; turn < 2; turn++) {
        CU_ASSERT_FATAL(open_netlist(&r, &n, text.data));
        const int cells = n.cells, pins = n.pins;
        int *before = buf_realloc(NULL, (size_t)pins, sizeof *before);
        memcpy(before, n.pin_net, (size_t)pins * sizeof *before);
        CU_ASSERT_TRUE(netlist_buffer(&n, 16, cell_models_get(lib, &r, SYNTH_LIBERTY), lib, &r));
        /* 301 loads: 19 buffers, which are 19 loads: 2 more. The clock has 41 loads, and true 300: as they were. */
        CU_ASSERT_EQUAL(n.buffers, 19 + 2);
        CU_ASSERT_EQUAL(n.cells, cells + n.buffers);
        int *loads = calloc((size_t)n.nets, sizeof *loads);
        for (int c = 0; c < n.cells; c++)
            for (int p = 0; p < n.cell[c].type->pins; p++)
                if (!n.cell[c].type->pin[p].output)
                    loads[n.pin_net[n.cell[c].first_pin + p]]++;
        for (int i = 0; i < n.ports; i++)
            loads[n.port[i].net] += n.port[i].output;
        for (int net = NET_FIRST; net < n.nets; net++)
            CU_ASSERT(net == n.clock || loads[net] <= 16);
        for (int p = 0; p < pins; p++)
            CU_ASSERT_EQUAL(origin(&n, n.pin_net[p]), before[p]);
        char *out = verilog(&n);
        if (first)
            CU_ASSERT_STRING_EQUAL(out, first);
        free(turn ? out : NULL);
        free(turn ? first : NULL);
        first = out;
        free(loads);
        free(before);
        close_netlist(&r, &n);
    }
    buf_release(&text);
}

static void test_timing(void)
{
    struct runner r;
    struct netlist n;
    double stage[COST_STAGES];
    CU_ASSERT_FATAL(open_netlist(&r, &n, known));
    bool ok = sta_liberty(&r, STA_LIBERTY, lib->text, lib->size) && sta_netlist(&r, &n) &&
              sta_stages(&r, &n, lib, "aclk", stage);
    if (!ok)
        printf("\n  %s\n", r.reason);
    CU_ASSERT_FATAL(ok);
    CU_ASSERT_DOUBLE_EQUAL(stage[STAGE_ACC], 100 + 100, 0.01);           /* input, inverter, setup */
    CU_ASSERT_DOUBLE_EQUAL(stage[STAGE_CONTROL], 300 + 200 + 100, 0.01); /* register, NAND, setup */
    CU_ASSERT_DOUBLE_EQUAL(stage[STAGE_OUT], 300 + 100, 0.01);           /* register, inverter */
    CU_ASSERT_EQUAL(stage[STAGE_BUILD], 0);
    CU_ASSERT_EQUAL(stage[STAGE_REDUCE], 0);
    close_netlist(&r, &n);
}

/* A register that only a constant reaches has no path: that is said, not counted as fast. */
static void test_no_path(void)
{
    struct runner r;
    struct netlist n;
    double stage[COST_STAGES];
    CU_ASSERT_FATAL(open_netlist(&r, &n,
                                 ".model top\n.inputs aclk a\n.outputs y\n.gate INV A=a Y=y\n"
                                 ".gate DFF CK=aclk D=$true Q=r\n.end\n"));
    CU_ASSERT_FALSE(sta_liberty(&r, STA_LIBERTY, lib->text, lib->size) && sta_netlist(&r, &n) &&
                    sta_stages(&r, &n, lib, "aclk", stage));
    CU_ASSERT_PTR_NOT_NULL(strstr(r.reason, "no path into stage control"));
    close_netlist(&r, &n);
}

static void test_energy(void)
{
    struct runner r;
    struct netlist n;
    struct toggles t = {.cycles = 100};
    struct toggle item[8];
    double energy[COST_PARTS], buffers;
    CU_ASSERT_FATAL(open_netlist(&r, &n, known));
    static const struct {
        int cell, pin, count;
    } net[] = {{0, 0, 70}, {0, 1, 50}, {1, 2, 40}, {2, 1, 10}, {2, 2, 100}, {3, 2, 20}, {4, 1, 20}, {1, 0, 200}};
    for (int i = 0; i < 8; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", n.pin_net[n.cell[net[i].cell].first_pin + net[i].pin]);
        int at = t.count++;
        for (; at > 0 && strcmp(item[at - 1].name, name) > 0; at--)
            item[at] = item[at - 1];
        item[at] = (struct toggle){.name = buf_strdup(name), .count = net[i].count};
    }
    t.item = item;
    bool ok = power_energy(&r, &n, lib, &t, 1 + 4 + 2 + 4 + 1, energy, &buffers);
    if (!ok)
        printf("\n  %s\n", r.reason);
    CU_ASSERT_FATAL(ok);
    /* C V^2 a / 2 of 10 fF at 1 V, and 2 fJ for each transition of an inverter, 80 fJ for a clock cycle of a register
     */
    CU_ASSERT_DOUBLE_EQUAL(energy[COST_BUILD], 0.5 * 5 + 0.5 * 2, 0.01);
    CU_ASSERT_DOUBLE_EQUAL(energy[COST_ACC], 0.4 * 5 + 0.5 * 3 + 80, 0.01);
    CU_ASSERT_DOUBLE_EQUAL(energy[COST_REDUCE], 1.0 * 5 + 1.0 * 6, 0.01);
    CU_ASSERT_DOUBLE_EQUAL(energy[COST_CTRL], 0.2 * 5 + 1.0 * 3 + 80, 0.01);
    CU_ASSERT_DOUBLE_EQUAL(energy[COST_GLUE], 0.2 * 2, 0.01);
    CU_ASSERT_DOUBLE_EQUAL(buffers, 0, 1e-9);
    /* A net that was not counted; leakage in another unit. */
    CU_ASSERT_FALSE(power_energy(&r, &n, lib, &(struct toggles){.cycles = 100}, 12, energy, &buffers));
    CU_ASSERT_PTR_NOT_NULL(strstr(r.reason, "did not count"));
    close_netlist(&r, &n);
    CU_ASSERT_FATAL(open_netlist(&r, &n, known));
    CU_ASSERT_FALSE(power_energy(&r, &n, lib, &t, 12000, energy, &buffers));
    CU_ASSERT_PTR_NOT_NULL(strstr(r.reason, "leakage"));
    for (int i = 0; i < t.count; i++)
        free(item[i].name);
    close_netlist(&r, &n);
}

/* ---- the whole ---- */

static void small_arch(struct arch *a)
{
    arch_init(a);
    a->mu = a->luts = a->fetchers = a->reuse = 1;
    a->act = ACT_INT2;
    CU_ASSERT_TRUE_FATAL(arch_check(a, NULL, NULL));
    arch_resolve(a);
}

static int files_in(const char *folder)
{
    struct buf command = BUF_INIT;
    int files = -1;
    buf_printf(&command, "ls %s 2>/dev/null | wc -l", folder);
    FILE *f = popen(command.data, "r");
    if (f && fscanf(f, "%d", &files) != 1)
        files = -1;
    if (f)
        pclose(f);
    buf_release(&command);
    return files;
}

static void test_whole(void)
{
    struct arch a;
    struct measured m, again, flat;
    struct buf cache = BUF_INIT;
    buf_printf(&cache, "%s/a/b", scratch);
    struct measure_flow flow = {.lib = lib, .cache = cache.data, .timeout_s = 120};
    small_arch(&a);
    CU_ASSERT_FALSE(measure_cached(&flow, &a));
    measure_arch(&flow, &a, &m);
    if (m.status != MEASURED_OK)
        printf("\n  %s\n", m.reason);
    CU_ASSERT_EQUAL_FATAL(m.status, MEASURED_OK);
    CU_ASSERT(m.area[COST_SKID] > 0 && m.area[COST_ACC] > 0 && m.stage[STAGE_ACC] > 0 && m.stage[STAGE_OUT] > 0);
    CU_ASSERT_TRUE(measure_cached(&flow, &a));
    flow.energy = true; /* an entry without energy does not serve; then one with it serves both */
    CU_ASSERT_FALSE(measure_cached(&flow, &a));
    measure_arch(&flow, &a, &again);
    CU_ASSERT_EQUAL_FATAL(again.status, MEASURED_OK);
    CU_ASSERT(again.has_energy && again.energy[COST_ACC] > 80 * again.flipflops / 10 && again.cycles >= 150);
    CU_ASSERT_EQUAL(memcmp(again.area, m.area, sizeof m.area), 0);
    CU_ASSERT_EQUAL(memcmp(again.stage, m.stage, sizeof m.stage), 0);
    measure_arch(&flow, &a, &m);
    CU_ASSERT_EQUAL(memcmp(&m, &again, sizeof m), 0); /* the seconds too: it comes from the cache */
    CU_ASSERT_EQUAL(files_in(cache.data), 1);
    flow.energy = false;
    flow.flat = true;
    measure_arch(&flow, &a, &flat);
    CU_ASSERT_EQUAL(flat.status, MEASURED_OK);
    CU_ASSERT(flat.area[COST_GLUE] > 0 && flat.area[COST_ACC] == 0 && !flat.has_energy);
    CU_ASSERT_EQUAL(files_in(cache.data), 2);
    buf_release(&cache);
}

struct job {
    struct arch arch;
    struct measured result;
};

static void *measure_job(void *arg)
{
    struct job *j = arg;
    const struct measure_flow flow = {.lib = lib, .timeout_s = 120, .energy = true};
    measure_arch(&flow, &j->arch, &j->result);
    return NULL;
}

/* Several at once give what one after the other gives. */
static void test_threads(void)
{
    enum { JOBS = 3 };
    struct job at_once[JOBS] = {0}, alone[JOBS] = {0};
    pthread_t thread[JOBS];
    for (int i = 0; i < JOBS; i++) {
        small_arch(&alone[i].arch);
        alone[i].arch.fetchers = 1 + i;
        alone[i].arch.name[0] = '\0';
        arch_resolve(&alone[i].arch);
        at_once[i] = alone[i];
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, measure_job, &at_once[i]), 0);
    }
    for (int i = 0; i < JOBS; i++) {
        pthread_join(thread[i], NULL);
        measure_job(&alone[i]);
        CU_ASSERT_EQUAL(alone[i].result.status, MEASURED_OK);
        alone[i].result.seconds = at_once[i].result.seconds;
        CU_ASSERT_EQUAL(memcmp(&alone[i].result, &at_once[i].result, sizeof alone[i].result), 0);
    }
    CU_ASSERT(alone[0].result.area[COST_FETCH] < alone[1].result.area[COST_FETCH]);
}

static void test_damaged_entry(void)
{
    struct measured m = {.status = MEASURED_OK, .cells = 7, .seconds = 1.5}, back = {.cells = 9};
    struct buf path = BUF_INIT, text = BUF_INIT;
    buf_printf(&path, "%s/entry.json", scratch);
    m.area[COST_ACC] = 0.1 + 0.2;
    CU_ASSERT_TRUE(measure_cache_store(scratch, path.data, &m));
    CU_ASSERT_TRUE(measure_cache_load(path.data, &back));
    CU_ASSERT_EQUAL(memcmp(&m, &back, sizeof m), 0);
    CU_ASSERT_EQUAL(fs_read(path.data, &text), 0);
    for (size_t size = 0; size + 3 < text.len; size += 7) {
        unlink(path.data);
        CU_ASSERT_EQUAL(fs_write(path.data, text.data, size), 0);
        CU_ASSERT_FALSE(measure_cache_load(path.data, &back));
    }
    unlink(path.data);
    buf_release(&path);
    buf_release(&text);
}

/* Tools that lie, hang or fail. */
static void test_false_tools(void)
{
    static const struct {
        const char *tool, *script, *reason;
        enum measured_status status;
    } bad[] = {
        {"sta", "echo 'Error: made up'", "Error: made up", MEASURED_FAILED},
        {"sta", ":", "stopped early", MEASURED_FAILED},
        {"sta", "echo 'tlut: the library is read'; echo 'Warning: module X not found'", "not found", MEASURED_FAILED},
        {"yosys", "exit 0", "netlist.blif", MEASURED_FAILED},
        {"yosys", "sleep 60", "yosys took more than 1 s", MEASURED_TIMEOUT},
    };
    struct buf folder = BUF_INIT, path = BUF_INIT, variable = BUF_INIT, text = BUF_INIT;
    char *old = buf_strdup(getenv("PATH"));
    struct arch a;
    small_arch(&a);
    buf_printf(&folder, "%s/tools", scratch);
    CU_ASSERT_EQUAL(mkdir(folder.data, 0755), 0);
    buf_printf(&variable, "%s:%s", folder.data, old);
    setenv("PATH", variable.data, 1);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct measured m;
        struct measure_flow flow = {.lib = lib, .cache = folder.data, .energy = true};
        flow.timeout_s = bad[i].status == MEASURED_TIMEOUT ? 1 : 120;
        buf_reset(&path);
        buf_reset(&text);
        buf_printf(&path, "%s/%s", folder.data, bad[i].tool);
        buf_printf(&text, "#!/bin/sh\n%s\n", bad[i].script);
        CU_ASSERT_EQUAL(fs_write(path.data, text.data, text.len), 0);
        chmod(path.data, 0755);
        measure_arch(&flow, &a, &m);
        CU_ASSERT_EQUAL(m.status, bad[i].status);
        if (!strstr(m.reason, bad[i].reason))
            printf("\n  tool %zu: '%s' lacks '%s'\n", i, m.reason, bad[i].reason);
        CU_ASSERT_PTR_NOT_NULL(strstr(m.reason, bad[i].reason));
        unlink(path.data);
        CU_ASSERT_EQUAL(files_in(folder.data), 0); /* failures are not kept */
    }
    setenv("PATH", old, 1);
    free(old);
    buf_release(&folder);
    buf_release(&path);
    buf_release(&variable);
    buf_release(&text);
}

static void test_clean_up(void)
{
    liberty_free(lib);
    CU_ASSERT_EQUAL(fs_remove_tree(scratch), 0);
}

UNIT_MAIN("measure", {"library", test_library}, {"parts", test_parts}, {"bad netlists", test_bad_netlists},
          {"buffers", test_buffers}, {"timing", test_timing}, {"no path", test_no_path}, {"energy", test_energy},

          {"damaged entry", test_damaged_entry}, {"whole", test_whole}, {"threads", test_threads},
          {"false tools", test_false_tools}, {"clean up", test_clean_up})
