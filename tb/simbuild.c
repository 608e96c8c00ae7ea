/* SPDX-License-Identifier: Apache-2.0 */
/* simbuild.c -- the build. The C++ compiler spends more time on Verilator's headers than on small cores, so the
 * generated files of many cores are compiled together, in as many pieces of equal size as there are processors, at
 * least. */
#include "simbuild.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digest.h"
#include "embedded.h"
#include "outdir.h"
#include "tool.h"

#define PIECE_BYTES 6000000 /* of C++ in one piece, at most: bounds the compiler's memory */

const char *const simbuild_shim[] = {"tb/dut.h", "tb/dut.cpp", NULL};

/* Verilator 5.006 miscomputes XOR trees without -fno-const-bit-op-tree. Registers and unknowns start random. Copies of
 * a module share their code (--inline-mult): half the C++ of large cores, and no slower. */
static const char *const verilator_flags =
    "--cc --language 1364-2005 --no-timing -fno-const-bit-op-tree --x-assign unique --x-initial unique "
    "-Wno-fatal -Wno-lint -Wno-style --inline-mult 100 --output-split 40000 --output-split-cfuncs 2000";

static const char *cxx_flags(const struct simbuild *b)
{
    return b->options->debug ? "-O0 -DVL_DEBUG" : b->options->quick ? "-O0" : "-O1";
}

static const char *common_flags =
    "-std=gnu++17 -fPIC -fvisibility=hidden -fno-gnu-unique -fcf-protection=none -faligned-new "
    "-w -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE_VCD=0 -DVL_IGNORE_UNKNOWN_ARCH";

void simbuild_flags(const struct simbuild *b, struct buf *out)
{
    buf_printf(out, "%s | %s %s | trace %d\n", verilator_flags, cxx_flags(b), common_flags, b->options->trace);
}

static void progress(const struct simbuild *b, const char *text)
{
    if (!b->options->quiet)
        fprintf(stderr, "%s\n", text);
}

static bool failed_io(const char *path, struct diag *d)
{
    diag_report(d, DIAG_CACHE, "make room, or name another folder with --cache DIR", "cannot write '%s': %s",
                diag_quote(path).s, strerror(errno));
    return false;
}

static bool write_text(const char *path, const void *data, size_t size, struct diag *d)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return failed_io(path, d);
    bool ok = fwrite(data, 1, size, f) == size;
    if (fclose(f) != 0 || !ok)
        return failed_io(path, d);
    return true;
}

static bool write_in(const struct simbuild *b, const char *name, const void *data, size_t size, struct diag *d)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/%s", b->dir.data, name);
    for (char *c = path.data + b->dir.len + 1; (c = strchr(c, '/')); c++) { /* the folders in it */
        *c = 0;
        mkdir(path.data, 0777);
        *c = '/';
    }
    bool ok = write_text(path.data, data, size, d);
    buf_release(&path);
    return ok;
}

static bool is_source(const char *path)
{
    size_t n = strlen(path);
    return (n > 2 && strcmp(path + n - 2, ".v") == 0) || strcmp(path, "files.f") == 0;
}

/* src/<core>/...: what Verilator reads. */
static bool write_sources(const struct simbuild *b, struct diag *d)
{
    struct buf name = BUF_INIT;
    bool ok = true;
    for (size_t i = 0; i < b->count && ok; i++) {
        for (size_t f = 0; f < outdir_count(b->core[i].package) && ok; f++) {
            const struct outdir_file *file = outdir_file(b->core[i].package, f);
            buf_reset(&name);
            buf_printf(&name, "src/%s/%s", b->core[i].name, file->path);
            if (is_source(file->path))
                ok = write_in(b, name.data, file->data, file->size, d);
        }
    }
    for (const char *const *shim = simbuild_shim; *shim && ok; shim++) {
        const struct embedded_file *file = embedded_find(*shim);
        ok = write_in(b, strrchr(*shim, '/') + 1, file->data, file->size, d);
    }
    buf_release(&name);
    return ok;
}

/* duts.h: the cores as dut.cpp wants them. */
static bool write_list(const struct simbuild *b, struct diag *d)
{
    struct buf text = BUF_INIT;
    for (size_t i = 0; i < b->count; i++)
        buf_printf(&text, "#include \"obj/%s/Vtlut_%s.h\"\n", b->core[i].name, b->core[i].name);
    buf_addstr(&text, "#define DUT_LIST");
    for (size_t i = 0; i < b->count; i++)
        buf_printf(&text, " \\\n  D(Vtlut_%s, \"tlut_%s\")", b->core[i].name, b->core[i].name);
    buf_addch(&text, '\n');
    bool ok = write_in(b, "duts.h", text.data, text.len, d);
    buf_release(&text);
    return ok;
}

static bool make(const struct simbuild *b, const char *target, struct diag *d)
{
    struct buf log = BUF_INIT;
    char jobs[24];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(jobs, sizeof jobs, "-j%ld", processors > 0 ? processors : 1);
    const char *const argv[] = {"make", "-s", jobs, "-f", "build.mk", target, NULL};
    unsetenv("MAKEFLAGS"); /* we may run below another make, whose job server is not ours */
    unsetenv("MFLAGS");
    int status = tool_run(argv, b->dir.data, &log);
    if (status == TOOL_MISSING) {
        diag_report(d, DIAG_NO_VERILATOR, "install it (Debian, Ubuntu: apt install make g++)",
                    "the program 'make' is not installed");
    } else if (status != 0) {
        fwrite(log.data, 1, log.len, stderr);
        diag_report(d, DIAG_SIM_BUILD, "the tool's messages are above",
                    "the simulation model cannot be built (%s, status %d)", target, status);
    }
    buf_release(&log);
    return status == 0;
}

struct piece_file {
    char *path;
    long size;
};

static int by_size(const void *a, const void *b)
{
    const struct piece_file *x = a, *y = b;
    return x->size == y->size ? strcmp(x->path, y->path) : x->size < y->size ? 1 : -1;
}

/* The C++ files that Verilator wrote for a core. */
static size_t list_core(const struct simbuild *b, const char *core, struct piece_file **file, size_t count)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/obj/%s", b->dir.data, core);
    DIR *folder = opendir(path.data);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        size_t n = strlen(e->d_name);
        struct stat s;
        if (n < 5 || strcmp(e->d_name + n - 4, ".cpp") != 0)
            continue;
        buf_reset(&path);
        buf_printf(&path, "%s/obj/%s/%s", b->dir.data, core, e->d_name);
        *file = buf_realloc(*file, count + 1, sizeof **file);
        (*file)[count].size = stat(path.data, &s) == 0 ? (long)s.st_size : 0;
        (*file)[count++].path = buf_strdup(path.data + b->dir.len + 1);
    }
    if (folder)
        closedir(folder);
    buf_release(&path);
    return count;
}

/* piece_<i>.cpp include the generated files, largest first into the smallest piece. Returns how many there are. */
static size_t write_pieces(const struct simbuild *b, struct diag *d)
{
    struct piece_file *file = NULL;
    size_t count = 0;
    long total = 0, processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (size_t i = 0; i < b->count; i++)
        count = list_core(b, b->core[i].name, &file, count);
    for (size_t i = 0; i < count; i++)
        total += file[i].size;
    qsort(file, count, sizeof *file, by_size);
    size_t pieces = (size_t)(total / PIECE_BYTES) + 1;
    if (total > 600000 && pieces < (size_t)processors)
        pieces = (size_t)processors;
    struct buf *text = buf_realloc(NULL, pieces, sizeof *text);
    long *size = buf_realloc(NULL, pieces, sizeof *size);
    for (size_t p = 0; p < pieces; p++)
        buf_init(&text[p]), size[p] = 0;
    for (size_t i = 0; i < count; i++) {
        size_t p = 0;
        for (size_t q = 1; q < pieces; q++)
            if (size[q] < size[p])
                p = q;
        size[p] += file[i].size;
        buf_printf(&text[p], "#include \"%s\"\n", file[i].path);
        free(file[i].path);
    }
    bool ok = count > 0;
    for (size_t p = 0; p < pieces; p++) {
        char name[40];
        snprintf(name, sizeof name, "piece_%zu.cpp", p);
        if (p + 1 == pieces) /* no piece of its own: the headers take most of its time */
            buf_addstr(&text[p], "#define DUT_LIST_HEADER \"duts.h\"\n#include \"dut.cpp\"\n");
        ok = ok && write_in(b, name, text[p].data, text[p].len, d);
        buf_release(&text[p]);
    }
    free(text);
    free(size);
    free(file);
    return ok ? pieces : 0;
}

/* Verilator's own C++ takes longer than a small core: it is compiled once, and kept in the cache beside the models. */
static bool runtime_name(const struct simbuild *b, struct buf *name)
{
    struct buf all = BUF_INIT;
    char hex[DIGEST_HEX];
    bool ok = tool_version("verilator", "--version", &all);
    buf_printf(&all, "\n%s %s %d\n", cxx_flags(b), common_flags, b->options->trace);
    digest_bytes(all.data, all.len, hex);
    buf_printf(name, "../runtime-%.32s.o", hex);
    buf_release(&all);
    return ok;
}

static bool write_makefile(const struct simbuild *b, size_t pieces, struct diag *d)
{
    struct buf m = BUF_INIT, runtime = BUF_INIT;
    bool trace = b->options->trace, ok = runtime_name(b, &runtime);
    buf_printf(&m,
               "ROOT := $(shell verilator --getenv VERILATOR_ROOT)\n"
               "CXXFLAGS = %s %s -DVM_TRACE=%d -DVM_TRACE_FST=%d -I. -I$(ROOT)/include -I$(ROOT)/include/vltstd\n"
               "PARTS = verilated.o verilated_threads.o%s\nRUNTIME = %s\nOBJECTS =",
               cxx_flags(b), common_flags, trace, trace, trace ? " verilated_fst_c.o" : "", runtime.data);
    for (size_t p = 0; p < pieces; p++)
        buf_printf(&m, " piece_%zu.o", p);
    buf_addstr(&m, "\nVERILATED =");
    for (size_t i = 0; i < b->count; i++)
        buf_printf(&m, " obj/%s.done", b->core[i].name);
    buf_printf(&m,
               "\nverilate: $(VERILATED)\n\n"
               "obj/%%.done:\n\tmkdir -p obj/$*\n\tcd src/$* && verilator %s%s --prefix Vtlut_$* --top-module tlut_$* "
               "-Mdir ../../obj/$* -f files.f\n"
               "\ttouch $@\n\n"
               "$(PARTS): %%.o:\n\t$(CXX) $(CXXFLAGS) -c $(ROOT)/include/$*.cpp -o $@\n"
               "$(RUNTIME):\n\t$(MAKE) -f build.mk $(PARTS)\n"
               "\tld -r -o runtime.o $(PARTS)\n\tmv runtime.o $@\n"
               "piece_%%.o: piece_%%.cpp\n"
               "\t$(CXX) $(CXXFLAGS) $(foreach c,$(VERILATED:.done=),-I$c) -c $< -o $@\n\n"
               "compile: $(RUNTIME) $(OBJECTS)\n\t$(CXX) -shared -Wl,-Bsymbolic -o %s $(OBJECTS) $(RUNTIME)%s "
               "-lpthread\n",
               verilator_flags, trace ? " --trace-fst" : "", SIMBUILD_LIBRARY, trace ? " -lz" : "");
    ok = ok && write_in(b, "build.mk", m.data, m.len, d);
    buf_release(&m);
    buf_release(&runtime);
    return ok;
}

bool simbuild_run(const struct simbuild *b, struct diag *d)
{
    char text[120];
    if (!tool_exists("make") || !tool_exists("g++")) {
        diag_report(d, DIAG_NO_VERILATOR, "install it (Debian, Ubuntu: apt install make g++)",
                    "the program '%s' is not installed", tool_exists("make") ? "g++" : "make");
        return false;
    }
    snprintf(text, sizeof text, "building the simulation model (%zu core%s): Verilator ...", b->count,
             b->count == 1 ? "" : "s");
    progress(b, text);
    if (!write_sources(b, d) || !write_list(b, d) || !write_makefile(b, 0, d) || !make(b, "verilate", d))
        return false;
    size_t pieces = write_pieces(b, d);
    if (pieces == 0) {
        if (diag_count(d) == 0)
            diag_report(d, DIAG_SIM_BUILD, NULL, "Verilator wrote no C++ files");
        return false;
    }
    snprintf(text, sizeof text, "building the simulation model: C++ compiler (%zu piece%s) ...", pieces,
             pieces == 1 ? "" : "s");
    progress(b, text);
    return write_makefile(b, pieces, d) && make(b, "compile", d);
}
