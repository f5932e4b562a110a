// SPDX-License-Identifier: MIT
//
// A fault in a kernel stays: every later call tells it. By itself, since it ends the context.
#include "conformance.cuh"

using namespace conformance;

__global__ void write_to(int* address) { *address = 1; }

int main() {
  Suite suite;
  int* data = nullptr;
  must(cudaMalloc(reinterpret_cast<void**>(&data), 400), "cudaMalloc");
  write_to<<<1, 1>>>(reinterpret_cast<int*>(0x10));
  suite.is_true("the launch itself is accepted", cudaGetLastError() == cudaSuccess);
  suite.is_true("a wait tells the fault", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  suite.is_true("so does the next call", cudaFree(data) == cudaErrorIllegalAddress);
  void* more = nullptr;
  suite.is_true("and each one after", cudaMalloc(&more, 4) == cudaErrorIllegalAddress);
  return suite.finish();
}
