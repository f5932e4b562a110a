// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Loads are free of conflicts now, and stores are not.
// [exercise]
constexpr int kWavefrontsStride1 = 2;
constexpr int kWavefrontsStride2 = 4;
constexpr int kSlots = 64;
__host__ __device__ constexpr int slot(int i) { return i / 2 + kWarpLanes * (i % 2); }
// [/exercise]
