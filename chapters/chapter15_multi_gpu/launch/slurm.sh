#!/bin/sh
# SPDX-License-Identifier: MIT
# One rank for each GPU of two nodes of eight. To try it: sbatch slurm.sh PROGRAM
# PROGRAM and this folder lie on a disk that both nodes see.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --time=00:05:00
set -eu
id=$PWD/nccl_id.$SLURM_JOB_ID
trap 'rm -f "$id"' EXIT
# Slurm numbers the ranks of a node one after the other: rank modulo eight is the GPU.
# shellcheck disable=SC2016  # the ranks' shells fill in their own numbers
srun sh -c 'exec "$1" --rank "$SLURM_PROCID" "$SLURM_NTASKS" "$2" 67108868' rank "$1" "$id"
