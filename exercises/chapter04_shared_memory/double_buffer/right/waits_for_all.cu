// SPDX-License-Identifier: MIT-0
// Waits for all that is under way, then begins the next.
// [exercise]
/// Turns each tile of kTile floats around, and adds what stood there:
///   out[t * kTile + e] = in[t * kTile + e] + in[t * kTile + kTile - 1 - e]
/// Blocks of kTile threads, any number of them; block b works on tiles b, b + gridDim.x, ...
/// Tiles come into shared memory by asynchronous copies, the next one while this one is used.
__global__ void fold(float* out, const float* in, int tiles) {
  __shared__ float tiles_of[2 * kTile];
  float* now = tiles_of;
  float* then = tiles_of + kTile;
  const unsigned e = threadIdx.x;
  int t = blockIdx.x;
  if (t < tiles) __pipeline_memcpy_async(now + e, in + (size_t)t * kTile + e, sizeof(float));
  while (t < tiles) {
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const int next = t + gridDim.x;
    if (next < tiles) {
      __pipeline_memcpy_async(then + e, in + (size_t)next * kTile + e, sizeof(float));
    }
    out[(size_t)t * kTile + e] = now[kTile - 1 - e] + now[e];
    float* swapped = now;
    now = then;
    then = swapped;
    t = next;
  }
}
// [/exercise]
