// expect: race|race-atomic
// SPDX-License-Identifier: MIT-0
// Adds what is not counted yet.
// [exercise]
/// Adds to counts[v], for v in [0, kBins), how often v stands among the n values; values outside
/// of [0, kBins) are passed over. Any number of blocks of kBlock threads.
__global__ void histogram(unsigned* counts, const int* values, int n) {
  __shared__ unsigned mine[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += kBlock) mine[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    const int value = values[i];
    if (value >= 0 && value < kBins) atomicAdd(&mine[value], 1u);
  }
  for (int bin = threadIdx.x; bin < kBins; bin += kBlock) atomicAdd(&counts[bin], mine[bin]);
}
// [/exercise]
