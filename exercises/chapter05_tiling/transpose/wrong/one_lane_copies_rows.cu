// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// One lane of a block does it all, with whole rows of memcpy.
// [exercise]
__global__ void transpose(float* out, const float* in, int rows, int columns) {
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  for (int y = 0; y < kTile; ++y) {
    const int row = blockIdx.y * kTile + y, first = blockIdx.x * kTile;
    if (row >= rows || first >= columns) return;
    float line[kTile];
    const int length = min(kTile, columns - first);
    __builtin_memcpy(line, in + static_cast<size_t>(row) * columns + first, length * sizeof(float));
    for (int x = 0; x < length; ++x) out[static_cast<size_t>(first + x) * rows + row] = line[x];
  }
}
// [/exercise]
