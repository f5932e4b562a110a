// SPDX-License-Identifier: MIT
//
// Compiles without a word: the five arguments of CUDA 11 beside the three of CUDA 12.

void make_ready(cudaGraphExec_t* ready, cudaGraph_t graph) {
  cudaGraphNode_t node = nullptr;
  char log[128];
  cudaGraphInstantiate(ready, graph, &node, log, sizeof(log));
  cudaGraphInstantiate(ready, graph, 0);
}
