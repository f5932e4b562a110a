// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Chunks through three streams, in an order that is not quite there.
//
// Task:   find the waits that are missing in scale_all.
// Build:  nvcc -std=c++17 lost_order.cu -o lost_order
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./lost_order    prints a line for each size, or one that begins with FAIL
// Exit:   0 right, 1 wrong, 77 no usable GPU

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef VARIANT
#define VARIANT 0
#endif

constexpr int kBlock = 256;
constexpr int kChunk = 1 << 18;  // numbers of a chunk, the last one may be shorter

/// What is to be done with each number.
__global__ void scale(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 3.0f * in[i] + 1.0f;
}

#define CUDA_CHECK(call)                                                                       \
  do {                                                                                         \
    const cudaError_t status = (call);                                                         \
    if (status != cudaSuccess) {                                                               \
      std::printf("%s:%d: %s in %s\n", __FILE__, __LINE__, cudaGetErrorString(status), #call); \
      std::exit(1);                                                                            \
    }                                                                                          \
  } while (false)

// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), chunk by chunk: one stream copies in, one computes, one
/// copies out, and two pairs of buffers take turns. Both arrays are pinned. When the function
/// returns, all results are there, and all that was made is given back.
void scale_all(float* out, const float* in, int n) {
  cudaStream_t copy_in, compute, copy_out;
  CUDA_CHECK(cudaStreamCreateWithFlags(&copy_in, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&copy_out, cudaStreamNonBlocking));
  float* d_in[2];
  float* d_out[2];
  cudaEvent_t arrived[2], computed[2];
  for (int b = 0; b < 2; ++b) {
    CUDA_CHECK(cudaMalloc(&d_in[b], kChunk * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out[b], kChunk * sizeof(float)));
    CUDA_CHECK(cudaEventCreateWithFlags(&arrived[b], cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&computed[b], cudaEventDisableTiming));
  }
  for (int first = 0, chunk = 0; first < n; first += kChunk, ++chunk) {
    const int b = chunk % 2;
    const int count = std::min(kChunk, n - first);
    // TODO: three waits are missing in this function. Which work must be over before which?
    CUDA_CHECK(cudaMemcpyAsync(d_in[b], in + first, count * sizeof(float), cudaMemcpyHostToDevice,
                               copy_in));
    CUDA_CHECK(cudaEventRecord(arrived[b], copy_in));
    CUDA_CHECK(cudaStreamWaitEvent(compute, arrived[b]));
    scale<<<(count + kBlock - 1) / kBlock, kBlock, 0, compute>>>(d_out[b], d_in[b], count);
    CUDA_CHECK(cudaEventRecord(computed[b], compute));
    CUDA_CHECK(cudaStreamWaitEvent(copy_out, computed[b]));
    CUDA_CHECK(cudaMemcpyAsync(out + first, d_out[b], count * sizeof(float), cudaMemcpyDeviceToHost,
                               copy_out));
  }
  CUDA_CHECK(cudaStreamSynchronize(compute));
  for (int b = 0; b < 2; ++b) {
    CUDA_CHECK(cudaFree(d_in[b]));
    CUDA_CHECK(cudaFree(d_out[b]));
    CUDA_CHECK(cudaEventDestroy(arrived[b]));
    CUDA_CHECK(cudaEventDestroy(computed[b]));
  }
  CUDA_CHECK(cudaStreamDestroy(copy_in));
  CUDA_CHECK(cudaStreamDestroy(compute));
  CUDA_CHECK(cudaStreamDestroy(copy_out));
}
// [/exercise]

bool passes(int n) {
  float* in = nullptr;
  float* out = nullptr;
  CUDA_CHECK(cudaMallocHost(&in, (n + 1) * sizeof(float)));
  CUDA_CHECK(cudaMallocHost(&out, (n + 1) * sizeof(float)));
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>((i + VARIANT) % 9973);
    out[i] = -1.0f;
  }
  scale_all(out, in, n);
  int wrong = 0;
  while (wrong < n && out[wrong] == 3.0f * in[wrong] + 1.0f) ++wrong;
  const float got = out[wrong];
  const float want = 3.0f * in[wrong] + 1.0f;
  CUDA_CHECK(cudaFreeHost(in));
  CUDA_CHECK(cudaFreeHost(out));
  if (wrong < n) {
    std::printf("FAIL scale_all: n=%d: [%d] got %g want %g\n", n, wrong, got, want);
    return false;
  }
  std::printf("n=%d: right\n", n);
  return true;
}

bool gpu_present() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return true;
  std::printf("SKIPPED: no usable GPU (%s)\n", cudaGetErrorName(status));
  return false;
}

int main() {
  if (!gpu_present()) return 77;
  for (const int n : {0, 1, kChunk, 3 * kChunk + 5, 40 * kChunk + 123}) {
    if (!passes(n)) return 1;
  }
  return 0;
}
