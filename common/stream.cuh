// SPDX-License-Identifier: MIT
//
// Streams and events that destroy themselves.
#pragma once

#include <cuda_runtime.h>

#include "common/check.cuh"

namespace cm {

/// A CUDA stream.  Not copyable.
///
/// By default it waits for the legacy default stream and the other way round, so an event pair on
/// the default stream times what lies between on all such streams.  cudaStreamNonBlocking in
/// `flags` ends that.
class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamDefault) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, flags));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Stream(Stream&& other) noexcept : stream_(other.stream_) { other.stream_ = nullptr; }
  ~Stream() {
    if (stream_) CUDA_CHECK(cudaStreamDestroy(stream_));
  }

  cudaStream_t get() const { return stream_; }                              ///< The handle.
  void synchronize() const { CUDA_CHECK(cudaStreamSynchronize(stream_)); }  ///< Waits for its work.

 private:
  cudaStream_t stream_ = nullptr;
};

/// A CUDA event with timing.  Not copyable.
class Event {
 public:
  Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  Event(Event&& other) noexcept : event_(other.event_) { other.event_ = nullptr; }
  ~Event() {
    if (event_) CUDA_CHECK(cudaEventDestroy(event_));
  }

  /// Marks the point that `stream` has reached so far.
  void record(cudaStream_t stream = nullptr) { CUDA_CHECK(cudaEventRecord(event_, stream)); }
  /// Waits on the host until the marked point is reached.
  void synchronize() const { CUDA_CHECK(cudaEventSynchronize(event_)); }
  cudaEvent_t get() const { return event_; }  ///< The handle.

 private:
  cudaEvent_t event_ = nullptr;
};

/// Milliseconds from `start` to `stop`, which both must have been reached.
inline double elapsed_ms(const Event& start, const Event& stop) {
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, start.get(), stop.get()));
  return ms;
}

}  // namespace cm
