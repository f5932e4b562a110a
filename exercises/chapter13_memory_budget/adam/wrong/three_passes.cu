// expect: too-much-traffic
// SPDX-License-Identifier: MIT-0
// Each line by itself: every state is read again.
// [exercise]
/// One step of Adam for each of n parameters, with the gradient g:
///   mean = kKeepMean * mean + (1 - kKeepMean) * g
///   square = kKeepSquare * square + (1 - kKeepSquare) * g * g
///   weight = weight - rate * mean / (sqrt(square) + kTiny)
/// Blocks of kBlock threads, one thread a parameter.
__global__ void adam(float* weight, float* mean, float* square, const float* gradient, int n,
                     float rate) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  volatile float* m = mean;
  volatile float* s = square;
  const volatile float* g = gradient;
  m[i] = kKeepMean * m[i] + (1.0f - kKeepMean) * g[i];
  s[i] = kKeepSquare * s[i] + (1.0f - kKeepSquare) * g[i] * g[i];
  weight[i] -= rate * m[i] / (sqrtf(s[i]) + kTiny);
}
// [/exercise]
