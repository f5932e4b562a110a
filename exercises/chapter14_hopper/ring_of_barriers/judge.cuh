// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

__host__ __device__ int slot_and_parity(int turn, int stages);
__host__ __device__ int may_run_ahead(int produced, int consumed, int stages);

/// Asks for one answer of each kind a thread.
extern "C" __global__ void judge_ask(int* waits, int* ahead, const int* turn, const int* stages,
                                     const int* consumed, const int* under_way) {
  const int i = threadIdx.x;
  waits[i] = slot_and_parity(turn[i], stages[i]);
  ahead[i] = may_run_ahead(consumed[i] + under_way[i] % (stages[i] + 1), consumed[i], stages[i]);
}
