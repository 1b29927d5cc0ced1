#!/bin/bash
# A Slurm array: sbatch slurm-array.sh runs one shard a task, and the last task to end merges all of them.
# Before the first time: mkdir -p out, which Slurm does not make for its logs.
#SBATCH --job-name=pops-tb
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --time=06:00:00
#SBATCH --output=out/slurm-%A-%a.log
# Ctrl-C of the testbench two minutes before Slurm ends the task: what was done is saved, and --resume goes on.
#SBATCH --signal=INT@120
set -uo pipefail

job=$SLURM_ARRAY_JOB_ID
part=$SLURM_ARRAY_TASK_ID
parts=$SLURM_ARRAY_TASK_COUNT
out=out/$job

# The id of the array has decimal digits only, which are hexadecimal ones too: a fresh seed that all parts share.
srun --ntasks=1 npx --no-install pops-tb run nightly --seed 0x$job --count 80000 --shard $part/$parts --workers $SLURM_CPUS_PER_TASK --out $out/part-$part
code=$?

# mkdir is atomic on a shared file system: each task counts itself, and the one that finds all others merges.
mkdir -p $out/ended && mkdir $out/ended/$part
if [ "$(ls $out/ended | wc -l)" -eq "$parts" ] && mkdir $out/merging 2> /dev/null; then
  npx --no-install pops-tb merge $out/part-* --out $out/whole --gate coverage=80
  code=$?
fi
exit $code
