/* SPDX-License-Identifier: Apache-2.0 */
/* dut.cpp -- the one C++ file: Verilated classes behind the C table of dut.h.
 *
 * One core:    -DDUT_HEADER='"Vtlut_x.h"' -DDUT_CLASS=Vtlut_x -DDUT_NAME='"tlut_x"'
 * Many cores:  -DDUT_LIST_HEADER='"duts.h"', a file that includes the classes' headers and defines
 *              DUT_LIST as D(Vtlut_x, "tlut_x") D(Vtlut_y, "tlut_y") ...
 * Overloads tell the port types (CData ... VlWide) and the port names (axis or raw) apart; nothing here depends on widths.
 */
#include <cstring>
#include <memory>
#include <new>

#include "verilated.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif

#include "dut.h"

#ifdef DUT_LIST_HEADER
#include DUT_LIST_HEADER
#else
#include DUT_HEADER
#define DUT_LIST D(DUT_CLASS, DUT_NAME)
#endif

namespace {

/* A port by either name: the int overload is preferred and drops out when the class has no such member. */
#define PORT(what, axis, raw)                                                                                          \
    template <class M> auto what(M &m, int)->decltype((m.axis)) { return m.axis; }                                     \
    template <class M> auto what(M &m, long)->decltype((m.raw)) { return m.raw; }
PORT(act_data, s_axis_act_tdata, act_data)
PORT(act_valid, s_axis_act_tvalid, act_valid)
PORT(act_ready, s_axis_act_tready, act_ready)
PORT(act_last, s_axis_act_tlast, act_last)
PORT(key_data, s_axis_key_tdata, key_data)
PORT(key_valid, s_axis_key_tvalid, key_valid)
PORT(key_ready, s_axis_key_tready, key_ready)
PORT(key_last, s_axis_key_tlast, key_last)
PORT(res_data, m_axis_res_tdata, res_data)
PORT(res_valid, m_axis_res_tvalid, res_valid)
PORT(res_ready, m_axis_res_tready, res_ready)
PORT(res_last, m_axis_res_tlast, res_last)
#undef PORT

/* Narrow ports are masked: Verilator trusts that unused bits are zero and miscomputes silently if they are not. */
template <class T> void set(T &port, uint32_t width, const uint32_t *word)
{
    uint64_t v = word[0];
    if (width > 32)
        v |= static_cast<uint64_t>(word[1]) << 32;
    port = static_cast<T>(width >= 64 ? v : v & ((UINT64_C(1) << width) - 1));
}
template <std::size_t N> void set(VlWide<N> &port, uint32_t width, const uint32_t *word)
{
    std::memcpy(port.data(), word, N * sizeof *word);
    if (width % 32)
        port[N - 1] &= (1u << width % 32) - 1;
}

template <class T> void get(const T &port, uint32_t *word)
{
    word[0] = static_cast<uint32_t>(port);
    if (sizeof(T) > 4)
        word[1] = static_cast<uint32_t>(static_cast<uint64_t>(port) >> 32);
}
template <std::size_t N> void get(const VlWide<N> &port, uint32_t *word)
{
    std::memcpy(word, port.data(), N * sizeof *word);
}

/* Can a port of this type be `width` bits wide? */
template <class T> bool fits(const T &, uint32_t width)
{
    return width >= 1 && width <= 8 * sizeof(T) && (sizeof(T) == 1 || width > 4 * sizeof(T));
}
template <std::size_t N> bool fits(const VlWide<N> &, uint32_t width)
{
    return (width + 31) / 32 == N && N > 2;
}

template <class M> struct instance {
    VerilatedContext context; /* destroyed last */
    std::unique_ptr<M> model;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> trace;
#endif
    dut_widths width;

    instance(const dut_widths &w, uint64_t seed) : width(w)
    {
        context.randReset(2); /* registers start random; 0 would mean a seed from the clock */
        context.randSeed(static_cast<int>((seed ^ seed >> 32) & 0x7fffffff) | 1);
    }

    void eval()
    {
        model->eval();
#if VM_TRACE_FST
        if (trace)
            trace->dump(context.time());
#endif
        context.timeInc(1);
    }
};

template <class M> struct api {
    static instance<M> *self(dut *d) { return reinterpret_cast<instance<M> *>(d); }

    static dut *open(const dut_widths *width, uint64_t seed, const char *trace)
    {
        std::unique_ptr<instance<M>> d(new (std::nothrow) instance<M>(*width, seed));
        if (!d)
            return nullptr;
#if VM_TRACE_FST
        d->context.traceEverOn(true);
#else
        if (trace)
            return nullptr;
#endif
        d->model.reset(new (std::nothrow) M{&d->context, "TOP"});
        if (!d->model || !fits(act_data(*d->model, 0), width->act) || !fits(key_data(*d->model, 0), width->key) ||
            !fits(res_data(*d->model, 0), width->res))
            return nullptr;
#if VM_TRACE_FST
        if (trace) {
            d->trace.reset(new VerilatedFstC);
            d->model->trace(d->trace.get(), 99);
            d->trace->open(trace);
            if (!d->trace->isOpen())
                return nullptr;
        }
#endif
        return reinterpret_cast<dut *>(d.release());
    }

    static void drive(dut *p, const dut_in *in)
    {
        instance<M> *d = self(p);
        M &m = *d->model;
        m.aclk = 0;
        m.aresetn = in->aresetn;
        act_valid(m, 0) = in->act_valid;
        act_last(m, 0) = in->act_last;
        key_valid(m, 0) = in->key_valid;
        key_last(m, 0) = in->key_last;
        res_ready(m, 0) = in->res_ready;
        set(act_data(m, 0), d->width.act, in->act_data);
        set(key_data(m, 0), d->width.key, in->key_data);
        d->eval();
    }

    static void sample(dut *p, dut_out *out)
    {
        M &m = *self(p)->model;
        out->act_ready = act_ready(m, 0);
        out->key_ready = key_ready(m, 0);
        out->res_valid = res_valid(m, 0);
        out->res_last = res_last(m, 0);
        out->status = m.status;
        get(res_data(m, 0), out->res_data);
    }

    static void edge(dut *p)
    {
        self(p)->model->aclk = 1;
        self(p)->eval();
    }

    static void close(dut *p)
    {
        instance<M> *d = self(p);
        d->model->final();
#if VM_TRACE_FST
        if (d->trace)
            d->trace->close();
#endif
        delete d;
    }
};

#define D(model, module)                                                                                               \
    const dut_api table_##model = {module, api<model>::open, api<model>::drive, api<model>::sample, api<model>::edge,  \
                                   api<model>::close};
DUT_LIST
#undef D

} // namespace

#define D(model, module) &table_##model,
const dut_api *const tlut_duts[] = {DUT_LIST nullptr};
