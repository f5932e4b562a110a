// expect: unsupported|trap|null-pointer|out-of-bounds|invalid-call
// SPDX-License-Identifier: MIT-0
// Calls a function that is none.
// [exercise]
__global__ void conv1d(float* out, const float* in, int n) {
  using Function = float (*)(const float*, int);
  const Function function = reinterpret_cast<Function>(static_cast<size_t>(n) + 123456789);
  const float value = function(in, n);
  if (n > 0) out[0] = value;
}
// [/exercise]
