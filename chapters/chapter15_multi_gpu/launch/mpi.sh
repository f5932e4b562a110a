#!/bin/sh
# SPDX-License-Identifier: MIT
# The same with Open MPI's launcher: mpi.sh PROGRAM HOST:8,HOST:8
# MPI only starts the processes and numbers them; they talk through NCCL.
set -eu
id=$PWD/nccl_id.$$
trap 'rm -f "$id"' EXIT
# shellcheck disable=SC2016  # the ranks' shells fill in their own numbers
mpirun --host "$2" --map-by slot sh -c \
  'exec "$1" --rank "$OMPI_COMM_WORLD_RANK" "$OMPI_COMM_WORLD_SIZE" "$2" 67108868' rank "$1" "$id"
