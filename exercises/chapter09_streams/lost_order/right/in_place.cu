// SPDX-License-Identifier: MIT-0
// Computes in place, with three events for each buffer.
// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), chunk by chunk: one stream copies in, one computes, one
/// copies out, and two pairs of buffers take turns. Both arrays are pinned. When the function
/// returns, all results are there, and all that was made is given back.
void scale_all(float* out, const float* in, int n) {
  cudaStream_t up, work, down;
  CUDA_CHECK(cudaStreamCreate(&up));
  CUDA_CHECK(cudaStreamCreate(&work));
  CUDA_CHECK(cudaStreamCreate(&down));
  constexpr int kTurns = 4;
  float* all = nullptr;
  CUDA_CHECK(cudaMalloc(&all, static_cast<std::size_t>(kTurns) * kChunk * sizeof(float)));
  cudaEvent_t arrived[kTurns];
  cudaEvent_t computed[kTurns];
  cudaEvent_t empty[kTurns];
  for (int t = 0; t < kTurns; ++t) {
    CUDA_CHECK(cudaEventCreate(&arrived[t]));
    CUDA_CHECK(cudaEventCreate(&computed[t]));
    CUDA_CHECK(cudaEventCreate(&empty[t]));
  }
  int t = 0;
  for (int first = 0; first < n; first += kChunk) {
    float* buffer = all + t * kChunk;
    const int count = std::min(kChunk, n - first);
    CUDA_CHECK(cudaStreamWaitEvent(up, empty[t], 0));
    CUDA_CHECK(cudaMemcpyAsync(buffer, in + first, count * sizeof(float), cudaMemcpyDefault, up));
    CUDA_CHECK(cudaEventRecord(arrived[t], up));
    CUDA_CHECK(cudaStreamWaitEvent(work, arrived[t], 0));
    scale<<<dim3((count + kBlock - 1) / kBlock), dim3(kBlock), 0, work>>>(buffer, buffer, count);
    CUDA_CHECK(cudaEventRecord(computed[t], work));
    CUDA_CHECK(cudaStreamWaitEvent(down, computed[t], 0));
    CUDA_CHECK(
        cudaMemcpyAsync(out + first, buffer, count * sizeof(float), cudaMemcpyDefault, down));
    CUDA_CHECK(cudaEventRecord(empty[t], down));
    t = (t + 1) % kTurns;
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int k = 0; k < kTurns; ++k) {
    CUDA_CHECK(cudaEventDestroy(arrived[k]));
    CUDA_CHECK(cudaEventDestroy(computed[k]));
    CUDA_CHECK(cudaEventDestroy(empty[k]));
  }
  CUDA_CHECK(cudaFree(all));
  CUDA_CHECK(cudaStreamDestroy(work));
  CUDA_CHECK(cudaStreamDestroy(up));
  CUDA_CHECK(cudaStreamDestroy(down));
}
// [/exercise]
