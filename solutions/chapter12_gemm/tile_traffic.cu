// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// What a tiled product loads, and how many stages fit.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 tile_traffic.cu -o tile_traffic
// Run:    ./tile_traffic    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// Floats that a tiled product of an m x k and a k x n matrix loads from global memory. Each block
/// computes a tile of tile_m x tile_n, at the edges less, and loads for it the rows of the one and
/// the columns of the other matrix that it needs, each once.
__host__ __device__ long long floats_loaded(long long m, long long n, long long k, int tile_m,
                                            int tile_n) {
  const long long across = (n + tile_n - 1) / tile_n;
  const long long down = (m + tile_m - 1) / tile_m;
  return across * m * k + down * n * k;
}

/// Stages of a ring in shared memory: how many pairs of tiles, tile_m x depth and depth x tile_n
/// floats, fit into `shared_bytes`, if each stage also needs a barrier of 8 bytes.
__host__ __device__ int most_stages(int shared_bytes, int tile_m, int tile_n, int depth) {
  return shared_bytes / (4 * depth * (tile_m + tile_n) + 8);
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
  const bool right =
      equals("floats for 4096 x 4096 x 4096 in tiles of 128 x 128",
             floats_loaded(4096, 4096, 4096, 128, 128), 1073741824) &&
      equals("in tiles of 256 x 128", floats_loaded(4096, 4096, 4096, 256, 128), 805306368) &&
      equals("for 100 x 70 x 10 in tiles of 64 x 64", floats_loaded(100, 70, 10, 64, 64), 3400) &&
      equals("stages of 128 x 128 x 32 in 227 KiB", most_stages(232448, 128, 128, 32), 7);
  return right ? 0 : 1;
}
