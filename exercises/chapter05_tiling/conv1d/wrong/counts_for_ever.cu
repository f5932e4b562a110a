// expect: instruction-limit case=one
// SPDX-License-Identifier: MIT-0
// A loop that never ends and keeps writing.
// [exercise]
__global__ void conv1d(float* out, const float*, int n) {
  volatile float* first = out;
  for (unsigned k = 0; n > 0 && threadIdx.x == 0; ++k) *first = static_cast<float>(k);
}
// [/exercise]
