// expect: wrong-answer case=ragged
// SPDX-License-Identifier: MIT-0
// Neighbours in other blocks count as zero.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < kTaps; ++k) {
      const int t = static_cast<int>(threadIdx.x) + k - kRadius;
      if (t >= 0 && t < kBlock) sum += c_weights[k] * tile[t];
    }
    out[i] = sum;
  }
}
// [/exercise]
