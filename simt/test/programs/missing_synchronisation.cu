// SPDX-License-Identifier: MIT
//
// Reads the copy before it is waited for: right by luck, unless the work is put off.
#include <cstdio>
__global__ void add(int* data) { data[threadIdx.x] += 5; }
int main() {
  int *data, *host;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMallocHost(&host, 32 * sizeof(int));
  host[7] = 1;
  cudaMemsetAsync(data, 0, 32 * sizeof(int), stream);
  add<<<1, 32, 0, stream>>>(data);
  cudaMemcpyAsync(host, data, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  std::printf("%d\n", host[7]);
  cudaStreamSynchronize(stream);
  std::printf("%d\n", host[7]);
  cudaFreeHost(host);
  cudaFree(data);
  cudaStreamDestroy(stream);
}
