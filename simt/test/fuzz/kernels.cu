// SPDX-License-Identifier: MIT
//
// What the fuzzer starts from: a little of everything that an object can hold.
#include "cuda_runtime.h"

__constant__ float table[4] = {1, 2, 3, 4};
__device__ int total;

struct Shape {
  __device__ virtual int area(int side) const { return side; }
};
struct Square : Shape {
  __device__ int area(int side) const override { return side * side; }
};
struct Pair {
  float a;
  int b[3];
};

__global__ void saxpy(float* y, const float* x, float a, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = a * x[i] + table[i % 4];
}
__global__ void reduce(int* out) {
  __shared__ int part[64];
  part[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  for (unsigned k = 32; k > 0; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(&total, part[0]);
  *out = __shfl_xor_sync(__activemask(), part[0], 1);
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int* out) {
  out[threadIdx.x] = fibonacci(static_cast<int>(threadIdx.x) % 9);
}
__global__ void calls(int* out, Pair pair) {
  const Shape shape;
  const Square square;
  const Shape* which = threadIdx.x % 2 == 0 ? &shape : &square;
  out[threadIdx.x] = which->area(pair.b[threadIdx.x % 3]) + static_cast<int>(pair.a);
}
__global__ void vectors(float4* out, const double2* in) {
  const double2 v = in[threadIdx.x];
  out[threadIdx.x] = make_float4(float(v.x), float(v.y), sqrtf(float(v.x)), 0);
  extern __shared__ short dynamic[];
  dynamic[threadIdx.x] = static_cast<short>(threadIdx.x);
  printf("%d %f\n", int(dynamic[threadIdx.x]), v.y);
}
__global__ void loops(unsigned* out, unsigned n) {
  unsigned x = threadIdx.x;
  while (x != 1 && n-- > 0) {
    switch (x % 5) {
      case 0:
        x /= 5;
        continue;
      case 3:
        x *= 3;
        break;
      default:
        ++x;
    }
    if (x > 1000) break;
  }
  out[threadIdx.x] = x;
}
