// SPDX-License-Identifier: MIT
//
// Arrays, texture objects and surface objects.
#include <cstring>
#include <optional>

#include "runtime/array.hpp"
#include "runtime/submit.hpp"
#include "simt/runtime_api.h"
#include "texture.hpp"

using simt::AllocationKind;
using simt::TexelFormat;
using simt::TexelKind;
using simt::Texture;
using simt::runtime::api;
using simt::runtime::api_waiting;
using simt::runtime::Runtime;

namespace {

/// The format behind a channel description: 1, 2 or 4 channels of the same 8, 16 or 32 bits.
std::optional<TexelFormat> format_of(const cudaChannelFormatDesc& description) {
  TexelFormat format;
  const int bits[] = {description.x, description.y, description.z, description.w};
  format.channels = 0;
  for (const int each : bits) {
    if (each == 0) break;
    if (each != bits[0]) return std::nullopt;
    ++format.channels;
  }
  const bool known_bits = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  const bool known_channels = format.channels == 1 || format.channels == 2 || format.channels == 4;
  if (!known_bits || !known_channels || description.f == cudaChannelFormatKindNone) {
    return std::nullopt;
  }
  format.bits = static_cast<std::uint32_t>(bits[0]);
  format.kind = description.f == cudaChannelFormatKindSigned     ? TexelKind::kSigned
                : description.f == cudaChannelFormatKindUnsigned ? TexelKind::kUnsigned
                                                                 : TexelKind::kFloat;
  return format;
}

cudaError_t check_format(const std::optional<TexelFormat>& format) {
  if (!format) return cudaErrorInvalidChannelDescriptor;
  if (format->kind != TexelKind::kFloat || format->bits == 32) return cudaSuccess;
  return __simt_not_supported("a texture of half precision");
}

cudaError_t make_array(Runtime& runtime, cudaArray_t* array, const cudaChannelFormatDesc* format,
                       cudaExtent extent, unsigned flags) {
  if (array == nullptr || format == nullptr || extent.width == 0) return cudaErrorInvalidValue;
  if ((flags & ~static_cast<unsigned>(cudaArraySurfaceLoadStore)) != 0) {
    return __simt_not_supported("an array that is layered, a cube map, or for gathers");
  }
  const auto known = format_of(*format);
  if (const cudaError_t error = check_format(known); error != cudaSuccess) return error;
  cudaArray made;
  made.format = *format;
  made.extent = extent;
  made.flags = flags;
  made.element_bytes = known->bytes();
  auto memory = runtime.memory().allocate(made.bytes(), AllocationKind::kDevice, "cudaArray");
  if (!memory) return cudaErrorMemoryAllocation;
  made.address = (*memory)->address;
  *array = new cudaArray(made);
  return cudaSuccess;
}

/// Shape, format and place of what a resource description names.
cudaError_t describe(const cudaResourceDesc& resource, Texture& texture) {
  const cudaChannelFormatDesc* format = nullptr;
  if (resource.resType == cudaResourceTypeArray) {
    const cudaArray* array = resource.res.array.array;
    if (array == nullptr) return cudaErrorInvalidValue;
    format = &array->format;
    texture.address = array->address;
    texture.extent = {array->extent.width, array->rows(), array->planes()};
    texture.dimensions = array->extent.depth != 0 ? 3 : array->extent.height != 0 ? 2 : 1;
    texture.pitch = array->pitch();
    texture.slice = array->pitch() * array->rows();
  } else if (resource.resType == cudaResourceTypeLinear) {
    format = &resource.res.linear.desc;
    texture.address = reinterpret_cast<std::uintptr_t>(resource.res.linear.devPtr);
    texture.is_linear = true;
  } else if (resource.resType == cudaResourceTypePitch2D) {
    format = &resource.res.pitch2D.desc;
    texture.address = reinterpret_cast<std::uintptr_t>(resource.res.pitch2D.devPtr);
    texture.extent = {resource.res.pitch2D.width, resource.res.pitch2D.height, 1};
    texture.dimensions = 2;
    texture.pitch = resource.res.pitch2D.pitchInBytes;
  } else {
    return __simt_not_supported("a texture of a mipmapped array");
  }
  const auto known = format_of(*format);
  if (const cudaError_t error = check_format(known); error != cudaSuccess) return error;
  texture.format = *known;
  if (texture.is_linear) {
    texture.extent[0] = resource.res.linear.sizeInBytes / texture.format.bytes();
  }
  return texture.address == 0 ? cudaErrorInvalidValue : cudaSuccess;
}

/// The rules of `description`, and whether they fit the format.
cudaError_t apply(const cudaTextureDesc& description, Texture& texture) {
  if (description.sRGB != 0) return __simt_not_supported("a texture in sRGB");
  for (std::size_t d = 0; d < texture.modes.size(); ++d) {
    texture.modes[d] = static_cast<simt::TextureAddressing>(description.addressMode[d]);
    if (texture.modes[d] > simt::TextureAddressing::kBorder) return cudaErrorInvalidValue;
  }
  texture.filters = description.filterMode == cudaFilterModeLinear;
  texture.normalized_position = description.normalizedCoords != 0;
  texture.normalized_value = description.readMode == cudaReadModeNormalizedFloat &&
                             texture.format.kind != TexelKind::kFloat;
  std::memcpy(texture.border.data(), description.borderColor, sizeof description.borderColor);
  if (texture.normalized_value && texture.format.bits == 32) return cudaErrorInvalidNormSetting;
  const bool floats = texture.normalized_value || texture.format.kind == TexelKind::kFloat;
  if (texture.filters && !floats) return cudaErrorInvalidFilterSetting;
  return cudaSuccess;
}

void* element(const cudaArray& array, std::size_t x, std::size_t y) {
  return reinterpret_cast<void*>(array.address + y * array.pitch() + x);
}

/// True if a rectangle of bytes lies inside the array's first plane.
bool holds(const cudaArray* array, std::size_t x, std::size_t y, std::size_t width,
           std::size_t height) {
  return array != nullptr && x <= array->pitch() && width <= array->pitch() - x &&
         y <= array->rows() && height <= array->rows() - y;
}

}  // namespace

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned flags) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  return api([&](Runtime& runtime) { return make_array(runtime, array, format, extent, flags); });
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return api_waiting([&](Runtime& runtime) {
    if (array == nullptr) return cudaSuccess;
    runtime.streams().drain_all();
    runtime.memory().release(array->address);
    delete array;
    return cudaSuccess;
  });
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
  return api([&](Runtime&) {
    if (array == nullptr) return cudaErrorInvalidValue;
    if (format != nullptr) *format = array->format;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return cudaSuccess;
  });
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

// An array's rows lie one after the other, so a copy of plain bytes may run across them.
cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  if (!holds(to, x, y, 0, 0)) return Runtime::get().record(cudaErrorInvalidValue);
  return cudaMemcpy(element(*to, x, y), from, bytes, kind);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
  if (!holds(from, x, y, 0, 0)) return Runtime::get().record(cudaErrorInvalidValue);
  return cudaMemcpy(to, element(*from, x, y), bytes, kind);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
  if (!holds(to, x, y, width, height)) return Runtime::get().record(cudaErrorInvalidValue);
  return cudaMemcpy2D(element(*to, x, y), to->pitch(), from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                  std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
  if (!holds(from, x, y, width, height)) return Runtime::get().record(cudaErrorInvalidValue);
  return cudaMemcpy2D(to, pitch, element(*from, x, y), from->pitch(), width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  if (!holds(to, x, y, width, height)) return Runtime::get().record(cudaErrorInvalidValue);
  return cudaMemcpy2DAsync(element(*to, x, y), to->pitch(), from, pitch, width, height, kind,
                           stream);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  if (!holds(from, x, y, width, height)) return Runtime::get().record(cudaErrorInvalidValue);
  return cudaMemcpy2DAsync(to, pitch, element(*from, x, y), from->pitch(), width, height, kind,
                           stream);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
  return api([&](Runtime& runtime) {
    if (object == nullptr || resource == nullptr || description == nullptr) {
      return cudaErrorInvalidValue;
    }
    if (view != nullptr) return __simt_not_supported("a view of a texture's resource");
    Texture texture;
    cudaError_t error = describe(*resource, texture);
    if (error == cudaSuccess) error = apply(*description, texture);
    if (error == cudaSuccess) *object = runtime.textures().add(texture);
    return error;
  });
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return api([&](Runtime& runtime) {
    return runtime.textures().remove(object) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return api([&](Runtime& runtime) {
    if (object == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray) {
      return cudaErrorInvalidValue;
    }
    Texture surface;
    const cudaError_t error = describe(*resource, surface);
    if (error != cudaSuccess) return error;
    if ((resource->res.array.array->flags & cudaArraySurfaceLoadStore) == 0) {
      return cudaErrorInvalidValue;
    }
    *object = runtime.textures().add(surface);
    return cudaSuccess;
  });
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return cudaDestroyTextureObject(object);
}

}  // extern "C"
