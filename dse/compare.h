/* SPDX-License-Identifier: Apache-2.0 */
/* compare.h -- published designs beside the best that the parameter space has for the same job.
 *
 *   struct compare c;
 *   if (compare_run(&c, tech, files, count, 0, diag))
 *       compare_text(&c, stdout);
 *   compare_release(&c);
 *
 * All designs are brought to one throughput in MAC/cycle by a real-valued number of copies: area and power of a copy
 * times that number, nothing shared. The best is sought among cores that do the same job as the analogue:
 *
 *   - the same activation type and range, arithmetic, accumulator, longest reduction, interface, lanes;
 *   - no fewer outputs in a pass (K * R * C): as many accumulators, and the same activation bandwidth;
 *   - no more bits a weight on the key stream;
 *   - no larger than 1.1 times its MAC/cycle, so that a larger tile is no advantage;
 *   - able to run at the analogue's clock: its target, or its fmax by the model if that is lower.
 *
 * What may differ: kind (lut, signflip), mu 1..6, K, L, R, network, build and its adders, half, encoding, zero gate,
 * register stages. The analogue itself is among the candidates, so that no factor is below 1.
 */
#ifndef TLUT_COMPARE_H
#define TLUT_COMPARE_H

#include <stdbool.h>
#include <stdio.h>

#include "arch.h"
#include "tech.h"

/* One core at the throughput of the comparison. */
struct compare_core {
    struct arch arch;     /* checked, resolved; its name is made from the parameters */
    double mac_per_cycle; /* of one copy */
    double copies;
    double area_um2;   /* of all copies, with fan-out buffers */
    double pj_per_mac; /* at the analogue's clock, leakage included */
    double fmax_mhz;
    double key_bits; /* on the key stream, by weight */
};

struct compare_design {
    char name[ARCH_NAME_MAX + 1];                   /* as the file says, or made from the parameters */
    const char *file;                               /* the caller's */
    const char *type;                               /* as error tables name it, see cost_type() */
    double mhz;                                     /* clock of the energies: the target, or fmax if that is lower */
    bool reached;                                   /* the target */
    int rows;                                       /* outputs in a pass */
    struct compare_core analogue, smallest, frugal; /* least area; least energy by MAC */
    double area_factor, energy_factor;              /* what the analogue loses to them: 2 is twice as much */
    long candidates;                                /* cores that could do the job, the analogue not counted */
};

struct compare {
    const struct tech *tech;
    double mac_per_cycle; /* of the comparison */
    int designs;
    struct compare_design *design; /* in the order of the files */
};

/* Reads the architecture files and finds the best for each. mac_per_cycle: of the comparison; 0: that of the largest
 * analogue. `tech` and `files` must outlive *c. False after diagnostics of architecture files (E001 to E044, E101,
 * E102); *c is then empty. */
bool compare_run(struct compare *c, const struct tech *tech, const char *const *files, int count, double mac_per_cycle,
                 struct diag *d);
void compare_release(struct compare *c);

/* A table for people, with what it means; or JSON. */
void compare_text(const struct compare *c, FILE *out);
void compare_json(const struct compare *c, FILE *out);

/* tlut-dse compare FILE.xml... [--tech NAME|FILE] [--macs-per-cycle N] [--json]: argv[0] is "compare", and is replaced.
 * A bad command line ends the program with exit status 2; everything else is reported to d. */
void compare_command(int argc, char **argv, struct diag *d);

#endif
