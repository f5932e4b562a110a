// SPDX-License-Identifier: MIT
//
// Values that functions return through pointers to local variables.
#include "../case.cuh"

__global__ void parts(float* out) {
  const int i = threadIdx.x;
  float sine, cosine, whole;
  int exponent;
  sincosf(0.1f * i, &sine, &cosine);
  const float fraction = modff(1.25f * i, &whole);
  const float mantissa = frexpf(1.0f + i, &exponent);
  out[i] = sine * sine + cosine * cosine + fraction + whole - 1.25f * i +
           ldexpf(mantissa, exponent) - 1.0f - i;
}

int main() {
  Device<float> out(64);
  parts<<<1, 64>>>(out);
  const int code = finish();
  const float last = out.host()[63];
  return code != 0 || !(last > 0.999f && last < 1.001f) ? 1 : 0;
}
