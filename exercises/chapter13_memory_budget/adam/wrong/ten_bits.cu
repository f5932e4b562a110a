// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Keeps ten bits of the mean.
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
  // Each state is read once and written once; what lies between stays in registers.
  const float g = gradient[i];
  const float new_mean = kKeepMean * mean[i] + (1.0f - kKeepMean) * g;
  const float new_square = kKeepSquare * square[i] + (1.0f - kKeepSquare) * g * g;
  mean[i] = static_cast<float>(static_cast<int>(new_mean * 1024.0f)) / 1024.0f;
  square[i] = new_square;
  weight[i] -= rate * new_mean / (sqrtf(new_square) + kTiny);
}
// [/exercise]
