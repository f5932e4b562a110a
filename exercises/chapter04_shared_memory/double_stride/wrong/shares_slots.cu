// expect: race-collision case=one
// SPDX-License-Identifier: MIT-0
// Real and imaginary part in one slot.
// [exercise]
constexpr int kWavefrontsStride1 = 2;
constexpr int kWavefrontsStride2 = 4;
constexpr int kSlots = 64;
__host__ __device__ constexpr int slot(int i) { return i / 2; }
// [/exercise]
