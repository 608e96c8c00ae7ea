/* SPDX-License-Identifier: Apache-2.0 */
/* tlut_pack.c -- tlut-pack: ternary matrices out of models, as key streams for a core. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "cli.h"
#include "keys.h"

enum command { INFO, NPY, KEYS, CHECK, COMMANDS };
static const char *const command_words[COMMANDS + 1] = {"info", "npy", "keys", "check", NULL};

struct options {
    struct cli_arch cli;
    int command;
    const char *file, *tensor, *out;
    bool check;
    struct pack_options pack;
};

enum { KEY_TENSOR = 256, KEY_CHECK, KEY_I2S, KEY_ABSMEAN, KEY_ANY_SCALE, KEY_RULE };

static const struct argp_option option_table[] = {
    {"tensor", KEY_TENSOR, "NAME", 0, "the tensor, unless the file holds but one", 1},
    {"out", 'o', "FILE", 0, "where to write; with check: the file of keys to compare", 1},
    {"check", KEY_CHECK, 0, 0, "keys: unpack what was written and compare it with the tensor", 1},
    {"i2s", KEY_I2S, "x86|arm|rows4", 0,
     "layout of I2_S tensors, which the file does not tell: x86 (128 weights in 32 bytes), arm (64 in 16), rows4 (a "
     "byte is a column of 4 rows)",
     2},
    {"absmean", KEY_ABSMEAN, 0, 0,
     "make floats ternary: W / mean|W|, rounded half to even and clamped to -1..1 (else they have to be -s, 0 and s)",
     2},
    {"any-scale", KEY_ANY_SCALE, 0, 0, "take the weights of blocks of different scales, and leave the scales out", 2},
    {"scale-rule", KEY_RULE, "multiply|divide", 0,
     "multiply or divide: what a checkpoint means by its scale (default: what config.json beside it says)", 2},
    {0},
};

/* Number of a word in a list; the command line is refused if it is none. */
static int word(const struct argp_state *state, const char *what, const char *text, const char *const *words)
{
    struct buf all = BUF_INIT;
    for (int i = 0; words[i]; i++) {
        if (strcmp(text, words[i]) == 0) {
            buf_release(&all);
            return i;
        }
        buf_printf(&all, "%s%s", i ? ", " : "", words[i]);
    }
    argp_error(state, "%s is one of %s, not '%s'", what, all.data, diag_quote(text).s);
    buf_release(&all);
    return 0;
}

static void check_combination(const struct options *o, const struct argp_state *state)
{
    bool writes = o->command == NPY || o->command == KEYS || o->command == CHECK;
    if (!o->file)
        argp_error(state, "say what to do and with which file, such as: tlut-pack info MODEL.gguf");
    else if (writes && !o->out)
        argp_error(state, "%s takes -o FILE", command_words[o->command]);
    else if (!writes && (o->out || o->tensor))
        argp_error(state, "info lists the whole file, without --tensor and -o");
    else if (o->command < KEYS && o->cli.file)
        argp_error(state, "%s takes one file, '%s' is too many", command_words[o->command], diag_quote(o->cli.file).s);
    else if (o->check && o->command != KEYS)
        argp_error(state, "--check goes with keys");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static const char *const layouts[] = {"x86", "arm", "rows4", NULL}, *const rules[] = {"multiply", "divide", NULL};
    struct options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->cli;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0)
            o->command = word(state, "the command", arg, command_words);
        else if (state->arg_num == 1)
            o->file = arg;
        else
            return ARGP_ERR_UNKNOWN;
        return 0;
    case KEY_TENSOR:
        o->tensor = arg;
        return 0;
    case 'o':
        o->out = arg;
        return 0;
    case KEY_CHECK:
        o->check = true;
        return 0;
    case KEY_I2S:
        o->pack.i2s = (enum pack_i2s)(PACK_I2S_X86 + word(state, "--i2s", arg, layouts));
        return 0;
    case KEY_ABSMEAN:
        o->pack.absmean = true;
        return 0;
    case KEY_ANY_SCALE:
        o->pack.any_scale = true;
        return 0;
    case KEY_RULE:
        o->pack.rule = word(state, "--scale-rule", arg, rules) ? PACK_DIVIDED : PACK_MULTIPLIED;
        return 0;
    case ARGP_KEY_END:
        check_combination(o, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool cannot_write(const char *path, int error, struct diag *d)
{
    diag_error(d, DIAG_OUT_WRITE, loc_file(path), "cannot write '%s': %s", diag_quote(path).s, strerror(error));
    diag_help(d, "choose another file, or make room");
    return false;
}

static bool fits(const struct options *o, const struct arch *a, const struct pack_tensor *t, struct diag *d)
{
    if (t->cols <= a->max_n)
        return true;
    diag_error(d, DIAG_N_TOO_LONG, o->cli.where.loc[PARAM_max_n],
               "N = %lld is more than max-n = %d, for which the accumulator is wide enough", (long long)t->cols,
               a->max_n);
    diag_help(d, "use --max-n %lld", (long long)t->cols);
    return false;
}

/* Fills an open temporary file, which has the mode that a new file would have. */
static bool fill(const struct options *o, struct pack_reader *r, const struct arch *a, const struct dims *dims, FILE *f,
                 const char *temporary, struct diag *d)
{
    mode_t mask = umask(0);
    umask(mask);
    bool ok = o->command == KEYS ? keys_write(r, a, dims, f) : pack_write_npy(r, f);
    if (ok || diag_count(d) == 0) { /* errors of the file itself */
        errno = 0;
        if (ferror(f) || fflush(f) != 0 || fchmod(fileno(f), 0666 & ~mask) != 0 || fsync(fileno(f)) != 0)
            return cannot_write(o->out, errno ? errno : EIO, d);
    }
    return ok && (!o->check || keys_check(r, a, dims, temporary));
}

/* Writes -o FILE whole or not at all. */
static bool write_out(const struct options *o, struct pack_reader *r, const struct arch *a, const struct dims *dims,
                      struct diag *d)
{
    struct buf temporary = BUF_INIT;
    buf_printf(&temporary, "%s.XXXXXX", o->out);
    int fd = mkstemp(temporary.data);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!f) {
        buf_release(&temporary);
        return cannot_write(o->out, errno, d);
    }
    setvbuf(f, NULL, _IOFBF, 1 << 18);
    bool ok = fill(o, r, a, dims, f, temporary.data, d);
    if (fclose(f) != 0 && ok)
        ok = cannot_write(o->out, errno, d);
    if (ok && rename(temporary.data, o->out) != 0)
        ok = cannot_write(o->out, errno, d);
    if (!ok)
        unlink(temporary.data);
    buf_release(&temporary);
    return ok;
}

static bool run(void *input, struct diag *d)
{
    struct options *o = input;
    struct arch arch;
    struct dims dims = {0};
    struct pack_source src;
    struct pack_reader r = {0};
    if (o->command >= KEYS) {
        if (!cli_arch_load(&o->cli, d, &arch))
            return false;
        dims_derive(&dims, &arch);
    }
    bool ok = pack_open(&src, o->file, d);
    if (ok && o->command == INFO) {
        ok = pack_info(&src, &o->pack, stdout, d);
    } else if (ok) {
        const struct pack_tensor *t = pack_find(&src, o->tensor, d);
        ok = pack_reader_init(&r, &src, t, &o->pack, d) && (o->command < KEYS || fits(o, &arch, t, d)) &&
             (o->command == CHECK ? keys_check(&r, &arch, &dims, o->out) : write_out(o, &r, &arch, &dims, d));
    }
    pack_reader_release(&r);
    pack_close(&src);
    return ok;
}

int main(int argc, char **argv)
{
    static const struct cli_program program = {
        option_table, parse, "info|npy|keys|check FILE [ARCH.xml]",
        "Reads ternary matrices out of GGUF, safetensors and .npy files: info lists the tensors, npy writes one as int8 .npy, "
        "keys writes one as the key beats of a core, check compares such a file with the tensor."};
    struct options o = {.pack = {.rule = PACK_RULE_UNKNOWN}};
    cli_arch_init(&o.cli);
    return cli_arch_main(&o.cli, &program, argc, argv, &o, run);
}
