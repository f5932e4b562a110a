// SPDX-License-Identifier: MIT
//
// Not to be compiled with CUDA 13: a prefetch as CUDA 12 had it.  A test sees to it that the
// compiler says so.

// [snippet:prefetch-to-number]
void prefetch(float* x, size_t bytes, int device, cudaStream_t stream) {
  cudaMemPrefetchAsync(x, bytes, device, stream);
}
// [/snippet:prefetch-to-number]
