// SPDX-License-Identifier: MIT
//
// One kernel for each property of the device code that a flag or a header is there to keep. The
// line before a kernel says what its rows must hold: `// shape: NUMBER of PATTERN, …`, where
// PATTERN is a regular expression for a row's operation; `// shape of 16, 22: …` is for these
// compilers alone. A compiler that makes something else of it fails the test, and somebody has to
// look before readers see other counts.
#include <cstdint>

#include "cuda_runtime.h"

// Barriers in two arms stay two: nomerge.
// shape: 2 of import __simt_barrier
extern "C" __global__ void two_barriers(int* out, int n) {
  if (n > 3) {
    out[0] = 1;
    __syncthreads();
  } else {
    out[1] = 2;
    __syncthreads();
  }
}

// A float4 moves whole, also if its fields are used: -disable-vector-combine.
// shape: 1 of v128\.load, 1 of v128\.store, 0 of [fi]32\.load
extern "C" __global__ void whole_float4(float4* out, const float4* in) {
  float4 v = in[0];
  v.x += v.y * v.z + v.w;
  out[0] = v;
}

// So does a float2, as one access of 8 bytes.
// shape: 1 of (i64|f64|v128)\.load(64_zero)?, 0 of [fi]32\.load
extern "C" __global__ void whole_float2(float* out, const float2* in) {
  const float2 v = in[0];
  out[0] = v.x + v.y;
}

// What an intrinsic loads stays whole, whatever part of it is used. Clang 19 has no way to say so.
// shape of 16, 22: 2 of v128\.load, 0 of [fi]32\.load
extern "C" __global__ void whole_by_intrinsic(float* out, const float4* in, const int4* more) {
  out[0] = __ldg(in).y + static_cast<float>(__ldcg(more).x);
}

// Float to integer is one operation without a branch: -mnontrapping-fptoint.
// shape: 1 of i32\.trunc_sat_f32_s, 0 of (if|br_if)
extern "C" __global__ void float_to_int(int* out, const float* in) {
  out[0] = static_cast<int>(in[0]);
}

// A switch is a chain of comparisons, no table: -fno-jump-tables.
// shape: 0 of br_table, 6 of i32\.load
extern "C" __global__ void switch_on_value(int* out, const int* in) {
  switch (in[0]) {
    case 0:
      out[0] = in[5];
      break;
    case 1:
      out[1] = in[9];
      break;
    case 2:
      out[2] = in[3] + 1;
      break;
    case 3:
      out[3] = in[4] * 2;
      break;
    case 4:
      out[4] = in[7] ^ 5;
      break;
  }
}

// A loop that copies stays a loop: -disable-loop-idiom-all.
// shape: 0 of import mem, 1 of i32\.store
extern "C" __global__ void copying_loop(int* __restrict__ out, const int* __restrict__ in, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i];
}

// A loop with a known number of rounds is not unrolled: -O1.
// shape: 1 of f32\.load, 1 of loop
extern "C" __global__ void known_rounds(float* out, const float* in) {
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += in[i];
  out[0] = sum;
}

// An endless loop stays: -fno-finite-loops.
// shape: 1 of loop
extern "C" __global__ void endless(unsigned x) {
  while (x != 1) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
}

// threadIdx and its like are special registers, not calls that nobody may merge.
// shape: 0 of call
extern "C" __global__ void index_in_loop(int* out, int n) {
  for (int i = 0; i < n; ++i) out[i * 64 + threadIdx.x] = static_cast<int>(blockDim.x);
}

// Each access to something volatile stays.
// shape: 2 of i32\.load, 2 of i32\.store
extern "C" __global__ void volatile_twice(volatile int* p, int* out) {
  const int first = *p;
  const int second = *p;
  *p = 3;
  *out = first - second;
}

// Bytes that lie beside each other are read one by one, as on the GPU.
// shape: 4 of i(32|64)\.load8_[us]
extern "C" __global__ void four_bytes(int* out, const unsigned char* in) {
  out[0] = in[0] + in[1] * 3 + in[2] * 5 + in[3] * 7;
}

// A product of 64 by 64 bits that needs 128 of them is one import.
// shape: 1 of import __multi3
extern "C" __global__ void wide_product(std::uint64_t* out, std::uint64_t a, std::uint64_t b) {
  out[0] = static_cast<std::uint64_t>((static_cast<unsigned __int128>(a) * b) >> 64);
}
