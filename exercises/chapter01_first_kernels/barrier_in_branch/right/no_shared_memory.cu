// SPDX-License-Identifier: MIT-0
// Reads from the other end; nobody has to wait.
// [exercise]
__global__ void reverse(float* out, const float* in, int n) {
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    const int last = min(first + kBlock, n) - 1;
    const int i = first + threadIdx.x;
    if (i <= last) out[i] = in[last - static_cast<int>(threadIdx.x)];
  }
}
// [/exercise]
