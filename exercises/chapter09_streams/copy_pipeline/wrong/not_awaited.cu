// expect: not-awaited case=one
// SPDX-License-Identifier: MIT-0
// Returns while copies are under way.
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
    CUDA_CHECK(cudaStreamDestroy(streams[s]));
  }
}
// [/exercise]
