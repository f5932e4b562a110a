// SPDX-License-Identifier: MIT
//
// Graphs built node by node. On the virtual GPU the seed chooses among nodes that may run, so that
// only the edges decide what comes out.
#include "conformance.cuh"

using namespace conformance;

namespace {

constexpr int kCount = 100;

__global__ void add(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += value;
}

__global__ void sum(int* out, const int* a, const int* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 10 * a[i] + b[i];
}

void count_call(void* calls) { ++*static_cast<int*>(calls); }

/// A launch of `function` over kCount elements, as a node after `after`.
template <class... Arguments>
cudaGraphNode_t kernel_node(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after,
                            void* function, Arguments... arguments) {
  void* pointers[] = {&arguments...};
  cudaKernelNodeParams text = {};
  text.func = function;
  text.gridDim = dim3(4);
  text.blockDim = dim3(32);
  text.kernelParams = pointers;
  cudaGraphNode_t node = nullptr;
  must(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &text), "kernel node");
  return node;
}

/// Memory cleared, raised in two branches, joined, copied to the host, and a host call at the end.
void check_diamond(Suite& suite) {
  Buffer<int> left(kCount), right(kCount), joined(kCount);
  std::vector<int> host(kCount, -1);
  int calls = 0, n = kCount;
  cudaGraph_t graph = nullptr;
  must(cudaGraphCreate(&graph, 0), "cudaGraphCreate");

  cudaMemsetParams clear = {};
  clear.dst = left.data();
  clear.elementSize = 4;
  clear.width = kCount;
  clear.height = 1;
  cudaGraphNode_t cleared = nullptr, copied = nullptr, called = nullptr;
  must(cudaGraphAddMemsetNode(&cleared, graph, nullptr, 0, &clear), "memset node");
  void* const adds = reinterpret_cast<void*>(add);
  const auto raised = kernel_node(graph, {cleared}, adds, left.data(), n, 3);
  const auto other = kernel_node(graph, {}, adds, right.data(), n, 4);
  const auto both =
      kernel_node(graph, {raised}, reinterpret_cast<void*>(sum), joined.data(),
                  static_cast<const int*>(left.data()), static_cast<const int*>(right.data()), n);
  must(cudaGraphAddMemcpyNode1D(&copied, graph, &both, 1, host.data(), joined.data(),
                                kCount * sizeof(int), cudaMemcpyDeviceToHost),
       "copy node");
  const cudaHostNodeParams call = {count_call, &calls};
  must(cudaGraphAddHostNode(&called, graph, &copied, 1, &call), "host node");
#if CUDART_VERSION >= 13000
  must(cudaGraphAddDependencies(graph, &other, &both, nullptr, 1), "cudaGraphAddDependencies");
#else
  must(cudaGraphAddDependencies(graph, &other, &both, 1), "cudaGraphAddDependencies");
#endif

  std::size_t nodes = 0;
  must(cudaGraphGetNodes(graph, nullptr, &nodes), "cudaGraphGetNodes");
  suite.is_true("number of nodes", nodes == 6);
  cudaGraphExec_t ready = nullptr;
  must(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  for (int launch = 1; launch <= 3; ++launch) {
    must(cudaGraphLaunch(ready, nullptr), "cudaGraphLaunch");
    must(cudaDeviceSynchronize(), "synchronize");
    // The left branch is cleared each time, the right one grows.
    suite.equal("joined", host, std::vector<int>(kCount, 30 + 4 * launch));
  }
  suite.is_true("host calls", calls == 3);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
}

void check_circle(Suite& suite) {
  cudaGraph_t graph = nullptr;
  must(cudaGraphCreate(&graph, 0), "cudaGraphCreate");
  cudaGraphNode_t a = nullptr, b = nullptr;
  must(cudaGraphAddEmptyNode(&a, graph, nullptr, 0), "empty node");
  must(cudaGraphAddEmptyNode(&b, graph, &a, 1), "empty node");
#if CUDART_VERSION >= 13000
  const cudaError_t edge = cudaGraphAddDependencies(graph, &b, &a, nullptr, 1);
#else
  const cudaError_t edge = cudaGraphAddDependencies(graph, &b, &a, 1);
#endif
  cudaGraphExec_t ready = nullptr;
  const bool refused = edge != cudaSuccess || cudaGraphInstantiate(&ready, graph, 0) != cudaSuccess;
  suite.is_true("a circle is refused", refused);
  cudaGetLastError();
  cudaGraphDestroy(graph);
}

}  // namespace

int main() {
  Suite suite;
  check_diamond(suite);
  check_circle(suite);
  return suite.finish();
}
