// SPDX-License-Identifier: MIT
//
// Arithmetic on two halves or four bytes of a word, against the same done one part at a time.
#include "conformance.cuh"

using namespace conformance;

#define PACKED(name, intrinsic) DEVICE_OP(name, (unsigned a, unsigned b), intrinsic(a, b))
PACKED(Add2, __vadd2)
PACKED(Add4, __vadd4)
PACKED(Sub2, __vsub2)
PACKED(Sub4, __vsub4)
PACKED(MinSigned2, __vmins2)
PACKED(MaxSigned4, __vmaxs4)
PACKED(MinUnsigned4, __vminu4)
PACKED(MaxUnsigned2, __vmaxu2)
PACKED(Difference4, __vabsdiffu4)
PACKED(Average4, __vavgu4)
PACKED(AddSaturating4, __vaddus4)
PACKED(SubSaturating2, __vsubus2)
PACKED(CompareEqual4, __vcmpeq4)
PACKED(CompareGreaterSigned2, __vcmpgts2)
PACKED(CompareLess4, __vcmpltu4)
PACKED(SetEqual2, __vseteq2)
PACKED(SumOfDifferences4, __vsadu4)

/// Applies `part` to each field of `width` bits; fields are given as unsigned and as signed.
template <class Part>
auto by_parts(int width, Part part) {
  return [=](unsigned a, unsigned b) {
    const unsigned mask = (1u << width) - 1;
    unsigned result = 0;
    for (int i = 0; i < 32; i += width) {
      const long x = a >> i & mask, y = b >> i & mask;
      const long limit = 1l << (width - 1);
      const long sx = x < limit ? x : x - 2 * limit, sy = y < limit ? y : y - 2 * limit;
      result |= (static_cast<unsigned>(part(x, y, sx, sy)) & mask) << i;
    }
    return result;
  };
}

int main() {
  Suite suite;
  auto a = wholes<unsigned>(3), b = wholes<unsigned>(4);
  for (std::size_t i = 0; i < a.size(); i += 3) b[i] = a[i] ^ 0x00ff0000u;  // some equal parts
  const auto add = [](long x, long y, long, long) { return x + y; };
  const auto sub = [](long x, long y, long, long) { return x - y; };
  binary<Add2>(suite, "vadd2", a, b, by_parts(16, add));
  binary<Add4>(suite, "vadd4", a, b, by_parts(8, add));
  binary<Sub2>(suite, "vsub2", a, b, by_parts(16, sub));
  binary<Sub4>(suite, "vsub4", a, b, by_parts(8, sub));
  binary<MinSigned2>(suite, "vmins2", a, b,
                     by_parts(16, [](long, long, long x, long y) { return x < y ? x : y; }));
  binary<MaxSigned4>(suite, "vmaxs4", a, b,
                     by_parts(8, [](long, long, long x, long y) { return x > y ? x : y; }));
  binary<MinUnsigned4>(suite, "vminu4", a, b,
                       by_parts(8, [](long x, long y, long, long) { return x < y ? x : y; }));
  binary<MaxUnsigned2>(suite, "vmaxu2", a, b,
                       by_parts(16, [](long x, long y, long, long) { return x > y ? x : y; }));
  binary<Difference4>(suite, "vabsdiffu4", a, b,
                      by_parts(8, [](long x, long y, long, long) { return std::labs(x - y); }));
  binary<Average4>(suite, "vavgu4", a, b,
                   by_parts(8, [](long x, long y, long, long) { return (x + y + 1) / 2; }));
  binary<AddSaturating4>(suite, "vaddus4", a, b, by_parts(8, [](long x, long y, long, long) {
                           return x + y > 255 ? 255 : x + y;
                         }));
  binary<SubSaturating2>(suite, "vsubus2", a, b, by_parts(16, [](long x, long y, long, long) {
                           return x > y ? x - y : 0;
                         }));
  binary<CompareEqual4>(suite, "vcmpeq4", a, b,
                        by_parts(8, [](long x, long y, long, long) { return x == y ? 255 : 0; }));
  binary<CompareGreaterSigned2>(
      suite, "vcmpgts2", a, b,
      by_parts(16, [](long, long, long x, long y) { return x > y ? 65535 : 0; }));
  binary<CompareLess4>(suite, "vcmpltu4", a, b,
                       by_parts(8, [](long x, long y, long, long) { return x < y ? 255 : 0; }));
  binary<SetEqual2>(suite, "vseteq2", a, b,
                    by_parts(16, [](long x, long y, long, long) { return x == y ? 1 : 0; }));
  binary<SumOfDifferences4>(suite, "vsadu4", a, b, [](unsigned x, unsigned y) {
    unsigned sum = 0;
    for (int i = 0; i < 32; i += 8) {
      sum += static_cast<unsigned>(
          std::abs(static_cast<int>(x >> i & 255) - static_cast<int>(y >> i & 255)));
    }
    return sum;
  });
  return suite.finish();
}
