// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// What training keeps, what it can leave out, and what it can leave with the host.
//
// Task:   fill in the three functions.
// Build:  nvcc -std=c++17 training_budget.cu -o training_budget
// Run:    ./training_budget    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [exercise]
/// Bytes that each of `ranks` devices keeps of `parameters` parameters from step to step. Training
/// is in mixed precision with Adam: weights and gradients in half, master weights and two moments
/// in single precision. The first `shared` of these are divided among the devices, rounded up to a
/// whole number of elements; the others each device keeps in full: 0 nothing is divided, 1 moments
/// and master weights, 2 gradients as well, 3 weights as well.
__host__ __device__ long long state_bytes(long long parameters, int ranks, int shared) {
  // TODO
  return 16 * parameters / (shared > 0 ? ranks : 1);
}

/// A chain of `layers` layers keeps the inputs of layers 0, every, 2 * every, ... only. On the way
/// back it takes the segments between them from last to first. For each it computes the inputs of
/// the segment's other layers again, uses them, and gives up all inputs of the segment. The most
/// inputs that are alive at once.
__host__ __device__ int most_alive(int layers, int every) {
  // TODO
  return layers / every;
}

/// Shortest time of a step, in us, whose states lie with the host: `bytes_in` must cross the bus to
/// the device and `bytes_out` back, at `bytes_per_us` each way, both ways at once, and at best the
/// arithmetic, `compute_us`, hides behind the copies or the copies behind it. Parts of a
/// microsecond count as whole ones.
__host__ __device__ long long step_us(long long bytes_in, long long bytes_out,
                                      long long bytes_per_us, long long compute_us) {
  // TODO
  return (bytes_in + bytes_out) / bytes_per_us + compute_us;
}
// [/exercise]

bool equals(const char* what, long long got, long long want) {
  if (got != want) {
    std::printf("FAIL %s: got %lld want %lld\n", what, got, want);
    return false;
  }
  std::printf("%s: %lld\n", what, got);
  return true;
}

int main() {
  const bool right = equals("bytes of 7e9 parameters, one device", state_bytes(7'000'000'000, 1, 0),
                            112'000'000'000) &&
                     equals("of 175e9, optimiser states on 8 devices",
                            state_bytes(175'000'000'000, 8, 1), 962'500'000'000) &&
                     equals("of 1001, all divided by 8", state_bytes(1001, 8, 3), 2016) &&
                     equals("64 layers, every 8th input kept", most_alive(64, 8), 15) &&
                     equals("7 layers, every 3rd", most_alive(7, 3), 4) &&
                     equals("28 GB there, 14 GB back at 50 GB/s, 100 ms of arithmetic",
                            step_us(28'000'000'000, 14'000'000'000, 50'000, 100'000), 560'000) &&
                     equals("the same at 900 GB/s",
                            step_us(28'000'000'000, 14'000'000'000, 900'000, 100'000), 100'000);
  return right ? 0 : 1;
}
