// SPDX-License-Identifier: MIT
//
// Each form of shuffle with each type that CUDA overloads, in every width.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <string>

#include "conformance.cuh"

using namespace conformance;

constexpr unsigned kAll = 0xffffffffu;

struct Index {
  static constexpr const char* kName = "__shfl_sync ";
  template <class T>
  __device__ static T shuffle(T value, int by, int width) {
    return __shfl_sync(kAll, value, by, width);
  }
  static int source(int lane, int by, int width) { return lane / width * width + by % width; }
};
struct Up {
  static constexpr const char* kName = "__shfl_up_sync ";
  template <class T>
  __device__ static T shuffle(T value, int by, int width) {
    return __shfl_up_sync(kAll, value, static_cast<unsigned>(by), width);
  }
  static int source(int lane, int by, int width) { return lane % width >= by ? lane - by : lane; }
};
struct Down {
  static constexpr const char* kName = "__shfl_down_sync ";
  template <class T>
  __device__ static T shuffle(T value, int by, int width) {
    return __shfl_down_sync(kAll, value, static_cast<unsigned>(by), width);
  }
  static int source(int lane, int by, int width) {
    return lane % width + by < width ? lane + by : lane;
  }
};
struct Xor {
  static constexpr const char* kName = "__shfl_xor_sync ";
  template <class T>
  __device__ static T shuffle(T value, int by, int width) {
    return __shfl_xor_sync(kAll, value, by, width);
  }
  /// A partner in a group above one's own is out of reach, one in a group below is not.
  static int source(int lane, int by, int width) {
    const int partner = lane ^ by;
    return partner / width > lane / width ? lane : partner;
  }
};

/// The lanes' values, moved for each width and distance; 32 of each.
template <class Form, class T>
__global__ void shuffled(T* out, const T* in, int by, int width) {
  out[threadIdx.x] = Form::shuffle(in[threadIdx.x], by, width);
}

template <class Form, class T>
void check(Suite& suite, const char* type) {
  std::vector<unsigned char> bytes(32 * sizeof(T));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(5 * i + 1);
  std::vector<T> in(32);
  std::memcpy(static_cast<void*>(in.data()), bytes.data(), bytes.size());
  Buffer<T> d_in(in), d_out(32);
  bool same = true;
  for (int width = 1; width <= 32; width *= 2) {
    for (int by : {0, 1, 2, 5, 16, 31}) {
      shuffled<Form, T><<<1, 32>>>(d_out.data(), d_in.data(), by, width);
      const std::vector<T> got = d_out.read();
      for (int lane = 0; lane < 32; ++lane) {
        const int from = Form::source(lane, by, width);
        same = same && std::memcmp(&got[static_cast<std::size_t>(lane)],
                                   &in[static_cast<std::size_t>(from)], sizeof(T)) == 0;
      }
    }
  }
  suite.is_true((Form::kName + std::string(type)).c_str(), same);
}
template <class T>
void check_forms(Suite& suite, const char* type) {
  check<Index, T>(suite, type);
  check<Up, T>(suite, type);
  check<Down, T>(suite, type);
  check<Xor, T>(suite, type);
}

int main() {
  Suite suite;
#define CHECK_FORMS(type) check_forms<type>(suite, #type);
  CHECK_FORMS(int)
  CHECK_FORMS(unsigned)
  CHECK_FORMS(long)
  CHECK_FORMS(unsigned long)
  CHECK_FORMS(long long)
  CHECK_FORMS(unsigned long long)
  CHECK_FORMS(float)
  CHECK_FORMS(double)
  CHECK_FORMS(__half)
  CHECK_FORMS(__half2)
  CHECK_FORMS(__nv_bfloat16)
  CHECK_FORMS(__nv_bfloat162)
  return suite.finish();
}
