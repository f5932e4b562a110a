// SPDX-License-Identifier: MIT-0
// A tree by one warp, exponentials kept in the output.
// [exercise]
__device__ float last_warp(float* part, bool is_max) {
  __syncthreads();
  if (threadIdx.x < 32) {
    float value = part[threadIdx.x];
    for (int k = threadIdx.x + 32; k < kBlock; k += 32) {
      value = is_max ? fmaxf(value, part[k]) : value + part[k];
    }
    for (int d = 1; d < 32; d *= 2) {
      const float other = __shfl_xor_sync(~0u, value, d);
      value = is_max ? fmaxf(value, other) : value + other;
    }
    __syncwarp();
    if (threadIdx.x == 0) part[0] = value;
  }
  __syncthreads();
  const float result = part[0];
  __syncthreads();
  return result;
}

__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float part[kBlock];
  const float* x = in + static_cast<long long>(blockIdx.x) * columns;
  float* y = out + static_cast<long long>(blockIdx.x) * columns;
  float mine = -INFINITY;
  for (int k = threadIdx.x; k < columns; k += kBlock) mine = x[k] > mine ? x[k] : mine;
  part[threadIdx.x] = mine;
  const float largest = last_warp(part, true);
  float sum = 0;
  for (int k = threadIdx.x; k < columns; k += kBlock) {
    y[k] = expf(x[k] - largest);
    sum += y[k];
  }
  part[threadIdx.x] = sum;
  const float scale = 1.0f / last_warp(part, false);
  for (int k = threadIdx.x; k < columns; k += kBlock) y[k] *= scale;
}
// [/exercise]
