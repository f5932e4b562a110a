// SPDX-License-Identifier: MIT-0
// In one buffer, with a barrier between read and write.
// [exercise]
__global__ void scan_block(int* out, int* totals, const int* in, int n) {
  __shared__ int part[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  int sum = i < n ? in[i] : 0;
  part[t] = sum;
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance <<= 1) {
    const int before = t >= distance ? part[t - distance] : 0;
    __syncthreads();
    sum += before;
    part[t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = sum;
  if (t == kBlock - 1) totals[blockIdx.x] = sum;
}

__global__ void add_offsets(int* out, const int* totals_scanned, int n) {
  __shared__ int offset;
  if (threadIdx.x == 0) offset = blockIdx.x > 0 ? totals_scanned[blockIdx.x - 1] : 0;
  __syncthreads();
  const int i = threadIdx.x + kBlock * blockIdx.x;
  if (i < n) out[i] += offset;
}
// [/exercise]
