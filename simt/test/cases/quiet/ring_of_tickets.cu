// SPDX-License-Identifier: MIT
//
// Tickets from atomicInc wrap around; each slot counts its visits.
#include "../case.cuh"

__device__ unsigned next_slot;

__global__ void visit(int* visits) {
  const unsigned slot = atomicInc(&next_slot, 7);
  atomicAdd(&visits[slot], 1);
}

int main() {
  Zeroed<int> visits(8);
  visit<<<4, 32>>>(visits);
  return finish() != 0 || visits.host()[7] != 16;
}
