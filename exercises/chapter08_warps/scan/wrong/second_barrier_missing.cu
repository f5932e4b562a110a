// expect: race
// SPDX-License-Identifier: MIT-0
// Adds totals that are not scanned yet.
// [exercise]
/// The running sum over the lanes of a warp, own value included.
__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int before = __shfl_up_sync(0xFFFFFFFFu, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

/// out[i] = in[first] + ... + in[i] for the elements of this block, where `first` is the block's
/// first; totals[block] = the sum of the block. Blocks have kBlock threads, one an element.
__global__ void scan_block(int* out, int* totals, const int* in, int n) {
  __shared__ int of_warp[kBlock / 32];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int warp = threadIdx.x / 32;
  const int in_warp = warp_scan(i < n ? in[i] : 0);
  if (threadIdx.x % 32 == 31) of_warp[warp] = in_warp;
  __syncthreads();
  if (warp == 0) {
    const int scanned = warp_scan(threadIdx.x < kBlock / 32 ? of_warp[threadIdx.x] : 0);
    if (threadIdx.x < kBlock / 32) of_warp[threadIdx.x] = scanned;
  }
  const int sum = in_warp + (warp > 0 ? of_warp[warp - 1] : 0);
  if (i < n) out[i] = sum;
  if (threadIdx.x == kBlock - 1) totals[blockIdx.x] = sum;
}

/// Adds to each element the total of all blocks before its own; totals_scanned[b] is the sum of
/// blocks 0 to b. The same blocks as scan_block.
__global__ void add_offsets(int* out, const int* totals_scanned, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += totals_scanned[blockIdx.x - 1];
}
// [/exercise]
