/* SPDX-License-Identifier: Apache-2.0 */
/* emit_sources.c -- which modules a Verilog text names, and from that the order in which files depend on each other. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "diag.h"
#include "emit.h"
#include "outdir.h"

void emit_module_words(const char *text, void (*found)(void *user, const char *module), void *user)
{
    for (const char *c = text; *c;) {
        if (c[0] == '/' && c[1] == '/') {
            c += strcspn(c, "\n");
        } else if (isalpha((unsigned char)*c) || *c == '_') {
            size_t len = strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
            if (len > 5 && memcmp(c, "tlut_", 5) == 0) {
                char *module = strndup(c, len);
                if (!module)
                    abort();
                found(user, module);
                free(module);
            }
            c += len;
        } else {
            c++;
        }
    }
}

struct order {
    const struct outdir *files;
    const char **path; /* the order, as far as it is known */
    size_t count;
    bool *seen; /* by number of the file */
};

static void visit(struct order *o, const char *path);

/* The file of a module: a static one, or one of this package alone. Other words that start alike have none. */
static void visit_module(void *user, const char *module)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "rtl/%s.v", module);
    visit(user, path.data);
    visit(user, path.data + strlen("rtl/"));
    buf_release(&path);
}

/* Depth of the recursion: that of the module hierarchy. */
static void visit(struct order *o, const char *path)
{
    for (size_t i = 0; i < outdir_count(o->files); i++) {
        const struct outdir_file *f = outdir_file(o->files, i);
        if (o->seen[i] || strcmp(f->path, path) != 0)
            continue;
        o->seen[i] = true;
        emit_module_words(f->data, visit_module, o);
        o->path[o->count++] = f->path;
    }
}

bool emit_is_verilog(const char *path)
{
    size_t len = strlen(path);
    return len > 2 && strcmp(path + len - 2, ".v") == 0;
}

size_t emit_source_order(const struct outdir *out, const char *top, const char **path)
{
    size_t verilog = 0, count = outdir_count(out);
    struct order o = {.files = out, .path = path, .seen = calloc(count + 1, sizeof(bool))};
    if (!o.seen)
        abort();
    visit(&o, top);
    for (size_t i = 0; i < count; i++)
        verilog += emit_is_verilog(outdir_file(out, i)->path);
    if (o.count != verilog)
        BUG("%zu Verilog files, %zu of them below %s", verilog, o.count, top);
    free(o.seen);
    return o.count;
}
