// SPDX-License-Identifier: MIT
//
// Names for what events carry as numbers: sites become source lines, threads indices, addresses
// variables and elements.
#pragma once

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
  /// nothing better is known. An allocation is called as the host's variable is, else as the
  /// kernel's parameter. Valid for the last launch, also when it is over.
  Subject subject(Space space, std::uint64_t address, std::uint64_t bytes,
                  const Allocation* allocation) const;
  /// What the last launch's pointers say of the elements at `address`: type and bytes, or nothing.
  struct Element {
    std::string type;
    std::uint64_t address = 0;  ///< of the whole element
    std::uint64_t bytes = 0;
  };
  std::optional<Element> element_at(const Allocation& allocation, std::uint64_t address) const;

 private:
  /// A pointer that the launch passed: what the kernel calls the memory it leads to.
  struct PointerArgument {
    std::uint64_t address = 0;
    const KernelParameter* parameter = nullptr;
  };

  void read_arguments();
  const PointerArgument* argument_into(const Allocation& allocation, std::uint64_t address) const;
  void name_shared(Subject& subject, std::uint64_t bytes) const;
  void name_below_shared(Subject& subject) const;
  void name_allocation(Subject& subject, const Allocation& allocation, std::uint64_t bytes) const;
  const SourceVariable* find_variable(const std::string& symbol) const;

  const SourceMap* map_ = nullptr;
  const Kernel* kernel_ = nullptr;
  LaunchConfig config_;
  std::vector<PointerArgument> arguments_;
  std::string kernel_name_;
  Place kernel_place_;
  std::vector<std::optional<Place>> place_of_site_;
  Place unknown_;
};

}  // namespace simt
