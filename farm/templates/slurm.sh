#!/bin/bash
# A folder of characters as a Slurm array. The number of shards is an argument, so that one can be run again alone.
#
#   skinproof plan CHARACTERS --out RESULTS/list.jsonl
#   sbatch --array=1-16 farm/templates/slurm.sh CHARACTERS RESULTS 16          (16 shards; --array=7 runs the seventh again)
#   sbatch --dependency=afterany:JOB farm/templates/slurm.sh CHARACTERS RESULTS 16 summary
#
# A task is green when each of its models has a row; the summary is red where one has none, whatever the reason.
#SBATCH --job-name=skinproof --cpus-per-task=4 --mem=16G --time=12:00:00 --requeue
set -u
models=$1 results=$2 shards=$3
if [ "${4:-}" = summary ]; then
  rows=()
  for n in $(seq "$shards"); do rows+=("$results/$n-of-$shards.jsonl"); done
  exec skinproof summary "${rows[@]}" --expect "$results/list.jsonl" --html "$results/summary.html" --junit "$results/summary.xml"
fi
n=${SLURM_ARRAY_TASK_ID:?}
[ "$n" = 0 ] && n=$shards # of an array that counts from 0
exec skinproof folder "$models" --plan "$results/list.jsonl" --shard "$n/$shards" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --jsonl "$results/$n-of-$shards.jsonl" --resume --collect ${SKINPROOF_OPTIONS:---against blender}
