// SPDX-License-Identifier: MIT
int on_the_host(int x) { return x; }
__global__ void kernel(int* out) { *out = on_the_host(3); }
int main() { return 0; }
