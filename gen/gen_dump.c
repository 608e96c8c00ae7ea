/* SPDX-License-Identifier: Apache-2.0 */
#include "gen_dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "buf.h"
#include "diag.h"
#include "digest.h"
#include "dims.h"
#include "emit.h"
#include "lutnet.h"

static struct lutnet *build(const struct arch *a, struct dims *d)
{
    dims_derive(d, a);
    struct lutnet *net = buf_realloc(NULL, 1, sizeof *net);
    if (!lutnet_build(net, a, d))
        BUG("the build network is larger than its table");
    return net;
}

static void dump_arch(const struct arch *a, FILE *out)
{
    struct buf xml = BUF_INIT;
    arch_write(&xml, a);
    fwrite(xml.data, 1, xml.len, out);
    buf_release(&xml);
}

static void dump_dims(const struct arch *a, FILE *out)
{
    struct dims d;
    struct lutnet *net = build(a, &d);
    struct emit_number n[EMIT_MAX_NUMBERS];
    int count = emit_numbers(n, EMIT_MAX_NUMBERS, &d, net);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s %lld\n", n[i].name, n[i].value);
    free(net);
}

/* "0 = x0 ..." for people: entries by number, the combination spelled out. */
static void dump_nets(const struct arch *a, FILE *out)
{
    struct dims d;
    struct lutnet *net = build(a, &d);
    fprintf(out, "# node op a b level width lo hi weights\n");
    for (int i = 0; i < net->nodes; i++) {
        static const char *const op[] = {"input", "add", "sub", "neg"};
        const struct lutnet_node *n = &net->node[net->order[i]];
        fprintf(out, "%d %s %d %d %d %d %" PRId64 " %" PRId64 " ", net->order[i], op[n->op], n->a, n->b, n->level,
                n->width, n->lo, n->hi);
        for (int k = 0; k < net->mu; k++)
            fputc(n->weight[k] > 0 ? '+' : n->weight[k] < 0 ? '-' : '0', out);
        fputc('\n', out);
    }
    free(net);
}

static const struct {
    const char *word;
    void (*print)(const struct arch *a, FILE *out);
} dumps[] = {{"arch", dump_arch}, {"dims", dump_dims}, {"nets", dump_nets}};

enum { DUMPS = sizeof dumps / sizeof *dumps };

bool gen_dump_known(const char *what)
{
    for (int i = 0; i < DUMPS; i++)
        if (strcmp(dumps[i].word, what) == 0)
            return true;
    return false;
}

void gen_dump(const char *what, const struct arch *a, FILE *out)
{
    for (int i = 0; i < DUMPS; i++)
        if (strcmp(dumps[i].word, what) == 0)
            dumps[i].print(a, out);
}

/* What the core computes with, by kind. */
static void summary_kind(const struct arch *a, const struct dims *d, const struct lutnet *net, FILE *out)
{
    int tables = a->luts * a->lanes * a->cores, operands = a->luts * a->lanes * d->outputs;
    if (a->kind == KIND_MULTIPLIER)
        fprintf(out, "  multipliers    %d, %s by weights of %d bits\n", operands, param_table[PARAM_act].names[a->act],
                d->key_w);
    else if (a->kind == KIND_SIGNFLIP)
        fprintf(out, "  operands       %d of %d bits, +x, -x or 0 by their keys\n", operands, d->leaf_w);
    else if (d->steps > 0)
        fprintf(out, "  tables         %d x %d entries of %d bits, %d additions on %d adders each, %d steps\n", tables,
                d->stored, d->ent_w, net->adders, a->build_adders, d->steps);
    else
        fprintf(out, "  tables         %d x %d entries of %d bits, %d adders each (depth %d)\n", tables, d->stored,
                d->ent_w, net->adders, net->depth);
}

/* A key beat as it arrives. */
static void summary_keys(const struct arch *a, const struct dims *d, FILE *out)
{
    int groups = d->outputs * a->luts;
    if (a->encoding == ENCODING_DENSE)
        fprintf(out, "  keys           %d x %d bits a beat", groups, d->key_w);
    else
        fprintf(out, "  keys           %d weights a beat, %s", groups * d->mu,
                a->encoding == ENCODING_TRIT2 ? "2 bits each" : "5 a byte");
    fprintf(out, ", %" PRId64 "-bit stream\n", d->key_tdata_w);
}

void gen_summary(const struct arch *a, const char *folder, const struct outdir *files, bool unchanged, FILE *out)
{
    struct dims d;
    struct lutnet *net = build(a, &d);
    char hex[DIGEST_HEX];
    digest_arch(a, hex);
    fprintf(out, "tlut_%s\n", a->name);
    fprintf(out, "  folder         %s (%zu files%s)\n", folder, outdir_count(files),
            unchanged ? ", unchanged: it held the same bytes" : "");
    fprintf(out, "  configuration  %.8s\n", hex);
    summary_kind(a, &d, net, out);
    fprintf(out, "  activations    %d x %d bits a beat, %" PRId64 "-bit stream\n", d.n * a->lanes, d.act_w,
            d.act_tdata_w);
    summary_keys(a, &d, out);
    fprintf(out, "  results        %d x %d bits a beat, %" PRId64 "-bit stream; accumulators of %d bits\n",
            d.outputs * a->lanes, d.res_w, d.res_tdata_w, d.acc_w);
    fprintf(out, "  throughput     %" PRId64 " multiply-accumulates a cycle, latency %d cycles\n",
            (int64_t)d.outputs * d.n * a->lanes, d.latency);
    free(net);
}
