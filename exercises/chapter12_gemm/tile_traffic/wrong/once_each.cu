// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Loads each matrix once.
// [exercise]
/// Floats that a tiled product of an m x k and a k x n matrix loads from global memory. Each block
/// computes a tile of tile_m x tile_n, at the edges less, and loads for it the rows of the one and
/// the columns of the other matrix that it needs, each once.
__host__ __device__ long long floats_loaded(long long m, long long n, long long k, int tile_m,
                                            int tile_n) {
  return m * k + n * k;
}

/// Stages of a ring in shared memory: how many pairs of tiles, tile_m x depth and depth x tile_n
/// floats, fit into `shared_bytes`, if each stage also needs a barrier of 8 bytes.
__host__ __device__ int most_stages(int shared_bytes, int tile_m, int tile_n, int depth) {
  return shared_bytes / (4 * depth * (tile_m + tile_n) + 8);
}
// [/exercise]
