// SPDX-License-Identifier: MIT
//
// A stack of the thread's own in a depth-first walk: every value is pushed before it is read, and
// frames of a called function come and go over the same bytes.
#include "../case.cuh"

__device__ int children(int node, int* out) {
  int found[2] = {2 * node + 1, 2 * node + 2};
  int count = 0;
  for (int k = 0; k < 2; ++k) {
    if (found[k % 2] < 31) out[count++] = found[k];
  }
  return count;
}

__global__ void walk(int* sums) {
  int stack[8];
  int top = 0, sum = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int node = stack[--top];
    sum += node;
    int next[2];
    const int count = children(node, next);
    for (int k = 0; k < count; ++k) stack[top++] = next[k];
  }
  sums[threadIdx.x] = sum;
}

int main() {
  Device<int> sums(40);
  walk<<<1, 40>>>(sums);
  const int code = finish();
  return code != 0 || sums.host()[39] != 465 ? 1 : 0;
}
