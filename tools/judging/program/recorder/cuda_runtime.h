// SPDX-License-Identifier: MIT
//
// The CUDA runtime that a part about host code sees when it is judged: declarations, and nothing
// else that a program could reach by name. recorder.cpp writes down what is called; what the calls
// mean, tools/judging/trace.py works out in a process of ours. Arrays are addresses where no memory
// is.
#pragma once

#include <initializer_list>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline

// No more of the library: what it declares, a part could call.
namespace std {
using size_t = decltype(sizeof 0);
template <class T>
constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
}  // namespace std
using size_t = std::size_t;

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

// `line` is where the part calls from.
#define JUDGE_LINE int line = __builtin_LINE()

cudaError_t cudaMalloc(void** out, size_t bytes, JUDGE_LINE);
cudaError_t cudaMallocHost(void** out, size_t bytes, unsigned = 0, JUDGE_LINE);
template <class T>
cudaError_t cudaMalloc(T** out, size_t bytes, JUDGE_LINE) {
  return cudaMalloc(reinterpret_cast<void**>(out), bytes, line);
}
template <class T>
cudaError_t cudaMallocHost(T** out, size_t bytes, unsigned flags = 0, JUDGE_LINE) {
  return cudaMallocHost(reinterpret_cast<void**>(out), bytes, flags, line);
}
template <class T>
cudaError_t cudaHostAlloc(T** out, size_t bytes, unsigned flags, JUDGE_LINE) {
  return cudaMallocHost(reinterpret_cast<void**>(out), bytes, flags, line);
}
cudaError_t cudaFree(void* p, JUDGE_LINE);
cudaError_t cudaFreeHost(void* p, JUDGE_LINE);
cudaError_t cudaHostRegister(void* p, size_t bytes, unsigned flags, JUDGE_LINE);
cudaError_t cudaHostUnregister(void* p, JUDGE_LINE);

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* out, unsigned flags, JUDGE_LINE);
cudaError_t cudaStreamCreate(cudaStream_t* out, JUDGE_LINE);
cudaError_t cudaStreamDestroy(cudaStream_t stream, JUDGE_LINE);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned, JUDGE_LINE);
cudaError_t cudaEventCreate(cudaEvent_t* out, JUDGE_LINE);
cudaError_t cudaEventDestroy(cudaEvent_t event, JUDGE_LINE);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr, JUDGE_LINE);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0, JUDGE_LINE);
cudaError_t cudaEventSynchronize(cudaEvent_t event, JUDGE_LINE);
cudaError_t cudaStreamSynchronize(cudaStream_t stream, JUDGE_LINE);
cudaError_t cudaDeviceSynchronize(JUDGE_LINE);

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr, JUDGE_LINE);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, JUDGE_LINE);

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);

// What clang makes of kernel<<<grid, block, shared_bytes, stream>>>(...).
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                     void* stream = nullptr);
extern "C" unsigned __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                               void* stream);
extern "C" cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream);
