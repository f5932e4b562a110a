// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// A tile of 32 x 32 floats without padding and without conflicts.
//
// Task:   find a layout, slot(), in which rows and columns of the tile are free of conflicts.
// Build:  nvcc -std=c++17 swizzle.cu -o swizzle
// Run:    ./swizzle    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <array>
#include <cstdio>
#include <cstdlib>

constexpr int kTile = 32;
constexpr int kSlots = kTile * kTile;  // no room for padding

// [exercise]
/// Slot that holds the element at this row and column of the tile. No two may share a slot, and
/// all lie in [0, kSlots).
__host__ __device__ constexpr int slot(int row, int column) {
  // TODO: here the 32 elements of a column lie in one bank.
  return row * kTile + column;
}
// [/exercise]

/// Passes through the banks for the 32 elements first, first + step, ...: the most that lie in
/// one bank.
int wavefronts(bool along_row, int fixed) {
  std::array<int, 32> in_bank{};
  int most = 0;
  for (int lane = 0; lane < kTile; ++lane) {
    const int s = along_row ? slot(fixed, lane) : slot(lane, fixed);
    const int passes = ++in_bank[s % 32];
    most = passes > most ? passes : most;
  }
  return most;
}

bool slots_are_separate() {
  std::array<bool, kSlots> used{};
  for (int row = 0; row < kTile; ++row) {
    for (int column = 0; column < kTile; ++column) {
      const int s = slot(row, column);
      if (s < 0 || s >= kSlots || used[s]) {
        std::printf("FAIL slot: row %d column %d got slot %d, want one in 0 to %d that is free\n",
                    row, column, s, kSlots - 1);
        return false;
      }
      used[s] = true;
    }
  }
  return true;
}

bool is_free_of_conflicts() {
  for (int fixed = 0; fixed < kTile; ++fixed) {
    for (const bool along_row : {true, false}) {
      const int got = wavefronts(along_row, fixed);
      if (got != 1) {
        std::printf("FAIL slot: %s %d got %d wavefronts want 1\n", along_row ? "row" : "column",
                    fixed, got);
        return false;
      }
    }
  }
  return true;
}

int main() {
  if (!slots_are_separate() || !is_free_of_conflicts()) return 1;
  std::printf("each row and each column: 1 wavefront\n");
  return 0;
}
