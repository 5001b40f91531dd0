#!/bin/sh
#SBATCH --job-name=gridstride
#SBATCH --requeue
#SBATCH --open-mode=append
#
# A lesson as a Slurm job array: each task takes its part of the plan, and the parts are merged when
# all have ended. The arguments are those of gridstride run:
#
#   job=$(sbatch --parsable --array=1-8 --gres=gpu:1 cluster/slurm.sh 3 --sizes 1Ki:1Gi:*4)
#   sbatch --dependency=afterany:$job --wrap 'build/bin/gridstride merge results/*/lesson3.shard*of8.json'
#
# afterany, not afterok: wrong answers fail their task, and belong into the result all the same. The
# merge itself refuses when a part is missing, and names it.
#
# Partition, account, time and memory are options of sbatch. All tasks need machines of one kind,
# which the merge checks, and times that can be trusted need a machine that no other job disturbs
# (--exclusive). The results folder must be one that all of them share.
#
# A task that is requeued (preempted, its node lost, scontrol requeue) goes on behind its last
# finished point. So does one that ran out of time, once it is submitted again, with how many parts
# there are in all, for Slurm knows only of those that it is given:
#
#   SHARDS=8 sbatch --array=3,5 --gres=gpu:1 cluster/slurm.sh 3 --sizes 1Ki:1Gi:*4
#
# The program is $GRIDSTRIDE, or build/bin/gridstride in the folder of the sbatch, or the one in PATH.
set -eu

refuse() {
    echo "slurm.sh: $1" >&2
    exit 2
}

[ -n "${SLURM_ARRAY_TASK_ID:-}" ] ||
    refuse "not a task of a job array; submit it as in: sbatch --array=1-8 slurm.sh 3"
if [ -z "${SHARDS:-}" ]; then
    SHARDS=$SLURM_ARRAY_TASK_COUNT
    [ "$SLURM_ARRAY_TASK_MIN" -eq 1 ] && [ "$SLURM_ARRAY_TASK_MAX" -eq "$SHARDS" ] ||
        refuse "--array does not count from 1 without gaps; say how many parts there are: SHARDS=8 sbatch --array=3,5 ..."
fi
if [ -z "${GRIDSTRIDE:-}" ]; then
    GRIDSTRIDE=gridstride
    [ ! -x build/bin/gridstride ] || GRIDSTRIDE=build/bin/gridstride
fi

# Slurm's signals then reach the program itself.
exec "$GRIDSTRIDE" run "$@" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" --resume
