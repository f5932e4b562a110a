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
ATOMIC_OP(Add, atomicAdd)
ATOMIC_OP(Sub, atomicSub)
ATOMIC_OP(Min, atomicMin)
ATOMIC_OP(Max, atomicMax)
ATOMIC_OP(And, atomicAnd)
ATOMIC_OP(Or, atomicOr)
ATOMIC_OP(Xor, atomicXor)
ATOMIC_OP(AddBlock, atomicAdd_block)
ATOMIC_OP(AddSystem, atomicAdd_system)
ATOMIC_OP(MaxSystem, atomicMax_system)
ATOMIC_OP(OrBlock, atomicOr_block)

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
__global__ void exchange(int* place, int* old) {
  old[threadIdx.x] = atomicExch(place, static_cast<int>(threadIdx.x) + 1);
}
__global__ void exchange_floats(float* place, float* old) {
  old[threadIdx.x] = atomicExch(place, static_cast<float>(threadIdx.x) + 1);
}
__global__ void exchange_longs(unsigned long long* place, unsigned long long* old) {
  old[threadIdx.x] = atomicExch(place, threadIdx.x + 1ull);
}
__global__ void count_up(unsigned* place, unsigned* old) { old[threadIdx.x] = atomicInc(place, 9); }
__global__ void count_down(unsigned* place, unsigned* old) {
  old[threadIdx.x] = atomicDec(place, 9);
}
__global__ void tickets(int* place, int* old) { old[threadIdx.x] = atomicAdd(place, 2); }
template <class T>
__global__ void swap_if(T* place, int* winners) {
  if (atomicCAS(place, T(0), static_cast<T>(threadIdx.x + 1)) == 0) atomicAdd(winners, 1);
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

template <class T>
void check_handed_on(Suite& suite, const char* name, void (*kernel)(T*, T*)) {
  Buffer<T> place(1), old(64);
  kernel<<<1, 64>>>(place.data(), old.data());
  std::vector<T> seen = old.read();
  seen.push_back(place.read()[0]);
  std::sort(seen.begin(), seen.end());
  std::vector<T> want;
  for (int i = 0; i <= 64; ++i) want.push_back(static_cast<T>(i));
  suite.equal(name, seen, want);
}
template <class T>
void check_swap(Suite& suite, const char* name) {
  Buffer<T> place(2);
  Buffer<int> winners(1);
  swap_if<T><<<1, 64>>>(place.data(), winners.data());
  suite.is_true(name, winners.read()[0] == 1);
  const T value = place.read()[0];
  suite.is_true(name, value >= 1 && value <= 64);
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
  check<Add, int>(suite, "atomicAdd int", 5, add);
  check<Add, unsigned>(suite, "atomicAdd unsigned", 5, add);
  check<Add, Ull>(suite, "atomicAdd unsigned long long", 5, add);
  check<AddBlock, int>(suite, "atomicAdd_block int", 5, add);
  check<AddSystem, Ull>(suite, "atomicAdd_system unsigned long long", 5, add);
  check<Sub, int>(suite, "atomicSub int", 5, sub);
  check<Sub, unsigned>(suite, "atomicSub unsigned", 5, sub);
  check<Min, int>(suite, "atomicMin int", 5, low);
  check<Min, unsigned>(suite, "atomicMin unsigned", ~0u, low);
  check<Min, long long>(suite, "atomicMin long long", 5, low);
  check<Min, Ull>(suite, "atomicMin unsigned long long", ~0ull, low);
  check<Max, int>(suite, "atomicMax int", 5, high);
  check<Max, unsigned>(suite, "atomicMax unsigned", 5, high);
  check<Max, long long>(suite, "atomicMax long long", 5, high);
  check<Max, Ull>(suite, "atomicMax unsigned long long", 5, high);
  check<MaxSystem, int>(suite, "atomicMax_system int", 5, high);
  check<And, int>(suite, "atomicAnd int", -1, both);
  check<And, unsigned>(suite, "atomicAnd unsigned", ~0u, both);
  check<And, Ull>(suite, "atomicAnd unsigned long long", ~0ull, both);
  check<Or, int>(suite, "atomicOr int", 0, either);
  check<Or, unsigned>(suite, "atomicOr unsigned", 0, either);
  check<Or, Ull>(suite, "atomicOr unsigned long long", 0, either);
  check<OrBlock, unsigned>(suite, "atomicOr_block unsigned", 0, either);
  check<Xor, int>(suite, "atomicXor int", 0, differ);
  check<Xor, unsigned>(suite, "atomicXor unsigned", 0, differ);
  check<Xor, Ull>(suite, "atomicXor unsigned long long", 0, differ);
}

int main() {
  Suite suite;
  check_integers(suite);
  const auto add = [](auto a, auto b) { return a + b; };
  check<Add, float>(suite, "atomicAdd float", 0.5f, add, true);
  check<Add, double>(suite, "atomicAdd double", 0.5, add, true);
  check_handed_on<int>(suite, "atomicExch int", exchange);
  check_handed_on<float>(suite, "atomicExch float", exchange_floats);
  check_handed_on<unsigned long long>(suite, "atomicExch unsigned long long", exchange_longs);
  check_swap<int>(suite, "atomicCAS int");
  check_swap<unsigned>(suite, "atomicCAS unsigned");
  check_swap<unsigned long long>(suite, "atomicCAS unsigned long long");
  check_swap<unsigned short>(suite, "atomicCAS unsigned short");

  Buffer<unsigned> up(1), down(1), old(64);
  count_up<<<1, 64>>>(up.data(), old.data());
  suite.is_true("atomicInc wraps", up.read()[0] == 64 % 10);
  count_down<<<1, 64>>>(down.data(), old.data());
  suite.is_true("atomicDec wraps", down.read()[0] == (10 - 64 % 10) % 10);

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
