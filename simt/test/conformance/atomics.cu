// SPDX-License-Identifier: MIT
//
// Every atomic function and type: many threads on few places, in global and in shared memory. The
// final values do not depend on the order; where the old values matter, their set is checked.
#include <algorithm>

#include "conformance.cuh"

using namespace conformance;

constexpr int kThreads = 96;
constexpr int kPlaces = 4;

#define ATOMIC_OP(name, function)                        \
  struct name {                                          \
    template <class T>                                   \
    __device__ T operator()(T* address, T value) const { \
      return function(address, value);                   \
    }                                                    \
  };
// In the scopes of the device, the block and the system.
#define ATOMIC_OPS(name, function)         \
  ATOMIC_OP(name, function)                \
  ATOMIC_OP(name##Block, function##_block) \
  ATOMIC_OP(name##System, function##_system)
ATOMIC_OPS(Add, atomicAdd)
ATOMIC_OPS(Sub, atomicSub)
ATOMIC_OPS(Min, atomicMin)
ATOMIC_OPS(Max, atomicMax)
ATOMIC_OPS(And, atomicAnd)
ATOMIC_OPS(Or, atomicOr)
ATOMIC_OPS(Xor, atomicXor)

template <class Op, class T>
__global__ void on_global(T* places, const T* values) {
  Op()(&places[threadIdx.x % kPlaces], values[threadIdx.x]);
}
template <class Op, class T>
__global__ void on_shared(T* places, const T* values) {
  __shared__ T tile[kPlaces];
  if (threadIdx.x < kPlaces) tile[threadIdx.x] = places[threadIdx.x];
  __syncthreads();
  Op()(&tile[threadIdx.x % kPlaces], values[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < kPlaces) places[threadIdx.x] = tile[threadIdx.x];
}

template <class Op, class T, class Reference>
void check(Suite& suite, const char* name, T start, Reference reference, bool small = false) {
  std::vector<T> values;
  for (int i = 0; i < kThreads; ++i) {
    const std::uint64_t bits = mixed(static_cast<std::uint64_t>(i));
    values.push_back(small ? static_cast<T>(bits % 64) : static_cast<T>(bits));
  }
  std::vector<T> want(kPlaces, start);
  for (std::size_t i = 0; i < kThreads; ++i) {
    want[i % kPlaces] = reference(want[i % kPlaces], values[i]);
  }
  Buffer<T> d_values(values);
  Buffer<T> global(std::vector<T>(kPlaces, start)), shared(std::vector<T>(kPlaces, start));
  on_global<Op, T><<<1, kThreads>>>(global.data(), d_values.data());
  on_shared<Op, T><<<1, kThreads>>>(shared.data(), d_values.data());
  suite.equal(name, global.read(), want);
  suite.equal(name, shared.read(), want);
}

/// Old values: exchange hands each value on exactly once; increment wraps; CAS lets one win.
struct Device {
  template <class T>
  __device__ static T exchange(T* place, T value) {
    return atomicExch(place, value);
  }
  template <class T>
  __device__ static T swap(T* place, T compare, T value) {
    return atomicCAS(place, compare, value);
  }
  __device__ static unsigned up(unsigned* place) { return atomicInc(place, 9); }
  __device__ static unsigned down(unsigned* place) { return atomicDec(place, 9); }
};
struct Block {
  template <class T>
  __device__ static T exchange(T* place, T value) {
    return atomicExch_block(place, value);
  }
  template <class T>
  __device__ static T swap(T* place, T compare, T value) {
    return atomicCAS_block(place, compare, value);
  }
  __device__ static unsigned up(unsigned* place) { return atomicInc_block(place, 9); }
  __device__ static unsigned down(unsigned* place) { return atomicDec_block(place, 9); }
};
struct System {
  template <class T>
  __device__ static T exchange(T* place, T value) {
    return atomicExch_system(place, value);
  }
  template <class T>
  __device__ static T swap(T* place, T compare, T value) {
    return atomicCAS_system(place, compare, value);
  }
  __device__ static unsigned up(unsigned* place) { return atomicInc_system(place, 9); }
  __device__ static unsigned down(unsigned* place) { return atomicDec_system(place, 9); }
};
template <class Scope, class T>
__global__ void exchange(T* place, T* old) {
  old[threadIdx.x] = Scope::exchange(place, static_cast<T>(threadIdx.x + 1));
}
template <class Scope>
__global__ void count(unsigned* up, unsigned* down, unsigned* old) {
  old[threadIdx.x] = Scope::up(up);
  old[threadIdx.x] += Scope::down(down);
}
template <class V>
__global__ void add_vectors(V* place, V value) {
  atomicAdd(place, value);
}
__global__ void tickets(int* place, int* old) { old[threadIdx.x] = atomicAdd(place, 2); }
template <class Scope, class T>
__global__ void swap_if(T* place, int* winners) {
  if (Scope::swap(place, T(0), static_cast<T>(threadIdx.x + 1)) == 0) atomicAdd(winners, 1);
}
/// Product by compare and swap, the usual loop.
__global__ void multiply(double* place, const double* factors) {
  auto* bits = reinterpret_cast<unsigned long long*>(place);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    const double next =
        __longlong_as_double(static_cast<long long>(assumed)) * factors[threadIdx.x];
    old = atomicCAS(bits, assumed, static_cast<unsigned long long>(__double_as_longlong(next)));
  } while (assumed != old);
}

template <class Scope, class T>
void check_handed_on(Suite& suite, const char* name) {
  Buffer<T> place(1), old(64);
  exchange<Scope, T><<<1, 64>>>(place.data(), old.data());
  std::vector<T> seen = old.read();
  seen.push_back(place.read()[0]);
  std::sort(seen.begin(), seen.end());
  std::vector<T> want;
  for (int i = 0; i <= 64; ++i) want.push_back(static_cast<T>(i));
  suite.equal(name, seen, want);
}
template <class Scope, class T>
void check_swap(Suite& suite, const char* name) {
  Buffer<T> place(2);
  Buffer<int> winners(1);
  swap_if<Scope, T><<<1, 64>>>(place.data(), winners.data());
  const T value = place.read()[0];
  suite.is_true(name, winners.read()[0] == 1 && value >= 1 && value <= 64);
}
template <class Scope>
void check_wrapping(Suite& suite, const char* up_name, const char* down_name) {
  Buffer<unsigned> up(1), down(1), old(64);
  count<Scope><<<1, 64>>>(up.data(), down.data(), old.data());
  suite.is_true(up_name, up.read()[0] == 64 % 10);
  suite.is_true(down_name, down.read()[0] == (10 - 64 % 10) % 10);
}
/// Four floats at most, from `parts` onwards.
template <class V, class Parts>
void check_vector(Suite& suite, const char* name, V value, Parts parts) {
  Buffer<V> place(1);
  add_vectors<V><<<2, 48>>>(place.data(), value);
  const V sum = place.read()[0];
  bool right = true;
  for (std::size_t i = 0; i < sizeof(V) / 4; ++i)
    right = right && parts(sum)[i] == 96 * parts(value)[i];
  suite.is_true(name, right);
}

void check_integers(Suite& suite) {
  using Ull = unsigned long long;
  const auto add = [](auto a, auto b) {
    return static_cast<decltype(a)>(static_cast<Ull>(a) + static_cast<Ull>(b));
  };
  const auto sub = [](auto a, auto b) {
    return static_cast<decltype(a)>(static_cast<Ull>(a) - static_cast<Ull>(b));
  };
  const auto low = [](auto a, auto b) { return a < b ? a : b; };
  const auto high = [](auto a, auto b) { return a > b ? a : b; };
  const auto both = [](auto a, auto b) { return a & b; };
  const auto either = [](auto a, auto b) { return a | b; };
  const auto differ = [](auto a, auto b) { return a ^ b; };
#define CHECK(op, type, name, start, reference)                                 \
  check<op, type>(suite, "atomic" #op " " name, start, reference);              \
  check<op##Block, type>(suite, "atomic" #op "_block " name, start, reference); \
  check<op##System, type>(suite, "atomic" #op "_system " name, start, reference);
  CHECK(Add, int, "int", 5, add)
  CHECK(Add, unsigned, "unsigned", 5, add)
  CHECK(Add, Ull, "unsigned long long", 5, add)
  CHECK(Sub, int, "int", 5, sub)
  CHECK(Sub, unsigned, "unsigned", 5, sub)
  CHECK(Min, int, "int", 5, low)
  CHECK(Min, unsigned, "unsigned", ~0u, low)
  CHECK(Min, long long, "long long", 5, low)
  CHECK(Min, Ull, "unsigned long long", ~0ull, low)
  CHECK(Max, int, "int", 5, high)
  CHECK(Max, unsigned, "unsigned", 5, high)
  CHECK(Max, long long, "long long", 5, high)
  CHECK(Max, Ull, "unsigned long long", 5, high)
  CHECK(And, int, "int", -1, both)
  CHECK(And, unsigned, "unsigned", ~0u, both)
  CHECK(And, Ull, "unsigned long long", ~0ull, both)
  CHECK(Or, int, "int", 0, either)
  CHECK(Or, unsigned, "unsigned", 0, either)
  CHECK(Or, Ull, "unsigned long long", 0, either)
  CHECK(Xor, int, "int", 0, differ)
  CHECK(Xor, unsigned, "unsigned", 0, differ)
  CHECK(Xor, Ull, "unsigned long long", 0, differ)
}

int main() {
  Suite suite;
  check_integers(suite);
  const auto add = [](auto a, auto b) { return a + b; };
#define ADD(type)                                                               \
  check<Add, type>(suite, "atomicAdd " #type, type(0.5), add, true);            \
  check<AddBlock, type>(suite, "atomicAdd_block " #type, type(0.5), add, true); \
  check<AddSystem, type>(suite, "atomicAdd_system " #type, type(0.5), add, true);
  ADD(float)
  ADD(double)
#define HANDED_ON(type)                                           \
  check_handed_on<Device, type>(suite, "atomicExch " #type);      \
  check_handed_on<Block, type>(suite, "atomicExch_block " #type); \
  check_handed_on<System, type>(suite, "atomicExch_system " #type);
  HANDED_ON(int)
  HANDED_ON(unsigned)
  HANDED_ON(float)
  HANDED_ON(unsigned long long)
#define SWAP(type)                                          \
  check_swap<Device, type>(suite, "atomicCAS " #type);      \
  check_swap<Block, type>(suite, "atomicCAS_block " #type); \
  check_swap<System, type>(suite, "atomicCAS_system " #type);
  SWAP(int)
  SWAP(unsigned)
  SWAP(unsigned long long)
  check_swap<Device, unsigned short>(suite, "atomicCAS unsigned short");
  check_wrapping<Device>(suite, "atomicInc wraps", "atomicDec wraps");
  check_wrapping<Block>(suite, "atomicInc_block wraps", "atomicDec_block wraps");
  check_wrapping<System>(suite, "atomicInc_system wraps", "atomicDec_system wraps");
  const auto floats = [](const auto& v) { return &v.x; };
  check_vector(suite, "atomicAdd float2", make_float2(1, -2), floats);
  check_vector(suite, "atomicAdd float4", make_float4(1, -2, 0.5f, 3), floats);

  Buffer<int> counter(1), drawn(256);
  tickets<<<1, 256>>>(counter.data(), drawn.data());
  std::vector<int> order = drawn.read(), want;
  std::sort(order.begin(), order.end());
  for (int i = 0; i < 256; ++i) want.push_back(2 * i);
  suite.equal("tickets are all different", order, want);

  Buffer<double> product(std::vector<double>{1.0});
  std::vector<double> factors(32, 1.0);
  factors[3] = 2.0, factors[17] = 0.25, factors[31] = 1024.0;
  Buffer<double> d_factors(factors);
  multiply<<<1, 32>>>(product.data(), d_factors.data());
  suite.equal("product by compare and swap", product.read(), {512.0});
  return suite.finish();
}
