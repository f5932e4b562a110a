// SPDX-License-Identifier: MIT
// Touches all of what it allocates, row by row and scattered, words and bytes: what programs.py
// takes the peak memory of. Argument: MiB.
#include <cstdio>
#include <cstdlib>

__global__ void fill_words(unsigned* out, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = static_cast<unsigned>(i);
}

/// Each thread reads `stride` elements away from its neighbour.
__global__ void gather_words(unsigned* out, const unsigned* in, size_t n, size_t stride) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = in[i * stride % n];
}

__global__ void fill_bytes(unsigned char* out, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = static_cast<unsigned char>(i);
}

int main(int argc, char** argv) {
  const size_t bytes = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 64) << 20;
  const size_t words = bytes / 2 / sizeof(unsigned);
  unsigned *a = nullptr, *b = nullptr;
  cudaMalloc(&a, bytes / 2);
  cudaMalloc(&b, bytes / 2);
  const auto blocks = static_cast<unsigned>((words + 255) / 256);
  fill_words<<<blocks, 256>>>(a, words);
  gather_words<<<blocks, 256>>>(b, a, words, 33);
  fill_bytes<<<blocks, 256>>>(reinterpret_cast<unsigned char*>(b), words);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
