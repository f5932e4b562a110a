// SPDX-License-Identifier: MIT
//
// Work of two streams, captured and launched three times.
#include "../case.cuh"

__global__ void add(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  Zeroed<int> data(32);
  cudaDeviceSynchronize();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 32, 0, stream>>>(data, 1);
  add<<<1, 32, 0, stream>>>(data, 10);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  for (int launch = 0; launch < 3; ++launch) cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return finish() != 0 || data.host()[31] != 33;
}
