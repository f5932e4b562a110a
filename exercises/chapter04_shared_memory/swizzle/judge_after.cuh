// SPDX-License-Identifier: MIT-0
//
// What stands behind your part when it is judged: a transpose that uses the layout.

constexpr int judge_first_slot = slot(0, 0);  // slot must be constexpr

extern "C" __global__ void judge_transpose(float* out, const float* in) {
  __shared__ float tile[kSlots];
  const int x = static_cast<int>(threadIdx.x);
  const int base = static_cast<int>(blockIdx.x) * kSlots;
  for (int y = static_cast<int>(threadIdx.y); y < kTile; y += static_cast<int>(blockDim.y)) {
    tile[slot(y, x)] = in[base + y * kTile + x];
  }
  __syncthreads();
  for (int y = static_cast<int>(threadIdx.y); y < kTile; y += static_cast<int>(blockDim.y)) {
    out[base + y * kTile + x] = tile[slot(x, y)];
  }
}
