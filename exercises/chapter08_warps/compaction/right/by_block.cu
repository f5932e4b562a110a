// SPDX-License-Identifier: MIT-0
// The block asks once for all its warps.
// [exercise]
__global__ void compact(int* out, int* count, const int* values, int n) {
  __shared__ int of_warp[kBlock / 32];
  __shared__ int base;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int begin = blockIdx.x * kBlock; begin < n; begin += gridDim.x * kBlock) {
    const int i = begin + threadIdx.x;
    const int value = i < n ? values[i] : 0;
    const unsigned keepers = __ballot_sync(0xFFFFFFFFu, value > 0);
    if (lane == 0) of_warp[warp] = __popc(keepers);
    __syncthreads();
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int w = 0; w < kBlock / 32; ++w) sum += of_warp[w];
      base = atomicAdd(count, sum);
    }
    __syncthreads();
    int place = base + __popc(keepers & ~(0xFFFFFFFFu << lane));
    for (int w = 0; w < warp; ++w) place += of_warp[w];
    if (value > 0) out[place] = value;
    __syncthreads();
  }
}
// [/exercise]
