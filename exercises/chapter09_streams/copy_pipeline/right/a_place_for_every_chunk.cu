// SPDX-License-Identifier: MIT-0
// A place on the GPU for every chunk, and eight streams that take turns.
// [exercise]
/// out[i] = 3 * in[i] + 1 for i in [0, n), in about the time that the copies of one direction take.
/// Both arrays are pageable. When the function returns, all results are there, and all that was
/// made is given back.
void scale_all(float* out, const float* in, int n) {
  if (n <= 0) return;
  const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(n);
  cudaHostRegister((void*)in, bytes, cudaHostRegisterPortable);
  cudaHostRegister((void*)out, bytes, cudaHostRegisterPortable);
  float* d_in;
  float* d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaStream_t streams[8];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  int turn = 0;
  for (int first = 0; first < n; first += kChunk) {
    const cudaStream_t stream = streams[turn++ & 7];
    const int count = n - first > kChunk ? kChunk : n - first;
    cudaMemcpyAsync(d_in + first, in + first, 4 * count, cudaMemcpyHostToDevice, stream);
    scale<<<(count + 1023) / 1024, 1024, 0, stream>>>(d_out + first, d_in + first, count);
    cudaMemcpyAsync(out + first, d_out + first, 4 * count, cudaMemcpyDeviceToHost, stream);
  }
  cudaDeviceSynchronize();
  for (auto stream : streams) cudaStreamDestroy(stream);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaHostUnregister((void*)in);
  cudaHostUnregister((void*)out);
}
// [/exercise]
