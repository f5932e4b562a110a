// SPDX-License-Identifier: MIT
//
// A CUDA runtime that does nothing but write down what it is asked for, in the file `trace`. With
// it the host part of a submission runs without any data: arrays are addresses where no memory is.
// What the calls mean, tools/judging/trace.py works out, in a process of ours.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline

// Behind the words above, and stdlib.h first: clang's wrappers around these need them.
#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1 };
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1;
constexpr unsigned cudaHostAllocDefault = 0;
using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned of_x = 1, unsigned of_y = 1, unsigned of_z = 1)
      : x(of_x), y(of_y), z(of_z) {}
};
extern __device__ const uint3 threadIdx, blockIdx;
extern __device__ const dim3 blockDim, gridDim;

namespace judge {

inline std::FILE* trace_file() {
  static std::FILE* file = std::fopen("trace", "w");
  return file;
}

template <class T>
unsigned long long number(T* pointer) {
  return reinterpret_cast<unsigned long long>(pointer);
}
template <class T>
unsigned long long number(T value) {
  return static_cast<unsigned long long>(value);
}

/// Writes a line: what was called, where, and with what.
template <class... Values>
cudaError_t note(const char* call, int line, Values... values) {
  std::fprintf(trace_file(), "%s %d", call, line);
  (std::fprintf(trace_file(), " %llu", number(values)), ...);
  std::fputc('\n', trace_file());
  return cudaSuccess;
}

/// An address where no memory is; `what` is one of host, pinned, device.
inline void* reserve(const char* what, int line, std::size_t bytes) {
  static unsigned long long next = 0x1000'0000'0000;
  const unsigned long long address = next;
  next += (bytes / 4096 + 2) * 4096;
  note(what, line, address, bytes);
  return reinterpret_cast<void*>(address);
}

inline unsigned long long next_handle() {
  static unsigned long long last = 0;
  return ++last << 8;
}

struct Configuration {
  dim3 grid, block;
  std::size_t shared_bytes;
  void* stream;
};
inline Configuration& configuration() {
  static Configuration last;
  return last;
}

}  // namespace judge

// `line` is where the submission calls from.
#define JUDGE_LINE int line = __builtin_LINE()

template <class T>
cudaError_t cudaMalloc(T** out, std::size_t bytes, JUDGE_LINE) {
  *out = static_cast<T*>(judge::reserve("device", line, bytes));
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMallocHost(T** out, std::size_t bytes, unsigned = 0, JUDGE_LINE) {
  *out = static_cast<T*>(judge::reserve("pinned", line, bytes));
  return cudaSuccess;
}
template <class T>
cudaError_t cudaHostAlloc(T** out, std::size_t bytes, unsigned = 0, JUDGE_LINE) {
  return cudaMallocHost(out, bytes, 0, line);
}
inline cudaError_t cudaFree(void* p, JUDGE_LINE) { return judge::note("free", line, p); }
inline cudaError_t cudaFreeHost(void* p, JUDGE_LINE) { return judge::note("free_host", line, p); }
inline cudaError_t cudaHostRegister(void* p, std::size_t bytes, unsigned = 0, JUDGE_LINE) {
  return judge::note("register", line, p, bytes);
}
inline cudaError_t cudaHostUnregister(void* p, JUDGE_LINE) {
  return judge::note("unregister", line, p);
}

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* out, unsigned flags, JUDGE_LINE) {
  *out = reinterpret_cast<cudaStream_t>(judge::next_handle());
  return judge::note("stream", line, *out, flags);
}
inline cudaError_t cudaStreamCreate(cudaStream_t* out, JUDGE_LINE) {
  return cudaStreamCreateWithFlags(out, 0, line);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream, JUDGE_LINE) {
  return judge::note("destroy_stream", line, stream);
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned, JUDGE_LINE) {
  *out = reinterpret_cast<cudaEvent_t>(judge::next_handle());
  return judge::note("event", line, *out);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* out, JUDGE_LINE) {
  return cudaEventCreateWithFlags(out, 0, line);
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event, JUDGE_LINE) {
  return judge::note("destroy_event", line, event);
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr, JUDGE_LINE) {
  return judge::note("record", line, event, stream);
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0,
                                       JUDGE_LINE) {
  return judge::note("wait", line, stream, event);
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event, JUDGE_LINE) {
  return judge::note("sync_event", line, event);
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream, JUDGE_LINE) {
  return judge::note("sync_stream", line, stream);
}
inline cudaError_t cudaDeviceSynchronize(JUDGE_LINE) { return judge::note("sync_device", line); }

inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream = nullptr, JUDGE_LINE) {
  return judge::note("copy_async", line, to, from, bytes, kind, stream);
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                              JUDGE_LINE) {
  return judge::note("copy", line, to, from, bytes, kind, 0);
}

inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
inline const char* cudaGetErrorString(cudaError_t) { return "no error"; }
inline const char* cudaGetErrorName(cudaError_t) { return "cudaSuccess"; }

// What clang makes of kernel<<<grid, block, shared_bytes, stream>>>(...).
inline unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                                            void* stream = nullptr) {
  judge::configuration() = {grid, block, shared_bytes, stream};
  return 0;
}
extern "C" inline unsigned __cudaPopCallConfiguration(dim3* grid, dim3* block,
                                                      std::size_t* shared_bytes, void* stream) {
  const judge::Configuration& last = judge::configuration();
  *grid = last.grid;
  *block = last.block;
  *shared_bytes = last.shared_bytes;
  *static_cast<void**>(stream) = last.stream;
  return 0;
}
/// All kernels of program exercises are called with (float* out, const float* in, int n).
extern "C" inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                               void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream) {
  return judge::note("launch", 0, kernel, 1ull * grid.x * grid.y * grid.z,
                     1ull * block.x * block.y * block.z, shared_bytes, stream,
                     *static_cast<void**>(arguments[0]), *static_cast<void**>(arguments[1]),
                     static_cast<long long>(*static_cast<int*>(arguments[2])));
}
