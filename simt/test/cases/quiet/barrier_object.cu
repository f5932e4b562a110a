// SPDX-License-Identifier: MIT
//
// One warp fills two buffers in turn and the others empty them; barriers in shared memory order
// both.
#include <cuda/barrier>

#include "../case.cuh"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sums(int* out, const int* in, int rounds) {
  __shared__ Barrier full[2], empty[2];
  __shared__ int buffer[2][32];
  const int t = threadIdx.x;
  if (t < 2) {
    init(&full[t], 32);
    init(&empty[t], blockDim.x - 32);
  }
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int stage = round % 2;
    const bool parity = round / 2 % 2 != 0;
    if (t < 32) {
      if (round >= 2) empty[stage].wait_parity(!parity);
      buffer[stage][t] = in[round * 32 + t];
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(parity);
      sum += buffer[stage][31 - t % 32];
      (void)empty[stage].arrive();
    }
  }
  if (t >= 32) out[t - 32] = sum;
}

int main() {
  Filled<int> in(7 * 32);
  Device<int> out(64);
  sums<<<1, 96>>>(out, in, 7);
  const int code = finish();
  return code != 0 || out.host()[0] != 7 * 32 + 32 * 21 ? 1 : 0;
}
