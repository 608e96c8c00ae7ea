/* SPDX-License-Identifier: Apache-2.0 */
/* emit_package.c -- the list of a package's files: which are rendered from templates, which are copied. */
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "buf.h"
#include "diag.h"
#include "embedded.h"
#include "emit.h"
#include "outdir.h"
#include "tpl.h"

/* Renders templates/out/<source> and adds it as `path`. */
static bool render(const struct tpl *t, const char *source, const char *path, struct outdir *out, struct diag *diag)
{
    struct buf name = BUF_INIT, text = BUF_INIT;
    buf_printf(&name, "templates/out/%s", source);
    const struct embedded_file *f = embedded_find(name.data);
    if (!f)
        BUG("template %s is missing", name.data);
    bool ok = tpl_render(t, name.data, (const char *)f->data, diag, &text);
    if (ok)
        outdir_add(out, path, text.data, text.len);
    buf_release(&name);
    buf_release(&text);
    return ok;
}

/* The same for a file whose name holds the core's: tlut_<name><suffix>. */
static bool render_named(const struct tpl *t, const char *source, const char *suffix, struct outdir *out,
                         struct diag *diag)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "tlut_%s%s", tpl_get(t, "NAME"), suffix);
    bool ok = render(t, source, path.data, out, diag);
    buf_release(&path);
    return ok;
}

/* Adds a static module and those that it names. Depth of the recursion: that of the module hierarchy of templates/rtl, not
 * of any user's input. */
static void add_rtl(void *user, const char *module)
{
    struct outdir *out = user;
    struct buf source = BUF_INIT, path = BUF_INIT;
    buf_printf(&source, "templates/rtl/%s.v", module);
    buf_printf(&path, "rtl/%s.v", module);
    const struct embedded_file *f = embedded_find(source.data);
    if (f && !outdir_find(out, path.data)) {
        outdir_add(out, path.data, f->data, f->size);
        emit_module_words((const char *)f->data, add_rtl, out);
    }
    buf_release(&source);
    buf_release(&path);
}

/* All Verilog files so far, as list RTL for files.f. Sorted by path: rtl/..., then tlut_... */
static void list_rtl(struct tpl *t, const struct outdir *out)
{
    for (size_t i = 0; i < outdir_count(out); i++) {
        const char *path = outdir_file(out, i)->path;
        if (emit_is_verilog(path)) {
            tpl_list_add(t, "RTL");
            tpl_item_set(t, "RTL", "PATH", "%s", path);
        }
    }
}

/* The golden model and the harness, in C as they stand in the source tree. */
static void add_sim_sources(struct tpl *t, struct outdir *out)
{
    for (const struct embedded_file *f = embedded_files; f->path; f++) {
        bool sim = strncmp(f->path, "tb/", 3) == 0 || strncmp(f->path, "templates/sim/", 14) == 0 ||
                   (strncmp(f->path, "gen/", 4) == 0 && strncmp(f->path, "gen/schema/", 11) != 0);
        if (!sim)
            continue;
        const char *base = strrchr(f->path, '/') + 1;
        struct buf path = BUF_INIT;
        buf_printf(&path, "sim/%s", base);
        outdir_add(out, path.data, f->data, f->size);
        buf_release(&path);
        size_t len = strlen(base);
        if (len > 2 && strcmp(base + len - 2, ".c") == 0) {
            tpl_list_add(t, "SIM");
            tpl_item_set(t, "SIM", "STEM", "%.*s", (int)(len - 2), base);
        }
    }
}

static bool add_rendered(struct tpl *t, const struct arch *a, struct outdir *out, struct diag *diag)
{
    if (!render_named(t, "wrapper.v.in", ".v", out, diag) || !render_named(t, "core.v.in", "_core.v", out, diag) ||
        (a->kind == KIND_LUT &&
         !render_named(t, a->build == BUILD_SEQUENTIAL ? "build_seq.v.in" : "build.v.in", "_build.v", out, diag)))
        return false;
    size_t rendered = outdir_count(out);
    struct buf all = BUF_INIT; /* a copy: files are added while it is read */
    for (size_t i = 0; i < rendered; i++)
        buf_addstr(&all, outdir_file(out, i)->data);
    emit_module_words(all.data, add_rtl, out);
    buf_release(&all);
    list_rtl(t, out);
    add_sim_sources(t, out);
    return render(t, "files.f.in", "files.f", out, diag) &&
           render(t, "constraints.sdc.in", "constraints.sdc", out, diag) &&
           render_named(t, "core.h.in", ".h", out, diag) && render_named(t, "tb.c.in", "_tb.c", out, diag) &&
           render(t, "package.mk.in", "Makefile", out, diag);
}

/* The package as other tools take it. All of its files but the manifest are there. */
static bool add_descriptions(struct tpl *t, const struct arch *a, const struct dims *d, struct outdir *out,
                             struct diag *diag)
{
    struct buf core = BUF_INIT;
    buf_printf(&core, "tlut_%s.core", a->name);
    const char *const later[] = {"manifest.json", core.data, NULL};
    emit_ipxact_vars(t, a, d, out, later);
    bool ok = render(t, "component.xml.in", "component.xml", out, diag) &&
              render(t, "package.core.in", core.data, out, diag);
    buf_release(&core);
    return ok;
}

bool emit_package(const struct arch *a, struct outdir *out, struct diag *diag)
{
    struct arch r = *a;
    arch_resolve(&r);
    struct dims d;
    dims_derive(&d, &r);
    struct lutnet *net = buf_realloc(NULL, 1, sizeof *net); /* too large for the stack of a thread */
    if (!lutnet_build(net, &r, &d))
        BUG("the build network is larger than its table");
    struct tpl *t = tpl_new();
    emit_text_vars(t, &r, &d, net);
    emit_rtl_vars(t, &r, &d, net);
    bool ok = add_rendered(t, &r, out, diag);
    if (ok) {
        struct buf xml = BUF_INIT;
        arch_write(&xml, &r);
        outdir_add(out, "effective.xml", xml.data, xml.len);
        buf_release(&xml);
        ok = add_descriptions(t, &r, &d, out, diag);
    }
    if (ok)
        emit_manifest(&r, &d, net, out);
    tpl_free(t);
    free(net);
    return ok;
}
