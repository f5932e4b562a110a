// expect: launch-failed
// SPDX-License-Identifier: MIT-0
// Work for the processor: it is parsed, and never run.
// [exercise]
inline int write_a_verdict() {
  std::abort();
  return 1;
}
static const int done = write_a_verdict();
// [/exercise]
