# SPDX-License-Identifier: Apache-2.0
# The floating-point modules alone, against tb/fp.c: 10^7 random pairs of each format.
add_test(NAME cosim.fp COMMAND sh tests/cosim/fp_cosim.sh ${CMAKE_BINARY_DIR}/cosim-fp WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(cosim.fp PROPERTIES LABELS cosim TIMEOUT ${TIMEOUT_900} PROCESSORS 2)
