// SPDX-License-Identifier: MIT
// clang-format off: the expectations of the source map's tests name lines of this file.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct Pair { float a; int b; };
struct One { double v; };
struct Empty {};
struct Functor { float scale; int bias; __device__ Functor(float s) : scale(s), bias(0) {} };
enum class Mode : short { kFirst };
__device__ int counter;
__device__ float twice(float v) { return v * 2.0f; }
template <class T>
__global__ void apply(Functor f, T* out, Pair p, const int n, Mode m, One one, Empty, bool flag,
                      __int128 wide) {
  __shared__ float tile[4][33];
  tile[n & 3][n] = twice(out[n]);
  counter = n + p.b + static_cast<int>(m) + flag + static_cast<int>(wide);
  out[0] = tile[n & 1][n] * f.scale + static_cast<float>(one.v);
}
template __global__ void apply<float>(Functor, float*, Pair, const int, Mode, One, Empty, bool,
                                      __int128);
extern "C" __global__ void plain(int, float* out) { out[0] = 1.0f; }
