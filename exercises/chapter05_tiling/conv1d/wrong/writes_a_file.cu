// expect: refused
// SPDX-License-Identifier: MIT-0
// Would write the result file itself.
// [exercise]
#include <cstdio>
__global__ void conv1d(float*, const float*, int) {
  FILE* file = fopen("result", "w");
  fputs("accepted", file);
}
// [/exercise]
