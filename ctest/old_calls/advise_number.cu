// SPDX-License-Identifier: MIT
//
// Not to be compiled: advice as CUDA 12 had it, with the number of a device.
// Since: 13.0

void advise(float* data, size_t bytes, int device) {
  cudaMemAdvise(data, bytes, cudaMemAdviseSetReadMostly, device);
}
