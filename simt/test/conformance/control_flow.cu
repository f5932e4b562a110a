// SPDX-License-Identifier: MIT
//
// Shapes of control flow, with lanes of one warp taking different paths. Each case is a function
// for host and device; the host runs it for each thread by itself.
#include "conformance.cuh"

using namespace conformance;

constexpr int kThreads = 160;

#define BOTH __host__ __device__ inline

struct NestedLoops {
  static BOTH int run(int i) {
    int sum = 0;
    for (int a = 0; a < i % 7; ++a) {
      for (int b = 0; b < a; ++b) {
        if ((a + b + i) % 5 == 3) continue;
        if (b == i % 4) break;
        sum += a * b + 1;
      }
    }
    return sum;
  }
};
struct Switch {
  static BOTH int run(int i) {
    int x = i;
    switch (i % 6) {
      case 0:
        x += 10;
        break;
      case 1:
        x *= 3;
        [[fallthrough]];
      case 2:
        x -= 4;
        break;
      case 5:
        return -i;
      default:
        x ^= 0x55;
    }
    return x;
  }
};
struct EarlyReturn {
  static BOTH int run(int i) {
    if (i % 3 == 0) return i;
    if (i > 100) return 2 * i;
    for (int k = 0; k < 50; ++k) {
      if (k * k > i) return 1000 + k;
    }
    return -1;
  }
};
struct WhileWithTwoExits {
  static BOTH int run(int i) {
    unsigned n = static_cast<unsigned>(i) + 1;
    int steps = 0;
    while (n != 1) {  // Collatz
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      if (++steps == 90) break;
    }
    return steps;
  }
};
struct DoWhile {
  static BOTH int run(int i) {
    int n = i, digits = 0;
    do {
      n /= 3;
      ++digits;
    } while (n > 0);
    return digits;
  }
};
struct ShortCircuit {
  static BOTH int run(int i) {
    int calls = 0;
    const auto odd = [&](int x) {
      ++calls;
      return x % 2 != 0;
    };
    const bool a = odd(i) && odd(i / 2) && odd(i / 4);
    const bool b = odd(i) || odd(i / 3);
    return calls * 4 + (a ? 2 : 0) + (b ? 1 : 0);
  }
};
BOTH int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
struct Recursion {
  static BOTH int run(int i) { return fibonacci(i % 11); }
};
BOTH int is_odd(int n);
BOTH int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
BOTH int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
struct MutualRecursion {
  static BOTH int run(int i) { return is_even(i % 20) * 2 + is_odd(i % 13); }
};
BOTH int twice(int x) { return 2 * x; }
BOTH int squared(int x) { return x * x; }
BOTH int negated(int x) { return -x; }
struct FunctionPointers {
  static BOTH int run(int i) {
    int (*const table[])(int) = {twice, squared, negated};
    return table[i % 3](i) + table[(i / 3) % 3](7);
  }
};
struct Shape {
  BOTH virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  BOTH explicit Square(int s) : side(s) {}
  BOTH int area() const override { return side * side; }
};
struct Strip : Shape {
  int length;
  BOTH explicit Strip(int l) : length(l) {}
  BOTH int area() const override { return 3 * length; }
};
struct VirtualCalls {
  static BOTH int run(int i) {
    const Square square(i);
    const Strip strip(i + 1);
    const Shape* shape = i % 2 == 0 ? static_cast<const Shape*>(&square) : &strip;
    return shape->area();
  }
};
struct LocalArray {
  static BOTH int run(int i) {
    int values[16];
    for (int k = 0; k < 16; ++k) values[k] = (i * 7 + k * 5) % 23;
    for (int a = 1; a < 16; ++a) {  // insertion sort
      const int v = values[a];
      int b = a;
      for (; b > 0 && values[b - 1] > v; --b) values[b] = values[b - 1];
      values[b] = v;
    }
    return values[i % 16] * 100 + values[0];
  }
};
struct Goto {
  static BOTH int run(int i) {
    int n = i, count = 0;
  again:
    if (n > 9) {
      n -= 7;
      ++count;
      goto again;
    }
    return 100 * count + n;
  }
};
template <int N>
struct Unrolled {
  static BOTH int sum(int i) { return i * N + Unrolled<N - 1>::sum(i + 1); }
};
template <>
struct Unrolled<0> {
  static BOTH int sum(int) { return 0; }
};
struct Templates {
  static BOTH int run(int i) { return i % 2 == 0 ? Unrolled<5>::sum(i) : Unrolled<9>::sum(i); }
};
struct UnrolledLoop {
  static BOTH int run(int i) {
    int sum = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 0; k < 8; ++k) sum += (i >> k & 1) * (k + 1);
    return sum;
  }
};
struct Ternaries {
  static BOTH int run(int i) {
    return i < 20 ? (i % 2 != 0 ? 1 : 2) : i < 80 ? (i % 3 == 0 ? 3 : i) : i % 5 == 0 ? -i : 7;
  }
};
struct Lambda {
  static BOTH int run(int i) {
    const int offset = i % 9;
    const auto apply = [offset](int x, auto then) { return then(x + offset); };
    return apply(i, [](int x) { return x * x; }) - apply(2, [=](int x) { return x - i; });
  }
};
struct References {
  static BOTH void split(int i, int& low, int* high) {
    low = i % 10;
    *high = i / 10;
  }
  static BOTH int run(int i) {
    int low = 0, high = 0;
    split(i, low, &high);
    return low * 1000 + high;
  }
};
struct Collapse {
  // Lanes leave an outer loop from inside an inner one.
  static BOTH int run(int i) {
    int work = 0;
    for (int a = 0; a < 10; ++a) {
      int b = 0;
      while (true) {
        ++work;
        if (b > i % 5) break;
        if (a * 3 + b > i % 17 + 3) return 1000 + work;
        ++b;
      }
    }
    return work;
  }
};
struct Gcd {
  static BOTH int run(int i) {
    int a = i + 1, b = 360;
    while (b != 0) {
      const int r = a % b;
      a = b;
      b = r;
    }
    return a;
  }
};

template <class Case>
__global__ void run_case(int* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = Case::run(i);
}
template <class Case>
void check(Suite& suite, const char* name) {
  Buffer<int> d_out(kThreads);
  run_case<Case><<<3, 64>>>(d_out.data(), kThreads - 10);
  std::vector<int> want(kThreads, 0);
  for (int i = 0; i < kThreads - 10; ++i) want[static_cast<std::size_t>(i)] = Case::run(i);
  suite.equal(name, d_out.read(), want);
}

template <class Function>
__global__ void call(int* out, Function function) {
  out[threadIdx.x] = function(static_cast<int>(threadIdx.x));
}
struct Multiply {
  int factor;
  __device__ int operator()(int x) const { return factor * x; }
};

int main() {
  Suite suite;
  check<NestedLoops>(suite, "nested loops");
  check<Switch>(suite, "switch");
  check<EarlyReturn>(suite, "early return");
  check<WhileWithTwoExits>(suite, "while with two exits");
  check<DoWhile>(suite, "do while");
  check<ShortCircuit>(suite, "short circuit");
  check<Recursion>(suite, "recursion");
  check<MutualRecursion>(suite, "mutual recursion");
  check<FunctionPointers>(suite, "function pointers");
  check<VirtualCalls>(suite, "virtual calls");
  check<LocalArray>(suite, "local array");
  check<Goto>(suite, "goto");
  check<Templates>(suite, "templates");
  check<UnrolledLoop>(suite, "unrolled loop");
  check<Ternaries>(suite, "ternaries");
  check<Lambda>(suite, "lambda");
  check<References>(suite, "references");
  check<Collapse>(suite, "leaving two loops");
  check<Gcd>(suite, "greatest common divisor");

  Buffer<int> d_out(8);
  call<<<1, 8>>>(d_out.data(), Multiply{11});
  suite.equal("functor by value", d_out.read(), {0, 11, 22, 33, 44, 55, 66, 77});
  return suite.finish();
}
