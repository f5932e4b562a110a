// SPDX-License-Identifier: MIT
//
// A recursion of different depth in each lane.
#include "../case.cuh"

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

__global__ void numbers(int* out) { out[threadIdx.x] = fib(threadIdx.x % 12); }

int main() {
  Device<int> out(64);
  numbers<<<1, 64>>>(out);
  return finish();
}
