// SPDX-License-Identifier: MIT
//
// One stream writes, another waits for its event and reads.
#include "../case.cuh"

__global__ void produce(int* data) { data[threadIdx.x] = static_cast<int>(threadIdx.x); }
__global__ void consume(int* out, const int* data) { out[threadIdx.x] = data[63 - threadIdx.x]; }

int main() {
  Device<int> data(64), out(64);
  cudaStream_t first, second;
  cudaEvent_t written;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreate(&written);
  produce<<<1, 64, 0, first>>>(data);
  cudaEventRecord(written, first);
  cudaStreamWaitEvent(second, written);
  consume<<<1, 64, 0, second>>>(out, data);
  const int code = finish();
  cudaEventDestroy(written);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return code != 0 || out.host()[0] != 63;
}
