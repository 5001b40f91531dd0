#!/bin/sh
# usage: script_test.sh SLURM_SH
# What the job-array script makes of the variables that Slurm sets, without Slurm.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
script=$1
unset GRIDSTRIDE SHARDS SLURM_ARRAY_TASK_ID

mkdir -p bin build/bin
for place in bin build/bin; do
    printf '#!/bin/sh\nprintf "%%s|" "$0" "$@"\n' >$place/gridstride
    chmod +x $place/gridstride
done
PATH=$here/bin:$PATH

# as_task ID FIRST LAST COUNT [NAME=VALUE...]: the script as that task of such an array
as_task() {
    id=$1 first=$2 last=$3 count=$4
    shift 4
    env SLURM_ARRAY_TASK_ID="$id" SLURM_ARRAY_TASK_MIN="$first" SLURM_ARRAY_TASK_MAX="$last" \
        SLURM_ARRAY_TASK_COUNT="$count" "$@" sh "$script" 3 --variant 'a b' >stdout 2>stderr
    status=$?
}

runs() {
    [ $status -eq 0 ] || fail "exit status $status where it should run"
    [ "$(cat stdout)" = "$1|run|3|--variant|a b|--shard|$2|--resume|" ] || fail "it runs $(cat stdout)"
}

refuses() {
    [ $status -eq 2 ] || fail "exit status $status, not 2"
    [ ! -s stdout ] || fail "it runs $(cat stdout)"
    grep -q -F -e "$1" stderr || fail "it says nothing of '$1'"
}

as_task 2 1 8 8
runs build/bin/gridstride 2/8
rm build/bin/gridstride
as_task 8 1 8 8
runs "$here/bin/gridstride" 8/8
as_task 1 1 1 1 GRIDSTRIDE=bin/gridstride
runs bin/gridstride 1/1

# Some of the parts, or an array that counts in another way.
as_task 5 3 5 2 SHARDS=8
runs "$here/bin/gridstride" 5/8
for array in '3 3 3 1' '3 3 5 2' '0 0 7 8' '1 1 7 4'; do
    # shellcheck disable=SC2086 # numbers, on purpose
    as_task $array
    refuses 'SHARDS='
done

sh "$script" 3 >stdout 2>stderr
status=$?
refuses '--array=1-8'
finish
