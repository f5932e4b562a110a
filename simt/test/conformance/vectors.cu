// SPDX-License-Identifier: MIT
//
// Short vectors: sizes and alignments of the CUDA Programming Guide, make functions, copies through
// global and shared memory, use as parameter, result and member.
#include <type_traits>

#include "conformance.cuh"

using namespace conformance;

static_assert(sizeof(char1) == 1 && sizeof(char2) == 2 && sizeof(char3) == 3 &&
              sizeof(uchar4) == 4);
static_assert(alignof(char2) == 2 && alignof(char3) == 1 && alignof(char4) == 4);
static_assert(sizeof(short3) == 6 && alignof(short2) == 4 && alignof(ushort4) == 8);
static_assert(sizeof(int3) == 12 && alignof(int3) == 4 && alignof(int2) == 8 &&
              alignof(uint4) == 16);
static_assert(sizeof(float3) == 12 && alignof(float2) == 8 && alignof(float4) == 16);
static_assert(sizeof(double2) == 16 && alignof(double2) == 16 && sizeof(double3) == 24);
static_assert(sizeof(longlong2) == 16 && alignof(ulonglong2) == 16 && sizeof(double4_16a) == 32);
static_assert(sizeof(dim3) == 12 && std::is_trivially_copyable<float4>::value);

template <class V>
__global__ void copy_whole(V* out, const V* in) {
  __shared__ V tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

/// Copies 64 vectors back to front and compares their bytes.
template <class V>
void check_copy(Suite& suite, const char* name) {
  std::vector<unsigned char> bytes(64 * sizeof(V));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 7 + 3);
  std::vector<V> in(64);
  std::memcpy(static_cast<void*>(in.data()), bytes.data(), bytes.size());
  Buffer<V> d_in(in), d_out(64);
  copy_whole<V><<<1, 64>>>(d_out.data(), d_in.data());
  const std::vector<V> got = d_out.read();
  bool same = true;
  for (std::size_t i = 0; i < 64; ++i)
    same = same && std::memcmp(&got[i], &in[63 - i], sizeof(V)) == 0;
  suite.is_true(name, same);
}

struct Particle {
  float4 position;
  float2 weight;
  int3 cell;
};
__device__ float4 scaled(float4 v, float by) {
  return make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}
__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

__global__ void members(Particle* particles, float4 shift, int2 window) {
  Particle p = particles[threadIdx.x];
  p.position = scaled(p.position, 2.0f);
  p.position.w += shift.w;
  p.weight = p.weight + make_float2(shift.x, shift.y);
  p.cell.z = p.cell.x + window.y;
  particles[threadIdx.x] = p;
}
__global__ void fields(int* out) {
  float4 local[3];
  for (int i = 0; i < 3; ++i) local[i] = make_float4(i, i + 1, i + 2, i + 3);
  float4 copy = local[threadIdx.x % 3];
  copy.y = -1;
  float* first = &local[2].x;
  const char4 c = make_char4(1, -2, 3, -4);
  const uchar2 u{250, 7};
  const longlong2 l = make_longlong2(1ll << 40, -1);
  const double3 d = make_double3(0.5, 1.5, 2.5);
  out[4 * threadIdx.x] = static_cast<int>(copy.x + copy.y + copy.w + first[3]);
  out[4 * threadIdx.x + 1] = c.x + c.y + c.z + c.w + u.x + u.y;
  out[4 * threadIdx.x + 2] = static_cast<int>(l.x >> 38) + static_cast<int>(l.y);
  out[4 * threadIdx.x + 3] = static_cast<int>(2 * (d.x + d.y + d.z));
}
__global__ void shape(unsigned* out) {
  const uint3 thread = threadIdx;
  const dim3 block = blockDim;
  if (threadIdx.x == 1 && threadIdx.y == 2) {
    out[0] = thread.x, out[1] = thread.y, out[2] = thread.z;
    out[3] = block.x, out[4] = block.y, out[5] = block.z;
  }
}
/// A vector read through a pointer to its elements' type, and the other way round.
__global__ void reinterpreted(float* out, const float* in) {
  const float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
  out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}

int main() {
  Suite suite;
#define CHECK_COPY(type) check_copy<type>(suite, "copy of " #type);
  CHECK_COPY(char1)
  CHECK_COPY(char2)
  CHECK_COPY(char3)
  CHECK_COPY(char4)
  CHECK_COPY(uchar1)
  CHECK_COPY(uchar2)
  CHECK_COPY(uchar3)
  CHECK_COPY(uchar4)
  CHECK_COPY(short1)
  CHECK_COPY(short2)
  CHECK_COPY(short3)
  CHECK_COPY(short4)
  CHECK_COPY(ushort1)
  CHECK_COPY(ushort2)
  CHECK_COPY(ushort3)
  CHECK_COPY(ushort4)
  CHECK_COPY(int1)
  CHECK_COPY(int2)
  CHECK_COPY(int3)
  CHECK_COPY(int4)
  CHECK_COPY(uint1)
  CHECK_COPY(uint2)
  CHECK_COPY(uint3)
  CHECK_COPY(uint4)
  CHECK_COPY(long1)
  CHECK_COPY(long2)
  CHECK_COPY(long3)
  CHECK_COPY(long4_16a)
  CHECK_COPY(long4_32a)
  CHECK_COPY(ulong1)
  CHECK_COPY(ulong2)
  CHECK_COPY(ulong3)
  CHECK_COPY(ulong4_16a)
  CHECK_COPY(ulong4_32a)
  CHECK_COPY(longlong1)
  CHECK_COPY(longlong2)
  CHECK_COPY(longlong3)
  CHECK_COPY(longlong4_16a)
  CHECK_COPY(longlong4_32a)
  CHECK_COPY(ulonglong1)
  CHECK_COPY(ulonglong2)
  CHECK_COPY(ulonglong3)
  CHECK_COPY(ulonglong4_16a)
  CHECK_COPY(ulonglong4_32a)
  CHECK_COPY(float1)
  CHECK_COPY(float2)
  CHECK_COPY(float3)
  CHECK_COPY(float4)
  CHECK_COPY(double1)
  CHECK_COPY(double2)
  CHECK_COPY(double3)
  CHECK_COPY(double4_16a)
  CHECK_COPY(double4_32a)

  std::vector<Particle> particles(8);
  for (std::size_t i = 0; i < 8; ++i) {
    const float x = static_cast<float>(i);
    particles[i] = {make_float4(x, 1, 2, 3), make_float2(x, 5),
                    make_int3(static_cast<int>(i), 0, 0)};
  }
  Buffer<Particle> d_particles(particles);
  members<<<1, 8>>>(d_particles.data(), make_float4(0.5f, 0.25f, 0, 100), make_int2(7, 9));
  const auto moved = d_particles.read();
  bool right = true;
  for (std::size_t i = 0; i < 8; ++i) {
    const float x = static_cast<float>(i);
    right = right && moved[i].position.x == 2 * x && moved[i].position.w == 106 &&
            moved[i].weight.x == x + 0.5f && moved[i].weight.y == 5.25f &&
            moved[i].cell.z == static_cast<int>(i) + 9;
  }
  suite.is_true("vectors as members and parameters", right);

  Buffer<int> d_fields(12);
  fields<<<1, 3>>>(d_fields.data());
  suite.equal("fields", d_fields.read(), {7, 255, 3, 9, 9, 255, 3, 9, 11, 255, 3, 9});

  Buffer<unsigned> d_shape(6);
  shape<<<1, dim3(2, 3)>>>(d_shape.data());
  suite.equal("threadIdx and blockDim as values", d_shape.read(), {1u, 2u, 0u, 2u, 3u, 1u});

  std::vector<float> digits;
  for (int i = 0; i < 32; ++i) digits.push_back(static_cast<float>(i % 10));
  Buffer<float> d_digits(digits), d_sums(8);
  reinterpreted<<<1, 8>>>(d_sums.data(), d_digits.data());
  std::vector<float> want;
  for (std::size_t i = 0; i < 8; ++i) {
    want.push_back(digits[4 * i] + 10 * digits[4 * i + 1] + 100 * digits[4 * i + 2] +
                   1000 * digits[4 * i + 3]);
  }
  suite.equal("float4 over floats", d_sums.read(), want);
  return suite.finish();
}
