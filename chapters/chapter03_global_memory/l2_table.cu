// SPDX-License-Identifier: MIT
//
// A table in L2, and a stream of other data that pushes it out.
//
// Claim:  each reading of the table that comes after too much streaming goes to DRAM.  Hints on the
//         stream keep more of the table, and a part of L2 set aside keeps all of it, from launch to
//         launch; that need not be faster.
// Input:  n float in order, each warp adding a piece of the table from a scattered place.  The
//         launches follow one another, and nothing empties L2 between them.
// Run:    ctest --preset dev -R '^chapter03\.l2_table$'

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr unsigned kPiece = 32;  // float4 of the table that a warp reads: 512 bytes

// --- kernels -----------------------------------------------------------------

/// The piece of the table that warp `warp` reads, of `pieces` in all: scattered, but always the
/// same one.
__host__ __device__ std::size_t piece_of(std::size_t warp, unsigned pieces) {
  const unsigned scattered = static_cast<unsigned>(warp) * 2654435761u;
  return static_cast<unsigned long long>(scattered) * pieces >> 32;
}

// [snippet:stream-kinds]
struct Plain {
  static __device__ float4 load(const float4* p) { return *p; }
  static __device__ void store(float4* p, float4 v) { *p = v; }
};
struct Streaming {  // likely to be used once: the first to go
  static __device__ float4 load(const float4* p) { return __ldcs(p); }
  static __device__ void store(float4* p, float4 v) { __stcs(p, v); }
};
// [/snippet:stream-kinds]

/// out[i] = in[i] + a float4 of the table.  The stream passes with the hints of Kind.
template <class Kind>
__global__ void add_table(float4* out, const float4* in, const float4* table, std::size_t vectors,
                          unsigned pieces) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= vectors) return;
  const float4 a = Kind::load(in + i);
  const float4 b = table[piece_of(i / 32, pieces) * kPiece + i % 32];
  Kind::store(out + i, make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
}

// --- reference ---------------------------------------------------------------

std::vector<float> add_cpu(const std::vector<float>& in, const std::vector<float>& table) {
  const auto pieces = static_cast<unsigned>(table.size() / (4 * kPiece));
  std::vector<float> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = in[i] + table[piece_of(i / 128, pieces) * 4 * kPiece + i % 128];
  }
  return out;
}

// --- launches ----------------------------------------------------------------

using Kernel = void (*)(float4*, const float4*, const float4*, std::size_t, unsigned);

// [snippet:set-aside]
/// Launches `kernel` and asks that L2 keep the `bytes` from `table` on, in the part set aside.
void launch_persisting(Kernel kernel, unsigned blocks, float4* out, const float4* in,
                       const float4* table, std::size_t vectors, std::size_t bytes) {
  cudaLaunchAttribute keep{};
  keep.id = cudaLaunchAttributeAccessPolicyWindow;
  keep.val.accessPolicyWindow.base_ptr = const_cast<float4*>(table);
  keep.val.accessPolicyWindow.num_bytes = bytes;
  keep.val.accessPolicyWindow.hitRatio = 1.0f;
  keep.val.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  keep.val.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = kBlock;
  config.attrs = &keep;
  config.numAttrs = 1;
  const auto pieces = static_cast<unsigned>(bytes / (kPiece * sizeof(float4)));
  CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, out, in, table, vectors, pieces));
}
// [/snippet:set-aside]

/// Sets aside as much of L2 as the table needs and the GPU allows; 0 gives all of it back.
void set_aside(std::size_t bytes) {
  const auto most =
      static_cast<std::size_t>(cm::device_attribute(cudaDevAttrMaxPersistingL2CacheSize));
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::min(bytes, most)));
  if (bytes == 0) CUDA_CHECK(cudaCtxResetPersistingL2Cache());
}

// --- check, time, check again ------------------------------------------------

struct Stream {
  std::vector<float> in;
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
};

bool measure(const cm::Bench& bench, Stream& stream, std::size_t table_bytes) {
  std::vector<float> table(table_bytes / sizeof(float));
  cm::fill_random(table, 2, 0.0f, 1.0f);
  const cm::DeviceBuffer<float> d_table(table);
  const std::vector<float> want = add_cpu(stream.in, table);
  const std::size_t vectors = stream.in.size() / 4;
  const auto pieces = static_cast<unsigned>(table.size() / (4 * kPiece));
  const auto blocks = static_cast<unsigned>((vectors + kBlock - 1) / kBlock);
  float4* out = reinterpret_cast<float4*>(stream.d_out.data());
  const float4* in = reinterpret_cast<const float4*>(stream.d_in.data());
  const float4* from = reinterpret_cast<const float4*>(d_table.data());
  const auto add = [&](const char* variant, auto&& run) {
    cm::Row row("add_table", variant);
    row.n(stream.in.size()).param("table_kib", table_bytes / 1024);
    row.bytes(2.0 * static_cast<double>(stream.d_in.bytes()));
    row.predicted("load_sectors_per_request", 16);  // 512 bytes in a row, of both
    return cm::add_checked(bench, row, variant, stream.d_out, want, run);
  };
  if (!add("plain",
           [&] { add_table<Plain><<<blocks, kBlock>>>(out, in, from, vectors, pieces); }) ||
      !add("streaming",
           [&] { add_table<Streaming><<<blocks, kBlock>>>(out, in, from, vectors, pieces); })) {
    return false;
  }
  if (cm::device_attribute(cudaDevAttrMaxPersistingL2CacheSize) == 0) return true;
  set_aside(table_bytes);
  const bool ok = add("set_aside", [&] {
    launch_persisting(add_table<Plain>, blocks, out, in, from, vectors, table_bytes);
  });
  set_aside(0);
  return ok;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.l2_table", options);
  const cm::Bench bench{report, options, cm::L2::kWarm};
  std::vector<float> in(options.quick ? 4 * 2501 : 1 << 25);
  cm::fill_random(in, 1, 0.0f, 1.0f);
  Stream stream{in};
  const std::vector<std::size_t> sizes = options.quick
                                             ? std::vector<std::size_t>{16, 48}
                                             : std::vector<std::size_t>{8192, 16384, 32768};
  if (cm::device_attribute(cudaDevAttrMaxPersistingL2CacheSize) == 0) {
    report.skip("set_aside", "this GPU sets no part of L2 aside");
  }
  bool ok = true;
  for (const std::size_t kib : sizes) ok = ok && measure(bench, stream, kib * 1024);
  return ok ? report.finish() : report.fail();
}
