// SPDX-License-Identifier: MIT
//
// CUDA's short vectors and dim3, with CUDA's sizes and alignments.
//
// In the device pass a vector of two or four elements is copied through one clang vector value, so
// that the load or store of the whole stays one access of 2 to 16 bytes, as on the GPU; a plain
// struct copy would be split into its elements. Host code sees plain structs.
#pragma once

#include <stddef.h>

#include <type_traits>
#include <utility>

#include "simt/qualifiers.h"

#define __SIMT_VECTOR1(name, type) \
  struct name {                    \
    type x;                        \
  };                               \
  __SIMT_BOTH__ constexpr name make_##name(type x) { return name{x}; }

#define __SIMT_VECTOR3(name, type) \
  struct name {                    \
    type x, y, z;                  \
  };                               \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y, type z) { return name{x, y, z}; }

#ifdef __CUDA_ARCH__
// A type that copies by hand is not trivially copyable for the compiler, but it is for CUDA:
// the host pass and user code that asks must agree.
#define __SIMT_TRIVIAL(name)                                  \
  namespace std {                                             \
  template <>                                                 \
  struct is_trivially_copyable<name> : true_type {};          \
  template <>                                                 \
  inline constexpr bool is_trivially_copyable_v<name> = true; \
  }
#define __SIMT_WHOLE_COPY(name)                                            \
  __SIMT_BOTH_MEMBER__ name(const name& other) : __whole(other.__whole) {} \
  __SIMT_BOTH_MEMBER__ name& operator=(const name& other) {                \
    __whole = other.__whole;                                               \
    return *this;                                                          \
  }
#define __SIMT_VECTOR2(name, type, alignment)                                     \
  struct __attribute__((aligned(alignment))) name {                               \
    typedef type __whole_t __attribute__((ext_vector_type(2)));                   \
    union {                                                                       \
      struct {                                                                    \
        type x, y;                                                                \
      };                                                                          \
      __whole_t __whole;                                                          \
    };                                                                            \
    name() = default;                                                             \
    __SIMT_BOTH_MEMBER__ constexpr name(type x_, type y_ = {}) : x(x_), y(y_) {}  \
    __SIMT_WHOLE_COPY(name)                                                       \
  };                                                                              \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y) { return name(x, y); } \
  __SIMT_TRIVIAL(name)
#define __SIMT_VECTOR4(name, type, alignment)                                              \
  struct __attribute__((aligned(alignment))) name {                                        \
    typedef type __whole_t __attribute__((ext_vector_type(4)));                            \
    union {                                                                                \
      struct {                                                                             \
        type x, y, z, w;                                                                   \
      };                                                                                   \
      __whole_t __whole;                                                                   \
    };                                                                                     \
    name() = default;                                                                      \
    __SIMT_BOTH_MEMBER__ constexpr name(type x_, type y_ = {}, type z_ = {}, type w_ = {}) \
        : x(x_), y(y_), z(z_), w(w_) {}                                                    \
    __SIMT_WHOLE_COPY(name)                                                                \
  };                                                                                       \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y, type z, type w) {               \
    return name(x, y, z, w);                                                               \
  }                                                                                        \
  __SIMT_TRIVIAL(name)
#else
#define __SIMT_VECTOR2(name, type, alignment)       \
  struct __attribute__((aligned(alignment))) name { \
    type x, y;                                      \
  };                                                \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y) { return name{x, y}; }
#define __SIMT_VECTOR4(name, type, alignment)                                \
  struct __attribute__((aligned(alignment))) name {                          \
    type x, y, z, w;                                                         \
  };                                                                         \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y, type z, type w) { \
    return name{x, y, z, w};                                                 \
  }
#endif

// Alignment of the two- and four-element forms, in bytes.
#define __SIMT_VECTORS(prefix, type, align2, align4) \
  __SIMT_VECTOR1(prefix##1, type)                    \
  __SIMT_VECTOR2(prefix##2, type, align2)            \
  __SIMT_VECTOR3(prefix##3, type)                    \
  __SIMT_VECTOR4(prefix##4, type, align4)
__SIMT_VECTORS(char, signed char, 2, 4)
__SIMT_VECTORS(uchar, unsigned char, 2, 4)
__SIMT_VECTORS(short, short, 4, 8)
__SIMT_VECTORS(ushort, unsigned short, 4, 8)
__SIMT_VECTORS(int, int, 8, 16)
__SIMT_VECTORS(uint, unsigned, 8, 16)
__SIMT_VECTORS(long, long, 16, 16)
__SIMT_VECTORS(ulong, unsigned long, 16, 16)
__SIMT_VECTORS(longlong, long long, 16, 16)
__SIMT_VECTORS(ulonglong, unsigned long long, 16, 16)
__SIMT_VECTORS(float, float, 8, 16)
__SIMT_VECTORS(double, double, 16, 16)
__SIMT_VECTOR4(double4_16a, double, 16)
__SIMT_VECTOR4(double4_32a, double, 32)
__SIMT_VECTOR4(long4_16a, long, 16)
__SIMT_VECTOR4(long4_32a, long, 32)
__SIMT_VECTOR4(ulong4_16a, unsigned long, 16)
__SIMT_VECTOR4(ulong4_32a, unsigned long, 32)
__SIMT_VECTOR4(longlong4_16a, long long, 16)
__SIMT_VECTOR4(longlong4_32a, long long, 32)
__SIMT_VECTOR4(ulonglong4_16a, unsigned long long, 16)
__SIMT_VECTOR4(ulonglong4_32a, unsigned long long, 32)
#undef __SIMT_VECTORS
#undef __SIMT_VECTOR1
#undef __SIMT_VECTOR3

/// Extent of a grid or block; what is left out is 1.
struct dim3 {
  unsigned x, y, z;
  __SIMT_BOTH_MEMBER__ constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
      : x(x_), y(y_), z(z_) {}
  __SIMT_BOTH_MEMBER__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __SIMT_BOTH_MEMBER__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
