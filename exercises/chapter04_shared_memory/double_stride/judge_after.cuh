// SPDX-License-Identifier: MIT-0
//
// What stands behind your part when it is judged: it asks for the answers and uses the layout.

static_assert(kSlots >= kDoubles && kSlots <= kMostSlots, "kSlots is out of range");
constexpr int judge_first_slot = slot(0);  // slot must be constexpr

extern "C" __global__ void judge_ask(int* answers, int* slots) {
  answers[0] = kWavefrontsStride1;
  answers[1] = kWavefrontsStride2;
  for (int i = threadIdx.x; i < kDoubles; i += blockDim.x) slots[slot(i)] = 1;
}

/// As in the starter, but a block is a warp with a tile of its own, and outside of what is counted
/// nothing lies in shared memory.
extern "C" __global__ void split_complex(double* re, double* im, const double* in, int n) {
  __shared__ double tile[kSlots];
  const int lane = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * kWarpLanes;
  for (int i = lane; i < kDoubles; i += kWarpLanes) {
    if (2 * first + i < 2 * n) tile[slot(i)] = in[2 * first + i];
  }
  __syncwarp();
  if (first + lane < n) {
    re[first + lane] = tile[slot(2 * lane)];
    im[first + lane] = tile[slot(2 * lane + 1)];
  }
}
