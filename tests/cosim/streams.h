/* SPDX-License-Identifier: Apache-2.0 */
/* streams.h -- streams that no sane host sends, and what the core must make of them. */
#ifndef TLUT_COSIM_STREAMS_H
#define TLUT_COSIM_STREAMS_H

#include "bench.h"

/* Keys of all bit patterns: an index without an entry reads as zero. */
bool stream_illegal_keys(struct core *c, uint64_t seed, double stall);

/* Key groups of unequal and too great length within a pass: bit 0 of the status, no hang, results as the golden model
 * has them, and the next pass is not harmed. */
bool stream_unequal_groups(struct core *c, uint64_t seed, double stall);

/* Only one word of a vector is infinite, NaN or the largest number: each activation in turn, or each key of multipliers with
 * full weights. Results and status have to show it. Of aligned cores whose type has infinities, if nothing else saturates. */
bool stream_has_lone_specials(const struct core *c);
bool stream_lone_specials(struct core *c);

#endif
