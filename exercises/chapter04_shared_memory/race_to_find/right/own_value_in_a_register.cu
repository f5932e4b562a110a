// SPDX-License-Identifier: MIT-0
// Keeps its own element in a register.
// [exercise]
__global__ void smooth(float* out, const float* in, int n, int rounds) {
  __shared__ float line[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  float own = i < n ? in[i] : 0.0f;
  for (int round = 0; round < rounds; ++round) {
    line[t] = own;
    __syncthreads();
    if (t != 0 && t != kBlock - 1) own = (line[t - 1] + own + line[t + 1]) * (1.0f / 3.0f);
    __syncthreads();
  }
  if (i < n) out[i] = own;
}
// [/exercise]
