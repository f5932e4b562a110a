// expect: out-of-bounds
// SPDX-License-Identifier: MIT-0
// Reads outside of the image.
// [exercise]
/// The image at the place (x, y), as a texture unit with linear filtering and clamped edges has it:
/// pixel (column, row) has its centre at (column + 0.5, row + 0.5), between centres the value
/// changes linearly in both directions, and outside the pixel at the edge counts.
__device__ float sample(const float* image, int width, int height, float x, float y) {
  const float left = floorf(x - 0.5f);  // column whose centre lies at or before x
  const float above = floorf(y - 0.5f);
  const float right_part = x - 0.5f - left;
  const float below_part = y - 0.5f - above;
  const int column0 = min(max(static_cast<int>(left), 0), width - 1);
  const int column1 = static_cast<int>(left) + 1;
  const int row0 = min(max(static_cast<int>(above), 0), height - 1);
  const int row1 = min(max(static_cast<int>(above) + 1, 0), height - 1);
  const float upper = (1.0f - right_part) * image[row0 * width + column0] +
                      right_part * image[row0 * width + column1];
  const float lower = (1.0f - right_part) * image[row1 * width + column0] +
                      right_part * image[row1 * width + column1];
  return (1.0f - below_part) * upper + below_part * lower;
}

/// out[i] = the image at (xs[i], ys[i]). At least n threads.
__global__ void sample_all(float* out, const float* image, const float* xs, const float* ys,
                           int width, int height, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sample(image, width, height, xs[i], ys[i]);
}
// [/exercise]
