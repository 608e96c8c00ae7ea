# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# npy FILE DESCR SHAPE: writes a .npy file; the data comes from standard input. npy w.npy '|i1' '2, 3'
npy() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '$2', 'fortran_order': False, 'shape': ($3), }" >"$1"
    cat >>"$1"
}
# A good pair, 2 x 3 weights and 3 activations, as w.npy and x.npy in $TMP.
good_pair() {
    printf '\001\000\377\001\001\000' | npy "$TMP/w.npy" '|i1' '2, 3'
    printf '\001\002\003' | npy "$TMP/x.npy" '|i1' '3,'
}
sim() { "$BIN/tlut-sim" --quiet --cache "$TMP/cache" --weights "$TMP/w.npy" --acts "$TMP/x.npy" "$@"; }
