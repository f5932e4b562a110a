// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr long long kKiB = 1024;
constexpr long long kMiB = 1024 * kKiB;
constexpr long long kGiB = 1024 * kMiB;

__host__ __device__ long long largest_square(long long bytes);
__host__ __device__ int largest_tile(int shared_bytes);
__host__ __device__ long long floats_in_flight(long long bytes_per_ns, long long latency_ns);

/// Asks for one answer of each kind a thread.
extern "C" __global__ void judge_ask(long long* squares, int* tiles, long long* floats,
                                     const long long* bytes, const int* shared_bytes,
                                     const long long* rates, const long long* latencies) {
  const int i = threadIdx.x;
  squares[i] = largest_square(bytes[i]);
  tiles[i] = largest_tile(shared_bytes[i]);
  floats[i] = floats_in_flight(rates[i], latencies[i]);
}
