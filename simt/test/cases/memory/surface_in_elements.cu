// SPDX-License-Identifier: MIT
//
// A surface is indexed in elements; its functions count bytes.
#include "../case.cuh"

__global__ void clear(cudaSurfaceObject_t surface, int width) {
  const int x = threadIdx.x;
  if (x < width)
    surf2Dwrite(0.0f, surface, x * 8, 0);  // expect invalid-texture: outside the surface
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 32, 4, cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  clear<<<1, 32>>>(surface, 32);
  finish();
  return 0;
}
