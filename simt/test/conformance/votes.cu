// SPDX-License-Identifier: MIT
//
// Votes, matches and reductions of a warp, by full masks and by halves that the other half does not
// take part in, and the barriers that count.
#include "conformance.cuh"

using namespace conformance;

constexpr unsigned kAll = 0xffffffffu;

/// Runs Op with all lanes, then with the even lanes alone; 64 results.
template <class Op, class In>
__global__ void run(unsigned* out, const In* in) {
  const unsigned lane = threadIdx.x;
  out[lane] = Op::run(kAll, in[lane]);
  if (lane % 2 == 0) out[32 + lane] = Op::run(0x55555555u, in[lane]);
}
/// What Op gives is computed on the host from the values of the lanes that take part.
template <class Op, class In, class Reference>
void check(Suite& suite, const char* name, const std::vector<In>& in, Reference reference) {
  Buffer<In> d_in(in);
  Buffer<unsigned> d_out(64);
  run<Op, In><<<1, 32>>>(d_out.data(), d_in.data());
  std::vector<unsigned> want(64, 0);
  for (const int step : {1, 2}) {
    std::vector<int> lanes;
    for (int lane = 0; lane < 32; lane += step) lanes.push_back(lane);
    for (int lane : lanes) {
      want[static_cast<std::size_t>(lane + (step == 2 ? 32 : 0))] = reference(in, lanes, lane);
    }
  }
  suite.equal(name, d_out.read(), want);
}

#define VOTE(name, expression)                                \
  struct name {                                               \
    template <class In>                                       \
    __device__ static unsigned run(unsigned mask, In value) { \
      return static_cast<unsigned>(expression);               \
    }                                                         \
  };
VOTE(Ballot, __ballot_sync(mask, value))
VOTE(Any, __any_sync(mask, value))
VOTE(All, __all_sync(mask, value))
VOTE(MatchAny, __match_any_sync(mask, value))
VOTE(ReduceAdd, __reduce_add_sync(mask, value))
VOTE(ReduceMin, __reduce_min_sync(mask, value))
VOTE(ReduceMax, __reduce_max_sync(mask, value))
VOTE(ReduceAnd, __reduce_and_sync(mask, value))
VOTE(ReduceOr, __reduce_or_sync(mask, value))
VOTE(ReduceXor, __reduce_xor_sync(mask, value))
struct MatchAll {
  template <class In>
  __device__ static unsigned run(unsigned mask, In value) {
    int all = 0;
    const unsigned lanes = __match_all_sync(mask, value, &all);
    return lanes ^ (all != 0 ? 1u << 31 : 0u);
  }
};

unsigned bit(int lane) { return 1u << lane; }

template <class T>
void check_match(Suite& suite, const char* any, const char* all) {
  std::vector<T> mixed_values, equal(32, static_cast<T>(-3));
  for (int i = 0; i < 32; ++i) mixed_values.push_back(static_cast<T>((i * i) % 5 - 2));
  check<MatchAny>(suite, any, mixed_values, [](const auto& in, const auto& lanes, int lane) {
    unsigned mask = 0;
    for (int other : lanes) {
      const auto i = static_cast<std::size_t>(other), j = static_cast<std::size_t>(lane);
      if (std::memcmp(&in[i], &in[j], sizeof(T)) == 0) mask |= bit(other);
    }
    return mask;
  });
  const auto everyone = [](const auto& in, const auto& lanes, int) {
    unsigned mask = 0;
    for (int other : lanes) mask |= bit(other);
    for (int other : lanes) {
      if (in[static_cast<std::size_t>(other)] != in[0]) return 0u;
    }
    return mask ^ bit(31);
  };
  check<MatchAll>(suite, all, equal, everyone);
  check<MatchAll>(suite, all, mixed_values, everyone);
}
template <class T, class Op, class Fold>
void check_reduction(Suite& suite, const char* name, Fold fold) {
  std::vector<T> in;
  for (int i = 0; i < 32; ++i) in.push_back(static_cast<T>(mixed(static_cast<std::uint64_t>(i))));
  check<Op>(suite, name, in, [=](const auto& values, const auto& lanes, int) {
    T result = values[static_cast<std::size_t>(lanes[0])];
    for (std::size_t k = 1; k < lanes.size(); ++k) {
      result = fold(result, values[static_cast<std::size_t>(lanes[k])]);
    }
    return static_cast<unsigned>(result);
  });
}
/// Counts by lanes that are true: none, some, all.
void check_votes(Suite& suite) {
  std::vector<int> none(32, 0), all(32, 5), some;
  for (int i = 0; i < 32; ++i) some.push_back(i % 3 == 1 ? -i : 0);
  const auto ballot = [](const auto& in, const auto& lanes, int) {
    unsigned mask = 0;
    for (int lane : lanes) mask |= in[static_cast<std::size_t>(lane)] != 0 ? bit(lane) : 0;
    return mask;
  };
  const auto any = [=](const auto& in, const auto& lanes, int lane) {
    return ballot(in, lanes, lane) != 0 ? 1u : 0u;
  };
  const auto every = [](const auto& in, const auto& lanes, int) {
    for (int lane : lanes) {
      if (in[static_cast<std::size_t>(lane)] == 0) return 0u;
    }
    return 1u;
  };
  for (const auto& in : {none, some, all}) {
    check<Ballot>(suite, "__ballot_sync", in, ballot);
    check<Any>(suite, "__any_sync", in, any);
    check<All>(suite, "__all_sync", in, every);
  }
}

/// A block of two and a half warps, each thread true by its own rule.
__global__ void barrier_votes(int* out, int divisor) {
  const int i = static_cast<int>(threadIdx.x);
  out[3 * i] = __syncthreads_count(i % divisor == 0);
  out[3 * i + 1] = __syncthreads_and(i % divisor == 0) != 0 ? 1 : 0;
  out[3 * i + 2] = __syncthreads_or(i % divisor == 7) != 0 ? 1 : 0;
}
void check_barriers(Suite& suite) {
  for (int divisor : {1, 3, 8}) {
    Buffer<int> d_out(3 * 80);
    barrier_votes<<<1, 80>>>(d_out.data(), divisor);
    std::vector<int> count, every, some, want_count, want_every, want_some;
    const auto got = d_out.read();
    for (std::size_t i = 0; i < 80; ++i) {
      count.push_back(got[3 * i]);
      every.push_back(got[3 * i + 1]);
      some.push_back(got[3 * i + 2]);
      want_count.push_back((79 + divisor) / divisor);
      want_every.push_back(divisor == 1 ? 1 : 0);
      want_some.push_back(divisor > 7 ? 1 : 0);
    }
    suite.equal("__syncthreads_count", count, want_count);
    suite.equal("__syncthreads_and", every, want_every);
    suite.equal("__syncthreads_or", some, want_some);
  }
}
__global__ void who_is_active(unsigned* out) {
  if (threadIdx.x % 4 != 3 && threadIdx.x < 20) out[threadIdx.x] = __activemask();
}

int main() {
  Suite suite;
  check_votes(suite);
#define MATCHES(type) \
  check_match<type>(suite, "__match_any_sync " #type, "__match_all_sync " #type);
  MATCHES(int)
  MATCHES(unsigned)
  MATCHES(long)
  MATCHES(unsigned long)
  MATCHES(long long)
  MATCHES(unsigned long long)
  MATCHES(float)
  MATCHES(double)
#define FOLD(expression) [](auto a, auto b) { return static_cast<decltype(a)>(expression); }
  const auto sum = [](auto a, auto b) {
    return static_cast<decltype(a)>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  };
  check_reduction<unsigned, ReduceAdd>(suite, "__reduce_add_sync unsigned", sum);
  check_reduction<int, ReduceAdd>(suite, "__reduce_add_sync int", sum);
  check_reduction<unsigned, ReduceMin>(suite, "__reduce_min_sync unsigned", FOLD(a < b ? a : b));
  check_reduction<int, ReduceMin>(suite, "__reduce_min_sync int", FOLD(a < b ? a : b));
  check_reduction<unsigned, ReduceMax>(suite, "__reduce_max_sync unsigned", FOLD(a > b ? a : b));
  check_reduction<int, ReduceMax>(suite, "__reduce_max_sync int", FOLD(a > b ? a : b));
  check_reduction<unsigned, ReduceAnd>(suite, "__reduce_and_sync", FOLD(a & b));
  check_reduction<unsigned, ReduceOr>(suite, "__reduce_or_sync", FOLD(a | b));
  check_reduction<unsigned, ReduceXor>(suite, "__reduce_xor_sync", FOLD(a ^ b));
  check_barriers(suite);

  // Which lanes are active together is for the GPU to say; those that are must be among these.
  Buffer<unsigned> d_active(20);
  who_is_active<<<1, 32>>>(d_active.data());
  const auto active = d_active.read();
  bool plausible = true;
  for (int i = 0; i < 20; ++i) {
    const unsigned mask = active[static_cast<std::size_t>(i)];
    plausible =
        plausible && (i % 4 == 3 ? mask == 0 : (mask & bit(i)) != 0 && (mask & ~0x00077777u) == 0);
  }
  suite.is_true("__activemask", plausible);
  return suite.finish();
}
