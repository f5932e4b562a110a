// SPDX-License-Identifier: MIT-0
// Each warp has counters of its own.
// [exercise]
__global__ void histogram(unsigned* counts, const int* values, int n) {
  __shared__ unsigned of_warp[kBlock / 32][kBins];
  for (int k = threadIdx.x; k < kBlock / 32 * kBins; k += kBlock)
    of_warp[k / kBins][k % kBins] = 0u;
  __syncthreads();
  unsigned* mine = of_warp[threadIdx.x / 32];
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step) {
    const unsigned bin = static_cast<unsigned>(values[i]);
    if (bin < kBins) atomicAdd(mine + bin, 1u);
  }
  __syncthreads();
  if (threadIdx.x < kBins) {
    unsigned sum = 0;
    for (int w = 0; w < kBlock / 32; ++w) sum += of_warp[w][threadIdx.x];
    atomicAdd(counts + threadIdx.x, sum);
  }
}
// [/exercise]
