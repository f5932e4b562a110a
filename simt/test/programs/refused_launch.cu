// SPDX-License-Identifier: MIT
#include <cstdio>

// Asks for twice as many threads as a block can have, and with an argument looks at the error.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main(int argc, char**) {
  int* out = nullptr;
  cudaMalloc(&out, 8192);
  fill<<<1, 2048>>>(out);
  if (argc > 1) std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(out);
}
