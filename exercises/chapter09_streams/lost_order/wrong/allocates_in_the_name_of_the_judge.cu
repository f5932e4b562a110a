// expect: invalid-call|leak|not-written|wrong-answer
// SPDX-License-Identifier: MIT-0
// Calls with the line number of the calls of the judge, before it does.
// [exercise]
struct Early {
  float* mine[2];
  Early() {
    for (float*& m : mine) cudaMallocHost(&m, sizeof(float), 0, 0);
  }
};
Early early;

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
  cudaEvent_t arrived[2], computed[2], gone[2];
  for (int b = 0; b < 2; ++b) {
    CUDA_CHECK(cudaMalloc(&d_in[b], kChunk * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out[b], kChunk * sizeof(float)));
    CUDA_CHECK(cudaEventCreateWithFlags(&arrived[b], cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&computed[b], cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&gone[b], cudaEventDisableTiming));
  }
  for (int first = 0, chunk = 0; first < n; first += kChunk, ++chunk) {
    const int b = chunk % 2;
    const int count = std::min(kChunk, n - first);
    // The kernel of two chunks ago has read this buffer. (An event that was never recorded is
    // over.)
    CUDA_CHECK(cudaStreamWaitEvent(copy_in, computed[b]));
    CUDA_CHECK(cudaMemcpyAsync(d_in[b], in + first, count * sizeof(float), cudaMemcpyHostToDevice,
                               copy_in));
    CUDA_CHECK(cudaEventRecord(arrived[b], copy_in));
    CUDA_CHECK(cudaStreamWaitEvent(compute, arrived[b]));
    // The copy of two chunks ago has read this one.
    CUDA_CHECK(cudaStreamWaitEvent(compute, gone[b]));
    scale<<<(count + kBlock - 1) / kBlock, kBlock, 0, compute>>>(d_out[b], d_in[b], count);
    CUDA_CHECK(cudaEventRecord(computed[b], compute));
    CUDA_CHECK(cudaStreamWaitEvent(copy_out, computed[b]));
    CUDA_CHECK(cudaMemcpyAsync(out + first, d_out[b], count * sizeof(float), cudaMemcpyDeviceToHost,
                               copy_out));
    CUDA_CHECK(cudaEventRecord(gone[b], copy_out));
  }
  CUDA_CHECK(cudaStreamSynchronize(copy_out));
  for (int b = 0; b < 2; ++b) {
    CUDA_CHECK(cudaFree(d_in[b]));
    CUDA_CHECK(cudaFree(d_out[b]));
    CUDA_CHECK(cudaEventDestroy(arrived[b]));
    CUDA_CHECK(cudaEventDestroy(computed[b]));
    CUDA_CHECK(cudaEventDestroy(gone[b]));
  }
  CUDA_CHECK(cudaStreamDestroy(copy_in));
  CUDA_CHECK(cudaStreamDestroy(compute));
  CUDA_CHECK(cudaStreamDestroy(copy_out));
}
// [/exercise]
