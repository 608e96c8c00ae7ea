/* SPDX-License-Identifier: Apache-2.0 */
/* system.h -- tokens a second and joules a token of a workload's matrices on a core with memories around it.
 *
 *        DRAM ──┬── keys ──> [weight SRAM] ──> key link ──> key port of the core
 *               └── x, y <── [activation SRAM] <──────────> activation and result ports
 *
 * T tokens go through layer after layer together: J = ceil(T / lanes) jobs a layer, back to back, each with all keys of the
 * layer. T = 1 is decode; larger T is a prompt (prefill) or a batch, which are the same to a linear layer. A layer that the
 * model has `count` times is done `count` times.
 *
 *   cycles    schedule_gemv(): the core's own time, streams never waiting for anybody else
 *   keys      key beats x bytes of a beat, as tlut-pack writes them: the encoding, and the padding of ragged shapes
 *   x         activation beats x bytes of a beat; x is sent once a pass, that is ceil(M / (outputs R)) times
 *   y         result beats x bytes of a beat
 *   time      of a layer: the longest of cycles / f, keys / link and DRAM bytes / bandwidth. The three overlap within a layer,
 *             and not between layers (streams with small buffers); a transfer reaches its bandwidth, and latencies are hidden.
 *
 * Weight SRAM keeps the same share of every layer, min(1, capacity / all keys), for good. Activation SRAM holds x and y of
 * all T tokens of a layer if they fit (x is written once, read once a pass; y is written once); where they do not, all of
 * it is DRAM traffic. Energy: the core's dynamic energy of a cycle times its cycles (none while it waits for memory: gated
 * clocks), leakage of core and SRAM all the time, SRAM by the access, DRAM by the bit (no refresh, no idle power).
 *
 * Not modelled: attention itself and its key-value cache, norms, activation functions, scales and quantization, rotary
 * embedding, sampling; embedding and output head unless they are layers of the workload; the host, the network on chip.
 *
 * No allocation, no input or output. docs/system.md has every formula.
 */
#ifndef TLUT_SYSTEM_H
#define TLUT_SYSTEM_H

#include "cost.h"
#include "platform.h"

struct system_layer {
    int64_t m, n, count; /* outputs, inputs, how many there are */
};

/* What limits: the core, the link to its key port, the DRAM. Ties go to the first. */
enum system_bound { SYSTEM_COMPUTE, SYSTEM_KEYS, SYSTEM_DRAM, SYSTEM_BOUNDS };
extern const char *const system_bound_names[SYSTEM_BOUNDS];

/* Of a layer, all `count` of it and all T tokens; and summed up over the layers. Counts are whole numbers (exact below
 * 2^53). */
struct system_load {
    double cycles, key_beats, passes; /* passes: replays of x */
    double macs;                      /* useful ones: M N count T */
    double key_bytes, x_bytes, y_bytes; /* through the ports of the core */
    double dram_bytes;
    double weight_read;                  /* bytes out of the weight SRAM */
    double act_read, act_written;        /* bytes of the activation SRAM */
    double part[SYSTEM_BOUNDS];          /* s: each alone */
    double seconds;                      /* s: as it takes */
    enum system_bound bound;             /* of a layer: the longest part; of the sum: what most of the time goes to */
};

struct system_cost {
    struct system_load sum;
    double bound_s[SYSTEM_BOUNDS]; /* seconds of the layers that each one binds */
    double tokens_per_s;
    /* roofline: at one key beat a cycle, everything overlapping with everything */
    double peak_macs;                 /* MAC/s of the core */
    double intensity;                 /* MAC for each byte of DRAM traffic; infinite without traffic */
    double roof_tokens_per_s;         /* no system of these bandwidths is faster */
    enum system_bound roof;
    /* memories */
    double all_key_bytes;             /* of the model, once */
    double pinned;                    /* share of the keys in the weight SRAM */
    struct sram_cost weight, act;     /* area 0: not there */
    /* energy, filled in by system_energy(): J for a token */
    double core_dynamic_j, core_leakage_j, sram_j, dram_j, j_per_token;
};

/* Time and traffic at a clock of `mhz`. `p` is finished, `d` derived from `a`. `each`, if not NULL, gets the load of every
 * layer. */
void system_time(struct system_cost *out, struct system_load *each, const struct platform *p,
                 const struct system_layer *layer, int layers, const struct arch *a, const struct dims *d, double mhz);

/* The energies of *out, which system_time() has filled in; `core` is that of the same architecture. */
void system_energy(struct system_cost *out, const struct platform *p, const struct cost *core, const struct dims *d);

#endif
