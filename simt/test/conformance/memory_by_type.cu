// SPDX-License-Identifier: MIT
//
// Each memory space with each scalar and vector type, and each load and store with a cache hint:
// elements go in, turn around, and come out with every byte in place.
#include <cuda_fp16.h>

#include <string>

#include "conformance.cuh"

using namespace conformance;

constexpr int kCount = 48;  // threads: a full and a half warp

template <class T>
struct Elements {
  T values[kCount];
};

template <class T>
__global__ void from_global(T* out, const T* in) {
  out[threadIdx.x] = in[kCount - 1 - threadIdx.x];
}
template <class T>
__global__ void through_shared(T* out, const T* in) {
  __shared__ T tile[kCount];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[kCount - 1 - threadIdx.x];
}
template <class T>
__global__ void through_dynamic(T* out, const T* in) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[kCount - 1 - threadIdx.x];
}
/// An array of a thread's own, with an index that no compiler knows.
template <class T>
__global__ void through_local(T* out, const T* in) {
  T own[kCount];
  for (int i = 0; i < kCount; ++i) own[(i + threadIdx.x) % kCount] = in[i];
  out[threadIdx.x] = own[kCount - 1];
}
template <class T>
__global__ void from_parameter(T* out, Elements<T> in) {
  out[threadIdx.x] = in.values[kCount - 1 - threadIdx.x];
}
__constant__ __align__(16) unsigned char constant_bytes[kCount * 16];
template <class T>
__global__ void from_constant(T* out, const T*) {
  out[threadIdx.x] = reinterpret_cast<const T*>(constant_bytes)[kCount - 1 - threadIdx.x];
}
__device__ __align__(16) unsigned char device_bytes[kCount * 16];
template <class T>
__global__ void through_variable(T* out, const T* in) {
  T* place = reinterpret_cast<T*>(device_bytes);
  place[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = place[kCount - 1 - threadIdx.x];
}
template <class T>
__global__ void volatile_global(T* out, const T* in) {
  const volatile T* source = in;
  volatile T* target = out;
  target[threadIdx.x] = source[kCount - 1 - threadIdx.x];
}

#define HINTED(name, load, store)             \
  template <class T>                          \
  __global__ void name(T* out, const T* in) { \
    const T value = load;                     \
    store;                                    \
  }
HINTED(with_ldg, __ldg(&in[kCount - 1 - threadIdx.x]), out[threadIdx.x] = value)
HINTED(with_ldca, __ldca(&in[kCount - 1 - threadIdx.x]), out[threadIdx.x] = value)
HINTED(with_ldcg, __ldcg(&in[kCount - 1 - threadIdx.x]), out[threadIdx.x] = value)
HINTED(with_ldcs, __ldcs(&in[kCount - 1 - threadIdx.x]), out[threadIdx.x] = value)
HINTED(with_ldlu, __ldlu(&in[kCount - 1 - threadIdx.x]), out[threadIdx.x] = value)
HINTED(with_ldcv, __ldcv(&in[kCount - 1 - threadIdx.x]), out[threadIdx.x] = value)
HINTED(with_stwb, in[kCount - 1 - threadIdx.x], __stwb(&out[threadIdx.x], value))
HINTED(with_stcg, in[kCount - 1 - threadIdx.x], __stcg(&out[threadIdx.x], value))
HINTED(with_stcs, in[kCount - 1 - threadIdx.x], __stcs(&out[threadIdx.x], value))
HINTED(with_stwt, in[kCount - 1 - threadIdx.x], __stwt(&out[threadIdx.x], value))

/// Elements whose bytes all differ from their neighbours'.
template <class T>
std::vector<T> elements() {
  std::vector<unsigned char> bytes(kCount * sizeof(T));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(7 * i + 3);
  std::vector<T> values(kCount);
  std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
  return values;
}
template <class T, class Launch>
void check(Suite& suite, const char* space, const char* type, Launch launch) {
  const std::vector<T> in = elements<T>();
  Buffer<T> d_in(in), d_out(kCount);
  launch(d_out.data(), d_in.data(), in);
  must(cudaGetLastError(), space);
  const std::vector<T> got = d_out.read();
  bool same = true;
  for (std::size_t i = 0; i < kCount; ++i) {
    same = same && std::memcmp(&got[i], &in[kCount - 1 - i], sizeof(T)) == 0;
  }
  suite.is_true((std::string(space) + " " + type).c_str(), same);
}
#define LAUNCH(kernel)                                     \
  [](T* out, const T* in, const std::vector<T>&) {         \
    kernel<T><<<1, kCount, kCount * sizeof(T)>>>(out, in); \
  }

template <class T>
void check_spaces(Suite& suite, const char* type) {
  check<T>(suite, "global", type, LAUNCH(from_global));
  check<T>(suite, "shared", type, LAUNCH(through_shared));
  check<T>(suite, "dynamic shared", type, LAUNCH(through_dynamic));
  check<T>(suite, "device variable", type, LAUNCH(through_variable));
  check<T>(suite, "constant", type, [](T* out, const T* in, const std::vector<T>& values) {
    must(cudaMemcpyToSymbol(constant_bytes, values.data(), kCount * sizeof(T)), "to symbol");
    from_constant<T><<<1, kCount>>>(out, in);
  });
  check<T>(suite, "parameter", type, [](T* out, const T*, const std::vector<T>& values) {
    Elements<T> parameter;
    std::memcpy(static_cast<void*>(parameter.values), values.data(), sizeof parameter);
    from_parameter<T><<<1, kCount>>>(out, parameter);
  });
}
/// Lane t's array starts t places later, so that it reads element kCount - 1 - t.
template <class T>
void check_local(Suite& suite, const char* type) {
  check<T>(suite, "local", type, LAUNCH(through_local));
}
template <class T>
void check_volatile(Suite& suite, const char* type) {
  check<T>(suite, "volatile", type, LAUNCH(volatile_global));
}
template <class T>
void check_hints(Suite& suite, const char* type) {
  check<T>(suite, "__ldg", type, LAUNCH(with_ldg));
  check<T>(suite, "__ldca", type, LAUNCH(with_ldca));
  check<T>(suite, "__ldcg", type, LAUNCH(with_ldcg));
  check<T>(suite, "__ldcs", type, LAUNCH(with_ldcs));
  check<T>(suite, "__ldlu", type, LAUNCH(with_ldlu));
  check<T>(suite, "__ldcv", type, LAUNCH(with_ldcv));
  check<T>(suite, "__stwb", type, LAUNCH(with_stwb));
  check<T>(suite, "__stcg", type, LAUNCH(with_stcg));
  check<T>(suite, "__stcs", type, LAUNCH(with_stcs));
  check<T>(suite, "__stwt", type, LAUNCH(with_stwt));
}

int main() {
  Suite suite;
#define SCALAR(type)                \
  check_spaces<type>(suite, #type); \
  check_local<type>(suite, #type);  \
  check_volatile<type>(suite, #type);
#define VECTOR(type)                \
  check_spaces<type>(suite, #type); \
  check_local<type>(suite, #type);
  SCALAR(signed char)
  SCALAR(unsigned char)
  SCALAR(short)
  SCALAR(unsigned short)
  SCALAR(int)
  SCALAR(unsigned)
  SCALAR(long)
  SCALAR(long long)
  SCALAR(unsigned long long)
  SCALAR(float)
  SCALAR(double)
  VECTOR(__half)
  VECTOR(__half2)
  VECTOR(char4)
  VECTOR(short2)
  VECTOR(int3)
  VECTOR(float2)
  VECTOR(float4)
  VECTOR(double2)
  check_hints<unsigned char>(suite, "unsigned char");
  check_hints<short>(suite, "short");
  check_hints<int>(suite, "int");
  check_hints<long long>(suite, "long long");
  check_hints<float>(suite, "float");
  check_hints<double>(suite, "double");
  check_hints<int2>(suite, "int2");
  check_hints<float4>(suite, "float4");
  return suite.finish();
}
