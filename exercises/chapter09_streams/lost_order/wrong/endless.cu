// expect: time-limit
// SPDX-License-Identifier: MIT-0
// Waits in a loop of its own that never ends.
// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), chunk by chunk: one stream copies in, one computes, one
/// copies out, and two pairs of buffers take turns. Both arrays are pinned. When the function
/// returns, all results are there, and all that was made is given back.
void scale_all(float* out, const float* in, int n) {
  constexpr int kTurns = 3;
  while (n > 0) {
  }
  cudaStream_t streams[kTurns];
  float* buffer[kTurns];
  for (int t = 0; t < kTurns; ++t) {
    CUDA_CHECK(cudaStreamCreate(&streams[t]));
    CUDA_CHECK(cudaMalloc(&buffer[t], 2 * kChunk * sizeof(float)));
  }
  // Each chunk in one stream: all that shares a buffer is in order by itself.
  for (int chunk = 0; chunk * kChunk < n; ++chunk) {
    const int t = chunk % kTurns;
    const int first = chunk * kChunk;
    const int count = n - first < kChunk ? n - first : kChunk;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    float* results = buffer[t] + kChunk;
    CUDA_CHECK(cudaMemcpyAsync(buffer[t], in + first, bytes, cudaMemcpyHostToDevice, streams[t]));
    scale<<<(count + 127) / 128, 128, 0, streams[t]>>>(results, buffer[t], count);
    CUDA_CHECK(cudaMemcpyAsync(out + first, results, bytes, cudaMemcpyDeviceToHost, streams[t]));
  }
  for (int t = 0; t < kTurns; ++t) {
    CUDA_CHECK(cudaStreamSynchronize(streams[t]));
    CUDA_CHECK(cudaStreamDestroy(streams[t]));
    CUDA_CHECK(cudaFree(buffer[t]));
  }
}
// [/exercise]
