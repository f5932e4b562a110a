// SPDX-License-Identifier: MIT-0
// In shared memory with two buffers in turn.
// [exercise]
__global__ void scan_block(int* out, int* totals, const int* in, int n) {
  __shared__ int part[2][kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  int from = 0;
  part[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    part[1 - from][t] = part[from][t] + (t >= distance ? part[from][t - distance] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = part[from][t];
  if (t == 0) totals[blockIdx.x] = part[from][kBlock - 1];
}

__global__ void add_offsets(int* out, const int* totals_scanned, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  out[i] = out[i] + (blockIdx.x == 0 ? 0 : totals_scanned[blockIdx.x - 1]);
}
// [/exercise]
