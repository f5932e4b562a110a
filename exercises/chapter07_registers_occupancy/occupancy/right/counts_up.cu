// SPDX-License-Identifier: MIT-0
// Adds blocks until one does not fit.
// [exercise]
__host__ __device__ int resident_blocks(int threads, int registers, int shared_bytes) {
  const int warps = threads / 32 + (threads % 32 != 0);
  const int units = (registers + 7) / 8;  // 32 registers of a warp by 8 make 256
  int n = 0;
  while (n < 32) {
    const int next = n + 1;
    if (next * warps > 64) break;
    if (next * warps * units > 256) break;
    if (next * ((shared_bytes + kReservedShared + 127) / 128) > kSharedBytes / 128) break;
    n = next;
  }
  return n;
}
// [/exercise]
