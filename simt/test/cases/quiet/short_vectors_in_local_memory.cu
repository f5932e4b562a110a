// SPDX-License-Identifier: MIT
//
// Vectors of 4 and 8 bytes come back from a function; their copies on the stack lie so well that
// the compiler may load more than they have.
#include <cuda_fp16.h>

#include "../case.cuh"

__device__ __half2 step(__half2 x) {
  return __hfma2(x, __float2half2_rn(0.5f), __float2half2_rn(1.0f));
}
__device__ float2 step(float2 x) { return make_float2(x.y, x.x + 1); }
__device__ char4 step(char4 x) { return make_char4(x.w, x.x, x.y, x.z + 1); }

template <class T>
__global__ void chains(T* out, const T* first, int steps) {
  T x[4];
  for (int c = 0; c < 4; ++c) x[c] = first[threadIdx.x * 4 + c];
#pragma unroll 8
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int c = 0; c < 4; ++c) x[c] = step(x[c]);
  }
  for (int c = 0; c < 4; ++c) out[threadIdx.x * 4 + c] = x[c];
}

template <class T>
T last_of_chain() {
  Zeroed<T> first(4 * 32);
  Device<T> out(4 * 32);
  chains<<<1, 32>>>(static_cast<T*>(out), static_cast<const T*>(first), 9);
  return finish() != 0 ? T() : out.host()[127];
}

int main() {
  const __half2 half = last_of_chain<__half2>();
  const float2 pair = last_of_chain<float2>();
  const char4 four = last_of_chain<char4>();
  // 2 - 2^-8 by halving, 4 and 5 by turns, and one more each time a byte has gone round.
  const bool right = __low2float(half) == 1.99609375f && __high2float(half) == 1.99609375f &&
                     pair.x == 4 && pair.y == 5 && four.w == 3 && four.x == 2;
  return right ? 0 : 1;
}
