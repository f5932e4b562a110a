// SPDX-License-Identifier: MIT
// Kernels whose speed on the virtual GPU the bench prints.
#include <cuda_runtime.h>

extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void matmul(float* c, const float* a, const float* b, int n) {
  __shared__ float tile_a[16][16];
  __shared__ float tile_b[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int m = 0; m < n / 16; m++) {
    tile_a[ty][tx] = a[row * n + m * 16 + tx];
    tile_b[ty][tx] = b[(m * 16 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += tile_a[ty][k] * tile_b[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

extern "C" __global__ void reduce(const float* in, float* out, int n) {
  extern __shared__ float partial[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) partial[t] += partial[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = partial[0];
}

__device__ float sum_of_warp(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  return v;
}

extern "C" __global__ void shuffle(const float* in, float* out, int n) {
  __shared__ float of_warp[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const float sum = sum_of_warp(i < n ? in[i] : 0.0f);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  const float total = sum_of_warp(lane < blockDim.x / 32 ? of_warp[lane] : 0.0f);
  if (lane == 0) out[blockIdx.x] = total;
}

extern "C" __global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void diverge(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int v = in[i];
  int sum = 0;
  for (int k = 0; k < 100; k++) {
    if ((v + k) % 7 == 3) continue;
    if (k > v % 50) break;
    switch ((k + i) & 3) {
      case 0:
        sum += k;
        break;
      case 1:
        sum ^= v;
        break;
      case 2:
        sum -= 3;  // and on
      default:
        sum += 1;
    }
  }
  out[i] = sum;
}
