// SPDX-License-Identifier: MIT-0
// A while loop, and a pointer that moves.
// [exercise]
__global__ void copy(float* out, const float* in, int n) {
  int i = static_cast<int>(blockDim.x * blockIdx.x + threadIdx.x);
  while (i < n) {
    *(out + i) = *(in + i);
    i += static_cast<int>(blockDim.x * gridDim.x);
  }
}
// [/exercise]
