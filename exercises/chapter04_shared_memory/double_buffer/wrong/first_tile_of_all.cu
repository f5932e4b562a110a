// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Every block begins with tile 0.
// [exercise]
/// Begins to copy a tile; one float a thread.
__device__ void begin_copy(float* tile, const float* in, int t) {
  const int e = threadIdx.x;
  __pipeline_memcpy_async(&tile[e], &in[static_cast<std::size_t>(t) * kTile + e], sizeof(float));
}

/// Turns each tile of kTile floats around, and adds what stood there:
///   out[t * kTile + e] = in[t * kTile + e] + in[t * kTile + kTile - 1 - e]
/// Blocks of kTile threads, any number of them; block b works on tiles b, b + gridDim.x, ...
/// Tiles come into shared memory by asynchronous copies, the next one while this one is used.
__global__ void fold(float* out, const float* in, int tiles) {
  __shared__ float tile[2][kTile];
  const int e = threadIdx.x;
  int at = 0;
  if (blockIdx.x < tiles) begin_copy(tile[0], in, 0);
  __pipeline_commit();
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int next = t + gridDim.x;
    if (next < tiles) begin_copy(tile[at ^ 1], in, next);
    __pipeline_commit();       // of nothing, if there is no next tile: then it is over at once
    __pipeline_wait_prior(1);  // all copies of this thread but those of the last commit are over
    __syncthreads();           // and those of the other threads
    out[static_cast<std::size_t>(t) * kTile + e] = tile[at][e] + tile[at][kTile - 1 - e];
    __syncthreads();  // nobody reads this tile any more: the copy after next may come
    at ^= 1;
  }
}
// [/exercise]
