// SPDX-License-Identifier: MIT-0
// Imaginary parts moved on by eight slots.
// [exercise]
constexpr int kWavefrontsStride1 = 2;
constexpr int kWavefrontsStride2 = 4;
constexpr int kSlots = 64;
__host__ __device__ constexpr int slot(int i) {
  return i % 2 == 0 ? i / 2 : kWarpLanes + (i / 2 + 8) % kWarpLanes;
}
// [/exercise]
