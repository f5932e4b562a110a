// SPDX-License-Identifier: MIT
#include "observer_places.hpp"

#include <algorithm>
#include <cstring>

#include "memory.hpp"

namespace simt {

namespace {

constexpr std::uint64_t kBelowShared = 64 * 1024;

std::string indexed(const std::string& name, std::uint64_t offset, std::uint64_t element) {
  if (element == 0) element = 1;
  return name + "[" + std::to_string(offset / element) + "]";
}

/// The last name in a mangled local name such as _ZZ4sumsPfE4tile, or the symbol itself.
std::string plain_name(const std::string& symbol) {
  if (!symbol.starts_with("_ZZ")) return symbol;
  std::size_t end = symbol.size();
  for (std::size_t start = end; start-- > 1;) {
    std::size_t digit = start;
    while (digit > 0 && symbol[digit - 1] >= '0' && symbol[digit - 1] <= '9') --digit;
    if (digit == start) continue;
    const std::size_t length =
        std::stoul(symbol.substr(digit, std::min<std::size_t>(start - digit, 6)));
    if (start + length <= end) return symbol.substr(start, length);
  }
  return symbol;
}

Place to_place(const SourceMap& map, const SourcePosition& position) {
  return {std::string(map.file_name(position.file)), position.line, position.column};
}

}  // namespace

void Places::begin_launch(const Kernel& kernel, const LaunchConfig& config) {
  kernel_ = &kernel;
  config_ = config;
  place_of_site_.assign(kernel.site_count(), std::nullopt);
  map_ = kernel.source_map();
  read_arguments();
  const KernelParams* described = map_ != nullptr ? map_->kernel_params(kernel.name()) : nullptr;
  kernel_name_ = described != nullptr ? described->name : kernel.name();
  kernel_place_ = described != nullptr ? to_place(*map_, described->declared) : Place{};
}

const Place& Places::place(SiteId site) {
  if (site >= place_of_site_.size()) return unknown_;
  std::optional<Place>& place = place_of_site_[site];
  if (!place) {
    place.emplace();
    if (map_ != nullptr) {
      *place = to_place(*map_, map_->user_position(kernel_->site(site).code_offset));
    }
  }
  return *place;
}

ThreadId Places::thread(std::uint64_t block, std::uint32_t warp, std::uint32_t lane) const {
  const auto split = [](std::uint64_t index, const Dim3& shape) {
    const std::uint64_t x = std::max(1U, shape.x), y = std::max(1U, shape.y);
    return Index3{static_cast<std::uint32_t>(index % x), static_cast<std::uint32_t>(index / x % y),
                  static_cast<std::uint32_t>(index / (x * y))};
  };
  return {split(block, config_.grid), split(std::uint64_t{warp} * kWarpSize + lane, config_.block),
          warp, lane};
}

Subject Places::subject(Space space, std::uint64_t address, std::uint64_t bytes,
                        const Allocation* allocation) const {
  Subject subject;
  subject.space = space;
  subject.address = address;
  // Just below shared memory: an index less than nothing.
  const bool below_shared =
      space == Space::kGlobal && address < kSharedBase && kSharedBase - address <= kBelowShared;
  if (below_shared) subject.space = Space::kShared;
  if (subject.space == Space::kShared) {
    name_shared(subject, bytes);
  } else if (allocation != nullptr) {
    name_allocation(subject, *allocation, bytes);
  }
  return subject;
}

void Places::name_below_shared(Subject& subject) const {
  subject.name = "shared memory";
  subject.size = kernel_->static_shared_bytes() + config_.dynamic_shared_bytes;
  subject.offset = -static_cast<std::int64_t>(kSharedBase - subject.address);
  for (const SharedVariable& variable : kernel_->shared_variables()) {
    if (variable.offset != 0) continue;
    subject.name = plain_name(variable.name);
    subject.size = variable.bytes;
  }
}

void Places::name_shared(Subject& subject, std::uint64_t bytes) const {
  if (subject.address < kSharedBase) return name_below_shared(subject);
  const std::uint64_t offset = subject.address - kSharedBase;
  // The variable that holds the address, else the last one before it.
  const SharedVariable* found = nullptr;
  for (const SharedVariable& variable : kernel_->shared_variables()) {
    if (variable.offset > offset) continue;
    if (found == nullptr || variable.offset > found->offset) found = &variable;
    if (offset - variable.offset < variable.bytes) {
      found = &variable;
      break;
    }
  }
  const std::uint64_t static_bytes = kernel_->static_shared_bytes();
  const bool is_dynamic = offset >= static_bytes && config_.dynamic_shared_bytes != 0;
  if (found == nullptr || (is_dynamic && offset - found->offset >= found->bytes)) {
    subject.name = is_dynamic ? "dynamic shared memory" : "shared memory";
    subject.size = is_dynamic ? config_.dynamic_shared_bytes : static_bytes;
    subject.offset = static_cast<std::int64_t>(offset - (is_dynamic ? static_bytes : 0));
    subject.element = indexed(subject.name, static_cast<std::uint64_t>(subject.offset), bytes);
    return;
  }
  subject.name = plain_name(found->name);
  subject.size = found->bytes;
  subject.offset = static_cast<std::int64_t>(offset - found->offset);
  const SourceVariable* variable = find_variable(found->name);
  subject.element = variable != nullptr ? variable->element(offset - found->offset)
                                        : indexed(subject.name, offset - found->offset, bytes);
}

void Places::read_arguments() {
  arguments_.clear();
  const std::vector<KernelParameter>& parameters = kernel_->parameters();
  for (std::size_t i = 0; i < parameters.size() && i < config_.arguments.size(); ++i) {
    if (!parameters[i].is_pointer) continue;
    PointerArgument argument;
    std::memcpy(&argument.address, config_.arguments[i], sizeof argument.address);
    argument.parameter = &parameters[i];
    arguments_.push_back(argument);
  }
  config_.arguments = {};  // they end with the launch
}

/// Of several pointers into one allocation the nearest before `address`.
const Places::PointerArgument* Places::argument_into(const Allocation& allocation,
                                                     std::uint64_t address) const {
  const PointerArgument* best = nullptr;
  for (const PointerArgument& argument : arguments_) {
    if (!allocation.contains(argument.address, 1)) continue;
    const bool before = argument.address <= address;
    if (best == nullptr || (before && argument.address > best->address)) best = &argument;
  }
  return best;
}

std::optional<Places::Element> Places::element_at(const Allocation& allocation,
                                                  std::uint64_t address) const {
  const PointerArgument* argument = argument_into(allocation, address);
  if (argument == nullptr || argument->parameter->pointee_bytes == 0) return std::nullopt;
  if (address < argument->address) return std::nullopt;
  const std::uint64_t bytes = argument->parameter->pointee_bytes;
  const std::uint64_t index = (address - argument->address) / bytes;
  return Element{argument->parameter->pointee, argument->address + index * bytes, bytes};
}

void Places::name_allocation(Subject& subject, const Allocation& allocation,
                             std::uint64_t bytes) const {
  subject.size = allocation.bytes;
  subject.offset = static_cast<std::int64_t>(subject.address - allocation.address);
  if (const SourceVariable* variable = find_variable(allocation.name)) {
    subject.name = variable->name;
    if (subject.offset >= 0) {
      subject.element = variable->element(static_cast<std::uint64_t>(subject.offset));
    }
    return;
  }
  const PointerArgument* argument = argument_into(allocation, subject.address);
  // A parameter's index counts from where it points, a variable's from the start.
  std::uint64_t first = allocation.address;
  subject.name = allocation.shown_name();
  if (allocation.variable.empty() && argument != nullptr) {
    subject.name = argument->parameter->name;
    first = argument->address;
  }
  if (subject.address < first) return;
  const std::uint64_t pointee = argument != nullptr ? argument->parameter->pointee_bytes : 0;
  subject.element = indexed(subject.name, subject.address - first, pointee != 0 ? pointee : bytes);
}

const SourceVariable* Places::find_variable(const std::string& symbol) const {
  if (map_ == nullptr) return nullptr;
  for (const Symbol& candidate : kernel_->module().symbols) {
    if (candidate.kind != SymbolKind::kData || candidate.undefined || candidate.name != symbol) {
      continue;
    }
    return map_->variable_in(candidate.index, candidate.offset);
  }
  return nullptr;
}

}  // namespace simt
