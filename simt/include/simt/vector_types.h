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

#include "simt/qualifiers.h"

#define __SIMT_VECTOR1(name, type)                                             \
  struct name {                                                                \
    type x;                                                                    \
  };                                                                           \
  __SIMT_BOTH__ constexpr name make_##name(type x) { return name{x}; }

#define __SIMT_VECTOR3(name, type)                                                              \
  struct name {                                                                                 \
    type x, y, z;                                                                               \
  };                                                                                            \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y, type z) { return name{x, y, z}; }

#ifdef __CUDA_ARCH__
// A type that copies by hand is not trivially copyable for the compiler, but it is for CUDA:
// the host pass and user code that asks must agree.
#define __SIMT_TRIVIAL(name)                                                    \
  namespace std {                                                               \
  template <>                                                                   \
  struct is_trivially_copyable<name> : true_type {};                            \
  template <>                                                                   \
  inline constexpr bool is_trivially_copyable_v<name> = true;                   \
  }
#define __SIMT_WHOLE_COPY(name, type, count)                                    \
  __SIMT_BOTH_MEMBER__ name(const name& other) : __whole(other.__whole) {}      \
  __SIMT_BOTH_MEMBER__ name& operator=(const name& other) {                     \
    __whole = other.__whole;                                                    \
    return *this;                                                               \
  }
#define __SIMT_WHOLE(type, count) type __whole __attribute__((ext_vector_type(count)))
#define __SIMT_VECTOR2(name, type, alignment)                                                  \
  struct __attribute__((aligned(alignment))) name {                                            \
    union {                                                                                    \
      struct {                                                                                 \
        type x, y;                                                                             \
      };                                                                                       \
      __SIMT_WHOLE(type, 2);                                                                   \
    };                                                                                         \
    name() = default;                                                                          \
    __SIMT_BOTH_MEMBER__ constexpr name(type x_, type y_ = 0) : x(x_), y(y_) {}                \
    __SIMT_WHOLE_COPY(name, type, 2)                                                           \
  };                                                                                           \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y) { return name(x, y); }              \
  __SIMT_TRIVIAL(name)
#define __SIMT_VECTOR4(name, type, alignment)                                                  \
  struct __attribute__((aligned(alignment))) name {                                            \
    union {                                                                                    \
      struct {                                                                                 \
        type x, y, z, w;                                                                       \
      };                                                                                       \
      __SIMT_WHOLE(type, 4);                                                                   \
    };                                                                                         \
    name() = default;                                                                          \
    __SIMT_BOTH_MEMBER__ constexpr name(type x_, type y_, type z_, type w_)                    \
        : x(x_), y(y_), z(z_), w(w_) {}                                                        \
    __SIMT_WHOLE_COPY(name, type, 4)                                                           \
  };                                                                                           \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y, type z, type w) {                   \
    return name(x, y, z, w);                                                                   \
  }                                                                                            \
  __SIMT_TRIVIAL(name)
#else
#define __SIMT_VECTOR2(name, type, alignment)                                                  \
  struct __attribute__((aligned(alignment))) name {                                            \
    type x, y;                                                                                 \
  };                                                                                           \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y) { return name{x, y}; }
#define __SIMT_VECTOR4(name, type, alignment)                                                  \
  struct __attribute__((aligned(alignment))) name {                                            \
    type x, y, z, w;                                                                           \
  };                                                                                           \
  __SIMT_BOTH__ constexpr name make_##name(type x, type y, type z, type w) {                   \
    return name{x, y, z, w};                                                                   \
  }
#endif
