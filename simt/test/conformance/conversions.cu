// SPDX-License-Identifier: MIT
//
// Conversions between whole and floating-point numbers, in every rounding, and bit casts.
#include <cfenv>

#include "conformance.cuh"

using namespace conformance;

#define CONVERT(name, from) DEVICE_OP(name, (from x), __##name(x))
#define CONVERT_ALL(name, from) \
  CONVERT(name##_rn, from)      \
  CONVERT(name##_rz, from) CONVERT(name##_ru, from) CONVERT(name##_rd, from)
CONVERT_ALL(float2int, float)
CONVERT_ALL(float2uint, float)
CONVERT_ALL(float2ll, float)
CONVERT_ALL(float2ull, float)
CONVERT_ALL(double2int, double)
CONVERT_ALL(double2uint, double)
CONVERT_ALL(double2ll, double)
CONVERT_ALL(double2ull, double)
CONVERT_ALL(int2float, int)
CONVERT_ALL(uint2float, unsigned)
CONVERT_ALL(ll2float, long long)
CONVERT_ALL(ull2float, unsigned long long)
CONVERT_ALL(ll2double, long long)
CONVERT_ALL(ull2double, unsigned long long)
CONVERT_ALL(double2float, double)
CONVERT(float_as_int, float)
CONVERT(float_as_uint, float)
CONVERT(int_as_float, int)
CONVERT(uint_as_float, unsigned)
CONVERT(double_as_longlong, double)
CONVERT(longlong_as_double, long long)
CONVERT(double2hiint, double)
CONVERT(double2loint, double)
DEVICE_OP(FromHalves, (int hi, int lo), __hiloint2double(hi, lo))
DEVICE_OP(TruncateFloat, (float x), static_cast<int>(x))
DEVICE_OP(WidenByte, (signed char x), static_cast<long long>(x))
DEVICE_OP(NarrowToShort, (int x), static_cast<short>(x))
DEVICE_OP(DoubleToFloat, (double x), static_cast<float>(x))

/// Rounds to a whole number in one of the four directions, without the floating-point mode.
double whole(double x, int mode) {
  if (mode == 1) return std::trunc(x);
  if (mode == 2) return std::ceil(x);
  if (mode == 3) return std::floor(x);
  const double low = std::floor(x), part = x - low;
  if (part != 0.5) return part < 0.5 ? low : low + 1;
  return std::fmod(low, 2) == 0 ? low : low + 1;
}
template <class To>
auto to_whole(int mode) {
  return [=](auto x) {
    const double rounded = whole(x, mode);
    if (rounded <= static_cast<double>(std::numeric_limits<To>::min())) {
      return std::numeric_limits<To>::min();
    }
    if (rounded >= static_cast<double>(std::numeric_limits<To>::max())) {
      return std::numeric_limits<To>::max();
    }
    return static_cast<To>(rounded);
  };
}
/// Converts in the floating-point mode of the host.
template <class To>
auto from_whole(int mode) {
  return [=](auto x) {
    constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    std::fesetround(kModes[mode]);
    volatile auto opaque = x;
    volatile To result = static_cast<To>(opaque);
    std::fesetround(FE_TONEAREST);
    return static_cast<To>(result);
  };
}

#define CHECK_ALL(name, in, reference)                    \
  unary<name##_rn>(suite, #name "_rn", in, reference(0)); \
  unary<name##_rz>(suite, #name "_rz", in, reference(1)); \
  unary<name##_ru>(suite, #name "_ru", in, reference(2)); \
  unary<name##_rd>(suite, #name "_rd", in, reference(3));

template <class T>
std::vector<T> fractions() {
  std::vector<T> values = {T(0),    T(-0.0), T(0.5),      T(1.5),      T(2.5),
                           T(-0.5), T(-1.5), T(0.49999),  T(1e20),     T(-1e20),
                           T(3e9),  T(-3e9), T(INFINITY), T(-INFINITY)};
  for (int i = 0; i < 150; ++i) values.push_back(T(i - 75) * T(1234567) / T(1024));
  return values;
}

void to_whole_numbers(Suite& suite) {
  const auto f = fractions<float>();
  const auto d = fractions<double>();
  CHECK_ALL(float2int, f, to_whole<int>)
  CHECK_ALL(float2uint, f, to_whole<unsigned>)
  CHECK_ALL(float2ll, f, to_whole<long long>)
  CHECK_ALL(float2ull, f, to_whole<unsigned long long>)
  CHECK_ALL(double2int, d, to_whole<int>)
  CHECK_ALL(double2uint, d, to_whole<unsigned>)
  CHECK_ALL(double2ll, d, to_whole<long long>)
  CHECK_ALL(double2ull, d, to_whole<unsigned long long>)
  unary<float2int_rn>(suite, "float2int of NaN", std::vector<float>{NAN}, [](float) { return 0; });
}
void from_whole_numbers(Suite& suite) {
  CHECK_ALL(int2float, wholes<int>(), from_whole<float>)
  CHECK_ALL(uint2float, wholes<unsigned>(), from_whole<float>)
  CHECK_ALL(ll2float, wholes<long long>(), from_whole<float>)
  CHECK_ALL(ull2float, wholes<unsigned long long>(), from_whole<float>)
  CHECK_ALL(ll2double, wholes<long long>(), from_whole<double>)
  CHECK_ALL(ull2double, wholes<unsigned long long>(), from_whole<double>)
  CHECK_ALL(double2float, fractions<double>(), from_whole<float>)
}
template <class To>
struct Bits {
  template <class From>
  To operator()(From x) const {
    To to;
    std::memcpy(&to, &x, sizeof to);
    return to;
  }
};
void bits(Suite& suite) {
  unary<float_as_int>(suite, "float_as_int", fractions<float>(), Bits<int>());
  unary<float_as_uint>(suite, "float_as_uint", fractions<float>(), Bits<unsigned>());
  unary<int_as_float>(suite, "int_as_float", wholes<int>(), Bits<float>());
  unary<uint_as_float>(suite, "uint_as_float", wholes<unsigned>(), Bits<float>());
  unary<double_as_longlong>(suite, "double_as_longlong", fractions<double>(), Bits<long long>());
  unary<longlong_as_double>(suite, "longlong_as_double", wholes<long long>(), Bits<double>());
  unary<double2hiint>(suite, "double2hiint", fractions<double>(),
                      [](double x) { return static_cast<int>(Bits<long long>()(x) >> 32); });
  unary<double2loint>(suite, "double2loint", fractions<double>(),
                      [](double x) { return static_cast<int>(Bits<long long>()(x)); });
  binary<FromHalves>(suite, "hiloint2double", wholes<int>(), wholes<int>(1), [](int hi, int lo) {
    const std::uint64_t all =
        (static_cast<std::uint64_t>(static_cast<unsigned>(hi)) << 32) | static_cast<unsigned>(lo);
    return Bits<double>()(all);
  });
}
void casts(Suite& suite) {
  unary<TruncateFloat>(suite, "cast float to int", between(-3e6f, 3e6f),
                       [](float x) { return static_cast<int>(std::trunc(x)); });
  unary<WidenByte>(suite, "cast char to long long", wholes<signed char>(),
                   [](signed char x) { return static_cast<long long>(x); });
  unary<NarrowToShort>(suite, "cast int to short", wholes<int>(), [](int x) {
    const int low = x & 0xffff;
    return static_cast<short>(low >= 0x8000 ? low - 0x10000 : low);
  });
  unary<DoubleToFloat>(suite, "cast double to float", fractions<double>(), from_whole<float>(0));
}

int main() {
  Suite suite;
  to_whole_numbers(suite);
  from_whole_numbers(suite);
  bits(suite);
  casts(suite);
  return suite.finish();
}
