// SPDX-License-Identifier: MIT
//
// Integer intrinsics against their definitions, bit by bit or in wider arithmetic.
#include "conformance.cuh"

using namespace conformance;

DEVICE_OP(Popc, (unsigned x), __popc(x))
DEVICE_OP(Popcll, (unsigned long long x), __popcll(x))
DEVICE_OP(Clz, (int x), __clz(x))
DEVICE_OP(Clzll, (long long x), __clzll(x))
DEVICE_OP(Ffs, (int x), __ffs(x))
DEVICE_OP(Ffsll, (long long x), __ffsll(x))
DEVICE_OP(Brev, (unsigned x), __brev(x))
DEVICE_OP(Brevll, (unsigned long long x), __brevll(x))
DEVICE_OP(Mulhi, (int a, int b), __mulhi(a, b))
DEVICE_OP(Umulhi, (unsigned a, unsigned b), __umulhi(a, b))
DEVICE_OP(Mul64hi, (long long a, long long b), __mul64hi(a, b))
DEVICE_OP(Umul64hi, (unsigned long long a, unsigned long long b), __umul64hi(a, b))
DEVICE_OP(Mul24, (int a, int b), __mul24(a, b))
DEVICE_OP(Umul24, (unsigned a, unsigned b), __umul24(a, b))
DEVICE_OP(Hadd, (int a, int b), __hadd(a, b))
DEVICE_OP(Rhadd, (int a, int b), __rhadd(a, b))
DEVICE_OP(Uhadd, (unsigned a, unsigned b), __uhadd(a, b))
DEVICE_OP(Urhadd, (unsigned a, unsigned b), __urhadd(a, b))
DEVICE_OP(Sad, (int a, int b, unsigned c), __sad(a, b, c))
DEVICE_OP(Usad, (unsigned a, unsigned b, unsigned c), __usad(a, b, c))
DEVICE_OP(BytePerm, (unsigned a, unsigned b, unsigned s), __byte_perm(a, b, s & 0x7777))
DEVICE_OP(FunnelL, (unsigned lo, unsigned hi, unsigned s), __funnelshift_l(lo, hi, s))
DEVICE_OP(FunnelLc, (unsigned lo, unsigned hi, unsigned s), __funnelshift_lc(lo, hi, s & 63))
DEVICE_OP(FunnelR, (unsigned lo, unsigned hi, unsigned s), __funnelshift_r(lo, hi, s))
DEVICE_OP(FunnelRc, (unsigned lo, unsigned hi, unsigned s), __funnelshift_rc(lo, hi, s & 63))
DEVICE_OP(Dp4aSigned, (int a, int b, int c), __dp4a(a, b, c))
DEVICE_OP(Dp4aUnsigned, (unsigned a, unsigned b, unsigned c), __dp4a(a, b, c))
DEVICE_OP(Dp2aLow, (int a, int b, int c), __dp2a_lo(a, b, c))
DEVICE_OP(Dp2aHigh, (int a, int b, int c), __dp2a_hi(a, b, c))
DEVICE_OP(MinInt, (int a, int b), min(a, b))
DEVICE_OP(MaxInt, (int a, int b), max(a, b))
DEVICE_OP(MinUnsigned, (unsigned a, unsigned b), min(a, b))
DEVICE_OP(MaxLongLong, (long long a, long long b), max(a, b))
DEVICE_OP(Divide, (int a, int b), a / (b | 1))
DEVICE_OP(Remainder, (int a, int b), a % (b | 1))
DEVICE_OP(DivideUnsigned, (unsigned long long a, unsigned long long b), a / (b | 1))
DEVICE_OP(RemainderLong, (long long a, long long b), a % (b | 3))
DEVICE_OP(ShiftRight, (int a, unsigned s), a >> (s & 31))
DEVICE_OP(ShiftLeft, (unsigned long long a, unsigned s), a << (s & 63))
DEVICE_OP(Product128, (unsigned long long a, unsigned long long b),
          static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 61))

int leading_zeros(std::uint64_t x, int bits) {
  int count = 0;
  while (count < bits && (x >> (bits - 1 - count) & 1) == 0) ++count;
  return count;
}
int first_set(std::uint64_t x) {
  for (int i = 0; i < 64; ++i) {
    if ((x >> i & 1) != 0) return i + 1;
  }
  return 0;
}
std::uint64_t reversed(std::uint64_t x, int bits) {
  std::uint64_t result = 0;
  for (int i = 0; i < bits; ++i) result |= (x >> i & 1) << (bits - 1 - i);
  return result;
}
int ones(std::uint64_t x) {
  int count = 0;
  for (; x != 0; x >>= 1) count += static_cast<int>(x & 1);
  return count;
}
int signed_byte(int word, int i) { return static_cast<std::int8_t>(word >> (8 * i)); }

void count_bits(Suite& suite) {
  const auto u32 = wholes<unsigned>();
  const auto i32 = wholes<int>();
  const auto u64 = wholes<unsigned long long>();
  const auto i64 = wholes<long long>();
  unary<Popc>(suite, "popc", u32, [](unsigned x) { return ones(x); });
  unary<Popcll>(suite, "popcll", u64, [](unsigned long long x) { return ones(x); });
  unary<Clz>(suite, "clz", i32, [](int x) { return leading_zeros(static_cast<unsigned>(x), 32); });
  unary<Clzll>(suite, "clzll", i64,
               [](long long x) { return leading_zeros(static_cast<std::uint64_t>(x), 64); });
  unary<Ffs>(suite, "ffs", i32, [](int x) { return first_set(static_cast<unsigned>(x)); });
  unary<Ffsll>(suite, "ffsll", i64,
               [](long long x) { return first_set(static_cast<std::uint64_t>(x)); });
  unary<Brev>(suite, "brev", u32,
              [](unsigned x) { return static_cast<unsigned>(reversed(x, 32)); });
  unary<Brevll>(suite, "brevll", u64, [](unsigned long long x) {
    return static_cast<unsigned long long>(reversed(x, 64));
  });
}

void products(Suite& suite) {
  const auto a = wholes<int>(), b = wholes<int>(1);
  const auto ua = wholes<unsigned>(), ub = wholes<unsigned>(1);
  const auto la = wholes<long long>(), lb = wholes<long long>(1);
  const auto ula = wholes<unsigned long long>(), ulb = wholes<unsigned long long>(1);
  binary<Mulhi>(suite, "mulhi", a, b, [](int x, int y) {
    return static_cast<int>((static_cast<std::int64_t>(x) * y) >> 32);
  });
  binary<Umulhi>(suite, "umulhi", ua, ub, [](unsigned x, unsigned y) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(x) * y) >> 32);
  });
  binary<Mul64hi>(suite, "mul64hi", la, lb, [](long long x, long long y) {
    return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
  });
  binary<Umul64hi>(suite, "umul64hi", ula, ulb, [](unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
  });
  binary<Mul24>(suite, "mul24", a, b, [](int x, int y) {
    const auto low = [](int v) {
      const int w = v & 0xffffff;
      return static_cast<std::int64_t>(w >= 0x800000 ? w - 0x1000000 : w);
    };
    return static_cast<int>(low(x) * low(y));
  });
  binary<Umul24>(suite, "umul24", ua, ub,
                 [](unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); });
  binary<Product128>(suite, "product128", ula, ulb, [](unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 61);
  });
}

void averages_and_sums(Suite& suite) {
  const auto a = wholes<int>(), b = wholes<int>(1);
  const auto ua = wholes<unsigned>(), ub = wholes<unsigned>(1), uc = wholes<unsigned>(2);
  binary<Hadd>(suite, "hadd", a, b, [](int x, int y) {
    return static_cast<int>((static_cast<std::int64_t>(x) + y) >> 1);
  });
  binary<Rhadd>(suite, "rhadd", a, b, [](int x, int y) {
    return static_cast<int>((static_cast<std::int64_t>(x) + y + 1) >> 1);
  });
  binary<Uhadd>(suite, "uhadd", ua, ub, [](unsigned x, unsigned y) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y) >> 1);
  });
  binary<Urhadd>(suite, "urhadd", ua, ub, [](unsigned x, unsigned y) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y + 1) >> 1);
  });
  ternary<Sad>(suite, "sad", a, b, uc, [](int x, int y, unsigned z) {
    return static_cast<unsigned>(std::llabs(static_cast<std::int64_t>(x) - y)) + z;
  });
  ternary<Usad>(suite, "usad", ua, ub, uc, [](unsigned x, unsigned y, unsigned z) {
    return static_cast<unsigned>(std::llabs(static_cast<std::int64_t>(x) - y)) + z;
  });
}

void moves(Suite& suite) {
  const auto a = wholes<unsigned>(), b = wholes<unsigned>(1), c = wholes<unsigned>(2);
  const auto pair = [](unsigned lo, unsigned hi) {
    return (static_cast<std::uint64_t>(hi) << 32) | lo;
  };
  ternary<BytePerm>(suite, "byte_perm", a, b, c, [=](unsigned x, unsigned y, unsigned s) {
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
      const unsigned pick = (s >> (4 * i)) & 7;
      result |= static_cast<unsigned>(pair(x, y) >> (8 * pick) & 0xff) << (8 * i);
    }
    return result;
  });
  ternary<FunnelL>(suite, "funnelshift_l", a, b, c, [=](unsigned lo, unsigned hi, unsigned s) {
    return static_cast<unsigned>(pair(lo, hi) << (s & 31) >> 32);
  });
  ternary<FunnelR>(suite, "funnelshift_r", a, b, c, [=](unsigned lo, unsigned hi, unsigned s) {
    return static_cast<unsigned>(pair(lo, hi) >> (s & 31));
  });
  ternary<FunnelLc>(suite, "funnelshift_lc", a, b, c, [=](unsigned lo, unsigned hi, unsigned s) {
    const unsigned by = (s & 63) > 32 ? 32 : (s & 63);
    return by == 32 ? lo : static_cast<unsigned>(pair(lo, hi) << by >> 32);
  });
  ternary<FunnelRc>(suite, "funnelshift_rc", a, b, c, [=](unsigned lo, unsigned hi, unsigned s) {
    const unsigned by = (s & 63) > 32 ? 32 : (s & 63);
    return by == 32 ? hi : static_cast<unsigned>(pair(lo, hi) >> by);
  });
}

void dot_products(Suite& suite) {
  const auto a = wholes<int>(), b = wholes<int>(1), c = wholes<int>(2);
  const auto ua = wholes<unsigned>(), ub = wholes<unsigned>(1), uc = wholes<unsigned>(2);
  ternary<Dp4aSigned>(suite, "dp4a signed", a, b, c, [](int x, int y, int z) {
    std::int64_t sum = z;
    for (int i = 0; i < 4; ++i) sum += signed_byte(x, i) * signed_byte(y, i);
    return static_cast<int>(sum);
  });
  ternary<Dp4aUnsigned>(suite, "dp4a unsigned", ua, ub, uc, [](unsigned x, unsigned y, unsigned z) {
    for (int i = 0; i < 32; i += 8) z += (x >> i & 255) * (y >> i & 255);
    return z;
  });
  const auto dot2 = [](int x, int y, int z, int first) {
    std::int64_t sum = z;
    sum += static_cast<std::int16_t>(x) * signed_byte(y, first);
    sum += static_cast<std::int16_t>(x >> 16) * signed_byte(y, first + 1);
    return static_cast<int>(sum);
  };
  ternary<Dp2aLow>(suite, "dp2a_lo", a, b, c,
                   [=](int x, int y, int z) { return dot2(x, y, z, 0); });
  ternary<Dp2aHigh>(suite, "dp2a_hi", a, b, c,
                    [=](int x, int y, int z) { return dot2(x, y, z, 2); });
}

void operators(Suite& suite) {
  const auto a = wholes<int>(), b = wholes<int>(1);
  const auto ua = wholes<unsigned>(), ub = wholes<unsigned>(1);
  const auto la = wholes<long long>(), lb = wholes<long long>(1);
  const auto ula = wholes<unsigned long long>(), ulb = wholes<unsigned long long>(1);
  binary<MinInt>(suite, "min int", a, b, [](int x, int y) { return x < y ? x : y; });
  binary<MaxInt>(suite, "max int", a, b, [](int x, int y) { return x > y ? x : y; });
  binary<MinUnsigned>(suite, "min unsigned", ua, ub,
                      [](unsigned x, unsigned y) { return x < y ? x : y; });
  binary<MaxLongLong>(suite, "max long long", la, lb,
                      [](long long x, long long y) { return x > y ? x : y; });
  // INT_MIN / -1 is undefined in C++ and is left out.
  std::vector<int> safe = b;
  for (int& y : safe) y = (y | 1) == -1 ? 5 : y;
  binary<Divide>(suite, "divide", a, safe, [](int x, int y) {
    return static_cast<int>(static_cast<std::int64_t>(x) / (y | 1));
  });
  binary<Remainder>(suite, "remainder", a, safe, [](int x, int y) {
    return static_cast<int>(static_cast<std::int64_t>(x) % (y | 1));
  });
  binary<DivideUnsigned>(suite, "divide unsigned long long", ula, ulb,
                         [](unsigned long long x, unsigned long long y) { return x / (y | 1); });
  std::vector<long long> safe_long = lb;
  for (long long& y : safe_long) y = (y | 3) == -1 ? 5 : y;
  binary<RemainderLong>(suite, "remainder long long", la, safe_long, [](long long x, long long y) {
    return static_cast<long long>(static_cast<__int128>(x) % (y | 3));
  });
  binary<ShiftRight>(suite, "shift right", a, ub, [](int x, unsigned s) {
    return static_cast<int>(
        std::floor(std::ldexp(static_cast<double>(x), -static_cast<int>(s & 31))));
  });
  binary<ShiftLeft>(suite, "shift left", ula, ub, [](unsigned long long x, unsigned s) {
    for (unsigned i = 0; i < (s & 63); ++i) x *= 2;
    return x;
  });
}

int main() {
  Suite suite;
  count_bits(suite);
  products(suite);
  averages_and_sums(suite);
  moves(suite);
  dot_products(suite);
  operators(suite);
  return suite.finish();
}
