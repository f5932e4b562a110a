// SPDX-License-Identifier: MIT
//
// Each operator on each integer type, against the same in 128 bits, cut to the type's width.
#include <string>
#include <type_traits>

#include "conformance.cuh"

using namespace conformance;

#define OPERATOR(name, expression)                \
  struct name {                                   \
    template <class T>                            \
    __device__ static T run(T x, T y, int bits) { \
      (void)y, (void)bits;                        \
      return static_cast<T>(expression);          \
    }                                             \
  };
OPERATOR(Add, x + y)
OPERATOR(Subtract, x - y)
OPERATOR(Multiply, x* y)
OPERATOR(Divide, y == 0 ? T(0) : x / y)
OPERATOR(Remainder, y == 0 ? T(0) : x % y)
OPERATOR(And, x& y)
OPERATOR(Or, x | y)
OPERATOR(Xor, x ^ y)
OPERATOR(Not, ~x)
OPERATOR(Negate, -x)
OPERATOR(Left, static_cast<T>(x << (static_cast<unsigned>(y) % static_cast<unsigned>(bits))))
OPERATOR(Right, x >> (static_cast<unsigned>(y) % static_cast<unsigned>(bits)))
OPERATOR(Compare, (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) +
                      32 * (x != y) + 64 * (!x))
OPERATOR(Increment, x++ + --y)

template <class Op, class T>
__global__ void apply(T* out, const T* a, const T* b, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = Op::run(a[i], b[i], static_cast<int>(8 * sizeof(T)));
}

template <class T>
class Type {
 public:
  Type(Suite& suite, const char* name) : suite_(suite), name_(name) {
    a_ = wholes<T>(1, 300), b_ = wholes<T>(2, 300);
    // Signed overflow is undefined: a result outside the type replaces the operands by small ones.
    for (std::size_t i = 0; i < a_.size(); ++i) {
      if (std::is_signed<T>::value && sizeof(T) >= 4 && !fits(a_[i], b_[i])) {
        a_[i] = static_cast<T>(a_[i] % 3000), b_[i] = static_cast<T>(b_[i] % 2000);
      }
    }
  }
  template <class Op, class Reference>
  void check(const char* operation, Reference reference) {
    Buffer<T> d_a(a_), d_b(b_), d_out(a_.size());
    const int n = static_cast<int>(a_.size());
    apply<Op, T><<<(n + 63) / 64, 64>>>(d_out.data(), d_a.data(), d_b.data(), n);
    std::vector<T> want;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      want.push_back(static_cast<T>(reference(static_cast<__int128>(a_[i]), b_[i])));
    }
    suite_.equal((std::string(operation) + " " + name_).c_str(), d_out.read(), want);
  }

 private:
  static bool fits(__int128 x, __int128 y) {
    const auto in = [](__int128 v) {
      return v > std::numeric_limits<T>::min() && v < std::numeric_limits<T>::max();
    };
    return in(x + y) && in(x - y) && in(x * y) && in(x) && in(y);
  }
  Suite& suite_;
  const char* name_;
  std::vector<T> a_, b_;
};

template <class T>
void check_type(Suite& suite, const char* name) {
  using Wide = __int128;
  constexpr unsigned kBits = 8 * sizeof(T);
  const auto power = [](Wide y) {
    Wide p = 1;
    for (unsigned i = 0; i < static_cast<unsigned>(y) % kBits; ++i) p *= 2;
    return p;
  };
  Type<T> type(suite, name);
  type.template check<Add>("add", [](Wide x, Wide y) { return x + y; });
  type.template check<Subtract>("subtract", [](Wide x, Wide y) { return x - y; });
  type.template check<Multiply>("multiply", [](Wide x, Wide y) {
    return static_cast<Wide>(static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y));
  });
  type.template check<Divide>("divide", [](Wide x, Wide y) { return y == 0 ? 0 : x / y; });
  type.template check<Remainder>("remainder", [](Wide x, Wide y) { return y == 0 ? 0 : x % y; });
  type.template check<And>("and", [](Wide x, Wide y) { return x & y; });
  type.template check<Or>("or", [](Wide x, Wide y) { return x | y; });
  type.template check<Xor>("xor", [](Wide x, Wide y) { return x ^ y; });
  type.template check<Not>("not", [](Wide x, Wide) { return -x - 1; });
  type.template check<Negate>("negate", [](Wide x, Wide) { return -x; });
  type.template check<Left>("shift left", [=](Wide x, Wide y) {
    return static_cast<Wide>(static_cast<unsigned __int128>(x) *
                             static_cast<unsigned __int128>(power(y)));
  });
  type.template check<Right>("shift right", [=](Wide x, Wide y) {
    const Wide p = power(y), quotient = x / p;
    return x % p < 0 ? quotient - 1 : quotient;
  });
  type.template check<Compare>("compare", [](Wide x, Wide y) {
    const int order = x < y ? 3 + 32 : x == y ? 2 + 8 + 16 : 4 + 8 + 32;
    return order + (x == 0 ? 64 : 0);
  });
  type.template check<Increment>("increment", [](Wide x, Wide y) { return x + y - 1; });
}

int main() {
  Suite suite;
#define CHECK_TYPE(type) check_type<type>(suite, #type);
  CHECK_TYPE(signed char)
  CHECK_TYPE(unsigned char)
  CHECK_TYPE(short)
  CHECK_TYPE(unsigned short)
  CHECK_TYPE(int)
  CHECK_TYPE(unsigned)
  CHECK_TYPE(long long)
  CHECK_TYPE(unsigned long long)
  return suite.finish();
}
