// SPDX-License-Identifier: MIT
//
// Atomics on 64 bits, signed by twos complement, and on doubles.
#include "../case.cuh"

__global__ void totals(unsigned long long* whole, double* real) {
  const long long value = static_cast<long long>(threadIdx.x) - 40;
  atomicAdd(whole, static_cast<unsigned long long>(value));
  atomicAdd(real, 0.5);
}

int main() {
  Zeroed<unsigned long long> whole(1);
  Zeroed<double> real(1);
  totals<<<2, 64>>>(whole, real);
  const auto sum = static_cast<long long>(whole.host()[0]);
  return finish() != 0 || sum != 2 * (2016 - 64 * 40) || real.host()[0] != 64;
}
