#!/bin/sh
# SPDX-License-Identifier: MIT
# local.sh PROGRAM [RANKS]: starts one rank for each GPU of this node, and fails if one of them does.
set -eu
program=$1
ranks=${2:-$(nvidia-smi --list-gpus | wc -l)}
id=$(mktemp -u)
trap 'rm -f "$id"' EXIT
pids=
rank=0
while [ "$rank" -lt "$ranks" ]; do
  "$program" --rank "$rank" "$ranks" "$id" 67108868 &
  pids="$pids $!"
  rank=$((rank + 1))
done
for pid in $pids; do wait "$pid"; done
