#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run-tests.sh BUILD JOBS [CTEST ARGUMENT]... -- runs ctest in folder BUILD; the last line is "N passed, N failed".
set -uo pipefail
build=$1
jobs=$2
shift 2

ctest --test-dir "$build" -j "$jobs" --output-on-failure --no-tests=error --output-junit tests.xml "$@" </dev/null
status=$?

# The attributes of <testsuite>, the first element of the file.
count() {
    sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" "$build/tests.xml" | head -n 1
}
total=$(count tests) failed=$(count failures) skipped=$(count skipped) disabled=$(count disabled)
if [ -z "$total" ]; then
    echo "error: ctest did not run" >&2
    exit 1
fi
skipped=$((skipped + disabled))
echo "$((total - failed - skipped)) passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
exit "$status"
