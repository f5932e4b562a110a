// SPDX-License-Identifier: MIT
//
// Copies, fills and symbols.
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/submit.hpp"
#include "runtime/transfer.hpp"
#include "simt/runtime_api.h"

using simt::DeviceSymbol;
using simt::runtime::api;
using simt::runtime::api_waiting;
using simt::runtime::extent;
using simt::runtime::Fill;
using simt::runtime::Owner;
using simt::runtime::owner_of;
using simt::runtime::Runtime;
using simt::runtime::Transfer;

namespace {

/// A copy that the host waits for.
cudaError_t copy_now(Runtime& runtime, const Transfer& transfer, cudaMemcpyKind kind) {
  const cudaError_t error = check(runtime.memory(), transfer, kind);
  if (error != cudaSuccess) return error;
  runtime.streams().enqueue(
      runtime.streams().legacy(),
      {[&runtime, transfer] { move_bytes(runtime.memory(), transfer); }, nullptr, 0});
  runtime.streams().drain(runtime.streams().legacy());
  return cudaSuccess;
}

/// The transfer with its source bytes taken now, as CUDA stages pageable memory.
Transfer staged(const Transfer& transfer, std::shared_ptr<std::vector<std::byte>>& keep) {
  const auto* first = static_cast<const std::byte*>(transfer.from);
  keep = std::make_shared<std::vector<std::byte>>(
      first, first + extent(transfer.from_pitch, transfer.width, transfer.height));
  Transfer copy = transfer;
  copy.from = keep->data();
  return copy;
}

/// A copy in stream order. Pageable memory makes it wait or stage, as on a GPU.
cudaError_t copy_later(Runtime& runtime, Transfer transfer, cudaMemcpyKind kind,
                       cudaStream_t handle) {
  CUstream_st* stream = stream_of(runtime, handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  const cudaError_t error = check(runtime.memory(), transfer, kind);
  if (error != cudaSuccess) return error;
  const bool recording = stream->capture != nullptr;
  std::shared_ptr<std::vector<std::byte>> keep;
  const std::size_t from_bytes = extent(transfer.from_pitch, transfer.width, transfer.height);
  if (!recording && runtime.streams().deferred() &&
      owner_of(runtime.memory(), transfer.from, from_bytes) == Owner::kPageable) {
    transfer = staged(transfer, keep);
  }
  const cudaError_t submitted = submit(
      runtime, stream, [&runtime, transfer, keep] { move_bytes(runtime.memory(), transfer); });
  if (!recording && owner_of(runtime.memory(), transfer.to, 1) == Owner::kPageable) {
    runtime.streams().drain(stream);
  }
  return submitted;
}

cudaError_t fill_later(Runtime& runtime, const Fill& fill, cudaStream_t stream) {
  const cudaError_t error = check(runtime.memory(), fill);
  if (error != cudaSuccess) return error;
  return submit(runtime, stream, [&runtime, fill] { fill_bytes(runtime.memory(), fill); });
}

Transfer line(void* to, const void* from, std::size_t bytes) {
  return {to, bytes, from, bytes, bytes, 1};
}

/// One side of a 3-D copy. Positions and widths count elements as soon as an array takes part.
struct Side {
  std::uint64_t base = 0;
  std::size_t pitch = 0;
  std::size_t plane = 0;
  std::size_t x = 0;  ///< bytes
};

Side side_of(const cudaArray* array, const cudaPitchedPtr& memory, const cudaPos& position) {
  if (array == nullptr) {
    return {reinterpret_cast<std::uintptr_t>(memory.ptr), memory.pitch, memory.pitch * memory.ysize,
            position.x};
  }
  return {array->address, array->pitch(), array->pitch() * array->rows(),
          position.x * array->element_bytes};
}

/// The planes of a 3-D copy between arrays and pitched memory, bottom up.
cudaError_t planes(const cudaMemcpy3DParms& p, std::vector<Transfer>& out) {
  const cudaArray* const array = p.srcArray != nullptr ? p.srcArray : p.dstArray;
  const std::size_t unit = array != nullptr ? array->element_bytes : 1;
  const Side from = side_of(p.srcArray, p.srcPtr, p.srcPos);
  const Side to = side_of(p.dstArray, p.dstPtr, p.dstPos);
  for (std::size_t z = 0; z < p.extent.depth; ++z) {
    const auto at = [&](const Side& side, const cudaPos& position) {
      return side.base + (position.z + z) * side.plane + position.y * side.pitch + side.x;
    };
    out.push_back({reinterpret_cast<void*>(at(to, p.dstPos)), to.pitch,
                   reinterpret_cast<const void*>(at(from, p.srcPos)), from.pitch,
                   p.extent.width * unit, p.extent.height});
  }
  return cudaSuccess;
}

/// The transfer between `symbol` + offset and host or device memory.
cudaError_t symbol_range(Runtime& runtime, const void* symbol, std::size_t bytes,
                         std::size_t offset, void** address) {
  DeviceSymbol found;
  const cudaError_t error = runtime.symbol(symbol, &found);
  if (error != cudaSuccess) return error;
  if (offset > found.bytes || bytes > found.bytes - offset) return cudaErrorInvalidValue;
  *address = reinterpret_cast<void*>(found.address + offset);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return api_waiting(
      [&](Runtime& runtime) { return copy_now(runtime, line(to, from, bytes), kind); });
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return api(
      [&](Runtime& runtime) { return copy_later(runtime, line(to, from, bytes), kind, stream); });
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return api_waiting([&](Runtime& runtime) {
    return copy_now(runtime, {to, to_pitch, from, from_pitch, width, height}, kind);
  });
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    return copy_later(runtime, {to, to_pitch, from, from_pitch, width, height}, kind, stream);
  });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return api_waiting([&](Runtime& runtime) {
    std::vector<Transfer> parts;
    cudaError_t error = planes(*parameters, parts);
    for (const Transfer& part : parts) {
      if (error == cudaSuccess) error = copy_now(runtime, part, parameters->kind);
    }
    return error;
  });
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    std::vector<Transfer> parts;
    cudaError_t error = planes(*parameters, parts);
    for (const Transfer& part : parts) {
      if (error == cudaSuccess) error = copy_later(runtime, part, parameters->kind, stream);
    }
    return error;
  });
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes) {
  if (to_device != 0 || from_device != 0) return Runtime::get().record(cudaErrorInvalidDevice);
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  if (to_device != 0 || from_device != 0) return Runtime::get().record(cudaErrorInvalidDevice);
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return api(
      [&](Runtime& runtime) { return fill_later(runtime, {to, bytes, value, bytes, 1}, nullptr); });
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return api(
      [&](Runtime& runtime) { return fill_later(runtime, {to, bytes, value, bytes, 1}, stream); });
}
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return cudaMemset2DAsync(to, pitch, value, width, height, nullptr);
}
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    return fill_later(runtime, {to, pitch, value, width, height}, stream);
  });
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent size) {
  return cudaMemset3DAsync(to, value, size, nullptr);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent size, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    for (std::size_t z = 0; z < size.depth && error == cudaSuccess; ++z) {
      void* plane = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(to.ptr) +
                                            z * to.pitch * to.ysize);
      error = fill_later(runtime, {plane, to.pitch, value, size.width, size.height}, stream);
    }
    return error;
  });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return api([&](Runtime& runtime) { return symbol_range(runtime, symbol, 0, 0, address); });
}
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return api([&](Runtime& runtime) {
    DeviceSymbol found;
    const cudaError_t error = runtime.symbol(symbol, &found);
    if (error == cudaSuccess) *bytes = found.bytes;
    return error;
  });
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
  return api_waiting([&](Runtime& runtime) {
    void* to = nullptr;
    const cudaError_t error = symbol_range(runtime, symbol, bytes, offset, &to);
    return error != cudaSuccess ? error : copy_now(runtime, line(to, from, bytes), kind);
  });
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return api_waiting([&](Runtime& runtime) {
    void* from = nullptr;
    const cudaError_t error = symbol_range(runtime, symbol, bytes, offset, &from);
    return error != cudaSuccess ? error : copy_now(runtime, line(to, from, bytes), kind);
  });
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    void* to = nullptr;
    const cudaError_t error = symbol_range(runtime, symbol, bytes, offset, &to);
    return error != cudaSuccess ? error : copy_later(runtime, line(to, from, bytes), kind, stream);
  });
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    void* from = nullptr;
    const cudaError_t error = symbol_range(runtime, symbol, bytes, offset, &from);
    return error != cudaSuccess ? error : copy_later(runtime, line(to, from, bytes), kind, stream);
  });
}

}  // extern "C"
