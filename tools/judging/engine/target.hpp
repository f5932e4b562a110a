// SPDX-License-Identifier: MIT
//
// Where kernels run: the virtual GPU, or a GPU through the driver. Both see the same cases.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "result.hpp"

namespace judge {

struct Shape {
  std::array<std::uint32_t, 3> grid;
  std::array<std::uint32_t, 3> block;
  std::uint32_t shared_bytes = 0;
};

/// What a target can do. One target serves one case: nothing survives from another.
class Target {
 public:
  virtual ~Target() = default;

  /// Room for `bytes` at a multiple of 256; never initialised.
  virtual simt::Result<std::uint64_t> allocate(const std::string& name, std::uint64_t bytes) = 0;
  /// Where a variable of the kernel's file lies, and that it has `bytes`.
  virtual simt::Result<std::uint64_t> symbol(const std::string& name, std::uint64_t bytes) = 0;
  virtual simt::Status write(std::uint64_t address, std::span<const std::byte> bytes) = 0;
  /// As write, but what reads it reads what nobody wrote.
  virtual simt::Status poison(std::uint64_t address, std::span<const std::byte> bytes) = 0;
  /// From now on no kernel may write to what lies at `address`. A GPU cannot see to that.
  virtual void protect(std::uint64_t address) = 0;
  virtual simt::Status read(std::uint64_t address, std::span<std::byte> bytes) = 0;
  /// Launches and waits. `arguments` are the bytes of each. The error is of the kind kLimit if the
  /// time was up, which the virtual GPU reports as a finding.
  virtual simt::Status launch(const std::string& kernel, const Shape& shape,
                              std::span<const std::vector<std::byte>> arguments,
                              std::uint64_t seed) = 0;
  /// The virtual GPU's report as JSON, or an empty string.
  virtual std::string report() const = 0;
};

/// What to load, and how to run it.
struct TargetOptions {
  bool check = false;     ///< look for races and reads of nothing
  bool count = false;     ///< count traffic
  bool redzones = false;  ///< gaps between shared arrays
  std::uint64_t max_instructions = 0;
  double max_seconds = 0;  ///< of one launch
};

simt::Result<std::unique_ptr<Target>> make_virtual_target(std::span<const std::byte> image,
                                                          const TargetOptions& options);
simt::Result<std::unique_ptr<Target>> make_gpu_target(std::span<const std::byte> image);

}  // namespace judge
