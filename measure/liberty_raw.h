/* SPDX-License-Identifier: Apache-2.0 */
/* liberty_raw.h -- what a Liberty file says of its cells, before anything is concluded from it. */
#ifndef TLUT_LIBERTY_RAW_H
#define TLUT_LIBERTY_RAW_H

#include <stdbool.h>
#include <stddef.h>

#include "liberty_lex.h"

enum raw_direction { RAW_NONE, RAW_INPUT, RAW_OUTPUT, RAW_INOUT, RAW_INTERNAL };

struct raw_pin {
    char *name, *function;  /* function NULL: none */
    struct liberty_word at; /* of the function, or of the name */
    enum raw_direction direction;
    bool three_state, pad;
    double max_load; /* max_capacitance, in the file's unit; 0: not given */
};

/* Leakage of one supply: by the states of the pins, or without a state. */
struct raw_rail {
    char *name; /* related_pg_pin, or "" */
    double sum, plain;
    int states;
};

struct raw_cell {
    char *name;
    struct liberty_word at; /* the name in the text */
    size_t start, end;      /* the whole group in the text */
    double area, leakage;   /* leakage in the file's unit, cell_leakage_power */
    bool has_area, has_leakage;
    bool dont_use; /* the file says so, or a glob */
    bool special;  /* pad, level shifter, isolation cell, clock gate, bus ports: no plain gate */
    bool state;    /* latch, state table or bank: no gate, no plain flip-flop */
    bool ff;       /* ff group or bank */
    char *clocked_on, *next_state, *clear, *preset; /* of the ff group, or NULL */
    char *state_name[2]; /* of the ff group: what it stores, and the complement; or NULL */
    bool second_clock;
    struct raw_pin *pin;
    int pins;
    struct raw_rail *rail;
    int rails;
};

struct raw_library {
    char *name;
    struct liberty_word at;
    char *time_unit, *voltage_unit, *leakage_unit; /* NULL: not given */
    struct liberty_word time_at, voltage_at, leakage_at;
    double voltage, default_leakage;
    bool has_voltage, has_default_leakage;
    struct raw_cell *cell; /* in the file's order */
    int cells;
};

/* Reads the statements of a library. False after a diagnostic; raw_release() in any case. */
bool raw_read(struct liberty_lexer *x, const char *const *dont_use, struct raw_library *lib);
void raw_release(struct raw_library *lib);

#endif
