// SPDX-License-Identifier: MIT-0
// One expression.
// [exercise]
__host__ __device__ constexpr int least(int a, int b) { return a < b ? a : b; }
__host__ __device__ constexpr int up(int a, int unit) { return (a + unit - 1) / unit * unit; }
__host__ __device__ int resident_blocks(int threads, int registers, int shared_bytes) {
  const int warps = up(threads, 32) / 32;
  return least(least(kMostBlocks, 64 / warps),
               least(kRegisters / up(registers * 32, 256) / warps,
                     kSharedBytes / up(shared_bytes + kReservedShared, 128)));
}
// [/exercise]
