// SPDX-License-Identifier: MIT-0
// A gap of eight slots between the halves.
// [exercise]
constexpr int kWavefrontsStride1 = 2;
constexpr int kWavefrontsStride2 = 4;
constexpr int kSlots = 72;
__host__ __device__ constexpr int slot(int i) { return i / 2 + (i % 2 == 0 ? 0 : 40); }
// [/exercise]
