// SPDX-License-Identifier: MIT
//
// The fast intrinsics, within the errors that NVIDIA's programming guide states for them.
#include "conformance.cuh"

using namespace conformance;

DEVICE_OP(FastSin, (float x), __sinf(x))
DEVICE_OP(FastCos, (float x), __cosf(x))
DEVICE_OP(FastTan, (float x), __tanf(x))
DEVICE_OP(FastExp, (float x), __expf(x))
DEVICE_OP(FastExp10, (float x), __exp10f(x))
DEVICE_OP(FastLog, (float x), __logf(x))
DEVICE_OP(FastLog2, (float x), __log2f(x))
DEVICE_OP(FastLog10, (float x), __log10f(x))
DEVICE_OP(FastPow, (float x, float y), __powf(x, y))
DEVICE_OP(FastDivide, (float x, float y), __fdividef(x, y))
DEVICE_OP(ReciprocalRoot, (float x), __frsqrt_rn(x))
DEVICE_OP(Saturate, (float x), __saturatef(x))
struct SincosSine {
  __device__ float operator()(float x) const {
    float s, c;
    __sincosf(x, &s, &c);
    return s;
  }
};
struct SincosCosine {
  __device__ float operator()(float x) const {
    float s, c;
    __sincosf(x, &s, &c);
    return c;
  }
};

/// Size of a unit in the last place of a float near x.
double unit_of(double x) {
  int e;
  std::frexp(x, &e);
  return std::ldexp(1.0, std::max(e - 24, -149));
}

/// Compares each result with a double, within a bound that depends on the argument.
template <class Op, class Function, class Bound>
void check(Suite& suite, const char* name, const std::vector<float>& in, Function function,
           Bound bound) {
  Buffer<float> d_in(in), d_out(in.size());
  const int n = static_cast<int>(in.size());
  map<Op, float, float><<<(n + 63) / 64, 64>>>(d_out.data(), n, d_in.data());
  must(cudaGetLastError(), name);
  const std::vector<float> got = d_out.read();
  bool right = true;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = in[i], want = function(x);
    const bool near = std::fabs(got[i] - want) <= bound(x, want);  // false for a NaN
    if (!near) std::printf("%s(%.9g) is %.9g, wanted %.9g\n", name, x, got[i], want);
    right = right && near;
  }
  suite.is_true(name, right);
}
auto absolute(double exponent) {
  return [=](double, double) { return std::exp2(exponent); };
}

int main() {
  Suite suite;
  const auto angles = between(-3.14159f, 3.14159f, 301), small = between(-20.0f, 20.0f, 201);
  const auto around_one = between(0.5f, 2.0f, 151), large = between(2.001f, 5000.0f, 151);
  const auto sine = [](double x) { return std::sin(x); };
  const auto cosine = [](double x) { return std::cos(x); };
  check<FastSin>(suite, "__sinf", angles, sine, absolute(-21.41));
  check<FastCos>(suite, "__cosf", angles, cosine, absolute(-21.19));
  check<SincosSine>(suite, "__sincosf sine", angles, sine, absolute(-21.41));
  check<SincosCosine>(suite, "__sincosf cosine", angles, cosine, absolute(-21.19));
  // Stated as the quotient of the two above.
  check<FastTan>(
      suite, "__tanf", between(-1.4f, 1.4f, 201), [](double x) { return std::tan(x); },
      [](double x, double want) {
        const double c = std::fabs(std::cos(x));
        return std::exp2(-21.41) / c + std::fabs(want) * std::exp2(-21.19) / c + 3 * unit_of(want);
      });
  check<FastExp>(
      suite, "__expf", small, [](double x) { return std::exp(x); },
      [](double x, double want) { return (2 + std::floor(std::fabs(1.173 * x))) * unit_of(want); });
  check<FastExp10>(
      suite, "__exp10f", between(-10.0f, 10.0f, 201), [](double x) { return std::pow(10.0, x); },
      [](double x, double want) { return (2 + std::floor(std::fabs(2.97 * x))) * unit_of(want); });
  const auto ulp = [](double n) { return [=](double, double want) { return n * unit_of(want); }; };
  const auto natural = [](double x) { return std::log(x); };
  const auto binary_log = [](double x) { return std::log2(x); };
  const auto decimal = [](double x) { return std::log10(x); };
  check<FastLog>(suite, "__logf near 1", around_one, natural, absolute(-21.41));
  check<FastLog>(suite, "__logf", large, natural, ulp(3));
  check<FastLog2>(suite, "__log2f near 1", around_one, binary_log, absolute(-22));
  check<FastLog2>(suite, "__log2f", large, binary_log, ulp(2));
  check<FastLog10>(suite, "__log10f near 1", around_one, decimal, absolute(-24));
  check<FastLog10>(suite, "__log10f", large, decimal, ulp(3));
  check<ReciprocalRoot>(
      suite, "__frsqrt_rn", large, [](double x) { return 1 / std::sqrt(x); }, ulp(0.5));
  check<Saturate>(
      suite, "__saturatef", small, [](double x) { return std::fmin(std::fmax(x, 0.0), 1.0); },
      ulp(0));
  // exp2f(y * log2f(x)), as the guide states it: the exponent's error grows with the result's size.
  binary<FastPow>(
      suite, "__powf", between(0.1f, 30.0f, 200), between(-3.0f, 3.0f, 200),
      [](float x, float y) { return static_cast<float>(std::pow(double{x}, double{y})); }, 64);
  binary<FastDivide>(
      suite, "__fdividef", between(-50.0f, 50.0f, 200), between(3.0f, 0.7f, 200),
      [](float x, float y) { return static_cast<float>(double{x} / double{y}); }, 2);
  return suite.finish();
}
