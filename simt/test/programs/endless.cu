// SPDX-License-Identifier: MIT
__global__ void spin(volatile int* flag, int* count) {
  while (*flag == 0) {
    count[threadIdx.x] += 1;
  }
}
int main() {
  int *flag, *count;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&count, 32 * sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  cudaMemset(count, 0, 32 * sizeof(int));
  spin<<<1, 32>>>(flag, count);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 1;
}
