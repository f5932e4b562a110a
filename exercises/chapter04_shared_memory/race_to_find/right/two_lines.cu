// SPDX-License-Identifier: MIT-0
// Two lines in turn, one barrier a round.
// [exercise]
__global__ void smooth(float* out, const float* in, int n, int rounds) {
  __shared__ float lines[2][kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  lines[0][t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  int now = 0;
  for (int round = 0; round < rounds; ++round) {
    const float* line = lines[now];
    lines[1 - now][t] =
        t == 0 || t == kBlock - 1 ? line[t] : (line[t - 1] + line[t] + line[t + 1]) / 3.0f;
    now = 1 - now;
    __syncthreads();
  }
  if (i < n) out[i] = lines[now][t];
}
// [/exercise]
