// SPDX-License-Identifier: MIT
//
// Allocation: device, pinned, managed, pitched, registered, stream-ordered; and questions about
// pointers.
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/submit.hpp"
#include "runtime/transfer.hpp"
#include "simt/runtime_api.h"

using simt::Allocation;
using simt::AllocationKind;
using simt::runtime::api;
using simt::runtime::api_waiting;
using simt::runtime::Lock;
using simt::runtime::Runtime;

/// A memory pool only remembers its attributes; memory comes from the one device.
struct CUmemPoolHandle_st {
  std::uint64_t values[9] = {};
};

namespace {

constexpr std::size_t kPitch = 512;  // bytes, as the texture alignment that devices report

std::uint64_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

cudaError_t allocate(Runtime& runtime, void** pointer, std::size_t bytes, AllocationKind kind,
                     const char* name) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  auto allocation = runtime.memory().allocate(bytes, kind, name);
  if (!allocation) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>((*allocation)->address);
  runtime.call_sites().name(runtime.memory(), **allocation, name);
  return cudaSuccess;
}

/// Frees what `pointer` starts, if it is of the kind that this call frees.
cudaError_t release(Runtime& runtime, void* pointer, bool host, const char* call) {
  if (pointer == nullptr) return cudaSuccess;
  Allocation* allocation = runtime.memory().find(address(pointer));
  const bool found = allocation != nullptr && allocation->address == address(pointer);
  if (found && !allocation->live) {
    runtime.session().say(std::string(call) + " of " + allocation->shown_name() +
                          ", which was freed before");
    return cudaErrorInvalidValue;
  }
  if (!found || (allocation->kind == AllocationKind::kHost) != host) {
    runtime.session().say(std::string(call) + " of a pointer that its counterpart did not return");
    return cudaErrorInvalidValue;
  }
  return runtime.memory().release(address(pointer)) ? cudaSuccess : cudaErrorInvalidValue;
}

CUmemPoolHandle_st* default_pool() {
  static CUmemPoolHandle_st pool;  // a handle that the API gives out; it holds numbers only
  return &pool;
}

cudaMemoryType type_of(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::kHost:
      return cudaMemoryTypeHost;
    case AllocationKind::kManaged:
      return cudaMemoryTypeManaged;
    default:
      return cudaMemoryTypeDevice;
  }
}

}  // namespace

extern "C" {

void __simt_at(const char* file, unsigned line, unsigned column) {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  runtime.call_sites().enter({file, line, column});
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return api([&](Runtime& runtime) {
    return allocate(runtime, pointer, bytes, AllocationKind::kDevice, "cudaMalloc");
  });
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return api([&](Runtime& runtime) {
    return allocate(runtime, pointer, bytes, AllocationKind::kHost, "cudaHostAlloc");
  });
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return api([&](Runtime& runtime) {
    return allocate(runtime, pointer, bytes, AllocationKind::kHost, "cudaMallocHost");
  });
}
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return api([&](Runtime& runtime) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    if (bytes == 0) return cudaErrorInvalidValue;
    return allocate(runtime, pointer, bytes, AllocationKind::kManaged, "cudaMallocManaged");
  });
}
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return api([&](Runtime& runtime) {
    if (pitch == nullptr) return cudaErrorInvalidValue;
    *pitch = (width + kPitch - 1) / kPitch * kPitch;
    return allocate(runtime, pointer, *pitch * height, AllocationKind::kDevice, "cudaMallocPitch");
  });
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  return api([&](Runtime& runtime) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    pointer->pitch = (extent.width + kPitch - 1) / kPitch * kPitch;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return allocate(runtime, &pointer->ptr, pointer->pitch * extent.height * extent.depth,
                    AllocationKind::kDevice, "cudaMalloc3D");
  });
}
cudaError_t cudaFree(void* pointer) {
  return api_waiting([&](Runtime& runtime) {
    runtime.streams().drain_all();
    return release(runtime, pointer, false, "cudaFree");
  });
}
cudaError_t cudaFreeHost(void* pointer) {
  return api_waiting([&](Runtime& runtime) {
    runtime.streams().drain_all();
    return release(runtime, pointer, true, "cudaFreeHost");
  });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, default_pool(), stream);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t,
                                    cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    if (stream_of(runtime, stream) == nullptr) return cudaErrorInvalidResourceHandle;
    return allocate(runtime, pointer, bytes, AllocationKind::kDevice, "cudaMallocAsync");
  });
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    return submit(runtime, stream, [&runtime, pointer] {
      runtime.record(release(runtime, pointer, false, "cudaFreeAsync"));
    });
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  return api([&](Runtime& runtime) {
    if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
    const Allocation* known = runtime.memory().find(address(pointer));
    if (known != nullptr && known->live) return cudaErrorHostMemoryAlreadyRegistered;
    return runtime.memory().adopt(pointer, bytes, AllocationKind::kHost, "cudaHostRegister")
               ? cudaSuccess
               : cudaErrorInvalidValue;
  });
}
cudaError_t cudaHostUnregister(void* pointer) {
  return api([&](Runtime& runtime) {
    runtime.streams().drain_all();
    const Allocation* known = runtime.memory().find(address(pointer));
    if (known == nullptr || known->address != address(pointer) || !known->live ||
        known->kind != AllocationKind::kHost) {
      return cudaErrorHostMemoryNotRegistered;
    }
    return runtime.memory().release(address(pointer)) ? cudaSuccess
                                                      : cudaErrorHostMemoryNotRegistered;
  });
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return api([&](Runtime& runtime) {
    const Allocation* known = runtime.memory().find(address(host));
    if (device == nullptr || flags != 0 || known == nullptr || !known->live ||
        known->kind != AllocationKind::kHost) {
      return cudaErrorInvalidValue;
    }
    *device = host;
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return api([&](Runtime& runtime) {
    const Allocation* known = runtime.memory().find(address(host));
    if (flags == nullptr || known == nullptr || known->kind != AllocationKind::kHost) {
      return cudaErrorInvalidValue;
    }
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return api([&](Runtime& runtime) {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    *total = runtime.memory().capacity();
    *free = runtime.memory().capacity() - runtime.memory().used();
    return cudaSuccess;
  });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return api([&](Runtime& runtime) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    void* value = const_cast<void*>(pointer);
    const Allocation* known = runtime.memory().find(address(pointer));
    if (known == nullptr || !known->live) {
      *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, value};
      return cudaSuccess;
    }
    const cudaMemoryType type = type_of(known->kind);
    *attributes = {type, 0, value, type == cudaMemoryTypeDevice ? nullptr : value};
    return cudaSuccess;
  });
}

// Hints. They change when pages move, which is not modelled, but their arguments are checked.
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation,
                                 unsigned flags, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    if (stream_of(runtime, stream) == nullptr) return cudaErrorInvalidResourceHandle;
    const Allocation* known = runtime.memory().find(address(pointer));
    const bool managed = known != nullptr && known->live &&
                         known->kind == AllocationKind::kManaged &&
                         known->contains(address(pointer), bytes);
    return managed && flags == 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise,
                          cudaMemLocation location) {
  return cudaMemPrefetchAsync(pointer, bytes, location, 0, nullptr);
}
cudaError_t cudaMemRangeGetAttribute(void*, std::size_t, cudaMemRangeAttribute, const void*,
                                     std::size_t) {
  return __simt_not_supported("cudaMemRangeGetAttribute");
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, std::size_t, unsigned) {
  return api([&](Runtime& runtime) {
    return stream_of(runtime, stream) != nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api([&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    *pool = default_pool();
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t) {
  return api([&](Runtime&) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  return api([&](Runtime&) {
    *pool = new CUmemPoolHandle_st;
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return api([&](Runtime&) {
    if (pool == default_pool()) return cudaErrorInvalidValue;
    delete pool;
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) {
  return api([](Runtime&) { return cudaSuccess; });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return api([&](Runtime&) {
    if (attribute < cudaMemPoolReuseFollowEventDependencies ||
        attribute > cudaMemPoolAttrUsedMemHigh) {
      return cudaErrorInvalidValue;
    }
    const bool wide = attribute >= cudaMemPoolAttrReleaseThreshold;
    pool->values[attribute] = wide ? *static_cast<std::uint64_t*>(value)
                                   : static_cast<std::uint64_t>(*static_cast<int*>(value));
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return api([&](Runtime& runtime) {
    if (attribute < cudaMemPoolReuseFollowEventDependencies ||
        attribute > cudaMemPoolAttrUsedMemHigh) {
      return cudaErrorInvalidValue;
    }
    if (attribute < cudaMemPoolAttrReleaseThreshold) {
      *static_cast<int*>(value) = static_cast<int>(pool->values[attribute]);
    } else if (attribute > cudaMemPoolAttrReleaseThreshold) {
      *static_cast<std::uint64_t*>(value) = runtime.memory().used();
    } else {
      *static_cast<std::uint64_t*>(value) = pool->values[attribute];
    }
    return cudaSuccess;
  });
}

}  // extern "C"
