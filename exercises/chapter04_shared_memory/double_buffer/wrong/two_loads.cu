// expect: too-much-traffic
// SPDX-License-Identifier: MIT-0
// Needs no shared memory, but twice the loads.
// [exercise]
/// Turns each tile of kTile floats around, and adds what stood there:
///   out[t * kTile + e] = in[t * kTile + e] + in[t * kTile + kTile - 1 - e]
/// Blocks of kTile threads, any number of them; block b works on tiles b, b + gridDim.x, ...
/// Tiles come into shared memory by asynchronous copies, the next one while this one is used.
__global__ void fold(float* out, const float* in, int tiles) {
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const float* tile = in + static_cast<std::size_t>(t) * kTile;
    out[static_cast<std::size_t>(t) * kTile + threadIdx.x] =
        tile[threadIdx.x] + tile[kTile - 1 - threadIdx.x];
  }
}
// [/exercise]
