// expect: wrong-answer case=empty
// SPDX-License-Identifier: MIT-0
// Stride 2 costs more than stride 1, not less.
// [exercise]
constexpr int kWavefrontsStride1 = 4;
constexpr int kWavefrontsStride2 = 2;
constexpr int kSlots = 64;
__host__ __device__ constexpr int slot(int i) {
  return i % 2 == 0 ? i / 2 : kWarpLanes + ((i / 2) ^ 8);
}
// [/exercise]
