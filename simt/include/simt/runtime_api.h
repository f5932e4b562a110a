// SPDX-License-Identifier: MIT
//
// The host functions of the CUDA runtime API that the virtual GPU serves, as CUDA 13 declares them,
// and by name those that it refuses.
#pragma once

#include "simt/driver_types.h"

#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#ifndef CUDART_DEVICE
#define CUDART_DEVICE
#endif

extern "C" {

// Devices.
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// Errors.
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

// Memory.
#ifdef __CUDA__
// A .cu file sees the C++ forms below, which also tell where they are called; they end here.
#define __SIMT_PLAIN(name) __simt_##name
#define __SIMT_LABEL(name) __asm__(#name)
#else
#define __SIMT_PLAIN(name) name
#define __SIMT_LABEL(name)
#endif
cudaError_t __SIMT_PLAIN(cudaMalloc)(void** pointer, size_t bytes) __SIMT_LABEL(cudaMalloc);
cudaError_t __SIMT_PLAIN(cudaMallocHost)(void** pointer, size_t bytes) __SIMT_LABEL(cudaMallocHost);
cudaError_t __SIMT_PLAIN(cudaHostAlloc)(void** pointer, size_t bytes, unsigned flags)
    __SIMT_LABEL(cudaHostAlloc);
cudaError_t __SIMT_PLAIN(cudaMallocManaged)(void** pointer, size_t bytes, unsigned flags)
    __SIMT_LABEL(cudaMallocManaged);
cudaError_t __SIMT_PLAIN(cudaMallocPitch)(void** pointer, size_t* pitch, size_t width,
                                          size_t height) __SIMT_LABEL(cudaMallocPitch);
cudaError_t __SIMT_PLAIN(cudaMallocAsync)(void** pointer, size_t bytes, cudaStream_t stream)
    __SIMT_LABEL(cudaMallocAsync);
cudaError_t __SIMT_PLAIN(cudaMallocFromPoolAsync)(void** pointer, size_t bytes, cudaMemPool_t pool,
                                                  cudaStream_t stream)
    __SIMT_LABEL(cudaMallocFromPoolAsync);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);
/// The next allocation is called for at this place of the source.
void __simt_at(const char* file, unsigned line, unsigned column);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned* flags, void* host);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes,
                               size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream = nullptr);
cudaError_t cudaGetSymbolAddress(void** address, const void* symbol);
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol);

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void* data, size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t bytes);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);

// Arrays, textures, surfaces.
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height = 0, unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream = nullptr);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);

// Streams and events.
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                     unsigned flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
/// Milliseconds of this computer's clock: the virtual GPU counts, it does not time.
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end);

// Graphs, made by capturing a stream or node by node.
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* parameters);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const void* edges, size_t count);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags = 0);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);

// Kernels.
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config);
cudaError_t cudaFuncGetName(const char** name, const void* function);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, size_t shared_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, size_t shared_bytes,
                                                                   unsigned flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int threads);

// What clang's host code calls for `<<<>>>`.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                     struct CUstream_st* stream = nullptr);

/// Says on standard error that `function` is missing; cudaErrorNotSupported.
cudaError_t __simt_not_supported(const char* function);

}  // extern "C"

// Calls that the virtual GPU has no model for compile and fail by name.
#define UNSUPPORTED(name)                   \
  template <class... Arguments>             \
  inline cudaError_t name(Arguments&&...) { \
    return __simt_not_supported(#name);     \
  }
#include "simt/unsupported.def"
#undef UNSUPPORTED

// C++ forms: typed pointers, symbols and kernels, and defaults.
#ifdef __CUDA__
#define __SIMT_HERE                                                      \
  const char *file = __builtin_FILE(), unsigned line = __builtin_LINE(), \
             unsigned column = __builtin_COLUMN()
template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes, __SIMT_HERE) {
  __simt_at(file, line, column);
  return __simt_cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0, __SIMT_HERE) {
  __simt_at(file, line, column);
  if (flags == 0) return __simt_cudaMallocHost(reinterpret_cast<void**>(pointer), bytes);
  return __simt_cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags, __SIMT_HERE) {
  __simt_at(file, line, column);
  return __simt_cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                     unsigned flags = cudaMemAttachGlobal, __SIMT_HERE) {
  __simt_at(file, line, column);
  return __simt_cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height,
                                   __SIMT_HERE) {
  __simt_at(file, line, column);
  return __simt_cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream, __SIMT_HERE) {
  __simt_at(file, line, column);
  return __simt_cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream, __SIMT_HERE) {
  __simt_at(file, line, column);
  return __simt_cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
#undef __SIMT_HERE
#else
template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                     unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
#endif
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(static_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, static_cast<const void*>(&symbol), bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                           size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = nullptr) {
  return cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes, offset, kind,
                                 stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = nullptr) {
  return cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes, offset, kind,
                                   stream);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return cudaGetSymbolAddress(address, static_cast<const void*>(&symbol));
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, static_cast<const void*>(&symbol));
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                        unsigned long long flags = 0) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
/// The form of CUDA 12 and earlier.
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                            const cudaGraphNode_t* to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
/// The form of CUDA 11 and earlier.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t*,
                                        char*, size_t) {
  return cudaGraphInstantiateWithFlags(exec, graph, 0);
}

template <class... Parameters>
inline cudaError_t cudaLaunchKernel(void (*function)(Parameters...), dim3 grid, dim3 block,
                                    void** arguments, size_t shared_bytes = 0,
                                    cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(function), grid, block, arguments,
                          shared_bytes, stream);
}
template <class... Parameters>
inline cudaError_t cudaLaunchCooperativeKernel(void (*function)(Parameters...), dim3 grid,
                                               dim3 block, void** arguments,
                                               size_t shared_bytes = 0,
                                               cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(function), grid, block,
                                     arguments, shared_bytes, stream);
}
template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                      void (*function)(Parameters...), Arguments&&... arguments) {
  const auto launch = [&](Parameters... values) {
    void* pointers[] = {const_cast<void*>(static_cast<const volatile void*>(&values))..., nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<const void*>(function), pointers);
  };
  return launch(static_cast<Arguments&&>(arguments)...);
}
template <class Function>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}
template <class Function>
inline cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute,
                                        int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}
template <class Function>
inline cudaError_t cudaFuncSetCacheConfig(Function* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(function), config);
}
template <class Function>
inline cudaError_t cudaFuncSetSharedMemConfig(Function* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(function), config);
}
template <class Function>
inline cudaError_t cudaFuncGetName(const char** name, Function* function) {
  return cudaFuncGetName(name, reinterpret_cast<const void*>(function));
}
template <class Function>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function function,
                                                                 int threads, size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<const void*>(function), threads, shared_bytes);
}
template <class Function>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, Function* function,
                                                             int blocks, int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(function),
                                                   blocks, threads);
}

/// The block size, a multiple of the warp, with most resident threads; ties go to the larger one.
/// `shared_bytes(threads)` gives the dynamic shared memory of a block of that size.
template <class Function, class SharedBytes>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block,
                                                                  Function function,
                                                                  SharedBytes shared_bytes,
                                                                  int limit = 0) {
  int device = 0, multiprocessors = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) {
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  }
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, function);
  if (error != cudaSuccess) return error;
  int largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  int best = 0;
  for (int threads = largest; threads > 0; threads -= threads % 32 == 0 ? 32 : threads % 32) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads,
                                                          shared_bytes(threads));
    if (error != cudaSuccess) return error;
    if (blocks * threads > best) {
      best = blocks * threads;
      *block = threads;
      *grid = blocks * multiprocessors;
    }
  }
  return best > 0 ? cudaSuccess : cudaErrorInvalidConfiguration;
}
template <class Function>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, Function function,
                                                      size_t shared_bytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, function, [=](int) { return shared_bytes; }, limit);
}

// The forms of CUDA 12, where a place was a device number; programs for it still build.
inline cudaMemLocation __simt_location(int device) {
  if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                        cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, __simt_location(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
  return cudaMemAdvise(pointer, bytes, advice, __simt_location(device));
}

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   cudaChannelFormatKind kind) {
  return cudaChannelFormatDesc{x, y, z, w, kind};
}
/// For a type such as float, uchar4 or short2.
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc();
#define __SIMT_CHANNELS(name, kind)                                \
  template <>                                                      \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<name##1>() {  \
    return {8 * static_cast<int>(sizeof(name##1)), 0, 0, 0, kind}; \
  }                                                                \
  template <>                                                      \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<name##2>() {  \
    constexpr int kBits = 8 * static_cast<int>(sizeof(name##1));   \
    return {kBits, kBits, 0, 0, kind};                             \
  }                                                                \
  template <>                                                      \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<name##4>() {  \
    constexpr int kBits = 8 * static_cast<int>(sizeof(name##1));   \
    return {kBits, kBits, kBits, kBits, kind};                     \
  }
#define __SIMT_CHANNEL(type, kind)                              \
  template <>                                                   \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {  \
    return {8 * static_cast<int>(sizeof(type)), 0, 0, 0, kind}; \
  }
__SIMT_CHANNELS(char, cudaChannelFormatKindSigned)
__SIMT_CHANNELS(uchar, cudaChannelFormatKindUnsigned)
__SIMT_CHANNELS(short, cudaChannelFormatKindSigned)
__SIMT_CHANNELS(ushort, cudaChannelFormatKindUnsigned)
__SIMT_CHANNELS(int, cudaChannelFormatKindSigned)
__SIMT_CHANNELS(uint, cudaChannelFormatKindUnsigned)
__SIMT_CHANNELS(float, cudaChannelFormatKindFloat)
__SIMT_CHANNEL(char, cudaChannelFormatKindSigned)
__SIMT_CHANNEL(signed char, cudaChannelFormatKindSigned)
__SIMT_CHANNEL(unsigned char, cudaChannelFormatKindUnsigned)
__SIMT_CHANNEL(short, cudaChannelFormatKindSigned)
__SIMT_CHANNEL(unsigned short, cudaChannelFormatKindUnsigned)
__SIMT_CHANNEL(int, cudaChannelFormatKindSigned)
__SIMT_CHANNEL(unsigned, cudaChannelFormatKindUnsigned)
__SIMT_CHANNEL(float, cudaChannelFormatKindFloat)
#undef __SIMT_CHANNELS
#undef __SIMT_CHANNEL

inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                          size_t height) {
  return cudaPitchedPtr{pointer, pitch, width, height};
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return cudaExtent{width, height, depth};
}
