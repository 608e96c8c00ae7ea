#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# submit.sh [-c CPUS] SHARDS OUT SWEEP.xml [flags of tlut-dse]: an array job of so many shards, and the merge behind it.
# Prints the numbers of both jobs. OUT is relative to the current folder, which all nodes must see.
set -eu
cpus=1
if [ "${1:-}" = -c ]; then
    cpus=$2
    shift 2
fi
if [ $# -lt 3 ]; then
    echo "usage: submit.sh [-c CPUS] SHARDS OUT SWEEP.xml [flags of tlut-dse]" >&2
    exit 2
fi
count=$1 out=$2
shift 2
here=$(dirname "$0")
job=$(sbatch --parsable --array="0-$((count - 1))" --cpus-per-task="$cpus" "$here/sweep.sbatch" "$out" "$@")
merge=$(sbatch --parsable --dependency="afterok:$job" "$here/merge.sbatch" "$out" "$count")
echo "shards: job $job, merge: job $merge"
