#!/bin/sh
# usage: slurm_test.sh GRIDSTRIDE SLURM_SH
# The job-array script under a real Slurm: its daemons run as whoever runs this test, in a folder and
# on ports of their own, and end with it.
for program in munged slurmctld slurmd sbatch; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null && continue
    echo "skipped: no $program; on Debian: apt-get install slurmctld slurmd slurm-client munge"
    exit 77
done
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
script=$2
PATH=$PATH:/usr/sbin
daemons=''
# This test may itself be a job of a Slurm.
# shellcheck disable=SC2046 # names, on purpose
unset GRIDSTRIDE SHARDS $(env | sed -n 's/^\(S[A-Z]*_[A-Z_]*\)=.*/\1/p' | grep -E '^(SLURM|SBATCH|SQUEUE|SINFO)_')

# ---- the cluster ---------------------------------------------------------------------------------

stop() {
    # Slurm's before munged, by which they speak with each other.
    for pid in $daemons; do
        kill "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
    done
    rm -rf "$here"
}
trap stop EXIT
trap 'exit 2' INT TERM

start() {
    setpriv --pdeathsig KILL "$@" >"$1.log" 2>&1 & # also where nobody comes to stop() it
    daemons="$! $daemons"
}

give_up() {
    echo "FAILED: $1"
    squeue
    tail -n 20 ./*.log ./*.out
    exit 1
}

# await WORDS COMMAND...: until the command succeeds, for ten minutes at most
await() {
    words=$1 tries=6000
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || give_up "waited in vain for $words"
        sleep 0.1
    done
}

# A port that nobody listens on.
port=$((10000 + $$ % 20000))
choose_port() {
    port=$((port + 1))
    while grep -q -i ":$(printf %04x $port) " /proc/net/tcp /proc/net/tcp6 2>/dev/null; do
        port=$((port + 1))
    done
}

node_is_idle() {
    [ "$(sinfo -h -o %T)" = idle ]
}

start_cluster() {
    chmod 755 "$here" # munged wants its socket within everyone's reach
    mkdir state spool
    host=$(uname -n)
    host=${host%%.*}
    choose_port
    control_port=$port
    choose_port
    # A requeued job starts again when its credential has expired: after 5 s, the least there is.
    cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control_port
SlurmdPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$here/munge.socket,cred_expire=5
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE
END
    head -c 1024 /dev/urandom >munge.key
    chmod 600 munge.key
    start munged --foreground --force --socket="$here/munge.socket" --key-file="$here/munge.key" \
        --pid-file="$here/munged.pid" --seed-file="$here/munged.seed" --log-file="$here/munged.log"
    await munged test -S munge.socket
    export SLURM_CONF="$here/slurm.conf"
    start slurmctld -D
    start slurmd -D
    await 'an idle node' node_is_idle
}

# ---- the jobs ------------------------------------------------------------------------------------

options='2 --device sim --workload grid_add --dtype f32,i32 --sizes 33:8Ki:*2'

# The program as the tasks run it. In the first life of the second one it is killed midway, and the
# task then waits for Slurm to end it and to start it again, as it does where a node is lost.
write_dying_program() {
    cat >program <<END
#!/bin/sh
if [ "\$SLURM_ARRAY_TASK_ID" != 2 ] || [ -n "\${SLURM_RESTART_COUNT:-}" ]; then
    exec '$gridstride' "\$@"
fi
journal() {
    cat out/*/lesson2.shard2of3.unfinished.jsonl 2>/dev/null
}
until [ "\$(journal | wc -l)" -ge 9 ]; do # again where the machine is faster than this
    '$gridstride' "\$@" &
    while kill -0 \$! 2>/dev/null; do
        [ "\$(journal | wc -l)" -lt 9 ] || kill -KILL \$!
    done
done
touch midway
exec sleep 3600
END
    chmod +x program
}

# The key of every record: lesson to verdict.
keys() {
    cut -d, -f1-11 "$1"/*/lesson2.csv
}

no_jobs() {
    jobs=$(squeue -h) && [ -z "$jobs" ]
}

# shellcheck disable=SC2086 # words, on purpose
"$gridstride" run $options --out whole --quiet >stdout 2>stderr || fail "the run on no cluster fails"
start_cluster
write_dying_program
# shellcheck disable=SC2086
job=$(GRIDSTRIDE=$here/program sbatch --parsable --array=1-3 "$script" $options --out out) ||
    give_up 'the array is not accepted'
sbatch --dependency="afterany:$job" --output=merge.out \
    --wrap "'$gridstride' merge out/*/lesson2.shard*of3.json" >stdout || give_up 'the merge is not accepted'
await 'the second task to be midway' test -e midway
scontrol requeue "${job}_2" || fail 'the second task cannot be requeued'
await 'the end of all jobs' no_jobs

keys whole >whole.keys
keys out >out.keys
cmp -s whole.keys out.keys || fail "merged, the records differ: $(diff whole.keys out.keys | head -3)"
grep -q 'shard 2/3; nothing to resume' "slurm-${job}_2.out" || fail 'the first life of the second task is not in its output'
grep -q 'shard 2/3; resumed: [1-9]' "slurm-${job}_2.out" || fail 'the second task began anew'
grep -q 'of 3 shards' merge.out || fail "the merge says: $(cat merge.out)"
[ -z "$(find out -name '*.unfinished.*')" ] || fail 'a finished task left its journal'
finish
