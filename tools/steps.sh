# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Progress for `book` and set-up: one line a step on the screen, everything else in a log file.
# Sourced, never run. The caller's working directory is the root of the clone.

LOG_DIR=build/log

# Ends the command with one message on stderr.
die() {
  echo "book: $*" >&2
  exit 1
}

# step NAME COMMAND...: runs COMMAND with its output in build/log/NAME.log; on failure shows the
# end of that log and stops.
step() {
  local name=$1 log started=$SECONDS status=0
  shift
  mkdir -p "$LOG_DIR"
  log=$LOG_DIR/${name// /-}.log
  printf '%-20s ' "$name"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status == 0)); then
    echo "ok   $((SECONDS - started)) s"
    return
  fi
  echo "FAILED after $((SECONDS - started)) s"
  tail -n "${LOG_TAIL:-25}" "$log" | sed 's/^/  /' >&2
  die "step '$name' failed; the whole log is $log"
}

# note NAME TEXT: a step that had nothing to do, or was skipped, and why.
note() {
  printf '%-20s %s\n' "$1" "$2"
}

# stamp_of FILE...: one hash over the contents of the files.
stamp_of() {
  cat "$@" | sha256sum | cut -d' ' -f1
}

# is_stamped STAMP_FILE HASH: true if the stamp file holds this hash.
is_stamped() {
  [[ -f $1 && $(<"$1") == "$2" ]]
}
