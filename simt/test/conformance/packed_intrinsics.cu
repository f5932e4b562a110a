// SPDX-License-Identifier: MIT
//
// Arithmetic on two halves or four bytes of a word, against the same done one part at a time.
#include "conformance.cuh"

using namespace conformance;

/// One field of a word: as unsigned and signed number, and the limits of its width.
struct Part {
  long u, s;
};
struct Limits {
  long top, most, least;  // of unsigned and of signed numbers
};
long clamped(long x, long low, long high) { return x < low ? low : x > high ? high : x; }

/// Applies `part` to each field of `width` bits.
template <class Function>
auto by_parts(int width, Function part) {
  return [=](unsigned a, unsigned b) {
    const long size = 1l << width, half = size / 2;
    const Limits limits{size - 1, half - 1, -half};
    unsigned result = 0;
    for (int i = 0; i < 32; i += width) {
      const long x = a >> i & (size - 1), y = b >> i & (size - 1);
      const Part p{x, x < half ? x : x - size}, q{y, y < half ? y : y - size};
      result |= (static_cast<unsigned>(part(p, q, limits)) & static_cast<unsigned>(size - 1)) << i;
    }
    return result;
  };
}

// Each line: the intrinsic's name without its digit, and its meaning for parts a and b.
#define PACKED_BINARY(ONE)                                \
  ONE(vadd, a.u + b.u)                                    \
  ONE(vsub, a.u - b.u)                                    \
  ONE(vaddus, clamped(a.u + b.u, 0, l.top))               \
  ONE(vsubus, clamped(a.u - b.u, 0, l.top))               \
  ONE(vaddss, clamped(a.s + b.s, l.least, l.most))        \
  ONE(vsubss, clamped(a.s - b.s, l.least, l.most))        \
  ONE(vmins, a.s < b.s ? a.s : b.s)                       \
  ONE(vmaxs, a.s > b.s ? a.s : b.s)                       \
  ONE(vminu, a.u < b.u ? a.u : b.u)                       \
  ONE(vmaxu, a.u > b.u ? a.u : b.u)                       \
  ONE(vabsdiffu, std::labs(a.u - b.u))                    \
  ONE(vabsdiffs, std::labs(a.s - b.s))                    \
  ONE(vavgu, (a.u + b.u + 1) / 2)                         \
  ONE(vavgs, (a.s + b.s + (a.s + b.s >= 0 ? 1 : 0)) >> 1) \
  ONE(vhaddu, (a.u + b.u) / 2)                            \
  ONE(vcmpeq, a.u == b.u ? -1 : 0)                        \
  ONE(vcmpne, a.u != b.u ? -1 : 0)                        \
  ONE(vcmpltu, a.u < b.u ? -1 : 0)                        \
  ONE(vcmpleu, a.u <= b.u ? -1 : 0)                       \
  ONE(vcmpgtu, a.u > b.u ? -1 : 0)                        \
  ONE(vcmpgeu, a.u >= b.u ? -1 : 0)                       \
  ONE(vcmplts, a.s < b.s ? -1 : 0)                        \
  ONE(vcmples, a.s <= b.s ? -1 : 0)                       \
  ONE(vcmpgts, a.s > b.s ? -1 : 0)                        \
  ONE(vcmpges, a.s >= b.s ? -1 : 0)                       \
  ONE(vseteq, a.u == b.u ? 1 : 0)                         \
  ONE(vsetne, a.u != b.u ? 1 : 0)                         \
  ONE(vsetltu, a.u < b.u ? 1 : 0)                         \
  ONE(vsetleu, a.u <= b.u ? 1 : 0)                        \
  ONE(vsetgtu, a.u > b.u ? 1 : 0)                         \
  ONE(vsetgeu, a.u >= b.u ? 1 : 0)                        \
  ONE(vsetlts, a.s < b.s ? 1 : 0)                         \
  ONE(vsetles, a.s <= b.s ? 1 : 0)                        \
  ONE(vsetgts, a.s > b.s ? 1 : 0)                         \
  ONE(vsetges, a.s >= b.s ? 1 : 0)
// The same of one operand.
#define PACKED_UNARY(ONE)                     \
  ONE(vneg, -a.s)                             \
  ONE(vnegss, clamped(-a.s, l.least, l.most)) \
  ONE(vabs, std::labs(a.s))                   \
  ONE(vabsss, clamped(std::labs(a.s), l.least, l.most))

#define BINARY_OPS(name, meaning)                                  \
  DEVICE_OP(name##_2, (unsigned a, unsigned b), __##name##2(a, b)) \
  DEVICE_OP(name##_4, (unsigned a, unsigned b), __##name##4(a, b))
PACKED_BINARY(BINARY_OPS)
#define UNARY_OPS(name, meaning)                              \
  DEVICE_OP(name##_2, (unsigned a, unsigned), __##name##2(a)) \
  DEVICE_OP(name##_4, (unsigned a, unsigned), __##name##4(a))
PACKED_UNARY(UNARY_OPS)
DEVICE_OP(SumUnsigned4, (unsigned a, unsigned b), __vsadu4(a, b))
DEVICE_OP(SumUnsigned2, (unsigned a, unsigned b), __vsadu2(a, b))
DEVICE_OP(SumSigned4, (unsigned a, unsigned b), __vsads4(a, b))
DEVICE_OP(SumSigned2, (unsigned a, unsigned b), __vsads2(a, b))

/// The sum over the fields, as whole numbers.
template <class Function>
auto summed(int width, Function part) {
  return [=](unsigned a, unsigned b) {
    const long size = 1l << width, half = size / 2;
    unsigned long sum = 0;
    for (int i = 0; i < 32; i += width) {
      const long x = a >> i & (size - 1), y = b >> i & (size - 1);
      sum += static_cast<unsigned long>(
          part(Part{x, x < half ? x : x - size}, Part{y, y < half ? y : y - size}));
    }
    return static_cast<unsigned>(sum);
  };
}

int main() {
  Suite suite;
  auto a = wholes<unsigned>(3), b = wholes<unsigned>(4);
  for (std::size_t i = 0; i < a.size(); i += 3) b[i] = a[i] ^ 0x00ff0000u;  // some equal parts
  a[5] = 0x80008080u, b[5] = 0x7fff0180u;                                   // and extreme ones
#define CHECK(name, meaning)                                                                \
  binary<name##_2>(suite, "__" #name "2", a, b, by_parts(16, [](Part a, Part b, Limits l) { \
                     (void)a, (void)b, (void)l;                                             \
                     return static_cast<long>(meaning);                                     \
                   }));                                                                     \
  binary<name##_4>(suite, "__" #name "4", a, b, by_parts(8, [](Part a, Part b, Limits l) {  \
                     (void)a, (void)b, (void)l;                                             \
                     return static_cast<long>(meaning);                                     \
                   }));
  PACKED_BINARY(CHECK)
  PACKED_UNARY(CHECK)
  const auto apart = [](Part x, Part y) { return std::labs(x.u - y.u); };
  const auto signed_apart = [](Part x, Part y) { return std::labs(x.s - y.s); };
  binary<SumUnsigned4>(suite, "__vsadu4", a, b, summed(8, apart));
  binary<SumUnsigned2>(suite, "__vsadu2", a, b, summed(16, apart));
  binary<SumSigned4>(suite, "__vsads4", a, b, summed(8, signed_apart));
  binary<SumSigned2>(suite, "__vsads2", a, b, summed(16, signed_apart));
  return suite.finish();
}
