// expect: too-slow case=long
// SPDX-License-Identifier: MIT-0
// Pinned, but in one piece.
// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), in about the time that the copies of one direction take.
/// Both arrays are pageable. When the function returns, all results are there, and all that was
/// made is given back.
void scale_all(float* out, const float* in, int n) {
  if (n == 0) return;
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  CUDA_CHECK(cudaHostRegister(const_cast<float*>(in), bytes, 0));
  CUDA_CHECK(cudaHostRegister(out, bytes, 0));
  float* buffer = nullptr;
  CUDA_CHECK(cudaMalloc(&buffer, bytes));
  CUDA_CHECK(cudaMemcpy(buffer, in, bytes, cudaMemcpyHostToDevice));
  scale<<<(n + kBlock - 1) / kBlock, kBlock>>>(buffer, buffer, n);
  CUDA_CHECK(cudaMemcpy(out, buffer, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(buffer));
  CUDA_CHECK(cudaHostUnregister(const_cast<float*>(in)));
  CUDA_CHECK(cudaHostUnregister(out));
}
// [/exercise]
