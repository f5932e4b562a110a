// SPDX-License-Identifier: MIT
//
// Names for what events carry as numbers: sites become source lines, threads indices, addresses
// variables and elements.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "events.hpp"
#include "findings.hpp"
#include "launch.hpp"
#include "source_map.hpp"

namespace simt {

class Places {
 public:
  void begin_launch(const Kernel& kernel, const LaunchConfig& config);

  /// Where the reader would look for the code of `site`.
  const Place& place(SiteId site);
  /// Name of the kernel as the source spells it, or its symbol.
  const std::string& kernel_name() const { return kernel_name_; }
  const Place& kernel_place() const { return kernel_place_; }

  ThreadId thread(std::uint64_t block, std::uint32_t warp, std::uint32_t lane) const;

  /// What lies at `address`; `bytes` is the width of the access, which counts the elements where
  /// nothing better is known.
  Subject subject(Space space, std::uint64_t address, std::uint64_t bytes,
                  const Allocation* allocation) const;

 private:
  void name_shared(Subject& subject, std::uint64_t bytes) const;
  void name_allocation(Subject& subject, const Allocation& allocation, std::uint64_t bytes) const;
  const SourceVariable* find_variable(const std::string& symbol) const;

  /// Source maps of all modules met. A null entry has no usable debug sections.
  std::map<const Module*, std::unique_ptr<SourceMap>> maps_;
  const SourceMap* map_ = nullptr;
  const Kernel* kernel_ = nullptr;
  LaunchConfig config_;
  std::string kernel_name_;
  Place kernel_place_;
  std::vector<std::optional<Place>> place_of_site_;
  Place unknown_;
};

}  // namespace simt
