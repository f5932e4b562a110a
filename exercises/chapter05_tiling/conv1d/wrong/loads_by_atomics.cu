// expect: read-only case=one
// SPDX-License-Identifier: MIT-0
// An atomic that adds nothing is a load that no limit on loads counts.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < kTaps; ++k) {
    const int source = i + k - kRadius;
    if (source < 0 || source >= n) continue;
    int* place = reinterpret_cast<int*>(const_cast<float*>(in + source));
    sum += c_weights[k] * __int_as_float(atomicOr(place, 0));
  }
  out[i] = sum;
}
// [/exercise]
