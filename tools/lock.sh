#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Rewrites the Python lock files from the requirements beside them. Run it with Python 3.11, the
# oldest that the book supports, so that every locked release installs there too.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${PYTHON:-python3}" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet pip-tools

compile() { # OUTPUT INPUT...
  local output=$1
  shift
  CUSTOM_COMPILE_COMMAND=tools/lock.sh "$scratch/venv/bin/pip-compile" --quiet --upgrade \
    --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links \
    --no-emit-trusted-host --no-emit-options --output-file "$scratch/lock" "$@"
  mv "$scratch/lock" "$output"
  echo "wrote $output"
}

compile tools/requirements.lock docs/requirements.in tools/requirements.in
compile tools/node.requirements.lock tools/node.requirements.in
