// expect: race
// SPDX-License-Identifier: MIT-0
// The barrier stands at the other end.
// [exercise]
__global__ void smooth(float* out, const float* in, int n, int rounds) {
  __shared__ float line[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  line[t] = i < n ? in[i] : 0.0f;
  for (int round = 0; round < rounds; ++round) {
    if (t > 0 && t < kBlock - 1) line[t] = (line[t - 1] + line[t] + line[t + 1]) / 3.0f;
    __syncthreads();
  }
  if (i < n) out[i] = line[t];
}
// [/exercise]
