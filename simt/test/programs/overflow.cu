// SPDX-License-Identifier: MIT
//
// Leaves an array without leaving the structure around it: only the check pass can know.
struct Pair {
  int table[4];
  int other;
};
__global__ void index(int* out, int n) {
  Pair pair = {{1, 2, 3, n}, 5};
  for (int i = 0; i < 5; ++i) pair.table[(i + n) % 4] += i;
  out[threadIdx.x] = pair.table[threadIdx.x % (n + 4)];
}
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  index<<<1, 32>>>(out, 1);
  cudaDeviceSynchronize();
  cudaFree(out);
}
