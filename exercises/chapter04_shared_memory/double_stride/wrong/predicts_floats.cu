// expect: wrong-answer case=empty
// SPDX-License-Identifier: MIT-0
// What would hold for floats.
// [exercise]
constexpr int kWavefrontsStride1 = 1;
constexpr int kWavefrontsStride2 = 2;
constexpr int kSlots = 64;
__host__ __device__ constexpr int slot(int i) {
  return i % 2 == 0 ? i / 2 : kWarpLanes + ((i / 2) ^ 8);
}
// [/exercise]
