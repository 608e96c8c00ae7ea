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

/* Only one product of a beat is infinite, NaN or too large, in the place of each key in turn; the status has to show
 * it. Of aligned multipliers with wide weights and one lane, whose type has infinities. */
bool stream_has_lone_products(const struct core *c);
bool stream_lone_products(struct core *c);

#endif
