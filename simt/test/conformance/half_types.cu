// SPDX-License-Identifier: MIT
//
// half and bfloat16: conversions bit by bit, arithmetic against double rounded once, pairs,
// atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "small_floats.cuh"

using namespace conformance;

DEVICE_OP(ThroughHalf, (float x), __half2float(__float2half(x)))
DEVICE_OP(ThroughHalfRz, (float x), __half2float(__float2half_rz(x)))
DEVICE_OP(DoubleToHalf, (double x), __half2float(__double2half(x)))
DEVICE_OP(ThroughBfloat, (float x), __bfloat162float(__float2bfloat16(x)))
DEVICE_OP(HalfAdd, (float x, float y), __half2float(__hadd(__float2half(x), __float2half(y))))
DEVICE_OP(HalfSub, (float x, float y), __half2float(__float2half(x) - __float2half(y)))
DEVICE_OP(HalfMul, (float x, float y), __half2float(__hmul(__float2half(x), __float2half(y))))
DEVICE_OP(HalfDiv, (float x, float y), __half2float(__hdiv(__float2half(x), __float2half(y))))
DEVICE_OP(HalfFma, (float x, float y, float z),
          __half2float(__hfma(__float2half(x), __float2half(y), __float2half(z))))
DEVICE_OP(HalfSqrt, (float x), __half2float(hsqrt(__float2half(x))))
DEVICE_OP(HalfLess, (float x, float y), static_cast<int>(__hlt(__float2half(x), __float2half(y))))
DEVICE_OP(HalfMax, (float x, float y), __half2float(__hmax(__float2half(x), __float2half(y))))
DEVICE_OP(HalfNegate, (float x), __half2float(-__float2half(x)))
DEVICE_OP(HalfToInt, (float x), __half2int_rn(__float2half(x)))
DEVICE_OP(BfloatAdd, (float x, float y),
          __bfloat162float(__float2bfloat16(x) + __float2bfloat16(y)))
DEVICE_OP(BfloatMul, (float x, float y),
          __bfloat162float(__hmul(__float2bfloat16(x), __float2bfloat16(y))))
DEVICE_OP(BfloatGreater, (float x, float y),
          static_cast<int>(__hgt(__float2bfloat16(x), __float2bfloat16(y))))

__global__ void every_half(float* out) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  out[bits] = __half2float(__ushort_as_half(static_cast<unsigned short>(bits)));
}
/// y = a * x + y on pairs.
__global__ void axpy(__half2* y, const __half2* x, float a) {
  const int i = static_cast<int>(threadIdx.x);
  y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}
__global__ void pairs(float* out, const __half2* in) {
  const __half2 v = in[threadIdx.x];
  const __half2 turned = __lowhigh2highlow(v);
  const float2 both = __half22float2(__hadd2(v, turned));
  out[4 * threadIdx.x] = __low2float(turned);
  out[4 * threadIdx.x + 1] = both.x + both.y;
  out[4 * threadIdx.x + 2] = __hbgt2(v, __float2half2_rn(-1.0f)) ? 1.0f : 0.0f;
  out[4 * threadIdx.x + 3] = __half2float(__high2half(__hmax2(v, turned)));
}
__global__ void sums(__half* h, __half2* h2, __nv_bfloat162* b2) {
  atomicAdd(h, __float2half(1.0f));
  atomicAdd(h2, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(b2, __floats2bfloat162_rn(1.0f, -1.0f));
}
__global__ void shuffled(float* out) {
  const __half mine = __int2half_rn(static_cast<int>(threadIdx.x));
  const __half2 pair = __halves2half2(mine, __hneg(mine));
  out[threadIdx.x] = __half2float(__shfl_xor_sync(0xffffffffu, mine, 5));
  out[32 + threadIdx.x] = __high2float(__shfl_down_sync(0xffffffffu, pair, 2));
}

std::vector<float> numbers(int salt) {
  std::vector<float> values = {0.0f,     -0.0f, 1.0f,  65504.0f, 65519.0f,
                               65520.0f, 1e-8f, 6e-8f, 1e-5f};
  for (int i = 0; i < 150; ++i) {
    const std::uint64_t bits = mixed(static_cast<std::uint64_t>(i + 1000 * salt));
    values.push_back(std::ldexp(static_cast<float>(bits % 65536) - 32768.0f,
                                static_cast<int>(bits >> 20) % 20 - 10 - 10));
  }
  return values;
}

void conversions(Suite& suite) {
  const auto in = numbers(1);
  unary<ThroughHalf>(suite, "float to half", in, half_of);
  unary<ThroughHalfRz>(suite, "float to half, toward zero", in, [](float x) {
    const float nearest = half_of(x);
    if (std::fabs(nearest) <= std::fabs(x)) return nearest;
    if (std::isinf(nearest)) return std::copysign(65504.0f, x);
    int e;
    std::frexp(x, &e);
    const double unit = std::ldexp(1.0, std::max(e - 1, -14) - 10);
    return static_cast<float>(std::trunc(x / unit) * unit);
  });
  std::vector<double> wide;
  for (float x : in) wide.push_back(static_cast<double>(x) * 1.0000001);
  unary<DoubleToHalf>(suite, "double to half", wide, half_of);
  unary<ThroughBfloat>(suite, "float to bfloat16", in, bfloat_of);
  Buffer<float> all(65536);
  every_half<<<256, 256>>>(all.data());
  std::vector<float> want;
  for (int bits = 0; bits < 65536; ++bits) {
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double value = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                   : exponent == 0 ? std::ldexp(mantissa, -24)
                                   : std::ldexp(1024 + mantissa, exponent - 25);
    want.push_back(static_cast<float>((bits & 0x8000) != 0 ? -value : value));
  }
  suite.equal("half to float, all", all.read(), want);
}
void arithmetic(Suite& suite) {
  auto a = numbers(2), b = numbers(3), c = numbers(4);
  for (auto* list : {&a, &b, &c}) {
    for (float& x : *list) x = half_of(x);
  }
  binary<HalfAdd>(suite, "half add", a, b, [](float x, float y) { return half_of(double(x) + y); });
  binary<HalfSub>(suite, "half sub", a, b, [](float x, float y) { return half_of(double(x) - y); });
  binary<HalfMul>(suite, "half mul", a, b, [](float x, float y) { return half_of(double(x) * y); });
  std::vector<float> divisor = b;
  for (float& x : divisor) x = x == 0 || std::isinf(x) ? 3.0f : x;
  // Infinities left out: the quotient's sign of zero is not compared.
  binary<HalfDiv>(
      suite, "half div", a, divisor,
      [](float x, float y) { return half_of(static_cast<double>(x) / y); }, 8192);
  ternary<HalfFma>(suite, "half fma", a, b, c, [](float x, float y, float z) {
    return half_of(static_cast<double>(x) * y + z);
  });
  std::vector<float> positive = a;
  for (float& x : positive) x = std::fabs(x);
  unary<HalfSqrt>(suite, "half sqrt", positive,
                  [](float x) { return half_of(std::sqrt(static_cast<double>(x))); });
  binary<HalfLess>(suite, "half less", a, b, [](float x, float y) { return x < y ? 1 : 0; });
  binary<HalfMax>(suite, "half max", a, b, [](float x, float y) { return x > y ? x : y; });
  unary<HalfNegate>(suite, "half negate", a, [](float x) { return -x; });
  std::vector<float> small = between(-100.0f, 100.0f, 81);
  unary<HalfToInt>(suite, "half to int", small,
                   [](float x) { return static_cast<int>(std::nearbyint(half_of(x))); });
  std::vector<float> p = numbers(5), q = numbers(6);
  for (auto* list : {&p, &q}) {
    for (float& x : *list) x = bfloat_of(x);
  }
  binary<BfloatAdd>(suite, "bfloat16 add", p, q,
                    [](float x, float y) { return bfloat_of(double(x) + y); });
  binary<BfloatMul>(suite, "bfloat16 mul", p, q,
                    [](float x, float y) { return bfloat_of(double(x) * y); });
  binary<BfloatGreater>(suite, "bfloat16 greater", p, q,
                        [](float x, float y) { return x > y ? 1 : 0; });
}
void pairs_and_warps(Suite& suite) {
  std::vector<__half2> x, y;
  std::vector<float> want, want_pairs;
  for (int i = 0; i < 32; ++i) {
    x.push_back(__floats2half2_rn(static_cast<float>(i) * 0.25f, static_cast<float>(-i)));
    y.push_back(__floats2half2_rn(1.0f, static_cast<float>(i)));
    want.push_back(1.0f + static_cast<float>(i) * 0.5f);
    want.push_back(static_cast<float>(-i));
    const float low = static_cast<float>(i) * 0.25f, high = static_cast<float>(-i);
    for (float v :
         {high, 2 * (low + high), low > -1 && high > -1 ? 1.0f : 0.0f, low > high ? low : high}) {
      want_pairs.push_back(v);
    }
  }
  Buffer<__half2> d_x(x), d_y(y);
  Buffer<float> d_pairs(128);
  pairs<<<1, 32>>>(d_pairs.data(), d_x.data());
  suite.equal("half2 by name", d_pairs.read(), want_pairs);
  axpy<<<1, 32>>>(d_y.data(), d_x.data(), 2.0f);
  std::vector<float> got;
  for (const __half2& v : d_y.read()) {
    got.push_back(__low2float(v));
    got.push_back(__high2float(v));
  }
  suite.equal("half2 fma", got, want);

  Buffer<__half> h(1);
  Buffer<__half2> h2(1);
  Buffer<__nv_bfloat162> b2(1);
  sums<<<2, 40>>>(h.data(), h2.data(), b2.data());
  suite.equal("atomicAdd half",
              std::vector<float>{__half2float(h.read()[0]), __low2float(h2.read()[0]),
                                 __high2float(h2.read()[0]), __low2float(b2.read()[0]),
                                 __high2float(b2.read()[0])},
              {80, 80, 160, 80, -80});
  Buffer<float> d_shuffled(64);
  shuffled<<<1, 32>>>(d_shuffled.data());
  std::vector<float> want_shuffled;
  for (int i = 0; i < 32; ++i) want_shuffled.push_back(static_cast<float>(i ^ 5));
  for (int i = 0; i < 32; ++i)
    want_shuffled.push_back(static_cast<float>(i + 2 < 32 ? -i - 2 : -i));
  suite.equal("shuffles of half", d_shuffled.read(), want_shuffled);
}

int main() {
  Suite suite;
  conversions(suite);
  arithmetic(suite);
  pairs_and_warps(suite);
  return suite.finish();
}
