#!/bin/sh
# SPDX-License-Identifier: MIT
# skip.sh REASON...: ends a test that cannot run here, and says why.
echo "SKIPPED: $*"
exit 77
