// SPDX-License-Identifier: MIT-0
// Clamps the place between the first and the last centre; then no index can leave the image far.
// [exercise]
__global__ void sample_all(float* out, const float* image, const float* xs, const float* ys,
                           int width, int height, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = fminf(fmaxf(xs[i] - 0.5f, 0.0f), static_cast<float>(width - 1));
  const float y = fminf(fmaxf(ys[i] - 0.5f, 0.0f), static_cast<float>(height - 1));
  const int c0 = static_cast<int>(x), r0 = static_cast<int>(y);
  const int c1 = min(c0 + 1, width - 1), r1 = min(r0 + 1, height - 1);
  const float px = x - static_cast<float>(c0), py = y - static_cast<float>(r0);
  float sum = (1 - px) * (1 - py) * image[r0 * width + c0];
  sum += px * (1 - py) * image[r0 * width + c1];
  sum += (1 - px) * py * image[r1 * width + c0];
  sum += px * py * image[r1 * width + c1];
  out[i] = sum;
}
// [/exercise]
