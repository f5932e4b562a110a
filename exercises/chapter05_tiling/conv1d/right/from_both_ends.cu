// SPDX-License-Identifier: MIT-0
// Sums from the outside inwards, in another order than ours.
// [exercise]
__device__ float input_at(const float* in, int n, int i) { return i >= 0 && i < n ? in[i] : 0.0f; }

__global__ void conv1d(float* out, const float* in, int n) {
  __shared__ float tile[2 * kRadius + kBlock];
  const int begin = static_cast<int>(blockIdx.x) * kBlock;
  tile[threadIdx.x] = input_at(in, n, begin + static_cast<int>(threadIdx.x) - kRadius);
  if (threadIdx.x >= kBlock - 2 * kRadius) {
    tile[threadIdx.x + 2 * kRadius] =
        input_at(in, n, begin + static_cast<int>(threadIdx.x) + kRadius);
  }
  __syncthreads();
  const float* window = tile + threadIdx.x;
  float sum = c_weights[kRadius] * window[kRadius];
  for (int k = 0; k < kRadius; ++k) {
    sum += c_weights[k] * window[k] + c_weights[2 * kRadius - k] * window[2 * kRadius - k];
  }
  if (begin + static_cast<int>(threadIdx.x) < n) out[begin + threadIdx.x] = sum;
}
// [/exercise]
