// SPDX-License-Identifier: MIT-0
// Falls through the cases of a switch.
// [exercise]
__global__ void scale(float* out, const float* in, float factor, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const int left = n - first;
  if (left >= 4) {
    const float4 v = reinterpret_cast<const float4*>(in)[first / 4];
    float4 w;
    w.x = v.x * factor;
    w.y = v.y * factor;
    w.z = v.z * factor;
    w.w = v.w * factor;
    reinterpret_cast<float4*>(out)[first / 4] = w;
    return;
  }
  if (left > 2) out[first + 2] = in[first + 2] * factor;
  if (left > 1) out[first + 1] = in[first + 1] * factor;
  if (left > 0) out[first] = in[first] * factor;
}
// [/exercise]
