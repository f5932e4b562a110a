// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// The swizzle of 128 bytes that the copy engine applies.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 engine_swizzle.cu -o engine_swizzle
// Run:    ./engine_swizzle    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// Where the byte at `offset` of a tile with rows of 128 bytes lies, if the copy engine swizzles by
/// 128 bytes: within its row the chunks of 16 bytes are exchanged, chunk c of row r goes to chunk
/// c ^ (r % 8).
__host__ __device__ int swizzled(int offset) {
  // TODO
  return offset;
}

/// Eight threads read chunk number `chunk` of rows 0, step, 2 * step, ..., 7 * step of such a tile.
/// How many of the tile's eight columns of chunks do they touch? Eight is without conflicts.
__host__ __device__ int columns_touched(int chunk, int step) {
  // TODO
  return chunk + step;
}
// [/exercise]

bool equals(const char* what, long long got, long long want) {
  if (got != want) {
    std::printf("FAIL %s: got %lld want %lld\n", what, got, want);
    return false;
  }
  std::printf("%s: %lld\n", what, got);
  return true;
}

int main() {
  const bool right = equals("byte 20 of row 0", swizzled(20), 20) &&
                     equals("byte 20 of row 1", swizzled(128 + 20), 132) &&
                     equals("byte 127 of row 7", swizzled(7 * 128 + 127), 911) &&
                     equals("byte 20 of row 9", swizzled(9 * 128 + 20), 1156) &&
                     equals("columns of chunk 3 in eight rows", columns_touched(3, 1), 8) &&
                     equals("in every second row", columns_touched(3, 2), 4) &&
                     equals("in every eighth row", columns_touched(3, 8), 1);
  return right ? 0 : 1;
}
