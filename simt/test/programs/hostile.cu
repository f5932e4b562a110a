// SPDX-License-Identifier: MIT
//
// Misuse by name: hostile.cu -- CASE. Each prints what CUDA said, or is ended by the virtual GPU.
#include <cstdio>
#include <cstring>

__global__ void store(int* out) { out[threadIdx.x] = 1; }
__device__ int descend(int n, int* out) {
  int own[256];
  own[n % 256] = n;
  out[0] = own[(n + 1) % 256];
  return descend(n + 1, out) + own[n % 256];
}
__global__ void endless_recursion(int* out) { out[1] = descend(0, out); }
__global__ void endless_loop(unsigned* out) {
  for (unsigned n = 0;; ++n) out[n % 2] += n;
}
__global__ void endless_barriers(unsigned* out) {
  for (;;) {
    ++out[threadIdx.x];
    __syncthreads();
  }
}
__global__ void endless_output() {
  for (;;) printf("more and more\n");
}
__global__ void endless_heap(void** out) {
  for (;;) {
    void* const block = malloc(1 << 20);
    if (block == nullptr) break;
    *out = block;
  }
  *out = nullptr;
}
__global__ void never_released(int* lock) {
  while (atomicCAS(lock, 1, 0) != 1) {
  }
}
__host__ void no_kernel() {}

int* buffer() {
  int* data = nullptr;
  cudaMalloc(&data, 1024);
  cudaMemset(data, 0, 1024);
  return data;
}
int told() {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 3;
}

int main(int argc, char** argv) {
  const auto is = [&](const char* name) { return argc > 1 && std::strcmp(argv[1], name) == 0; };
  int* const data = buffer();
  if (is("no-threads")) store<<<1, 0>>>(data);
  if (is("no-blocks")) store<<<0, 32>>>(data);
  if (is("too-many-threads")) store<<<1, 1025>>>(data);
  if (is("too-deep")) store<<<1, dim3(1, 1, 65)>>>(data);
  if (is("too-many-blocks")) store<<<dim3(1, 65536), 32>>>(data);
  if (is("too-much-shared")) store<<<1, 32, 1 << 20>>>(data);
  if (is("no-kernel")) {
    void* arguments[] = {nullptr};
    cudaLaunchKernel(reinterpret_cast<const void*>(no_kernel), dim3(1), dim3(1), arguments, 0, 0);
  }
  if (is("no-function")) cudaLaunchKernel(nullptr, dim3(1), dim3(1), nullptr, 0, 0);
  if (is("too-much-memory")) {
    void* big = nullptr;
    cudaMalloc(&big, std::size_t{1} << 50);
  }
  if (is("memory-in-pieces")) {
    void* piece = nullptr;
    while (cudaMalloc(&piece, 32 << 20) == cudaSuccess) cudaMemset(piece, 1, 32 << 20);
    return std::printf("%s\n", cudaGetErrorName(cudaGetLastError())), 3;
  }
  if (is("endless-recursion")) endless_recursion<<<1, 32>>>(data);
  if (is("endless-loop")) endless_loop<<<1, 32>>>(reinterpret_cast<unsigned*>(data));
  if (is("endless-barriers")) endless_barriers<<<1, 64>>>(reinterpret_cast<unsigned*>(data));
  if (is("endless-output")) endless_output<<<1, 32>>>();
  if (is("endless-heap")) endless_heap<<<1, 1>>>(reinterpret_cast<void**>(data));
  if (is("never-released")) never_released<<<1, 32>>>(data);
  return told();
}
