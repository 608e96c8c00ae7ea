/* SPDX-License-Identifier: Apache-2.0 */
/* test_examples.c -- every architecture and workload of examples/ loads; each parameter of a published design says
 * where it comes from; each workload holds as many weights as the configuration of its model implies. */
#include "unit.h"

#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arch_load.h"
#include "dims.h"
#include "workload.h"

/* Calls run(path) for each file of a pattern; at least `least` of them. */
static void each(const char *pattern, size_t least, void (*run)(const char *path))
{
    glob_t found;
    CU_ASSERT_EQUAL_FATAL(glob(pattern, 0, NULL, &found), 0);
    CU_ASSERT_TRUE(found.gl_pathc >= least);
    for (size_t i = 0; i < found.gl_pathc; i++)
        run(found.gl_pathv[i]);
    globfree(&found);
}

/* ---- architectures */

static bool load(const char *path, struct arch *a, struct arch_src *where)
{
    struct diag *d = diag_new();
    memset(where, 0, sizeof *where);
    arch_init(a);
    where->xml = src_read(path, ARCH_XML_LIMIT, d);
    bool ok = where->xml && arch_read_xml(a, where, where->xml, d) && arch_check(a, where, d);
    diag_print(d, stdout);
    CU_ASSERT_TRUE(ok);
    diag_free(d);
    return ok;
}

static void load_arch(const char *path)
{
    struct arch a;
    struct arch_src where;
    if (load(path, &a, &where)) {
        struct dims d;
        arch_resolve(&a);
        dims_derive(&d, &a);
        CU_ASSERT_TRUE(d.outputs > 0 && d.n > 0);
    }
    arch_src_release(&where);
}

static void architectures(void)
{
    each("examples/*.xml", 1, load_arch);
    each("examples/published/*.xml", 12, load_arch);
}

/* How a parameter is called in the table of a published design's comment. */
static const char *word_of(enum param p)
{
    switch (p) {
    case PARAM_acc:
        return "accumulator";
    case PARAM_build_adders:
        return "build-adders";
    case PARAM_pipe_build:
        return "build stages";
    default:
        return param_table[p].attribute;
    }
}

/* The rest of the line of the comment's table that starts with a word, or NULL. */
static const char *row_of(const char *text, const char *word)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        size_t len = strlen(word);
        if (strncmp(line, "  ", 2) == 0 && strncmp(line + 2, word, len) == 0 && line[2 + len] == ' ')
            return line + 2 + len;
    }
    return NULL;
}

/* Name, the value as it stands in the file, and a source or the word `assumed`. */
static void sourced(const char *path)
{
    static const char *const sources[] = {"assumed",  "derived:",      "abstract",   "paper",     "RTL",
                                          "kernel:",  "repository:",   "review",     "secondary", "note",
                                          "the same", "register that", "third party"};
    struct arch a;
    struct arch_src where;
    if (load(path, &a, &where)) {
        const char *base = strrchr(path, '/') + 1;
        CU_ASSERT_TRUE(strncmp(base, a.name, strlen(a.name)) == 0 && strcmp(base + strlen(a.name), ".xml") == 0);
        const char *text = src_text(where.xml);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "Left out:"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "arXiv"));
        for (int p = 0; p < PARAM_COUNT; p++) {
            char number[16];
            const char *value = param_value_text((enum param)p, arch_get(&a, (enum param)p), number);
            const char *row = where.given[p] ? row_of(text, word_of((enum param)p)) : NULL;
            bool good = false;
            if (!where.given[p])
                continue;
            if (row && strncmp(row + strspn(row, " "), value, strlen(value)) == 0) {
                char line[200];
                snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
                for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
                    good = good || strstr(line, sources[i]);
            }
            if (!good)
                printf("\n    %s: no row with '%s' and its source for %s", path, value, word_of((enum param)p));
            CU_ASSERT_TRUE(good);
        }
    }
    arch_src_release(&where);
}

static void published(void)
{
    each("examples/published/*.xml", 12, sourced);
}

/* The page about them names each. */
static void on_page(const char *path)
{
    struct diag *d = diag_new();
    struct buf cell = BUF_INIT;
    struct src *page = src_read("docs/published.md", ARCH_XML_LIMIT, d);
    CU_ASSERT_PTR_NOT_NULL_FATAL(page);
    buf_printf(&cell, "| `%s` |", strrchr(path, '/') + 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(src_text(page), cell.data));
    buf_release(&cell);
    src_free(page);
    diag_free(d);
}

static void documented(void)
{
    each("examples/published/*.xml", 12, on_page);
}

/* ---- workloads */

/* The numbers of a model's configuration, and the size that its publisher gives it, in millions of parameters. */
static const struct model {
    const char *name;
    int hidden, ffn, heads, kv_heads, head, layers, vocabulary, embeddings;
    double millions;
} models[] = {
    {"bitnet_b1_58-large", 1536, 4096, 16, 16, 96, 24, 32002, 1, 700},
    {"bitnet_b1_58-xl", 2048, 5460, 32, 32, 64, 24, 32002, 1, 1300},
    {"bitnet_b1_58-3B", 3200, 8640, 32, 32, 100, 26, 32002, 1, 3300},
    {"bitnet-b1.58-2B-4T", 2560, 6912, 20, 5, 128, 30, 128256, 1, 2400},
    {"falcon3-1B-1.58", 2048, 8192, 8, 4, 256, 18, 131072, 2, 1670},
    {"falcon3-3B-1.58", 3072, 9216, 12, 4, 256, 22, 131072, 2, 3230},
    {"falcon3-7B-1.58", 3072, 23040, 12, 4, 256, 28, 131072, 2, 7460},
    {"falcon3-10B-1.58", 3072, 23040, 12, 4, 256, 40, 131072, 2, 10300},
    {"llama3-8B-1.58", 4096, 14336, 32, 8, 128, 32, 128256, 2, 8030},
    {"trilm-99M", 512, 1280, 8, 8, 64, 16, 50304, 2, 99},
    {"trilm-190M", 768, 2048, 12, 12, 64, 16, 50304, 2, 190},
    {"trilm-390M", 1024, 2560, 16, 16, 64, 24, 50304, 2, 390},
    {"trilm-560M", 1280, 3072, 20, 20, 64, 24, 50304, 2, 560},
    {"trilm-830M", 1536, 4096, 24, 24, 64, 24, 50304, 2, 830},
    {"trilm-1.1B", 1792, 5120, 28, 28, 64, 24, 50304, 2, 1100},
    {"trilm-1.5B", 2048, 6144, 32, 32, 64, 24, 50304, 2, 1500},
    {"trilm-2.4B", 2304, 7680, 36, 36, 64, 30, 50304, 2, 2400},
    {"trilm-3.9B", 3072, 9216, 24, 24, 128, 30, 50304, 2, 3900},
    {"bitnet-embedding-0.6B", 1024, 3072, 16, 8, 128, 28, 151936, 1, 600},
    {"bitnet-embedding-270M", 640, 2048, 4, 1, 256, 18, 262144, 1, 270},
};
enum { MODELS = sizeof models / sizeof *models };

/* Weights of the linear layers, by another way than layer by layer: the hidden size is one side of every matrix. */
static int64_t linear_weights(const struct model *m)
{
    int64_t others = (int64_t)m->head * (2 * m->heads + 2 * m->kv_heads) + 3 * (int64_t)m->ffn;
    return m->layers * others * m->hidden;
}

static int64_t macs(const struct workload *w)
{
    int64_t sum = 0;
    for (int i = 0; i < w->layers; i++)
        sum += w->layer[i].m * w->layer[i].n * w->layer[i].count;
    return sum;
}

static bool has_shape(const struct workload *w, const char *name, int64_t m, int64_t n)
{
    for (int i = 0; i < w->layers; i++)
        if (strcmp(w->layer[i].name, name) == 0)
            return w->layer[i].m == m && w->layer[i].n == n;
    return false;
}

static int workloads_seen;

static void load_workload(const char *path)
{
    struct diag *d = diag_new();
    struct workload w;
    bool ok = workload_read(&w, path, d);
    diag_print(d, stdout);
    CU_ASSERT_TRUE(ok);
    if (ok) {
        const char *base = strrchr(path, '/') + 1;
        CU_ASSERT_TRUE(strncmp(base, w.name, strlen(w.name)) == 0 && strcmp(base + strlen(w.name), ".xml") == 0);
        CU_ASSERT_TRUE(strlen(w.source) > 10);
        const struct model *m = models;
        while (m < models + MODELS && strcmp(m->name, w.name) != 0)
            m++;
        if (m < models + MODELS) {
            CU_ASSERT_EQUAL(macs(&w), linear_weights(m));
            /* Outputs and inputs: a product does not tell them apart. */
            CU_ASSERT_TRUE(has_shape(&w, "attn_q", m->heads * m->head, m->hidden));
            CU_ASSERT_TRUE(has_shape(&w, "attn_k", m->kv_heads * m->head, m->hidden));
            CU_ASSERT_TRUE(has_shape(&w, "attn_output", m->hidden, m->heads * m->head));
            CU_ASSERT_TRUE(has_shape(&w, "ffn_up", m->ffn, m->hidden) && has_shape(&w, "ffn_down", m->hidden, m->ffn));
            workloads_seen++;
        } else { /* shapes of kernels without a model */
            CU_ASSERT_STRING_EQUAL(w.name, "ms-bitnet-3b");
            CU_ASSERT_EQUAL(macs(&w), INT64_C(3200) * (800 + 3200 + 10240 + 10240 + 800));
        }
        workload_release(&w);
    }
    diag_free(d);
}

static void workloads(void)
{
    workloads_seen = 0;
    each("examples/workloads/*.xml", MODELS + 1, load_workload);
    CU_ASSERT_EQUAL(workloads_seen, MODELS);
}

/* The configurations themselves: with embeddings, each makes the size that the model is known by. */
static void sizes(void)
{
    for (const struct model *m = models; m < models + MODELS; m++) {
        double all = (double)linear_weights(m) + (double)m->embeddings * m->vocabulary * m->hidden;
        double off = fabs(all / 1e6 / m->millions - 1);
        if (off > 0.05)
            printf("\n    %s: %.0f million parameters, not %.0f", m->name, all / 1e6, m->millions);
        CU_ASSERT_TRUE(off <= 0.05);
    }
}

UNIT_MAIN("examples", {"architectures load", architectures}, {"published designs name their sources", published},
          {"and are in the documentation", documented}, {"workloads hold the weights of their models", workloads},
          {"sizes of the models", sizes})
