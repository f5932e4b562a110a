// expect: does-not-compile
// SPDX-License-Identifier: MIT-0
// More slots than the task allows.
// [exercise]
constexpr int kWavefrontsStride1 = 2;
constexpr int kWavefrontsStride2 = 4;
constexpr int kSlots = 128;
__host__ __device__ constexpr int slot(int i) { return i % 2 == 0 ? i / 2 : 72 + i / 2; }
// [/exercise]
