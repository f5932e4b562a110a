// expect: uninitialised|race-atomic|wrong-answer
// SPDX-License-Identifier: MIT-0
// Reads and writes the tile by atomics, which race with nothing, and waits for nobody.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ int tile[kBlock + 2 * kRadius];
  const int tile_start = blockIdx.x * kBlock - kRadius;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int source = tile_start + t;
    atomicExch(&tile[t], source >= 0 && source < n ? __float_as_int(in[source]) : 0);
  }
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < kTaps; ++k) {
      sum += c_weights[k] * __int_as_float(atomicOr(&tile[threadIdx.x + k], 0));
    }
    out[i] = sum;
  }
}
// [/exercise]
