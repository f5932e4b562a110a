// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Each thread adds up all elements of the block before its own.
// [exercise]
/// out[i] = in[first] + ... + in[i] for the elements of this block, where `first` is the block's
/// first; totals[block] = the sum of the block. Blocks have kBlock threads, one an element.
__global__ void scan_block(int* out, int* totals, const int* in, int n) {
  const int first = blockIdx.x * kBlock;
  const int i = first + threadIdx.x;
  int sum = 0;
  for (int j = first; j <= i && j < n; ++j) sum += in[j];
  if (i < n) out[i] = sum;
  if (threadIdx.x == kBlock - 1) totals[blockIdx.x] = sum;
}

/// Adds to each element the total of all blocks before its own; totals_scanned[b] is the sum of
/// blocks 0 to b. The same blocks as scan_block.
__global__ void add_offsets(int* out, const int* totals_scanned, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += totals_scanned[blockIdx.x - 1];
}
// [/exercise]
