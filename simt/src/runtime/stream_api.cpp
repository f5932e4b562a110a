// SPDX-License-Identifier: MIT
//
// Streams, events, host functions, and the capture of graphs.
#include <chrono>
#include <utility>

#include "runtime/submit.hpp"
#include "simt/runtime_api.h"

using simt::runtime::api;
using simt::runtime::api_waiting;
using simt::runtime::Runtime;

namespace {

/// Captured work of all streams that take part runs in the order of the calls.
void join_capture(CUstream_st* stream, CUgraph_st* graph) { stream->capture = graph; }

void end_capture(Runtime& runtime, const CUgraph_st* graph) {
  for (CUstream_st* stream : runtime.streams().streams()) {
    if (stream->capture != graph) continue;
    stream->capture = nullptr;
    stream->capture_origin = false;
  }
}

/// Work that completes `event`.
StreamWork recording(CUevent_st* event, std::uint64_t ticket) {
  return {[event, ticket] {
            event->completed = ticket;
            event->time = CUevent_st::Clock::now();
          },
          nullptr, 0};
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return api([&](Runtime& runtime) {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    *stream = runtime.streams().create(flags, priority);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    if (stream == nullptr || !runtime.streams().exists(stream) ||
        stream == runtime.streams().legacy()) {
      return cudaErrorInvalidResourceHandle;
    }
    runtime.streams().destroy(stream);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return api_waiting([&](Runtime& runtime) {
    CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture != nullptr) return cudaErrorStreamCaptureUnsupported;
    // The legacy stream's work comes after that of all blocking streams.
    if (stream == runtime.streams().legacy()) {
      runtime.streams().enqueue(stream, {});
    }
    runtime.streams().drain(stream);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return api_waiting([&](Runtime& runtime) {
    CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->queue.empty()) return cudaSuccess;
    runtime.streams().step_any();
    return cudaErrorNotReady;
  });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
  return api([&](Runtime& runtime) {
    CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr || event == nullptr) return cudaErrorInvalidResourceHandle;
    if (event->captured_in != nullptr) {
      join_capture(stream, event->captured_in);
      return cudaSuccess;
    }
    if (event->recorded == 0) return cudaSuccess;
    return submit(runtime, stream, StreamWork{{}, event, event->recorded});
  });
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned) {
  return api([&](Runtime& runtime) {
    if (callback == nullptr) return cudaErrorInvalidValue;
    return submit(runtime, stream, [&runtime, stream, callback, data] {
      callback(stream, runtime.device_error(), data);
    });
  });
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return api([&](Runtime& runtime) {
    if (function == nullptr) return cudaErrorInvalidValue;
    return submit(runtime, stream, [function, data] { function(data); });
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  return api([&](Runtime& runtime) {
    const CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    *priority = stream->priority;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
  return api([&](Runtime& runtime) {
    const CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    *flags = stream->flags;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  return api([&](Runtime& runtime) {
    const CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    *id = stream->id;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  return api([&](Runtime& runtime) {
    if (stream_of(runtime, handle) == nullptr) return cudaErrorInvalidResourceHandle;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api([&](Runtime&) {
    if (event == nullptr) return cudaErrorInvalidValue;
    *event = new CUevent_st;
    (*event)->flags = flags;
    return cudaSuccess;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t handle) {
  return api([&](Runtime& runtime) {
    CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr || event == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture != nullptr) {
      event->captured_in = stream->capture;
      return cudaSuccess;
    }
    event->captured_in = nullptr;
    event->recorded = runtime.streams().next_ticket();
    return submit(runtime, stream, recording(event, event->recorded));
  });
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return api_waiting([&](Runtime& runtime) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (event->complete()) return cudaSuccess;
    runtime.streams().step_any();
    return cudaErrorNotReady;
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api_waiting([&](Runtime& runtime) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    runtime.streams().drain_until(*event);
    return cudaSuccess;
  });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api([&](Runtime& runtime) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    runtime.streams().drain_until(*event);
    runtime.streams().forget(event);
    delete event;
    return cudaSuccess;
  });
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return api_waiting([&](Runtime& runtime) {
    if (start == nullptr || end == nullptr) return cudaErrorInvalidResourceHandle;
    const bool timed = ((start->flags | end->flags) & cudaEventDisableTiming) == 0;
    if (ms == nullptr) return cudaErrorInvalidValue;
    if (!timed || start->recorded == 0 || end->recorded == 0) {
      return cudaErrorInvalidResourceHandle;
    }
    if (!start->complete() || !end->complete()) return cudaErrorNotReady;
    *ms = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    runtime.session().times_were_read();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode) {
  return api([&](Runtime& runtime) {
    CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream == runtime.streams().legacy()) return cudaErrorStreamCaptureUnsupported;
    if (stream->capture != nullptr) return cudaErrorIllegalState;
    stream->capture = new CUgraph_st;
    stream->capture_origin = true;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  return api([&](Runtime& runtime) {
    CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture == nullptr) return cudaErrorIllegalState;
    if (!stream->capture_origin) return cudaErrorStreamCaptureUnmatched;
    *graph = stream->capture;
    end_capture(runtime, *graph);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  return api([&](Runtime& runtime) {
    const CUstream_st* stream = stream_of(runtime, handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    *status =
        stream->capture != nullptr ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}
}  // extern "C"
