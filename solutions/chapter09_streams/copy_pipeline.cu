// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// Pinned memory and chunks: copies in, kernels and copies out at once.
//
// Task:   write scale_all so that copies in both directions overlap.
// Build:  nvcc -std=c++17 copy_pipeline.cu -o copy_pipeline
// Other:  add -DVARIANT=1, 2, ... for other data
// Run:    ./copy_pipeline    prints a line for each size, or one that begins with FAIL
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
/// out[i] = 3 * in[i] + 1 for i in [0, n), in about the time that the copies of one direction take.
/// Both arrays are pageable. When the function returns, all results are there, and all that was
/// made is given back.
void scale_all(float* out, const float* in, int n) {
  if (n == 0) return;
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  // Copies of pageable memory are slow, and the host takes part in them.
  CUDA_CHECK(cudaHostRegister(const_cast<float*>(in), bytes, cudaHostRegisterDefault));
  CUDA_CHECK(cudaHostRegister(out, bytes, cudaHostRegisterDefault));
  constexpr int kStreams = 4;
  cudaStream_t streams[kStreams];
  float* buffers[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    CUDA_CHECK(cudaStreamCreate(&streams[s]));
    CUDA_CHECK(cudaMalloc(&buffers[s], kChunk * sizeof(float)));
  }
  for (int first = 0, s = 0; first < n; first += kChunk, s = (s + 1) % kStreams) {
    const int count = std::min(kChunk, n - first);
    CUDA_CHECK(cudaMemcpyAsync(buffers[s], in + first, count * sizeof(float),
                               cudaMemcpyHostToDevice, streams[s]));
    scale<<<(count + kBlock - 1) / kBlock, kBlock, 0, streams[s]>>>(buffers[s], buffers[s], count);
    CUDA_CHECK(cudaMemcpyAsync(out + first, buffers[s], count * sizeof(float),
                               cudaMemcpyDeviceToHost, streams[s]));
  }
  for (int s = 0; s < kStreams; ++s) {
    CUDA_CHECK(cudaStreamSynchronize(streams[s]));
    CUDA_CHECK(cudaStreamDestroy(streams[s]));
    CUDA_CHECK(cudaFree(buffers[s]));
  }
  CUDA_CHECK(cudaHostUnregister(const_cast<float*>(in)));
  CUDA_CHECK(cudaHostUnregister(out));
}
// [/exercise]

bool passes(int n) {
  std::vector<float> pageable_in(n + 1);
  std::vector<float> pageable_out(n + 1);
  float* in = pageable_in.data();
  float* out = pageable_out.data();
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>((i + VARIANT) % 9973);
    out[i] = -1.0f;
  }
  scale_all(out, in, n);
  int wrong = 0;
  while (wrong < n && out[wrong] == 3.0f * in[wrong] + 1.0f) ++wrong;
  const float got = out[wrong];
  const float want = 3.0f * in[wrong] + 1.0f;
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
