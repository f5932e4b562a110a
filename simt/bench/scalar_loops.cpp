// SPDX-License-Identifier: MIT
#include "scalar_loops.hpp"

namespace bench {

void saxpy(int n, float a, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

void matmul(float* c, const float* a, const float* b, int n) {
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
      c[row * n + col] = sum;
    }
  }
}

void reduce(const float* in, float* out, int n, int block) {
  for (int begin = 0; begin < n; begin += block) {
    float sum = 0;
    for (int i = begin; i < begin + block && i < n; ++i) sum += in[i];
    out[begin / block] = sum;
  }
}

void transpose(float* out, const float* in, int n) {
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) out[x * n + y] = in[y * n + x];
  }
}

void diverge(int* out, const int* in, int n) {
  for (int i = 0; i < n; ++i) {
    const int v = in[i];
    int sum = 0;
    for (int k = 0; k < 100; ++k) {
      if ((v + k) % 7 == 3) continue;
      if (k > v % 50) break;
      switch ((k + i) & 3) {
        case 0:
          sum += k;
          break;
        case 1:
          sum ^= v;
          break;
        case 2:
          sum -= 3;
          [[fallthrough]];
        default:
          sum += 1;
      }
    }
    out[i] = sum;
  }
}

}  // namespace bench
