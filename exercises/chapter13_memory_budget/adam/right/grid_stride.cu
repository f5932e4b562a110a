// SPDX-License-Identifier: MIT-0
// Strides over the grid, with fused operations.
// [exercise]
/// One step of Adam for each of n parameters, with the gradient g:
///   mean = kKeepMean * mean + (1 - kKeepMean) * g
///   square = kKeepSquare * square + (1 - kKeepSquare) * g * g
///   weight = weight - rate * mean / (sqrt(square) + kTiny)
/// Blocks of kBlock threads, one thread a parameter.
__global__ void adam(float* weight, float* mean, float* square, const float* gradient, int n,
                     float rate) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float g = gradient[i];
    const float m = fmaf(kKeepMean, mean[i], (1.0f - kKeepMean) * g);
    const float s = fmaf(kKeepSquare, square[i], (1.0f - kKeepSquare) * (g * g));
    weight[i] = fmaf(-rate, m / (sqrtf(s) + kTiny), weight[i]);
    mean[i] = m;
    square[i] = s;
  }
}
// [/exercise]
