// SPDX-License-Identifier: MIT
//
// The beginning of every program, to see what it says where it cannot run.
#include "common/common.cuh"

int main(int argc, char** argv) {
  cm::parse_options(argc, argv);
  cm::require_device();
  return 0;
}
