// SPDX-License-Identifier: MIT
// Kernels of the engine's unit tests: shuffles, votes, match, reduce, atomics.
#include <cuda_runtime.h>

extern "C" __global__ void shuffles(int* out) {
  const int t = threadIdx.x;
  const unsigned all = 0xffffffffu;
  int* row = out + t * 8;
  row[0] = __shfl_sync(all, t * 10, 5);
  row[1] = __shfl_up_sync(all, t, 3);
  row[2] = __shfl_down_sync(all, t, 3);
  row[3] = __shfl_xor_sync(all, t, 6);
  row[4] = __shfl_sync(all, t, 1, 8);
  row[5] = __shfl_up_sync(all, t, 3, 8);
  row[6] = __shfl_down_sync(all, t, 3, 8);
  row[7] = static_cast<int>(__shfl_xor_sync(all, static_cast<double>(t), 1));
}

extern "C" __global__ void votes(unsigned* out) {
  const int t = threadIdx.x;
  unsigned* row = out + t * 6;
  row[0] = __ballot_sync(0xffffffffu, t % 3 == 0);
  row[1] = __any_sync(0xffffffffu, t == 7);
  row[2] = __all_sync(0xffffffffu, t < 31);
  row[3] = t < 10 ? __activemask() : 0;
  row[4] = __match_any_sync(0xffffffffu, t % 4);
  int same = 0;
  row[5] = __match_all_sync(0xffffffffu, 5, &same) + same;
}

extern "C" __global__ void reductions(int* out) {
  const int t = threadIdx.x;
  int* row = out + t * 4;
  row[0] = __reduce_add_sync(0xffffffffu, t);
  row[1] = __reduce_min_sync(0xffffffffu, t - 5);
  row[2] = __reduce_max_sync(0xffffffffu, t - 50);
  row[3] = static_cast<int>(__reduce_xor_sync(0xffffffffu, static_cast<unsigned>(t)));
}

extern "C" __global__ void atomics(int* words, unsigned long long* longs, float* floats,
                                   double* doubles) {
  const int t = threadIdx.x;
  atomicAdd(&words[0], t);
  atomicSub(&words[1], 1);
  atomicMin(&words[2], -t);
  atomicMax(&words[3], t);
  atomicAnd(&words[4], ~(1 << (t % 8)));
  atomicOr(&words[5], 1 << (t % 8));
  atomicXor(&words[6], t);
  atomicInc(reinterpret_cast<unsigned*>(&words[7]), 9u);
  atomicDec(reinterpret_cast<unsigned*>(&words[8]), 9u);
  atomicExch(&words[9], 11);
  atomicCAS(&words[10], 0, t + 1);
  atomicAdd(&longs[0], 1ull << 33);
  atomicMax(&longs[1], static_cast<unsigned long long>(t) << 40);
  atomicCAS(&longs[2], 0ull, 5ull);
  atomicAdd(floats, 0.5f);
  atomicAdd(doubles, 0.25);
}
