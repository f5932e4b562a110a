// expect: too-much-traffic
// SPDX-License-Identifier: MIT-0
// Loads and stores, and nothing runs ahead.
// [exercise]
/// Turns each tile of kTile floats around, and adds what stood there:
///   out[t * kTile + e] = in[t * kTile + e] + in[t * kTile + kTile - 1 - e]
/// Blocks of kTile threads, any number of them; block b works on tiles b, b + gridDim.x, ...
/// Tiles come into shared memory by asynchronous copies, the next one while this one is used.
__global__ void fold(float* out, const float* in, int tiles) {
  __shared__ float tile[kTile];
  const int e = threadIdx.x;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    tile[e] = in[static_cast<std::size_t>(t) * kTile + e];
    __syncthreads();
    out[static_cast<std::size_t>(t) * kTile + e] = tile[e] + tile[kTile - 1 - e];
    __syncthreads();
  }
}
// [/exercise]
