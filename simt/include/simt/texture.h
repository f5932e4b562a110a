// SPDX-License-Identifier: MIT
//
// Texture and surface functions of device code. An element is put together from its channels.
#pragma once

#include "simt/driver_types.h"
#include "simt/imports.h"
#include "simt/vector_types.h"

#ifdef __CUDA__
namespace __simt {

/// The type of a channel, and how many there are.
template <class T>
struct texel {
  typedef T channel;
  static constexpr int channels = 1;
};
#define __SIMT_TEXEL(name)                 \
  template <>                              \
  struct texel<name##1> {                  \
    typedef decltype(name##1 ::x) channel; \
    static constexpr int channels = 1;     \
  };                                       \
  template <>                              \
  struct texel<name##2> {                  \
    typedef decltype(name##2 ::x) channel; \
    static constexpr int channels = 2;     \
  };                                       \
  template <>                              \
  struct texel<name##4> {                  \
    typedef decltype(name##4 ::x) channel; \
    static constexpr int channels = 4;     \
  };
__SIMT_TEXEL(char)
__SIMT_TEXEL(uchar)
__SIMT_TEXEL(short)
__SIMT_TEXEL(ushort)
__SIMT_TEXEL(int)
__SIMT_TEXEL(uint)
__SIMT_TEXEL(float)
#undef __SIMT_TEXEL

__SIMT_DEVICE__ void set_channel(float& channel, unsigned bits) {
  channel = __builtin_bit_cast(float, bits);
}
template <class Integer>
__SIMT_DEVICE__ void set_channel(Integer& channel, unsigned bits) {
  channel = static_cast<Integer>(bits);
}

/// Builds an element of type T; `channel(k)` gives the bits of channel k.
template <class T, class Channel>
__SIMT_DEVICE__ T make_texel(Channel channel) {
  T result;
  auto* channels = reinterpret_cast<typename texel<T>::channel*>(&result);
  for (int k = 0; k < texel<T>::channels; ++k) set_channel(channels[k], channel(k));
  return result;
}

}  // namespace __simt

template <class T>
__SIMT_DEVICE__ T tex1Dfetch(cudaTextureObject_t texture, int index) {
  return __simt::make_texel<T>([=](int k) { return __simt_texture_fetch(texture, k, index); });
}
template <class T>
__SIMT_DEVICE__ T tex1D(cudaTextureObject_t texture, float x) {
  return __simt::make_texel<T>([=](int k) { return __simt_texture(texture, k, x, 0, 0); });
}
template <class T>
__SIMT_DEVICE__ T tex2D(cudaTextureObject_t texture, float x, float y) {
  return __simt::make_texel<T>([=](int k) { return __simt_texture(texture, k, x, y, 0); });
}
template <class T>
__SIMT_DEVICE__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return __simt::make_texel<T>([=](int k) { return __simt_texture(texture, k, x, y, z); });
}
/// There are no mipmaps: every level of detail is the one there is.
template <class T>
__SIMT_DEVICE__ T tex2DLod(cudaTextureObject_t texture, float x, float y, float) {
  return tex2D<T>(texture, x, y);
}
template <class T>
__SIMT_DEVICE__ void tex1Dfetch(T* to, cudaTextureObject_t texture, int index) {
  *to = tex1Dfetch<T>(texture, index);
}
template <class T>
__SIMT_DEVICE__ void tex1D(T* to, cudaTextureObject_t texture, float x) {
  *to = tex1D<T>(texture, x);
}
template <class T>
__SIMT_DEVICE__ void tex2D(T* to, cudaTextureObject_t texture, float x, float y) {
  *to = tex2D<T>(texture, x, y);
}
template <class T>
__SIMT_DEVICE__ void tex3D(T* to, cudaTextureObject_t texture, float x, float y, float z) {
  *to = tex3D<T>(texture, x, y, z);
}

// Surfaces: `x` counts bytes.
template <class T>
__SIMT_DEVICE__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  const void* from = __simt_surface(surface, x, y, sizeof(T), mode);
  return from != nullptr ? *static_cast<const T*>(from) : T{};
}
template <class T>
__SIMT_DEVICE__ void surf2Dread(T* to, cudaSurfaceObject_t surface, int x, int y,
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *to = surf2Dread<T>(surface, x, y, mode);
}
template <class T>
__SIMT_DEVICE__ void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y,
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  void* to = __simt_surface(surface, x, y, sizeof(T), mode);
  if (to != nullptr) *static_cast<T*>(to) = value;
}
template <class T>
__SIMT_DEVICE__ T surf1Dread(cudaSurfaceObject_t surface, int x,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  return surf2Dread<T>(surface, x, 0, mode);
}
template <class T>
__SIMT_DEVICE__ void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x,
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  surf2Dwrite(value, surface, x, 0, mode);
}
#endif
