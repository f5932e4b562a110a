// SPDX-License-Identifier: MIT
#include <cstdio>
int main() {
  int handle = 0;
  const cudaError_t error = cudaIpcGetMemHandle(&handle, nullptr);
  std::printf("%s\n", cudaGetErrorName(error));
  return 0;
}
