// SPDX-License-Identifier: MIT
//
// Function objects by value, with captures.
#include "../case.cuh"

struct Scale {
  float factor;
  explicit Scale(float f) : factor(f) {}
  __device__ float operator()(float v) const { return factor * v; }
};

template <class F>
__global__ void apply(F f, float* data) {
  data[threadIdx.x] = f(data[threadIdx.x]);
}

int main() {
  Filled<float> data(32);
  apply<<<1, 32>>>(Scale(2), data);
  const float add = 3;
  apply<<<1, 32>>>([=] __device__(float v) { return v + add; }, data);
  return finish() != 0 || data.host()[1] != 7;
}
