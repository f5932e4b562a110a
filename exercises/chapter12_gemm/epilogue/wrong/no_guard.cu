// expect: out-of-bounds
// SPDX-License-Identifier: MIT-0
// Works behind the end.
// [exercise]
/// c[i] = alpha * product[i] + beta * c[i] for i in [0, n), as BLAS has it: where beta is 0, what c
/// holds is not read and means nothing, be it no number. Blocks of kBlock threads, one thread an
/// element.
__global__ void finish(float* c, const float* product, int n, float alpha, float beta) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  float result = alpha * product[i];
  if (beta != 0.0f) result += beta * c[i];  // 0 times what is no number is no number
  c[i] = result;
}
// [/exercise]
