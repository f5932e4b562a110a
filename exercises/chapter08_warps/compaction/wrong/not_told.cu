// expect: wrong-answer|race|not-written
// SPDX-License-Identifier: MIT-0
// Only lane 0 knows where the places begin.
// [exercise]
/// Writes the positive ones among the n values to out, in any order and without gaps, and adds
/// their number to *count, which is 0 before. Any number of blocks of kBlock threads.
__global__ void compact(int* out, int* count, const int* values, int n) {
  const int lane = threadIdx.x % 32;
  const int threads = gridDim.x * kBlock;
  const int turns = (n + threads - 1) / threads;  // the same for all: votes need whole warps
  for (int turn = 0; turn < turns; ++turn) {
    const int i = turn * threads + blockIdx.x * kBlock + threadIdx.x;
    const int value = i < n ? values[i] : 0;
    const unsigned keepers = __ballot_sync(0xFFFFFFFFu, value > 0);
    int first = 0;
    if (lane == 0 && keepers != 0) first = atomicAdd(count, __popc(keepers));

    const unsigned before_me = keepers & ((1u << lane) - 1u);
    if (value > 0) out[first + __popc(before_me)] = value;
  }
}
// [/exercise]
