# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# liberty.sh -- for the cases of Liberty files: `good` prints a small library, `check [GLOB ...]` reads $TMP/a.lib.
good()
{
    cat <<'END'
/* a small library */
library (small) {
  time_unit : "1ns";
  voltage_unit : "1V";
  leakage_power_unit : "1pW";
  nom_voltage : 1.8;
  cell (BUF) {
    area : 4;
    cell_leakage_power : 3;
    pin (A) { direction : input; }
    pin (Y) { direction : output; function : "A"; }
  }
  cell (DFF) {
    area : 20;
    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; }
    pin (D) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; }
  }
  cell (INV) {
    area : 2;
    pin (A) { direction : input; }
    pin (Y) { direction : output; function : "!A"; }
  }
  cell (NAND) {
    area : 3;
    pin (A) { direction : input; }
    pin (B) { direction : input; }
    pin (Y) { direction : output; function : "!(A & B)"; }
  }
}
END
}

check()
{
    "$BIN/check_liberty" "$TMP/a.lib" "$@"
}
