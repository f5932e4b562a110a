// SPDX-License-Identifier: MIT
// Kernels of the engine's unit tests: imports of the math library.
#include <cuda_runtime.h>

extern "C" __global__ void float_math(float* out, const float* in) {
  const float x = in[threadIdx.x];
  float* row = out + threadIdx.x * 12;
  row[0] = sinf(x);
  row[1] = expf(x);
  row[2] = logf(x);
  row[3] = sqrtf(x);
  row[4] = rsqrtf(x);
  row[5] = powf(x, 1.5f);
  row[6] = fmaf(x, x, 1.0f);
  row[7] = erfinvf(x / 100);
  row[8] = fminf(x, 2.0f);
  row[9] = roundf(x);
  row[10] = atan2f(x, 2.0f);
  float sine = 0, cosine = 0;
  sincosf(x, &sine, &cosine);
  row[11] = sine * sine + cosine * cosine;
}

extern "C" __global__ void double_math(double* out, const double* in) {
  const double x = in[threadIdx.x];
  double* row = out + threadIdx.x * 6;
  row[0] = sin(x);
  row[1] = exp(x);
  row[2] = cbrt(x);
  row[3] = fma(x, x, 1.0);
  row[4] = normcdf(x);
  row[5] = __dadd_ru(1.0, 1e-20);
}

extern "C" __global__ void wide_products(unsigned long long* out, const unsigned long long* in) {
  const unsigned long long x = in[threadIdx.x];
  out[threadIdx.x] = __umul64hi(x, x * 3);
}
