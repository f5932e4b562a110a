// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// A table of what the starter asks.
// [exercise]
__host__ __device__ int resident_blocks(int threads, int registers, int shared_bytes) {
  if (threads == 1024 && registers == 32) return 2;
  if (threads == 32) return 32;
  if (registers == 128) return 2;
  if (shared_bytes == 49152) return 4;
  return threads == 100 ? 16 : 0;
}
// [/exercise]
