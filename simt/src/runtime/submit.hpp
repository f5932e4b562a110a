// SPDX-License-Identifier: MIT
//
// From an API call to a stream: which stream a handle means, and whether work is done or recorded.
#pragma once

#include <functional>

#include "runtime/runtime.hpp"

namespace simt::runtime {

/// The stream behind a handle, or null for one that does not exist. Null, cudaStreamLegacy and
/// cudaStreamPerThread are the legacy default stream.
inline CUstream_st* stream_of(Runtime& runtime, cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread) {
    return runtime.streams().legacy();
  }
  return runtime.streams().exists(handle) ? handle : nullptr;
}

/// Hands work to the stream, or to the graph that the stream records.
inline cudaError_t submit(Runtime& runtime, cudaStream_t handle, StreamWork work) {
  CUstream_st* stream = stream_of(runtime, handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture != nullptr) {
    stream->capture->record(std::move(work));
  } else {
    runtime.streams().enqueue(stream, std::move(work));
  }
  return cudaSuccess;
}

inline cudaError_t submit(Runtime& runtime, cudaStream_t handle, std::function<void()> run) {
  return submit(runtime, handle, StreamWork{std::move(run), nullptr, 0});
}

}  // namespace simt::runtime
