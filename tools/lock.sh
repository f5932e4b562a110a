#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Rewrites the Python lock files from the requirements beside them. It runs with the oldest Python
# that the book supports, so that every locked release installs there too: 3.11.2, Debian 12's.
# PYTHON names another place where that Python stands.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import sys; sys.exit(sys.version_info[:3] != (3, 11, 2))' || {
  echo "lock.sh: $python is not Python 3.11.2; name one with PYTHON=..." >&2
  exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch/venv"
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
