#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs what the judge needs (as root, on Ubuntu 24.04 or Debian 13; Debian 12 has clang-16), and
# builds it.
set -euo pipefail
cd "$(dirname "$0")"
if ((EUID == 0)); then
  export DEBIAN_FRONTEND=noninteractive
  clang=clang
  if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then clang='clang-16'; fi
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends \
    bubblewrap "$clang" cmake g++ ninja-build nlohmann-json3-dev python3
fi
cmake -S . -B build/dev -G Ninja
cmake --build build/dev --target simt_run judge_run
