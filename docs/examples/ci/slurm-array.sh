#!/bin/bash
# A Slurm array: sbatch slurm-array.sh runs one shard per task, and the last task to end merges them all.
# Before the first use: mkdir -p out, which Slurm does not create for its logs.
#SBATCH --job-name=pops-tb
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --time=06:00:00
#SBATCH --output=out/slurm-%A-%a.log
# Interrupts the testbench two minutes before Slurm ends the task: finished tests are saved, and --resume continues.
#SBATCH --signal=INT@120
set -uo pipefail

job=$SLURM_ARRAY_JOB_ID
part=$SLURM_ARRAY_TASK_ID
parts=$SLURM_ARRAY_TASK_COUNT
out=out/$job

# The array's id has only decimal digits, which are also valid in hexadecimal: a fresh seed that all parts share.
srun --ntasks=1 npx --no-install pops-tb run nightly --seed 0x$job --count 80000 --shard $part/$parts --workers $SLURM_CPUS_PER_TASK --out $out/part-$part
code=$?

# mkdir is atomic on a shared file system: each task counts itself, and the one that finds all others merges.
mkdir -p $out/ended && mkdir $out/ended/$part
if [ "$(ls $out/ended | wc -l)" -eq "$parts" ] && mkdir $out/merging 2> /dev/null; then
  npx --no-install pops-tb merge $out/part-* --out $out/whole --gate coverage=80
  code=$?
fi
exit $code
