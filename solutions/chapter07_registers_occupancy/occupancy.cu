// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// How many blocks fit on a multiprocessor, by hand.
//
// Task:   fill in resident_blocks.
// Build:  nvcc -std=c++17 occupancy.cu -o occupancy
// Run:    ./occupancy    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// A multiprocessor of compute capability 9.0, as the programming guide has it.
enum Multiprocessor : int {
  kMostThreads = 2048,
  kMostBlocks = 32,
  kRegisters = 65536,         // given out by warps, in units of 256
  kSharedBytes = 228 * 1024,  // given out by blocks, in units of 128
  kReservedShared = 1024      // bytes that each block pays on top
};

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
  const int shared_of_block = (shared_bytes + kReservedShared + 127) / 128 * 128;
  const int by_shared = kSharedBytes / shared_of_block;
  if (by_shared < blocks) blocks = by_shared;
  return blocks;
}
// [/exercise]

struct Question {
  int threads, registers, shared_bytes;
  int blocks;  // worked out by hand
};
constexpr Question kQuestions[] = {
    {1024, 32, 0, 2},     // threads: 2048 / 1024
    {32, 16, 0, 32},      // never more than 32 blocks
    {256, 128, 0, 2},     // registers: 65536 / (8 warps * 4096)
    {256, 32, 49152, 4},  // shared memory: 233472 / (49152 + 1024) = 4.65
    {100, 32, 0, 16},     // 100 threads are 4 warps
    {1024, 65, 0, 0},     // 32 warps of 2304 registers do not fit
};

bool passes(const Question& q) {
  const int got = resident_blocks(q.threads, q.registers, q.shared_bytes);
  if (got != q.blocks) {
    std::printf("FAIL resident_blocks: %d threads, %d registers, %d bytes: got %d want %d\n",
                q.threads, q.registers, q.shared_bytes, got, q.blocks);
    return false;
  }
  std::printf("%4d threads, %3d registers, %5d bytes: %2d blocks\n", q.threads, q.registers,
              q.shared_bytes, got);
  return true;
}

int main() {
  for (const Question& question : kQuestions) {
    if (!passes(question)) return 1;
  }
  return 0;
}
