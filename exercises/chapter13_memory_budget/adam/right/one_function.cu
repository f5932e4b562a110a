// SPDX-License-Identifier: MIT-0
// One function for the step, another for the places.
// [exercise]
struct State {
  float weight, mean, square;
};

__device__ State stepped(State s, float g, float rate) {
  s.mean = kKeepMean * s.mean + (1.0f - kKeepMean) * g;
  s.square = kKeepSquare * s.square + (1.0f - kKeepSquare) * g * g;
  s.weight -= rate * (s.mean / (sqrtf(s.square) + kTiny));
  return s;
}

/// One step of Adam for each of n parameters, with the gradient g:
///   mean = kKeepMean * mean + (1 - kKeepMean) * g
///   square = kKeepSquare * square + (1 - kKeepSquare) * g * g
///   weight = weight - rate * mean / (sqrt(square) + kTiny)
/// Blocks of kBlock threads, one thread a parameter.
__global__ void adam(float* weight, float* mean, float* square, const float* gradient, int n,
                     float rate) {
  const int i = static_cast<int>(blockIdx.x * kBlock + threadIdx.x);
  if (i < n) {
    const State after = stepped({weight[i], mean[i], square[i]}, gradient[i], rate);
    weight[i] = after.weight;
    mean[i] = after.mean;
    square[i] = after.square;
  }
}
// [/exercise]
