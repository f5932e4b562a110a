// expect: out-of-bounds|array-bounds case=warp
// SPDX-License-Identifier: MIT-0
// The second half lies past the end of the tile.
// [exercise]
constexpr int kWavefrontsStride1 = 2;
constexpr int kWavefrontsStride2 = 4;
constexpr int kSlots = 64;
__host__ __device__ constexpr int slot(int i) { return i % 2 == 0 ? i / 2 : 40 + i / 2; }
// [/exercise]
