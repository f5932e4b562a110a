// SPDX-License-Identifier: MIT
//
// 128-bit numbers in device code, against arithmetic on single bits and on 32-bit digits.
#include <string>

#include "conformance.cuh"

using namespace conformance;

using Wide = unsigned __int128;
using SignedWide = __int128;
using Word = unsigned long long;

/// Two words, low first; the host keeps numbers in this form only.
struct Pair {
  Word low, high;
  bool operator==(const Pair& other) const { return low == other.low && high == other.high; }
};
__device__ Wide joined(Pair p) { return static_cast<Wide>(p.high) << 64 | p.low; }
__device__ Pair parted(Wide w) { return {static_cast<Word>(w), static_cast<Word>(w >> 64)}; }

#define WIDE(name, expression)                          \
  struct name {                                         \
    __device__ static Wide run(Wide x, Wide y) {        \
      const int shift = static_cast<int>(y & 127);      \
      const SignedWide sx = static_cast<SignedWide>(x); \
      const SignedWide sy = static_cast<SignedWide>(y); \
      (void)shift, (void)sx, (void)sy;                  \
      return static_cast<Wide>(expression);             \
    }                                                   \
  };
WIDE(Add, x + y)
WIDE(Subtract, x - y)
WIDE(Multiply, x* y)
WIDE(Divide, y == 0 ? 0 : x / y)
WIDE(Remainder, y == 0 ? 0 : x % y)
WIDE(SignedDivide, y == 0 || sy == -1 ? 0 : sx / sy)
WIDE(SignedRemainder, y == 0 || sy == -1 ? 0 : sx % sy)
WIDE(Left, x << shift)
WIDE(Right, x >> shift)
WIDE(SignedRight, sx >> shift)
WIDE(And, x& y)
WIDE(Xor, x ^ y)
WIDE(Less, x < y ? 1 : 0)
WIDE(SignedLess, sx < sy ? 1 : 0)
WIDE(Equal, x == y ? 1 : 0)
WIDE(ProductOfWords, static_cast<Wide>(static_cast<Word>(x)) * static_cast<Word>(y))
WIDE(HighOfWords, __umul64hi(static_cast<Word>(x), static_cast<Word>(y)))
WIDE(SignedHighOfWords, static_cast<Wide>(static_cast<Word>(__mul64hi(static_cast<long long>(x),
                                                                      static_cast<long long>(y)))))

template <class Op>
__global__ void apply(Pair* out, const Pair* a, const Pair* b, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = parted(Op::run(joined(a[i]), joined(b[i])));
}

// --- reference: bits ---
bool bit(Pair p, int i) { return ((i < 64 ? p.low >> i : p.high >> (i - 64)) & 1) != 0; }
void set_bit(Pair& p, int i) { (i < 64 ? p.low : p.high) |= Word{1} << (i % 64); }
Pair sum(Pair x, Pair y, bool carry = false) {
  Pair result{0, 0};
  for (int i = 0; i < 128; ++i) {
    const int ones = bit(x, i) + bit(y, i) + carry;
    if (ones % 2 != 0) set_bit(result, i);
    carry = ones > 1;
  }
  return result;
}
Pair inverted(Pair x) { return {~x.low, ~x.high}; }
Pair difference(Pair x, Pair y) { return sum(x, inverted(y), true); }
Pair negated(Pair x) { return difference({0, 0}, x); }
bool less(Pair x, Pair y) { return x.high != y.high ? x.high < y.high : x.low < y.low; }
Pair left(Pair x, int by) {
  Pair result{0, 0};
  for (int i = by; i < 128; ++i) {
    if (bit(x, i - by)) set_bit(result, i);
  }
  return result;
}
Pair right(Pair x, int by, bool fill) {
  Pair result{0, 0};
  for (int i = 0; i < 128; ++i) {
    if (i + by < 128 ? bit(x, i + by) : fill) set_bit(result, i);
  }
  return result;
}
Pair product(Pair x, Pair y) {
  Pair result{0, 0};
  for (int i = 0; i < 128; ++i) {
    if (bit(y, i)) result = sum(result, left(x, i));
  }
  return result;
}
/// Long division, bit by bit: quotient and remainder.
std::pair<Pair, Pair> divided(Pair x, Pair y) {
  Pair quotient{0, 0}, rest{0, 0};
  for (int i = 127; i >= 0; --i) {
    const bool carried = bit(rest, 127);
    rest = left(rest, 1);
    if (bit(x, i)) set_bit(rest, 0);
    if (!carried && less(rest, y)) continue;
    rest = difference(rest, y);
    set_bit(quotient, i);
  }
  return {quotient, rest};
}
bool negative(Pair x) { return bit(x, 127); }
Pair magnitude(Pair x) { return negative(x) ? negated(x) : x; }
bool is_zero(Pair x) { return x == Pair{0, 0}; }
bool no_quotient(Pair y) { return is_zero(y) || is_zero(inverted(y)); }
Pair truth(bool value) { return {value ? Word{1} : Word{0}, 0}; }
int shift_of(Pair y) { return static_cast<int>(y.low & 127); }
Pair signed_quotient(Pair x, Pair y) {
  const Pair q = divided(magnitude(x), magnitude(y)).first;
  return negative(x) != negative(y) ? negated(q) : q;
}
Pair signed_rest(Pair x, Pair y) {
  const Pair r = divided(magnitude(x), magnitude(y)).second;
  return negative(x) ? negated(r) : r;
}
Pair extended(Word x) { return {x, x >> 63 != 0 ? ~Word{0} : 0}; }

std::vector<Pair> numbers(std::uint64_t salt) {
  std::vector<Pair> values = {{0, 0}, {1, 0}, {~0ull, ~0ull}, {0, 1ull << 63}, {~0ull, 0}, {0, 1}};
  if (salt == 2) values = {{7, 0}, {0, 0}, {3, 0}, {2, 0}, {~0ull, ~0ull}, {1, 1}};
  for (std::uint64_t i = 0; i < 120; ++i) {
    const Word high = mixed(2 * i + 1000 * salt);
    values.push_back({mixed(2 * i + 1 + 1000 * salt), i % 3 == 0 ? 0 : high >> (i % 64)});
  }
  return values;
}
template <class Op, class Reference>
void check(Suite& suite, const char* name, Reference reference) {
  const auto a = numbers(1), b = numbers(2);
  Buffer<Pair> d_a(a), d_b(b), d_out(a.size());
  const int n = static_cast<int>(a.size());
  apply<Op><<<(n + 63) / 64, 64>>>(d_out.data(), d_a.data(), d_b.data(), n);
  const auto got = d_out.read();
  bool same = true;
  for (std::size_t i = 0; i < a.size(); ++i) same = same && got[i] == reference(a[i], b[i]);
  suite.is_true(name, same);
}

int main() {
  Suite suite;
  const Pair zero{0, 0};
  check<Add>(suite, "add", [](Pair x, Pair y) { return sum(x, y); });
  check<Subtract>(suite, "subtract", difference);
  check<Multiply>(suite, "multiply", product);
  check<Divide>(suite, "divide",
                [=](Pair x, Pair y) { return is_zero(y) ? zero : divided(x, y).first; });
  check<Remainder>(suite, "remainder",
                   [=](Pair x, Pair y) { return is_zero(y) ? zero : divided(x, y).second; });
  check<SignedDivide>(suite, "signed divide", [=](Pair x, Pair y) {
    return no_quotient(y) ? zero : signed_quotient(x, y);
  });
  check<SignedRemainder>(suite, "signed remainder",
                         [=](Pair x, Pair y) { return no_quotient(y) ? zero : signed_rest(x, y); });
  check<Left>(suite, "shift left", [](Pair x, Pair y) { return left(x, shift_of(y)); });
  check<Right>(suite, "shift right", [](Pair x, Pair y) { return right(x, shift_of(y), false); });
  check<SignedRight>(suite, "signed shift right",
                     [](Pair x, Pair y) { return right(x, shift_of(y), negative(x)); });
  check<And>(suite, "and", [](Pair x, Pair y) { return Pair{x.low & y.low, x.high & y.high}; });
  check<Xor>(suite, "xor", [](Pair x, Pair y) { return Pair{x.low ^ y.low, x.high ^ y.high}; });
  check<Less>(suite, "less", [](Pair x, Pair y) { return truth(less(x, y)); });
  check<SignedLess>(suite, "signed less", [](Pair x, Pair y) {
    return truth(negative(x) != negative(y) ? negative(x) : less(x, y));
  });
  check<Equal>(suite, "equal", [](Pair x, Pair y) { return truth(x == y); });
  check<ProductOfWords>(suite, "product of words",
                        [](Pair x, Pair y) { return product({x.low, 0}, {y.low, 0}); });
  check<HighOfWords>(suite, "__umul64hi",
                     [](Pair x, Pair y) { return Pair{product({x.low, 0}, {y.low, 0}).high, 0}; });
  check<SignedHighOfWords>(suite, "__mul64hi", [](Pair x, Pair y) {
    return Pair{product(extended(x.low), extended(y.low)).high, 0};
  });
  return suite.finish();
}
