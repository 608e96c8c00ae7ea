/* SPDX-License-Identifier: Apache-2.0 */
/* mutate.c -- mutate plan SEED COUNT FILE... | mutate apply FILE ID OUT
 *
 * plan prints COUNT mutants of the files, chosen at random from all edits (edits.h), one a line:
 *   id, file, line, column, kind, text before, text after                          (fields separated by tabs)
 * The same seed and files give the same list. A file gets a share that grows with the square root of the edits that it
 * offers, so that small files are not forgotten, twice as large for C; within a file the kinds take turns. apply writes
 * the file with that edit.
 *
 * The id does not change while other lines of the file do: it is made of the file, the kind, the texts, the line's text
 * and the place in it, and a count of equal ones. */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"

struct file {
    struct source source;
    struct edit_list edits;
    uint64_t *id; /* of each edit */
    int *order;   /* the edits as they are chosen */
    int share;
};

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t hash(uint64_t h, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 0x100000001b3u; /* FNV-1a */
    return (h ^ 0xff) * 0x100000001b3u;
}

static uint64_t edit_hash(const struct source *s, const struct edit *e)
{
    size_t start = e->at, end = e->at;
    uint64_t h = 0xcbf29ce484222325u;
    while (start > 0 && s->text[start - 1] != '\n')
        start--;
    while (s->text[start] == ' ')
        start++;
    end += strcspn(s->text + end, "\n");
    h = hash(h, s->path, strlen(s->path));
    h = hash(h, edit_kind_name[e->kind], strlen(edit_kind_name[e->kind]));
    h = hash(h, s->text + e->at, e->length);
    h = hash(h, e->text, strlen(e->text));
    h = hash(h, s->text + start, e->at - start);
    return hash(h, s->text + e->at, end - e->at);
}

static bool file_open(struct file *f, const char *path)
{
    if (!source_read(&f->source, path))
        return false;
    edits_find(&f->source, &f->edits);
    f->id = calloc((size_t)f->edits.count + 1, sizeof *f->id);
    f->order = calloc((size_t)f->edits.count + 1, sizeof *f->order);
    if (!f->id || !f->order)
        abort();
    for (int i = 0; i < f->edits.count; i++) {
        uint64_t h = edit_hash(&f->source, &f->edits.edit[i]);
        for (bool again = true; again;) { /* the second of two equal ones is counted up */
            again = false;
            for (int j = 0; j < i && !again; j++)
                again = f->id[j] == h;
            h += again;
        }
        f->id[i] = h;
    }
    return true;
}

static void file_close(struct file *f)
{
    edits_free(&f->edits);
    source_free(&f->source);
    free(f->id);
    free(f->order);
}

/* Shuffles, then lets the kinds take turns. */
static void choose(struct file *f, uint64_t seed)
{
    int n = f->edits.count, *pool = calloc((size_t)n + 1, sizeof *pool), used = 0;
    uint64_t state = hash(seed, f->source.path, strlen(f->source.path));
    if (!pool)
        abort();
    for (int i = 0; i < n; i++) {
        int j = (int)(next_random(&state) % (uint64_t)(i + 1));
        pool[i] = pool[j];
        pool[j] = i;
    }
    for (int turn = 0; used < n; turn++)
        for (int i = 0; i < n; i++)
            if (pool[i] >= 0 && (int)f->edits.edit[pool[i]].kind == turn % EDIT_KINDS) {
                f->order[used++] = pool[i];
                pool[i] = -1;
                break;
            }
    free(pool);
}

/* Tabs and line ends would tear the list. */
static void print_text(const char *text, size_t length)
{
    bool space = false;
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)text[i])) {
            space = true;
            continue;
        }
        if (space)
            putchar(' ');
        space = false;
        putchar(text[i]);
    }
}

static void print_edit(const struct file *f, int i)
{
    const struct edit *e = &f->edits.edit[i];
    int line, column;
    source_place(&f->source, e->at, &line, &column);
    printf("%016llx\t%s\t%d\t%d\t%s\t", (unsigned long long)f->id[i], f->source.path, line, column,
           edit_kind_name[e->kind]);
    print_text(f->source.text + e->at, e->length);
    putchar('\t');
    print_text(e->text, strlen(e->text));
    putchar('\n');
}

/* Of the choice. There are few C files, and each is read by all that is compared with it. */
static double weight(const struct file *f)
{
    return sqrt(f->edits.count) * (f->source.verilog ? 1 : 2);
}

static int plan(uint64_t seed, int count, int files, char **path)
{
    struct file *file = calloc((size_t)files, sizeof *file);
    double weights = 0;
    bool ok = file != NULL;
    for (int i = 0; ok && i < files; i++) {
        ok = file_open(&file[i], path[i]);
        weights += ok ? weight(&file[i]) : 0;
    }
    int left = count;
    for (int i = 0; ok && i < files; i++) {
        struct file *f = &file[i];
        double share = (double)left * weight(f) / (weights > 0 ? weights : 1);
        f->share = (int)(share + 0.5) < f->edits.count ? (int)(share + 0.5) : f->edits.count;
        weights -= weight(f);
        left -= f->share;
        choose(f, seed);
        for (int k = 0; k < f->share; k++)
            print_edit(f, f->order[k]);
    }
    for (int i = 0; file && i < files; i++)
        file_close(&file[i]);
    free(file);
    return ok ? 0 : 1;
}

/* 1: there is no such edit. */
static int apply(const char *path, const char *id, const char *out)
{
    struct file f = {0};
    int status = 1;
    if (!file_open(&f, path))
        return 1;
    for (int i = 0; i < f.edits.count; i++) {
        const struct edit *e = &f.edits.edit[i];
        if (f.id[i] != strtoull(id, NULL, 16))
            continue;
        FILE *to = fopen(out, "wb");
        if (!to)
            break;
        fwrite(f.source.text, 1, e->at, to);
        fputs(e->text, to);
        fwrite(f.source.text + e->at + e->length, 1, f.source.size - e->at - e->length, to);
        status = ferror(to) != 0;
        status |= fclose(to) != 0;
    }
    file_close(&f);
    return status;
}

int main(int argc, char **argv)
{
    if (argc > 4 && strcmp(argv[1], "plan") == 0)
        return plan(strtoull(argv[2], NULL, 10), atoi(argv[3]), argc - 4, argv + 4);
    if (argc == 5 && strcmp(argv[1], "apply") == 0)
        return apply(argv[2], argv[3], argv[4]);
    fprintf(stderr, "usage: mutate plan SEED COUNT FILE... | mutate apply FILE ID OUT\n");
    return 2;
}
