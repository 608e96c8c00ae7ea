#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# one-node.sh COMMAND...: runs a command with a Slurm of one node, this machine, on the loopback interface only; all of it
# ends with the command. For trying the array job. Needs root and Debian's slurmctld, slurmd, slurm-client and munge; none
# of their services has to run.
set -eu
dir=$(mktemp -d)
chmod 755 "$dir"
host=$(hostname -s)
mkdir "$dir/state" "$dir/spool" "$dir/run"
head -c 1024 /dev/urandom >"$dir/munge.key"
chmod 600 "$dir/munge.key"
cat >"$dir/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge.socket
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
CONF
export SLURM_CONF="$dir/slurm.conf"
pids=
# shellcheck disable=SC2317 # called by the trap
stop() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    for pid in $pids; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$dir"
}
trap stop EXIT
munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/run/munge.socket" --pid-file="$dir/run/munged.pid" \
    --seed-file="$dir/munge.seed" --log-file="$dir/munged.log" 2>"$dir/munged.err" &
pids=$!
sleep 1
slurmctld -D -i 2>"$dir/slurmctld.err" &
pids="$! $pids"
slurmd -D -N "$host" 2>"$dir/slurmd.err" &
pids="$! $pids"
tries=0
until sinfo -h -o %T 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    if [ $tries = 30 ]; then
        echo "the node does not come up:" >&2
        tail -n 20 "$dir"/*.err "$dir"/*.log >&2
        exit 1
    fi
    sleep 1
done
status=0
"$@" || status=$?
while squeue -h | grep -q .; do sleep 1; done
exit $status
