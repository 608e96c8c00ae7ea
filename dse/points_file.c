/* SPDX-License-Identifier: Apache-2.0 */
/* points_file.c -- points.bin: all kept points as columns, and points.csv. docs/dse.md has the layout. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dse_internal.h"
#include "outdir_fs.h"

#define POINTS_MAGIC "TLUTPTS1"
enum { ALIGN = 64 };

struct head {
    char magic[8];
    uint64_t length; /* of the JSON text that follows, blanks at its end included */
};

struct layout {
    int columns;
    enum metric column[METRIC_COUNT];
    uint64_t at[METRIC_COUNT + 1]; /* offsets: the index, then the columns */
};

static uint64_t aligned(uint64_t v)
{
    return (v + ALIGN - 1) / ALIGN * ALIGN;
}

static json_t *describe_parameters(const struct space *s)
{
    json_t *all = json_array();
    for (int i = 0; i < s->digits; i++) {
        const struct param_info *info = &param_table[s->param[i]];
        json_t *values = json_array();
        char number[16], path[64];
        for (uint64_t k = 0; k < s->radix[i]; k++) {
            int v = s->value[i][k];
            bool word = info->names || v == PARAM_SPECIAL;
            json_array_append_new(values,
                                  word ? json_string(param_value_text(s->param[i], v, number)) : json_integer(v));
        }
        snprintf(path, sizeof path, "%s/@%s", info->element, info->attribute);
        json_array_append_new(all, json_pack("{s:s, s:s, s:I, s:o}", "parameter", path, "flag", info->flag, "stride",
                                             (json_int_t)s->stride[i], "values", values));
    }
    return all;
}

static json_t *column(const char *name, const char *type, const char *unit, uint64_t offset)
{
    return json_pack("{s:s, s:s, s:s, s:I}", "name", name, "type", type, "unit", unit, "offset", (json_int_t)offset);
}

/* The offsets depend on the length of the text that tells them: twice is enough, since there is room for more digits.
 */
static char *describe(const struct space *s, struct layout *l, uint64_t kept, uint64_t *length)
{
    char *text = NULL, name[32];
    l->columns = block_columns(s->sweep, l->column);
    for (uint64_t room = 0;;) {
        uint64_t at = aligned(sizeof(struct head) + room);
        l->at[0] = at;
        at = aligned(at + kept * sizeof(uint64_t));
        for (int i = 0; i < l->columns; i++) {
            l->at[i + 1] = at;
            at = aligned(at + kept * sizeof(float));
        }
        json_t *columns = json_array();
        json_array_append_new(columns, column("index", "u64", "", l->at[0]));
        for (int i = 0; i < l->columns; i++)
            json_array_append_new(columns, column(metric_column(l->column[i], name), "f32",
                                                  metric_table[l->column[i]].unit, l->at[i + 1]));
        json_t *root = json_pack("{s:I, s:o, s:o}", "points", (json_int_t)kept, "columns", columns, "parameters",
                                 describe_parameters(s));
        free(text);
        text = json_dumps(root, JSON_COMPACT | JSON_PRESERVE_ORDER);
        json_decref(root);
        if (!text)
            abort();
        if (strlen(text) <= room) {
            *length = l->at[0] - sizeof(struct head);
            return text;
        }
        room = strlen(text) + ALIGN;
    }
}

static const struct journal *holder(const struct dse_blocks *b, uint64_t number)
{
    for (int i = 0; i < b->count; i++)
        if (b->journal[i].at[number])
            return &b->journal[i];
    return NULL;
}

/* Reads block after block; EIO if one is damaged, which dse_collect() has found out before. */
static int each_block(const struct space *s, const struct dse_blocks *b,
                      int (*step)(void *user, const struct block *block), void *user)
{
    struct block block;
    int error = 0;
    block_init(&block, s->sweep, DSE_MAX_TOP, true);
    for (uint64_t n = 0; n < b->journal->head.blocks && !error; n++) {
        const struct journal *j = holder(b, n);
        error = j && journal_read(j, n, &block) ? step(user, &block) : EIO;
    }
    block_release(&block);
    return error;
}

struct writer {
    int fd;
    FILE *csv;
    const struct space *s;
    const struct layout *layout;
    uint64_t block_size, done;
    uint64_t *index;
    struct buf line;
};

static int write_columns(void *user, const struct block *b)
{
    struct writer *w = user;
    uint32_t n = b->points.count;
    w->index = buf_realloc(w->index, n + 1, sizeof *w->index);
    for (uint32_t i = 0; i < n; i++)
        w->index[i] = b->number * w->block_size + b->points.offset[i];
    int error = fs_put(w->fd, w->index, n * sizeof *w->index, w->layout->at[0] + w->done * sizeof *w->index);
    for (int c = 0; c < w->layout->columns && !error; c++)
        error = fs_put(w->fd, b->points.column[w->layout->column[c]], n * sizeof(float),
                    w->layout->at[c + 1] + w->done * sizeof(float));
    w->done += n;
    return error;
}

int dse_write_points(const char *dir, const struct space *s, const struct dse_blocks *b, uint64_t kept,
                     uint64_t block_size)
{
    struct layout layout;
    struct head head = {.magic = POINTS_MAGIC};
    struct buf path = BUF_INIT, start = BUF_INIT;
    char *text = describe(s, &layout, kept, &head.length);
    buf_add(&start, &head, sizeof head);
    buf_addstr(&start, text);
    buf_fill(&start, ' ', layout.at[0] - start.len - 1);
    buf_addch(&start, '\n');
    free(text);
    buf_printf(&path, "%s/points.bin", dir);
    struct writer w = {.fd = open(path.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644),
                       .s = s,
                       .layout = &layout,
                       .block_size = block_size};
    int error = w.fd < 0 ? errno : fs_put(w.fd, start.data, start.len, 0);
    /* the last column reaches to its end even if it is empty */
    uint64_t size = layout.at[layout.columns] + kept * sizeof(float);
    if (!error && ftruncate(w.fd, (off_t)size) != 0)
        error = errno;
    if (!error)
        error = each_block(s, b, write_columns, &w);
    if (w.fd >= 0 && (fsync(w.fd) != 0 || close(w.fd) != 0) && !error)
        error = errno;
    free(w.index);
    buf_release(&path);
    buf_release(&start);
    return error;
}

/* ---- CSV */

void dse_csv_parameters(struct buf *out, const struct space *s)
{
    for (int i = 0; i < s->digits; i++) {
        buf_addch(out, ',');
        for (const char *c = param_table[s->param[i]].flag; *c; c++)
            buf_addch(out, *c == '-' ? '_' : *c);
    }
}

void dse_csv_values(struct buf *out, const struct space *s, uint64_t index)
{
    char number[16];
    for (int i = 0; i < s->digits; i++) {
        buf_addch(out, ',');
        buf_addstr(out, param_value_text(s->param[i], s->value[i][index / s->stride[i] % s->radix[i]], number));
    }
}

static int write_lines(void *user, const struct block *b)
{
    struct writer *w = user;
    for (uint32_t i = 0; i < b->points.count; i++) {
        uint64_t index = b->number * w->block_size + b->points.offset[i];
        buf_reset(&w->line);
        buf_printf(&w->line, "%llu", (unsigned long long)index);
        dse_csv_values(&w->line, w->s, index);
        for (int c = 0; c < w->layout->columns; c++)
            buf_printf(&w->line, ",%.7g", (double)b->points.column[w->layout->column[c]][i]);
        buf_addch(&w->line, '\n');
        if (fwrite(w->line.data, 1, w->line.len, w->csv) != w->line.len)
            return errno;
    }
    return 0;
}

int dse_write_points_csv(const char *dir, const struct space *s, const struct dse_blocks *b, uint64_t block_size)
{
    struct layout layout;
    struct buf path = BUF_INIT;
    char name[32];
    layout.columns = block_columns(s->sweep, layout.column);
    buf_printf(&path, "%s/points.csv", dir);
    struct writer w = {
        .csv = fopen(path.data, "wxe"), .s = s, .layout = &layout, .block_size = block_size, .line = BUF_INIT};
    buf_release(&path);
    if (!w.csv)
        return errno;
    buf_addstr(&w.line, "index");
    dse_csv_parameters(&w.line, s);
    for (int c = 0; c < layout.columns; c++)
        buf_printf(&w.line, ",%s", metric_column(layout.column[c], name));
    int error = fprintf(w.csv, "%s\n", w.line.data) < 0 ? errno : 0;
    if (!error)
        error = each_block(s, b, write_lines, &w);
    if ((fflush(w.csv) != 0 || fsync(fileno(w.csv)) != 0) && !error)
        error = errno;
    if (fclose(w.csv) != 0 && !error)
        error = errno;
    buf_release(&w.line);
    return error;
}

/* ---- reading */

static bool map_columns(struct dse_points *p, const json_t *root)
{
    const json_t *columns = json_object_get(root, "columns"), *c;
    size_t i;
    char name[32];
    p->count = (uint64_t)json_integer_value(json_object_get(root, "points"));
    json_array_foreach(columns, i, c)
    {
        const char *word = json_string_value(json_object_get(c, "name"));
        uint64_t at = (uint64_t)json_integer_value(json_object_get(c, "offset"));
        bool first = word && strcmp(word, "index") == 0;
        if (!word || at % ALIGN || at > p->size ||
            p->count > (p->size - at) / (first ? sizeof(uint64_t) : sizeof(float)))
            return false;
        const void *data = (const char *)p->map + at;
        if (first)
            p->index = data;
        for (int m = 0; m < METRIC_COUNT; m++)
            if (strcmp(word, metric_column((enum metric)m, name)) == 0)
                p->figure[m] = data;
    }
    return p->index != NULL;
}

bool dse_points_open(struct dse_points *p, const char *out, struct diag *d)
{
    struct buf path = BUF_INIT;
    struct stat st;
    struct head head;
    *p = (struct dse_points){.map = MAP_FAILED};
    buf_printf(&path, "%s/points.bin", out);
    int fd = open(path.data, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fstat(fd, &st) == 0;
    int error = ok ? 0 : errno;
    if (ok) {
        p->size = (size_t)st.st_size;
        p->map = p->size >= sizeof head ? mmap(NULL, p->size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
        ok = p->map != MAP_FAILED;
    }
    if (ok) {
        memcpy(&head, p->map, sizeof head);
        ok = memcmp(head.magic, POINTS_MAGIC, sizeof head.magic) == 0 && head.length <= p->size - sizeof head;
    }
    json_t *root =
        ok ? json_loadb((const char *)p->map + sizeof head, head.length, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    ok = root && map_columns(p, root);
    json_decref(root);
    if (fd >= 0)
        close(fd);
    if (!ok) {
        diag_error(d, DIAG_FILE_READ, loc_file(path.data), "%s",
                   error ? strerror(error) : "this is no points file of tlut-dse");
        diag_help(d, "it is written by tlut-dse -o, unless --no-points is given");
        dse_points_close(p);
    }
    buf_release(&path);
    return ok;
}

void dse_points_close(struct dse_points *p)
{
    if (p->map && p->map != MAP_FAILED)
        munmap(p->map, p->size);
    *p = (struct dse_points){0};
}
