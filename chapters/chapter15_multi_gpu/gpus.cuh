// SPDX-License-Identifier: MIT
//
// Several GPUs in one process: which there are, and work on all of them as one run.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/common.cuh"

namespace gpus {

/// Ends the program as skipped.
inline void skip(const char* reason) {
  std::printf("SKIPPED: %s\n", reason);
  std::exit(cm::kSkipped);
}

/// Calls work(d) for each GPU d, which is the current one meanwhile; GPU 0 is current afterwards.
template <class Work>
void on_each(int count, Work&& work) {
  for (int d = 0; d < count; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    work(d);
  }
  CUDA_CHECK(cudaSetDevice(0));
}

inline void synchronize(int count) {
  on_each(count, [](int) { CUDA_CHECK(cudaDeviceSynchronize()); });
}

/// How many GPUs there are. Ends the program as skipped with fewer than two.
inline int require_two() {
  cm::require_device();
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  if (count < 2) skip("needs two GPUs, there is one here");
  return count;
}

/// Lets each GPU reach the memory of all others, and returns how many there are.
///
/// Ends the program as skipped with fewer than two GPUs, or where a pair has no such path.
inline int require_peers() {
  const int count = require_two();
  // [snippet:peers]
  for (int d = 0; d < count; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    for (int peer = 0; peer < count; ++peer) {
      if (peer == d) continue;
      int can = 0;
      CUDA_CHECK(cudaDeviceCanAccessPeer(&can, d, peer));
      if (!can) skip("needs GPUs that reach each other's memory");
      CUDA_CHECK(cudaDeviceEnablePeerAccess(peer, 0));
    }
  }
  // [/snippet:peers]
  CUDA_CHECK(cudaSetDevice(0));
  return count;
}

/// `count` buffers of `size` elements, one on each GPU.
template <class T>
std::vector<cm::DeviceBuffer<T>> buffers(int count, std::size_t size) {
  std::vector<cm::DeviceBuffer<T>> all;
  on_each(count, [&](int) { all.emplace_back(size); });
  return all;
}

/// Work on the default streams of all GPUs that starts after GPU 0's default stream has come so
/// far, and that GPU 0's default stream waits for: one event pair there times all of it.
class Team {
 public:
  explicit Team(int count) : done_(count), count_(count) {
    on_each(count, [&](int d) { CUDA_CHECK(cudaEventCreateWithFlags(&done_[d], kNoTiming)); });
    CUDA_CHECK(cudaEventCreateWithFlags(&start_, kNoTiming));
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() {
    for (cudaEvent_t event : done_) CUDA_CHECK(cudaEventDestroy(event));
    CUDA_CHECK(cudaEventDestroy(start_));
  }

  template <class Work>
  void run(Work&& work) {
    CUDA_CHECK(cudaEventRecord(start_));
    on_each(count_, [&](int d) {
      if (d != 0) CUDA_CHECK(cudaStreamWaitEvent(nullptr, start_));
      work(d);
      if (d != 0) CUDA_CHECK(cudaEventRecord(done_[d]));
    });
    for (int d = 1; d < count_; ++d) CUDA_CHECK(cudaStreamWaitEvent(nullptr, done_[d]));
  }

 private:
  static constexpr unsigned kNoTiming = cudaEventDisableTiming;
  std::vector<cudaEvent_t> done_;
  cudaEvent_t start_ = nullptr;
  int count_;
};

}  // namespace gpus
