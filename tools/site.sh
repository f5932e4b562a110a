#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Renders the book to build/site: page components, then Sphinx (which runs Doxygen) with warnings as
# errors. With --serve it renders once more on every change and serves the result.
#
# Usage: tools/site.sh [--serve [PORT]]
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/.venv/bin:$PATH

site=build/site
sphinx_options=(-n -W --keep-going -q -j auto -d build/doctrees -c docs)

components() {
  npm --prefix docs/web run --silent build
}

serve() {
  local watch=()
  for folder in chapters common docs results; do watch+=(--watch "$folder"); done
  sphinx-autobuild -c docs -d build/doctrees -n -q --port "$1" "${watch[@]}" \
    --pre-build "npm --prefix docs/web run --silent build" \
    --re-ignore '(^|/)(build|node_modules|\.venv|\.git)(/|$)' . "$site"
}

components
if [[ ${1:-} == --serve ]]; then
  serve "${2:-8000}"
else
  sphinx-build "${sphinx_options[@]}" . "$site"
fi
