// SPDX-License-Identifier: MIT
//
// Refused by the compiler: parameters of 32,768 bytes, four more than a kernel may have.

struct Table {
  float values[32'768 / sizeof(float)];
};

__global__ void too_many_parameters(const __grid_constant__ Table table) {
  if (table.values[threadIdx.x] == 1.0f) __trap();
}
