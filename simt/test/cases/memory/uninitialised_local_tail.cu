// SPDX-License-Identifier: MIT
//
// A stack of the thread's own is read below what was pushed.
#include "../case.cuh"

__global__ void walk(int* out, int pushes) {
  int stack[16];
  int top = 0;
  for (int i = 0; i < pushes; ++i) stack[top++] = i;
  int sum = 0;
  for (int i = 0; i <= top; ++i) sum += stack[i];  // expect uninitialised: read of stack[3]
  out[threadIdx.x] = sum;
}

int main() {
  Device<int> out(32);
  walk<<<1, 32>>>(out, 3);
  finish();
  return 0;
}
