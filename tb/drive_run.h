/* SPDX-License-Identifier: Apache-2.0 */
/* drive_run.h -- the state of a run, shared by drive.c (inputs, loop) and drive_check.c (comparison, accounts) alone.
 */
#ifndef TLUT_DRIVE_RUN_H
#define TLUT_DRIVE_RUN_H

#include <stddef.h>

#include "drive.h"
#include "golden.h"

enum { DRIVE_RESET_CYCLES = 4, DRIVE_MAX_FINDINGS = 10 };

/* A queue of items of one size; grows as needed. */
struct ring {
    unsigned char *data;
    size_t item, capacity, head, count;
};
void *ring_push(struct ring *r); /* the new item, unset; NULL if memory runs out */
void *ring_front(const struct ring *r);
void ring_pop(struct ring *r);

/* The host's side of an input stream. */
struct stream {
    uint64_t random; /* decides gaps */
    double stall;
    bool pending, ended, valid, last;
    bool pin_last; /* as driven: garbage while valid is low */
    int64_t gap;   /* cycles before the pending beat is shown */
    size_t elements;
    int64_t payload; /* bits */
    size_t words;
    uint32_t *element, *word;
    int64_t accepted;
};

/* A result that the golden model has promised. The inputs that led to it are kept for the message. */
struct promise {
    bool last;
    int64_t *value; /* lanes * outputs */
    uint32_t *act, *key;
};

enum drive_phase { DRIVE_IN_RESET, DRIVE_RUNNING, DRIVE_TAIL, DRIVE_OVER };

struct drive {
    struct drive_setup set;
    bool data;     /* beats carry data: false when only the timing matters */
    size_t values; /* results of a beat: lanes * outputs */
    enum drive_phase phase;
    int64_t cycle, phase_end; /* of reset and tail */
    int64_t first_act, idle, idle_limit;

    struct stream act, key;
    uint64_t random_ready, random_garbage;
    bool res_ready;

    struct golden *golden;
    struct cycle_model *model;
    struct cycle_in driven;  /* what the host drives in this cycle */
    struct cycle_out timing; /* what the model shows in this cycle */
    bool timing_lost;        /* handshakes differed: the model no longer says anything */

    struct ring tables;   /* accepted activation beats whose group has not begun: bool last, then the patterns */
    struct ring promises; /* struct promise, then its arrays */
    int64_t owed;         /* results to come (the size of promises, if values are compared) */
    bool in_group, group_last;
    bool act_gap;            /* the host holds the activations back in this cycle ... */
    bool act_held, res_held; /* ... or held this stream back, and the core still feels it */
    uint32_t *group_act;

    bool was_blocked, was_last; /* previous cycle: VALID without READY */
    uint32_t *previous;         /* its data */
    int64_t *got;
    size_t res_words;

    int findings;
    bool out_of_memory;
    struct drive_report report;
};

/* Prints a finding of this cycle, up to the limit. */
__attribute__((format(printf, 2, 3))) void drive_say(struct drive *d, const char *format, ...);

/* Compares the outputs of a running cycle and keeps the accounts of the handshakes. */
void drive_check(struct drive *d, const struct dut_out *out);
/* Rules that hold in reset. */
void drive_check_reset(struct drive *d, const struct dut_out *out);

#endif
