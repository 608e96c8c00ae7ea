/* SPDX-License-Identifier: Apache-2.0 */
/* arch_name.c -- values that follow from others, and the name that follows from all of them. */
#include <sha256.h>
#include <stdint.h>
#include <string.h>

#include "arch_load.h"
#include "dims.h"

/* How a parameter appears in a name: tag and value. An empty tag: the words are telling and unlike all others. Each
 * combination of tag and value differs from all others, so that different architectures have different names. */
static const char *const name_tag[PARAM_COUNT] = {
    [PARAM_kind] = "",         [PARAM_weight_bits] = "wb", [PARAM_mu] = "mu",          [PARAM_luts] = "l",
    [PARAM_network] = "",      [PARAM_build] = "",         [PARAM_build_adders] = "p", [PARAM_half] = "half",
    [PARAM_widths] = "",       [PARAM_fetchers] = "k",     [PARAM_reuse] = "r",        [PARAM_cores] = "c",
    [PARAM_lanes] = "t",       [PARAM_act] = "",           [PARAM_range] = "",         [PARAM_arith] = "",
    [PARAM_window] = "win",    [PARAM_top] = "top",        [PARAM_acc] = "acc",        [PARAM_max_n] = "n",
    [PARAM_overflow] = "",     [PARAM_negate] = "",        [PARAM_encoding] = "",      [PARAM_zero_gate] = "zgate",
    [PARAM_pipe_build] = "pb", [PARAM_pipe_fetch] = "pf",  [PARAM_pipe_reduce] = "pr", [PARAM_iface] = "",
    [PARAM_mhz] = "mhz",
};

/* Whether dims_derive() can answer. A name is made for anything, even for what arch_check() refuses. */
static bool has_dims(const struct arch *a)
{
    struct dims_window w;
    if (arch_arith(a) != ARITH_ALIGNED)
        return true;
    if (!arch_act_is_float(a->act))
        return false;
    dims_window(&w, a);
    return w.width >= 2 && w.width <= param_table[PARAM_window].max;
}

/* What ACC_AUTO stands for; ACC_AUTO itself if it has no meaning. */
static int resolved_acc(const struct arch *a)
{
    if (arch_arith(a) == ARITH_IEEE)
        return ACC_FP32;
    if (!has_dims(a))
        return ACC_AUTO;
    struct arch copy = *a;
    copy.acc = ACC_AUTO;
    struct dims d;
    dims_derive(&d, &copy);
    return ACC_INT2 + d.acc_w - 2;
}

/* top and window as numbers, for aligned arithmetic. */
static void resolve_window(struct arch *a)
{
    struct dims_window w;
    if (arch_arith(a) != ARITH_ALIGNED || !has_dims(a))
        return;
    dims_window(&w, a);
    a->top = w.top;
    a->window = w.width;
}

/* The opposite: back to the words where they say the same. `exact` depends on top, not the other way round. */
static void unresolve_window(struct arch *a)
{
    struct arch words = *a;
    words.window = PARAM_SPECIAL;
    resolve_window(&words);
    if (words.window == a->window)
        a->window = PARAM_SPECIAL;
    words.top = PARAM_SPECIAL;
    resolve_window(&words);
    if (words.top == a->top)
        a->top = PARAM_SPECIAL;
}

/* Puts back what the parameter would be if nobody had set it: the same name before and after arch_resolve(). */
static struct arch unresolved(const struct arch *a)
{
    struct arch u = *a;
    if (u.acc == resolved_acc(a))
        u.acc = ACC_AUTO;
    unresolve_window(&u);
    u.arith = ARITH_AUTO;
    if (arch_arith(&u) != arch_arith(a))
        u.arith = a->arith;
    if (u.kind != KIND_LUT)
        u.mu = 1;
    return u;
}

static void add_value(struct buf *out, const struct arch *a, enum param p)
{
    char number[16];
    const char *text = param_value_text(p, arch_get(a, p), number);
    buf_printf(out, "%s%s", out->len ? "_" : "", name_tag[p]);
    for (; *text; text++)
        buf_addch(out, *text == '-' ? 'm' : *text); /* top-4: topm4 */
}

static void shorten(struct buf *name, const struct arch *a)
{
    struct buf all = BUF_INIT;
    for (int p = 0; p < PARAM_COUNT; p++)
        buf_printf(&all, "%s/@%s=%d\n", param_table[p].element, param_table[p].attribute, arch_get(a, (enum param)p));
    SHA2_CTX hash;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&hash);
    SHA256Update(&hash, (const uint8_t *)all.data, all.len);
    SHA256Final(digest, &hash);
    buf_release(&all);
    struct buf shorter = BUF_INIT;
    buf_add(&shorter, name->data, ARCH_NAME_MAX - 9);
    buf_printf(&shorter, "_%02x%02x%02x%02x", digest[0], digest[1], digest[2], digest[3]);
    buf_release(name);
    *name = shorter;
}

void arch_default_name(const struct arch *a, char name[ARCH_NAME_MAX + 1])
{
    static const enum param lead[] = {PARAM_kind, PARAM_mu, PARAM_luts, PARAM_fetchers, PARAM_reuse, PARAM_act};
    struct arch u = unresolved(a);
    struct buf text = BUF_INIT;
    bool done[PARAM_COUNT] = {false};
    for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
        done[lead[i]] = true;
        bool implied = lead[i] == PARAM_kind ? u.kind == KIND_LUT : lead[i] == PARAM_mu && u.kind != KIND_LUT;
        if (!implied)
            add_value(&text, &u, lead[i]);
    }
    for (int p = 0; p < PARAM_COUNT; p++)
        if (!done[p] && arch_get(&u, (enum param)p) != param_table[p].def)
            add_value(&text, &u, (enum param)p);
    if (text.len > ARCH_NAME_MAX)
        shorten(&text, &u);
    memcpy(name, text.data, text.len + 1);
    buf_release(&text);
}

void arch_resolve(struct arch *a)
{
    if (a->name[0] == '\0')
        arch_default_name(a, a->name);
    a->arith = arch_arith(a);
    resolve_window(a);
    if (a->kind != KIND_LUT)
        a->mu = 1;
    if (a->acc == ACC_AUTO)
        a->acc = resolved_acc(a);
}
