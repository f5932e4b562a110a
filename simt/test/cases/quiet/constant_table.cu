// SPDX-License-Identifier: MIT
//
// Lanes read different words of constant memory.
#include "../case.cuh"

__constant__ int table[32];

__global__ void look_up(int* out) { out[threadIdx.x] = table[threadIdx.x * 7 % 32]; }

int main() {
  int host[32];
  for (int k = 0; k < 32; ++k) host[k] = k * k;
  cudaMemcpyToSymbol(table, host, sizeof(host));
  Device<int> out(64);
  look_up<<<1, 64>>>(out);
  return finish();
}
