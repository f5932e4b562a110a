// SPDX-License-Identifier: MIT-0
// Three tiles, two of them under way.
// [exercise]
/// Turns each tile of kTile floats around, and adds what stood there:
///   out[t * kTile + e] = in[t * kTile + e] + in[t * kTile + kTile - 1 - e]
/// Blocks of kTile threads, any number of them; block b works on tiles b, b + gridDim.x, ...
/// Tiles come into shared memory by asynchronous copies, the next one while this one is used.
__global__ void fold(float* out, const float* in, int tiles) {
  __shared__ float tile[3][kTile];
  const int e = threadIdx.x;
  const auto begin = [&](int turn) {
    const int t = blockIdx.x + turn * gridDim.x;
    if (t < tiles) {
      const float* from = in + static_cast<std::size_t>(t) * kTile;
      __pipeline_memcpy_async(&tile[turn % 3][e], &from[e], 4);
    }
    __pipeline_commit();
  };
  begin(0);
  begin(1);
  for (int turn = 0;; ++turn) {
    const int t = blockIdx.x + turn * gridDim.x;
    if (t >= tiles) return;
    __pipeline_wait_prior(1);
    __syncthreads();  // this tile is complete, and everyone has read the one before it
    begin(turn + 2);
    out[static_cast<std::size_t>(t) * kTile + e] =
        tile[turn % 3][e] + tile[turn % 3][kTile - 1 - e];
  }
}
// [/exercise]
