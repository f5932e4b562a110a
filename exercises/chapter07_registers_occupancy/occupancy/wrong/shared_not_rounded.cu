// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Shared memory comes in units of 128.
// [exercise]
/// Blocks that a multiprocessor holds at once, of `threads` threads (1 to 1024) that use
/// `registers` registers each (1 to 255), and `shared_bytes` of shared memory a block. 0 if not
/// even one fits.
__host__ __device__ int resident_blocks(int threads, int registers, int shared_bytes) {
  const int warps = (threads + 31) / 32;  // a part of a warp takes the place of a whole one
  int blocks = kMostBlocks;
  const int by_warps = kMostThreads / 32 / warps;
  if (by_warps < blocks) blocks = by_warps;
  const int registers_of_warp = (32 * registers + 255) / 256 * 256;
  const int by_registers = kRegisters / registers_of_warp / warps;
  if (by_registers < blocks) blocks = by_registers;
  const int shared_of_block = shared_bytes + kReservedShared;
  const int by_shared = kSharedBytes / shared_of_block;
  if (by_shared < blocks) blocks = by_shared;
  return blocks;
}
// [/exercise]
