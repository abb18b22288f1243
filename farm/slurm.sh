#!/bin/bash
# sbatch --array=1-16 farm/slurm.sh CHARACTERS RESULTS    then    skinproof summary RESULTS/*.jsonl
#SBATCH --job-name=skinproof --cpus-per-task=4 --mem=16G --time=12:00:00 --requeue
set -u
n=$SLURM_ARRAY_TASK_ID of=${SLURM_ARRAY_TASK_COUNT:?}
mkdir -p "$2" || exit
skinproof verify "$1" --shard "$n/$of" --jobs "$SLURM_CPUS_PER_TASK" --jsonl "$2/shard-$n.jsonl" --resume --against blender
status=$?
[ $status -le 3 ] && [ -f "$2/shard-$n.jsonl" ] # 1 to 3: models differ or could not be judged, which is an answer
