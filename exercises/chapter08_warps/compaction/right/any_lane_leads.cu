// SPDX-License-Identifier: MIT-0
// The first keeper asks, not lane 0.
// [exercise]
__global__ void compact(int* out, int* count, const int* values, int n) {
  const unsigned lane = threadIdx.x & 31u;
  for (int begin = (blockIdx.x * kBlock + threadIdx.x) & ~31; begin < n;
       begin += gridDim.x * kBlock) {
    const int i = begin + static_cast<int>(lane);
    const bool keep = i < n && values[i] > 0;
    const unsigned keepers = __ballot_sync(~0u, keep);
    if (keepers == 0) continue;
    const int leader = __ffs(keepers) - 1;
    int place = 0;
    if (static_cast<int>(lane) == leader) place = atomicAdd(count, __popc(keepers));
    place = __shfl_sync(~0u, place, leader) + __popc(keepers << (31 - lane) << 1);
    if (keep) out[place] = values[i];
  }
}
// [/exercise]
