// SPDX-License-Identifier: MIT
//
// Variables that host and device share by name.
#include "conformance.cuh"

using namespace conformance;

__managed__ int counter = 40;
__managed__ float table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
struct Point {
  double x, y;
};
static __managed__ Point corner;

__global__ void use() {
  atomicAdd(&counter, 1);
  table[threadIdx.x] *= 2.0f;
  if (threadIdx.x == 0) corner.y = corner.x + 1;
}

int main() {
  Suite suite;
  suite.is_true("initial value on the host", counter == 40 && table[3] == 3.0f);
  corner = {2.5, 0};
  table[1] = 10.0f;
  use<<<1, 8>>>();
  must(cudaDeviceSynchronize(), "synchronize");
  suite.is_true("counted on the device", counter == 48);
  suite.equal("table", std::vector<float>(table, table + 8), {0, 20, 4, 6, 8, 10, 12, 14});
  suite.is_true("structure", corner.y == 3.5);
  counter = 0;
  use<<<1, 5>>>();
  must(cudaDeviceSynchronize(), "synchronize");
  suite.is_true("set on the host", counter == 5);
  return suite.finish();
}
