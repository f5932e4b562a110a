// expect: race
// SPDX-License-Identifier: MIT-0
// Scans in shared memory without a second buffer or a barrier between read and write.
// [exercise]
__global__ void scan_block(int* out, int* totals, const int* in, int n) {
  __shared__ int part[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    if (t >= distance) part[t] += part[t - distance];
    __syncthreads();
  }
  if (i < n) out[i] = part[t];
  if (t == kBlock - 1) totals[blockIdx.x] = part[t];
}

__global__ void add_offsets(int* out, const int* totals_scanned, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += totals_scanned[blockIdx.x - 1];
}
// [/exercise]
