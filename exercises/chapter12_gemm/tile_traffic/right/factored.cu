// SPDX-License-Identifier: MIT-0
// With the inner dimension in front.
// [exercise]
__host__ __device__ long long tiles(long long length, int tile) {
  return length / tile + (length % tile != 0 ? 1 : 0);
}

/// Floats that a tiled product of an m x k and a k x n matrix loads from global memory. Each block
/// computes a tile of tile_m x tile_n, at the edges less, and loads for it the rows of the one and
/// the columns of the other matrix that it needs, each once.
__host__ __device__ long long floats_loaded(long long m, long long n, long long k, int tile_m,
                                            int tile_n) {
  return k * (m * tiles(n, tile_n) + n * tiles(m, tile_m));
}

/// Stages of a ring in shared memory: how many pairs of tiles, tile_m x depth and depth x tile_n
/// floats, fit into `shared_bytes`, if each stage also needs a barrier of 8 bytes.
__host__ __device__ int most_stages(int shared_bytes, int tile_m, int tile_n, int depth) {
  const int floats = (tile_m + tile_n) * depth;
  return shared_bytes /
         (static_cast<int>(sizeof(float)) * floats + static_cast<int>(sizeof(long long)));
}
// [/exercise]
