// SPDX-License-Identifier: MIT
//
// Objects with virtual functions, made in place by one kernel and used by the next.
#include <new>

#include "../case.cuh"

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Strip : Shape {
  float length;
  __device__ explicit Strip(float l) : length(l) {}
  __device__ float area() const override { return 2 * length; }
};

__global__ void make(Square* squares, Strip* strips) {
  const int t = threadIdx.x;
  new (&squares[t]) Square(t);
  new (&strips[t]) Strip(t);
}

__global__ void measure(float* out, const Square* squares, const Strip* strips) {
  const int t = threadIdx.x;
  const Shape* const shape = t % 2 == 0 ? static_cast<const Shape*>(&squares[t]) : &strips[t];
  out[t] = shape->area();
}

int main() {
  Device<Square> squares(32);
  Device<Strip> strips(32);
  Device<float> out(32);
  make<<<1, 32>>>(squares, strips);
  measure<<<1, 32>>>(out, squares, strips);
  return finish() != 0 || out.host()[6] != 36 || out.host()[7] != 14;
}
