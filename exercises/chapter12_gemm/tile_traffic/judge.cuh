// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

__host__ __device__ long long floats_loaded(long long m, long long n, long long k, int tile_m,
                                            int tile_n);
__host__ __device__ int most_stages(int shared_bytes, int tile_m, int tile_n, int depth);

/// Asks for one answer of each kind a thread.
extern "C" __global__ void judge_ask(long long* loaded, int* stages, const long long* m,
                                     const long long* n, const long long* k, const int* tile_m,
                                     const int* tile_n, const int* shared_bytes, const int* depth) {
  const int i = threadIdx.x;
  loaded[i] = floats_loaded(m[i], n[i], k[i], tile_m[i], tile_n[i]);
  stages[i] = most_stages(shared_bytes[i], tile_m[i], tile_n[i], depth[i]);
}
