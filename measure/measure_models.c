/* SPDX-License-Identifier: Apache-2.0 */
#include "measure_models.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    struct cell_models models;
    char digest[65];
    struct cell_type *type;
    char *text; /* cut into words; names point into it */
    struct kept *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept *kept_list;

/* "module NAME(A, B, Y);" starts a cell, "input A;" and "output Y;" are its pins. Cells with names that need escapes,
 * and with buses, are left out: no such cell is mapped to. */
static void parse(struct kept *k)
{
    struct cell_pin *pin = NULL;
    struct cell_type *type = NULL;
    bool plain = true;
    int room = 0, pin_room = 0;
    char *rest = NULL;
    for (char *line = strtok_r(k->text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *word_rest = NULL, *word = strtok_r(line, " ();,", &word_rest);
        char *name = word ? strtok_r(NULL, " ();,", &word_rest) : NULL;
        if (word && name && strcmp(word, "module") == 0) {
            if (k->models.types == room)
                k->type = buf_realloc(k->type, (size_t)(room = room * 2 + 64), sizeof *k->type);
            type = &k->type[k->models.types++];
            *type = (struct cell_type){.name = name};
            pin = NULL;
            pin_room = 0;
            plain = name[0] != '\\';
        } else if (word && strcmp(word, "endmodule") == 0) {
            if (type && !(plain && type->pins)) {
                free(pin);
                k->models.types--;
            }
            type = NULL;
        } else if (type && word && name && (strcmp(word, "input") == 0 || strcmp(word, "output") == 0)) {
            plain = plain && name[0] != '[' && name[0] != '\\';
            if (type->pins == pin_room)
                pin = buf_realloc(pin, (size_t)(pin_room = pin_room * 2 + 8), sizeof *pin);
            pin[type->pins++] = (struct cell_pin){.name = name, .output = word[0] == 'o'};
            type->pin = pin;
        }
    }
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct cell_type *)a)->name, ((const struct cell_type *)b)->name);
}

static struct kept *make(const struct liberty *lib, struct runner *r, const char *liberty)
{
    struct buf script = BUF_INIT, text = BUF_INIT;
    buf_printf(&script, "read_liberty -ignore_miss_func %s\nwrite_verilog -noattr models.v\n", liberty);
    const char *const argv[] = {"yosys", "-q", "-s", "models.ys", NULL};
    struct kept *k = NULL;
    if (runner_write(r, "models.ys", script.data, script.len) && runner_tool(r, argv, "models.log") &&
        runner_read(r, "models.v", &text)) {
        k = buf_realloc(NULL, 1, sizeof *k);
        *k = (struct kept){.text = buf_strdup(text.data)};
        memcpy(k->digest, lib->digest, sizeof k->digest);
        k->models.size = text.len;
        k->models.verilog = buf_detach(&text);
        parse(k);
        qsort(k->type, (size_t)k->models.types, sizeof *k->type, compare);
        k->models.type = k->type;
    }
    buf_release(&script);
    buf_release(&text);
    return k;
}

const struct cell_models *cell_models_get(const struct liberty *lib, struct runner *r, const char *liberty)
{
    pthread_mutex_lock(&lock);
    struct kept *k = kept_list;
    while (k && strcmp(k->digest, lib->digest) != 0)
        k = k->next;
    if (!k && (k = make(lib, r, liberty)) != NULL) {
        k->next = kept_list;
        kept_list = k;
    }
    pthread_mutex_unlock(&lock);
    return k ? &k->models : NULL;
}

const struct cell_type *cell_models_find(const struct cell_models *m, const char *name)
{
    const struct cell_type key = {.name = name};
    return bsearch(&key, m->type, (size_t)m->types, sizeof key, compare);
}
