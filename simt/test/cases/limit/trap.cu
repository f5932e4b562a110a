// SPDX-License-Identifier: MIT
//
// The kernel stops itself.
#include "../case.cuh"

__global__ void stop(int* out) {
  *out = 1;
  if (threadIdx.x == 3) __trap();  // expect trap
}

int main() {
  Device<int> out(1);
  stop<<<1, 4>>>(out);
  finish();
  return 0;
}
