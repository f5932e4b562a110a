// SPDX-License-Identifier: MIT
//
// Records of four floats in five layouts, of which a kernel uses one to four fields.
//
// Claim:  what counts is how much of each sector is used, and by whom: an array of structs wastes
//         DRAM bytes when fields are left out and L1 requests when none are.
// Input:  n particles {x, y, z, m}; the sum of the first fields goes to out.  n records {a, b} of
//         which a kernel writes only a.  Checked at an n that is no multiple of 32, too.
// Run:    ctest --preset dev -R '^chapter03\.aos_soa$'

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr std::size_t kRaggedSize = 10007;

// --- layouts -----------------------------------------------------------------

// [snippet:layouts]
/// An array of structs.  Nothing says that a particle is aligned to more than a float.
struct Particle {
  float x, y, z, m;
};
static_assert(alignof(Particle) == 4, "four separate loads");

/// The same struct, aligned so that one load can fetch it.
struct alignas(16) AlignedParticle {
  float x, y, z, m;
};

/// 32 particles, field by field: what one warp reads of a field lies together.
struct ParticleGroup {
  float x[32], y[32], z[32], m[32];
};
// [/snippet:layouts]

/// Sum of the first kFields fields.
template <int kFields>
__host__ __device__ float first_fields(float x, float y, float z, float m) {
  float sum = x;
  if (kFields > 1) sum += y;
  if (kFields > 2) sum += z;
  if (kFields > 3) sum += m;
  return sum;
}

// --- kernels -----------------------------------------------------------------

/// An array of structs, read field by field.
template <int kFields>
__global__ void sum_aos(float* out, const float* data, std::size_t n) {
  const Particle* particles = reinterpret_cast<const Particle*>(data);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  const Particle& p = particles[i];
  out[i] = first_fields<kFields>(p.x, p.y, p.z, p.m);
}

/// An array of structs, each fetched by one 16-byte load.
template <int kFields>
__global__ void sum_aligned(float* out, const float* data, std::size_t n) {
  const float4* particles = reinterpret_cast<const float4*>(data);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  const float4 p = __ldg(particles + i);  // as an intrinsic, so that no part of it is dropped
  out[i] = first_fields<kFields>(p.x, p.y, p.z, p.w);
}

/// A structure of arrays: all x, then all y, and so on.
template <int kFields>
__global__ void sum_soa(float* out, const float* data, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  out[i] = first_fields<kFields>(data[i], kFields > 1 ? data[n + i] : 0.0f,
                                 kFields > 2 ? data[2 * n + i] : 0.0f,
                                 kFields > 3 ? data[3 * n + i] : 0.0f);
}

/// An array of groups of 32.
template <int kFields>
__global__ void sum_aosoa(float* out, const float* data, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  const ParticleGroup& group = reinterpret_cast<const ParticleGroup*>(data)[i / 32];
  const std::size_t lane = i % 32;
  out[i] = first_fields<kFields>(group.x[lane], group.y[lane], group.z[lane], group.m[lane]);
}

// [snippet:aos-through-shared]
/// An array of structs, brought to shared memory by neighbouring lanes and used from there.
template <int kFields>
__global__ void sum_through_shared(float* out, const float* data, std::size_t n) {
  __shared__ float tile[kBlock * 4];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kBlock;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned word = k * kBlock + threadIdx.x;
    if (4 * first + word < 4 * n) tile[word] = data[4 * first + word];
  }
  __syncthreads();
  const std::size_t i = first + threadIdx.x;
  if (i >= n) return;
  const float* p = &tile[threadIdx.x * 4];
  out[i] = first_fields<kFields>(p[0], p[1], p[2], p[3]);
}
// [/snippet:aos-through-shared]

/// Writes every kStride-th float: field a of records {a, b} for 2, of an array of its own for 1.
template <int kStride>
__global__ void store_field(float* data, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) data[i * kStride] = static_cast<float>(i % 1024);
}

// --- reference ---------------------------------------------------------------

/// Field `field` of particle `i`: the same in all layouts.
float field_value(std::size_t i, int field) {
  return static_cast<float>(cm::random_bits(1, 4 * i + field) >> 40) * 0x1p-24f;
}

template <int kFields>
std::vector<float> sums_cpu(std::size_t n) {
  std::vector<float> sums(n);
  for (std::size_t i = 0; i < n; ++i) {
    sums[i] = first_fields<kFields>(field_value(i, 0), field_value(i, 1), field_value(i, 2),
                                    field_value(i, 3));
  }
  return sums;
}

// --- check, time, check again ------------------------------------------------

using Place = std::size_t (*)(std::size_t i, int field, std::size_t n);
using Kernel = void (*)(float* out, const float* data, std::size_t n);

std::size_t place_aos(std::size_t i, int field, std::size_t) { return 4 * i + field; }
std::size_t place_soa(std::size_t i, int field, std::size_t n) { return field * n + i; }
std::size_t place_aosoa(std::size_t i, int field, std::size_t) {
  return i / 32 * 128 + field * 32 + i % 32;
}

struct Layout {
  const char* name;
  Place place;        ///< Where a field of a particle lies, in floats.
  int bytes;          ///< Width of a load.
  int loads[4];       ///< Load instructions of a thread that uses 1, 2, 3, 4 fields.
  bool lanes_in_row;  ///< Lane i reads word i, whatever the layout.
};

const Layout kLayouts[] = {{"aos", place_aos, 4, {1, 2, 3, 4}, false},
                           {"aligned", place_aos, 16, {1, 1, 1, 1}, true},
                           {"soa", place_soa, 4, {1, 2, 3, 4}, false},
                           {"aosoa", place_aosoa, 4, {1, 2, 3, 4}, false},
                           {"aos_through_shared", place_aos, 4, {4, 4, 4, 4}, true}};

template <int kFields>
Kernel kernel_of(int layout) {
  const Kernel kernels[] = {sum_aos<kFields>, sum_aligned<kFields>, sum_soa<kFields>,
                            sum_aosoa<kFields>, sum_through_shared<kFields>};
  return kernels[layout];
}

/// Sectors of a warp's load of one field, or of neighbouring words.
double load_sectors(const Layout& layout, std::size_t n) {
  return cm::global_cost(cm::warp_access(0, layout.bytes,
                                         [&](int lane) {
                                           return layout.lanes_in_row
                                                      ? static_cast<std::size_t>(lane)
                                                      : layout.place(lane, 0, n);
                                         }))
      .sectors;
}

std::vector<float> laid_out(const Layout& layout, std::size_t n) {
  std::vector<float> data(4 * ((n + 31) / 32 * 32));
  for (std::size_t i = 0; i < n; ++i) {
    for (int field = 0; field < 4; ++field) data[layout.place(i, field, n)] = field_value(i, field);
  }
  return data;
}

template <int kFields>
bool measure_sum(const cm::Bench& bench, int l, const cm::DeviceBuffer<float>& d_data,
                 std::size_t n, bool report_it) {
  const Layout& layout = kLayouts[l];
  cm::DeviceBuffer<float> d_out(n);
  const std::vector<float> want = sums_cpu<kFields>(n);
  const auto blocks = static_cast<unsigned>((n + kBlock - 1) / kBlock);
  const auto run = [&] {
    kernel_of<kFields>(l)<<<blocks, kBlock>>>(d_out.data(), d_data.data(), n);
  };
  if (!report_it) return cm::leaves(layout.name, d_out, want, run);

  cm::Row row("sum_fields", layout.name);
  row.n(n).param("fields", kFields).bytes(sizeof(float) * (kFields + 1.0) * n);
  row.predicted("load_requests_per_warp", layout.loads[kFields - 1])
      .predicted("load_sectors_per_request", load_sectors(layout, n));
  return cm::add_checked(bench, row, layout.name, d_out, want, run);
}

bool measure_sums(const cm::Bench& bench, std::size_t n, bool report_them) {
  for (int l = 0; l < 5; ++l) {
    const cm::DeviceBuffer<float> d_data(laid_out(kLayouts[l], n));
    if (!measure_sum<1>(bench, l, d_data, n, report_them) ||
        !measure_sum<2>(bench, l, d_data, n, report_them) ||
        !measure_sum<3>(bench, l, d_data, n, report_them) ||
        !measure_sum<4>(bench, l, d_data, n, report_them)) {
      return false;
    }
  }
  return true;
}

/// Writes one field of n records; what lies between must keep its value.
template <int kStride>
bool measure_store(const cm::Bench& bench, const char* layout, std::size_t n) {
  std::vector<float> want(n * kStride, -1.0f);
  cm::DeviceBuffer<float> d_data(want);
  for (std::size_t i = 0; i < n; ++i) want[i * kStride] = static_cast<float>(i % 1024);
  const auto run = [&] {
    store_field<kStride>
        <<<static_cast<unsigned>((n + kBlock - 1) / kBlock), kBlock>>>(d_data.data(), n);
  };
  const auto passes = [&] {
    CUDA_CHECK_LAST();
    return cm::check_close(layout, d_data.to_host(), want);
  };
  run();
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  if (!passes()) return false;
  cm::Row row("store_field", layout);
  row.n(n).bytes(static_cast<double>(n) * sizeof(float)).timing(timing);
  const auto stored = [](int lane) { return lane * kStride; };
  row.predicted("store_sectors_per_request",
                cm::global_cost(cm::warp_access(0, sizeof(float), stored)).sectors);
  bench.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.aos_soa", options);
  const cm::Bench bench{report, options};
  const std::size_t n = options.quick ? 1 << 13 : 1 << 24;
  const bool ok = measure_sums(bench, kRaggedSize, false) && measure_sums(bench, n, true) &&
                  measure_store<1>(bench, "soa", 2 * n) && measure_store<2>(bench, "aos", 2 * n);
  return ok ? report.finish() : report.fail();
}
