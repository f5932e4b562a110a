// SPDX-License-Identifier: MIT
//
// Graphs: built by hand, made ready, launched. A node is built by recording the call that does the
// same in a stream, so that both mean the same.
#include <algorithm>
#include <memory>
#include <utility>

#include "runtime/submit.hpp"
#include "simt/runtime_api.h"

using simt::runtime::api;
using simt::runtime::Runtime;

namespace {

bool holds(const CUgraph_st& graph, const CUgraphNode_st* node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [&](const auto& known) { return known.get() == node; });
}

/// A stream that records into `graph`, for as long as it lives.
class Recorder {
 public:
  Recorder(Runtime& runtime, CUgraph_st& graph)
      : runtime_(runtime), stream_(runtime.streams().create(cudaStreamNonBlocking, 0)) {
    stream_->capture = &graph;
  }
  ~Recorder() {
    stream_->capture = nullptr;
    runtime_.streams().destroy(stream_);
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  cudaStream_t stream() const { return stream_; }

 private:
  Runtime& runtime_;
  CUstream_st* stream_;
};

/// Adds a node that does what `call` does in the stream it gets.
template <class Call>
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, Call call) {
  return api([&](Runtime& runtime) {
    if (node == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    auto made = std::make_unique<CUgraphNode_st>();
    for (std::size_t i = 0; i < count; ++i) {
      if (!holds(*graph, after[i])) return cudaErrorInvalidValue;
      made->after.push_back(after[i]);
    }
    CUgraph_st recorded;
    cudaError_t error = cudaSuccess;
    {
      const Recorder recorder(runtime, recorded);
      error = call(recorder.stream());
    }
    if (error != cudaSuccess) return error;
    for (const auto& part : recorded.nodes) {
      made->work.insert(made->work.end(), part->work.begin(), part->work.end());
    }
    *node = made.get();
    graph->nodes.push_back(std::move(made));
    return cudaSuccess;
  });
}

/// The nodes with numbers instead of pointers.
CUgraphExec_st numbered(const CUgraph_st& graph) {
  CUgraphExec_st ready;
  for (const auto& node : graph.nodes) {
    CUgraphExec_st::Node copy{node->work, {}};
    for (const CUgraphNode_st* before : node->after) {
      const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                      [&](const auto& known) { return known.get() == before; });
      copy.after.push_back(static_cast<std::size_t>(found - graph.nodes.begin()));
    }
    ready.nodes.push_back(std::move(copy));
  }
  return ready;
}

/// An order in which every node follows those it waits for, chosen by the seed; shorter than the
/// list of nodes if they wait for each other in a circle.
std::vector<std::size_t> order_of(const CUgraphExec_st& graph, simt::runtime::StreamSet& streams) {
  std::vector<std::size_t> order;
  std::vector<bool> done(graph.nodes.size(), false);
  while (order.size() < graph.nodes.size()) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const auto& after = graph.nodes[i].after;
      const bool waits = std::any_of(after.begin(), after.end(),
                                     [&](std::size_t before) { return !done[before]; });
      if (!done[i] && !waits) ready.push_back(i);
    }
    if (ready.empty()) break;
    order.push_back(ready[streams.choose(ready.size())]);
    done[order.back()] = true;
  }
  return order;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api([&](Runtime&) {
    if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *graph = new CUgraph_st;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* p) {
  if (p == nullptr) return Runtime::get().record(cudaErrorInvalidValue);
  if (p->kernelParams == nullptr) return __simt_not_supported("cudaKernelNodeParams::extra");
  return add_node(node, graph, after, count, [&](cudaStream_t stream) {
    return cudaLaunchKernel(p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes,
                            stream);
  });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* p) {
  if (p == nullptr) return Runtime::get().record(cudaErrorInvalidValue);
  return add_node(node, graph, after, count,
                  [&](cudaStream_t stream) { return cudaMemcpy3DAsync(p, stream); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return add_node(node, graph, after, count, [&](cudaStream_t stream) {
    return cudaMemcpyAsync(to, from, bytes, kind, stream);
  });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* p) {
  if (p == nullptr) return Runtime::get().record(cudaErrorInvalidValue);
  const unsigned byte = p->value & 0xff;
  const bool of_equal_bytes = p->elementSize == 1 ||
                              (p->elementSize == 2 && p->value == byte * 0x101) ||
                              (p->elementSize == 4 && p->value == byte * 0x01010101);
  if (!of_equal_bytes) return __simt_not_supported("a memset node whose value has unequal bytes");
  return add_node(node, graph, after, count, [&](cudaStream_t stream) {
    return cudaMemset2DAsync(p->dst, p->height > 1 ? p->pitch : p->width * p->elementSize,
                             static_cast<int>(byte), p->width * p->elementSize, p->height, stream);
  });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* p) {
  if (p == nullptr) return Runtime::get().record(cudaErrorInvalidValue);
  return add_node(node, graph, after, count, [&](cudaStream_t stream) {
    return cudaLaunchHostFunc(stream, p->fn, p->userData);
  });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, std::size_t count) {
  return add_node(node, graph, after, count, [](cudaStream_t) { return cudaSuccess; });
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const void* edges,
                                     std::size_t count) {
  return api([&](Runtime&) {
    if (graph == nullptr || edges != nullptr) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) {
      if (!holds(*graph, from[i]) || !holds(*graph, to[i])) return cudaErrorInvalidValue;
      to[i]->after.push_back(from[i]);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return api([&](Runtime&) {
    if (graph == nullptr || count == nullptr) return cudaErrorInvalidValue;
    if (nodes != nullptr) {
      *count = std::min(*count, graph->nodes.size());
      for (std::size_t i = 0; i < *count; ++i) nodes[i] = graph->nodes[i].get();
      return cudaSuccess;
    }
    *count = graph->nodes.size();
    return cudaSuccess;
  });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long) {
  return api([&](Runtime& runtime) {
    if (exec == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    CUgraphExec_st ready = numbered(*graph);
    if (order_of(ready, runtime.streams()).size() < ready.nodes.size()) {
      return cudaErrorInvalidValue;
    }
    *exec = new CUgraphExec_st(std::move(ready));
    return cudaSuccess;
  });
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  return api([&](Runtime&) { return exec != nullptr ? cudaSuccess : cudaErrorInvalidValue; });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    if (exec == nullptr) return cudaErrorInvalidValue;
    cudaError_t error = cudaSuccess;
    for (const std::size_t number : order_of(*exec, runtime.streams())) {
      for (const StreamWork& work : exec->nodes[number].work) {
        if (error == cudaSuccess) error = submit(runtime, stream, work);
      }
    }
    return error;
  });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return api([&](Runtime&) {
    delete exec;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api([&](Runtime&) {
    delete graph;
    return cudaSuccess;
  });
}

}  // extern "C"
