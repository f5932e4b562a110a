// SPDX-License-Identifier: MIT
//
// half and bfloat16, all 65536 values of each: functions of one value, and of each value with a
// partner, against double rounded once.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <string>

#include "small_floats.cuh"

using namespace conformance;

constexpr int kCount = 65536;

struct Half {
  using Type = __half;
  static constexpr const char* kName = "half ";
  static constexpr int kHalfUlp = 1 << 12;  // in units of the last place of a float
  static float rounded(double x) { return half_of(x); }
  __device__ static Type from_bits(unsigned short bits) { return __ushort_as_half(bits); }
  __device__ static float widened(Type x) { return __half2float(x); }
  __device__ static Type narrowed(float x) { return __float2half(x); }
};
struct Bfloat {
  using Type = __nv_bfloat16;
  static constexpr const char* kName = "bfloat16 ";
  static constexpr int kHalfUlp = 1 << 15;
  static float rounded(double x) { return bfloat_of(x); }
  __device__ static Type from_bits(unsigned short bits) { return __ushort_as_bfloat16(bits); }
  __device__ static float widened(Type x) { return __bfloat162float(x); }
  __device__ static Type narrowed(float x) { return __float2bfloat16(x); }
};

/// The partner of a value: another one, small against large in every combination.
__host__ __device__ inline unsigned short partner_of(int bits) {
  return static_cast<unsigned short>((static_cast<unsigned>(bits) * 40503u + 12345u) >> 3);
}

/// out[bits] = Op on the value with these bits and its partner.
template <class Op, class Format>
__global__ void apply(float* out) {
  const int bits = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const auto x = Format::from_bits(static_cast<unsigned short>(bits));
  const auto y = Format::from_bits(partner_of(bits));
  out[bits] = Op::template run<Format>(x, y);
}
template <class Format>
__global__ void values(float* x, float* y) {
  const int bits = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  x[bits] = Format::widened(Format::from_bits(static_cast<unsigned short>(bits)));
  y[bits] = Format::widened(Format::from_bits(partner_of(bits)));
}

#define NUMBER(name, expression)            \
  struct name {                             \
    template <class F, class T>             \
    __device__ static float run(T x, T y) { \
      (void)y;                              \
      return F::widened(expression);        \
    }                                       \
  };
#define TRUTH(name, expression)              \
  struct name {                              \
    template <class F, class T>              \
    __device__ static float run(T x, T y) {  \
      (void)y;                               \
      return static_cast<float>(expression); \
    }                                        \
  };
NUMBER(RoundTrip, F::narrowed(F::widened(x)))
NUMBER(Negate, __hneg(x))
NUMBER(Absolute, __habs(x))
NUMBER(Root, hsqrt(x))
NUMBER(Floor, hfloor(x))
NUMBER(Ceil, hceil(x))
NUMBER(Trunc, htrunc(x))
NUMBER(Rint, hrint(x))
NUMBER(Add, __hadd(x, y))
NUMBER(Subtract, __hsub(x, y))
NUMBER(Multiply, __hmul(x, y))
NUMBER(Divide, __hdiv(x, y))
NUMBER(AddSaturated, __hadd_sat(x, y))
NUMBER(FusedMultiplyAdd, __hfma(x, y, __hneg(y)))
NUMBER(FusedRelu, __hfma_relu(x, y, __hneg(y)))
NUMBER(Minimum, __hmin(x, y))
NUMBER(Maximum, __hmax(x, y))
NUMBER(MinimumNan, __hmin_nan(x, y))
NUMBER(MaximumNan, __hmax_nan(x, y))
NUMBER(PlusOperator, x + y)
NUMBER(TimesOperator, x* y)
TRUTH(IsNan, __hisnan(x) ? 1 : 0)
TRUTH(IsInfinite, __hisinf(x))
TRUTH(Equal, __heq(x, y))
TRUTH(NotEqual, __hne(x, y))
TRUTH(Less, __hlt(x, y))
TRUTH(LessEqual, __hle(x, y))
TRUTH(Greater, __hgt(x, y))
TRUTH(GreaterEqual, __hge(x, y))
TRUTH(EqualUnordered, __hequ(x, y))
TRUTH(NotEqualUnordered, __hneu(x, y))
TRUTH(LessUnordered, __hltu(x, y))
TRUTH(LessEqualUnordered, __hleu(x, y))
TRUTH(GreaterUnordered, __hgtu(x, y))
TRUTH(GreaterEqualUnordered, __hgeu(x, y))
TRUTH(LessOperator, x < y ? 1 : 0)
TRUTH(EqualOperator, x == y ? 1 : 0)

template <class Format>
class Checks {
 public:
  explicit Checks(Suite& suite) : suite_(suite) {
    Buffer<float> x(kCount), y(kCount);
    values<Format><<<kCount / 256, 256>>>(x.data(), y.data());
    x_ = x.read(), y_ = y.read();
  }
  template <class Op, class Reference>
  void number(const char* name, Reference reference, double tolerance = 0) {
    run<Op>(name, [=](double x, double y) { return Format::rounded(reference(x, y)); }, tolerance);
  }
  template <class Op, class Reference>
  void truth(const char* name, Reference reference) {
    run<Op>(name, [=](double x, double y) { return static_cast<float>(reference(x, y)); }, 0);
  }

 private:
  template <class Op, class Reference>
  void run(const char* name, Reference reference, double tolerance) {
    Buffer<float> d_out(kCount);
    apply<Op, Format><<<kCount / 256, 256>>>(d_out.data());
    std::vector<float> want;
    for (std::size_t i = 0; i < kCount; ++i) want.push_back(reference(x_[i], y_[i]));
    suite_.equal((std::string(Format::kName) + name).c_str(), d_out.read(), want, tolerance);
  }
  Suite& suite_;
  std::vector<float> x_, y_;
};

template <class Format>
void check_format(Suite& suite) {
  Checks<Format> checks(suite);
  const auto with_nan = [](bool smaller) {
    return [=](double x, double y) {
      if (std::isnan(x) || std::isnan(y)) return static_cast<double>(NAN);
      return smaller ? std::fmin(x, y) : std::fmax(x, y);
    };
  };
  const auto unordered = [](double x, double y) { return std::isnan(x) || std::isnan(y); };
  checks.template number<RoundTrip>("to float and back", [](double x, double) { return x; });
  checks.template number<Negate>("__hneg", [](double x, double) { return -x; });
  checks.template number<Absolute>("__habs", [](double x, double) { return std::fabs(x); });
  checks.template number<Root>("hsqrt", [](double x, double) { return std::sqrt(x); });
  checks.template number<Floor>("hfloor", [](double x, double) { return std::floor(x); });
  checks.template number<Ceil>("hceil", [](double x, double) { return std::ceil(x); });
  checks.template number<Trunc>("htrunc", [](double x, double) { return std::trunc(x); });
  checks.template number<Rint>("hrint", [](double x, double) { return std::nearbyint(x); });
  checks.template number<Add>("__hadd", [](double x, double y) { return x + y; });
  checks.template number<Subtract>("__hsub", [](double x, double y) { return x - y; });
  checks.template number<Multiply>("__hmul", [](double x, double y) { return x * y; });
  // A quotient may be one unit off in the last place: the GPU divides approximately.
  checks.template number<Divide>(
      "__hdiv", [](double x, double y) { return x / y; }, 2 * Format::kHalfUlp);
  checks.template number<AddSaturated>("__hadd_sat", [](double x, double y) {
    return x + y > 0 ? std::fmin(Format::rounded(x + y), 1.0) : 0.0;
  });
  checks.template number<FusedMultiplyAdd>("__hfma",
                                           [](double x, double y) { return sticky_fma(x, y, -y); });
  checks.template number<FusedRelu>("__hfma_relu", [](double x, double y) {
    const double r = sticky_fma(x, y, -y);
    return r < 0 ? 0.0 : r;
  });
  checks.template number<Minimum>("__hmin", [](double x, double y) { return std::fmin(x, y); });
  checks.template number<Maximum>("__hmax", [](double x, double y) { return std::fmax(x, y); });
  checks.template number<MinimumNan>("__hmin_nan", with_nan(true));
  checks.template number<MaximumNan>("__hmax_nan", with_nan(false));
  checks.template number<PlusOperator>("operator +", [](double x, double y) { return x + y; });
  checks.template number<TimesOperator>("operator *", [](double x, double y) { return x * y; });
  checks.template truth<IsNan>("__hisnan", [](double x, double) { return std::isnan(x); });
  checks.template truth<IsInfinite>(
      "__hisinf", [](double x, double) { return std::isinf(x) ? (x > 0 ? 1 : -1) : 0; });
#define COMPARISON(ordered, unordered_form, operation, name)                                \
  checks.template truth<ordered>(                                                           \
      "__h" name, [=](double x, double y) { return !unordered(x, y) && (x operation y); }); \
  checks.template truth<unordered_form>(                                                    \
      "__h" name "u", [=](double x, double y) { return unordered(x, y) || (x operation y); });
  COMPARISON(Equal, EqualUnordered, ==, "eq")
  COMPARISON(NotEqual, NotEqualUnordered, !=, "ne")
  COMPARISON(Less, LessUnordered, <, "lt")
  COMPARISON(LessEqual, LessEqualUnordered, <=, "le")
  COMPARISON(Greater, GreaterUnordered, >, "gt")
  COMPARISON(GreaterEqual, GreaterEqualUnordered, >=, "ge")
  checks.template truth<LessOperator>("operator <", [](double x, double y) { return x < y; });
  checks.template truth<EqualOperator>("operator ==", [](double x, double y) { return x == y; });
}

int main() {
  Suite suite;
  check_format<Half>(suite);
  check_format<Bfloat>(suite);
  return suite.finish();
}
