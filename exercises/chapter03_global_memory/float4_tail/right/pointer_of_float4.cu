// SPDX-License-Identifier: MIT-0
// Counts in float4, the tail by the first threads of the grid.
// [exercise]
__global__ void scale(float* out, const float* in, float factor, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int whole = n / 4;
  const float4* in4 = reinterpret_cast<const float4*>(in);
  float4* out4 = reinterpret_cast<float4*>(out);
  if (t < whole) {
    float4 v = in4[t];
    v.x *= factor;
    v.y *= factor;
    v.z *= factor;
    v.w *= factor;
    out4[t] = v;
  }
  if (t < n % 4) out[4 * whole + t] = in[4 * whole + t] * factor;
}
// [/exercise]
