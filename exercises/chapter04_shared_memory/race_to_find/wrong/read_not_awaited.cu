// expect: race
// SPDX-License-Identifier: MIT-0
// Writes while others still read.
// [exercise]
/// Smooths each stretch of kBlock elements by itself, `rounds` times: an element becomes the mean
/// of itself and its two neighbours in the stretch; the first and the last element stay.
/// What lies beyond n counts as 0. Blocks have kBlock threads.
__global__ void smooth(float* out, const float* in, int n, int rounds) {
  __shared__ float line[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  const bool inner = t > 0 && t < kBlock - 1;
  line[t] = i < n ? in[i] : 0.0f;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();  // all of the last round is written
    const float mean = inner ? (line[t - 1] + line[t] + line[t + 1]) / 3.0f : line[t];
    line[t] = mean;
  }
  if (i < n) out[i] = line[t];
}
// [/exercise]
