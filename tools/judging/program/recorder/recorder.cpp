// SPDX-License-Identifier: MIT
//
// A CUDA runtime that does nothing but write down what it is asked for, a line a call, in the file
// `trace`. Nothing of it can be named by the part that is judged.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cuda_runtime.h"
#include "judge_program.h"

namespace {

template <class T>
unsigned long long number(T* pointer) {
  return reinterpret_cast<unsigned long long>(pointer);
}
template <class T>
unsigned long long number(T value) {
  return static_cast<unsigned long long>(value);
}

int trace_file() {
  static const int file = open("trace", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  return file;
}

/// Writes a line: what was called, where, and with what. At once, so that nothing waits in memory.
template <class... Values>
cudaError_t note(const char* call, int line, Values... values) {
  char text[400];
  int length = std::snprintf(text, sizeof text, "%s %d", call, line);
  const auto add = [&](unsigned long long value) {
    length += std::snprintf(text + length, sizeof text - length, " %llu", value);
  };
  (add(number(values)), ...);
  text[length++] = '\n';
  if (write(trace_file(), text, length) != length) std::abort();
  return cudaSuccess;
}

/// An address where no memory is; `what` is one of host, pinned, device.
void* reserve(const char* what, int line, size_t bytes) {
  static unsigned long long next = 0x1000'0000'0000;
  const unsigned long long address = next;
  next += (bytes / 4096 + 2) * 4096;
  note(what, line, address, bytes);
  return reinterpret_cast<void*>(address);
}

unsigned long long next_handle() {
  static unsigned long long last = 0;
  return ++last << 8;
}

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes;
  void* stream;
};
Configuration configuration;

}  // namespace

cudaError_t cudaMalloc(void** out, size_t bytes, int line) {
  *out = reserve("device", line, bytes);
  return cudaSuccess;
}
cudaError_t cudaMallocHost(void** out, size_t bytes, unsigned, int line) {
  *out = reserve("pinned", line, bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void* p, int line) { return note("free", line, p); }
cudaError_t cudaFreeHost(void* p, int line) { return note("free_host", line, p); }
cudaError_t cudaHostRegister(void* p, size_t bytes, unsigned, int line) {
  return note("register", line, p, bytes);
}
cudaError_t cudaHostUnregister(void* p, int line) { return note("unregister", line, p); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* out, unsigned flags, int line) {
  *out = reinterpret_cast<cudaStream_t>(next_handle());
  return note("stream", line, *out, flags);
}
cudaError_t cudaStreamCreate(cudaStream_t* out, int line) {
  return cudaStreamCreateWithFlags(out, 0, line);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream, int line) {
  return note("destroy_stream", line, stream);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned, int line) {
  *out = reinterpret_cast<cudaEvent_t>(next_handle());
  return note("event", line, *out);
}
cudaError_t cudaEventCreate(cudaEvent_t* out, int line) {
  return cudaEventCreateWithFlags(out, 0, line);
}
cudaError_t cudaEventDestroy(cudaEvent_t event, int line) {
  return note("destroy_event", line, event);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream, int line) {
  return note("record", line, event, stream);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned, int line) {
  return note("wait", line, stream, event);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event, int line) {
  return note("sync_event", line, event);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream, int line) {
  return note("sync_stream", line, stream);
}
cudaError_t cudaDeviceSynchronize(int line) { return note("sync_device", line); }

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream, int line) {
  return note("copy_async", line, to, from, bytes, kind, stream);
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, int line) {
  return note("copy", line, to, from, bytes, kind, 0);
}

cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t) { return "no error"; }
const char* cudaGetErrorName(cudaError_t) { return "cudaSuccess"; }

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, void* stream) {
  configuration = {grid, block, shared_bytes, stream};
  return 0;
}
extern "C" unsigned __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                               void* stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  *static_cast<void**>(stream) = configuration.stream;
  return 0;
}
/// All kernels of program exercises are called with (float* out, const float* in, int n).
extern "C" cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  return note("launch", 0, kernel, 1ull * grid.x * grid.y * grid.z,
              1ull * block.x * block.y * block.z, shared_bytes, stream,
              *static_cast<void**>(arguments[0]), *static_cast<void**>(arguments[1]),
              *static_cast<int*>(arguments[2]));
}

int judge::run(char** arguments, Program program, Kernel kernel, bool pinned) {
  const int n = std::atoi(arguments[1]);
  note("kernel", 0, kernel);
  const size_t bytes = sizeof(float) * static_cast<size_t>(n);
  const char* what = pinned ? "pinned" : "host";
  auto* in = static_cast<float*>(reserve(what, 0, bytes));
  auto* out = static_cast<float*>(reserve(what, 0, bytes));
  program(out, in, n);
  note("end", 0);
  std::_Exit(0);  // nothing of the part runs any more
}
