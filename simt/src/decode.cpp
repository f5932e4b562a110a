// SPDX-License-Identifier: MIT
#include "decode.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

#include "kernel_decoder.hpp"
#include "validate.hpp"

namespace simt {
namespace {

constexpr std::uint32_t kMaxPoolBytes = 1u << 20;
constexpr std::uint32_t kRedzoneBytes = 128;
constexpr std::uint64_t kMaxStaticShared = 1u << 20;

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Relocations whose place lies in [begin, end).
std::span<const Relocation> within(const std::vector<Relocation>& all, std::uint32_t begin,
                                   std::uint32_t end) {
  const auto before = [](const Relocation& r, std::uint32_t at) { return r.at < at; };
  const auto first = std::lower_bound(all.begin(), all.end(), begin, before);
  const auto last = std::lower_bound(first, all.end(), end, before);
  return {first, last};
}

// Kinds of relocations, as the tool conventions number them.
constexpr std::uint8_t kFunctionIndex = 0;  // of a direct call
constexpr std::uint8_t kTypeIndex = 6;      // of a call through a pointer

/// What a kernel can reach: functions by calls and pointers, data by addresses.
class Reachability {
 public:
  explicit Reachability(const Module& module) : module_(module) {}

  void visit_function(std::uint32_t index) {
    if (index >= module_.functions.size() || !functions_.insert(index).second) return;
    pending_.push_back(index);
    while (!pending_.empty()) {
      const Function& function = module_.functions[pending_.back()];
      pending_.pop_back();
      if (function.imported) continue;
      follow(within(module_.code_relocations, function.begin, function.end));
    }
  }

  const std::set<std::uint32_t>& functions() const { return functions_; }
  const std::set<std::uint32_t>& segments() const { return segments_; }

 private:
  void follow(std::span<const Relocation> relocations) {
    for (const Relocation& relocation : relocations) {
      if (relocation.type == kTypeIndex) {
        take_all_pointers();
        continue;
      }
      const Symbol& symbol = module_.symbols[relocation.symbol];
      if (symbol.kind == SymbolKind::kFunction && functions_.insert(symbol.index).second) {
        pending_.push_back(symbol.index);
      }
      if (symbol.kind == SymbolKind::kData && !symbol.undefined) visit_segment(symbol.index);
    }
  }

  /// A call through a pointer: the pointer may come from an object that another kernel made, so it
  /// may lead to every function whose address is taken anywhere.
  void take_all_pointers() {
    if (std::exchange(all_pointers_, true)) return;
    for (const auto* list : {&module_.data_relocations, &module_.code_relocations}) {
      for (const Relocation& relocation : *list) {
        if (relocation.type == kTypeIndex || relocation.type == kFunctionIndex) continue;
        const Symbol& symbol = module_.symbols[relocation.symbol];
        if (symbol.kind == SymbolKind::kFunction && functions_.insert(symbol.index).second) {
          pending_.push_back(symbol.index);
        }
      }
    }
  }

  void visit_segment(std::uint32_t index) {
    if (!segments_.insert(index).second) return;
    const DataSegment& segment = module_.segments[index];
    follow(within(module_.data_relocations, segment.begin, segment.begin + segment.bytes));
  }

  const Module& module_;
  std::set<std::uint32_t> functions_;
  std::set<std::uint32_t> segments_;
  std::vector<std::uint32_t> pending_;
  bool all_pointers_ = false;
};

std::string segment_symbol(const Module& module, std::uint32_t segment) {
  for (const Symbol& symbol : module.symbols) {
    if (symbol.kind == SymbolKind::kData && !symbol.undefined && symbol.index == segment)
      return symbol.name;
  }
  return module.segments[segment].name;
}

/// Lays the kernel's shared variables out in the order of their segments.
void place_shared(KernelDecoder& kernel, const std::set<std::uint32_t>& segments, bool redzones) {
  std::uint64_t at = 0;
  for (const std::uint32_t index : segments) {
    if (!is_shared_segment(kernel.module, index)) continue;
    const DataSegment& segment = kernel.module.segments[index];
    // nvcc gives arrays of 16 bytes and more at least 16-byte alignment.
    at = align_up(at, std::max<std::uint64_t>(segment.alignment, segment.bytes >= 16 ? 16 : 1));
    kernel.shared_address[index] = kSharedBase + at;
    kernel.code.shared.push_back(
        {segment_symbol(kernel.module, index), static_cast<std::uint32_t>(at), segment.bytes});
    at += segment.bytes;
    if (redzones) at = align_up(at, 4) + kRedzoneBytes;
    if (at > kMaxStaticShared)
      return kernel.fail("its shared variables take more than 1 MiB", ErrorKind::kLimit);
  }
  kernel.code.static_shared_bytes = static_cast<std::uint32_t>(align_up(at, 16));
}

}  // namespace

void FreeAligned::operator()(std::byte* p) const { std::free(p); }

AlignedBytes make_aligned(std::size_t bytes) {
  const std::size_t rounded = align_up(std::max<std::size_t>(bytes, 64), 64);
  auto* p = static_cast<std::byte*>(std::aligned_alloc(64, rounded));
  if (p != nullptr) std::memset(p, 0, rounded);
  return AlignedBytes(p);
}

void KernelDecoder::fail(const std::string& what, ErrorKind k) {
  if (!problem.empty()) return;
  problem = what;
  kind = k;
}

Register KernelDecoder::constant(std::uint64_t low, std::uint64_t high, std::uint32_t bytes) {
  auto& known = known_constants[bytes == 4 ? 0 : bytes == 8 ? 1 : 2];
  const auto [it, is_new] = known.try_emplace({low, high}, kPoolBit);
  if (!is_new) return it->second;
  const std::size_t at = pool.size();
  if (at + std::size_t{bytes} * kWarpSize > kMaxPoolBytes) {
    fail("it uses too many constants", ErrorKind::kLimit);
    return kPoolBit;
  }
  pool.resize(at + std::size_t{bytes} * kWarpSize);
  const std::uint64_t value[2] = {low, high};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    std::memcpy(pool.data() + at + lane * bytes, value, bytes);
  }
  return it->second = static_cast<Register>(at) | kPoolBit;
}

std::uint64_t KernelDecoder::address_of(std::uint32_t symbol_index, std::int64_t addend) {
  const Symbol& symbol = module.symbols[symbol_index];
  const auto offset = static_cast<std::uint64_t>(addend);
  if (symbol.kind == SymbolKind::kFunction) {  // a function pointer is index + 1, so none is null
    work.push_back(symbol.index);
    return std::uint64_t{symbol.index} + 1;
  }
  if (symbol.kind != SymbolKind::kData) return 0;
  if (symbol.undefined) {
    if (symbol.name == "__simt_sregs") return kSpecialBase + offset;
    if (symbol.weak) return offset;
    return kSharedBase + code.static_shared_bytes + offset;  // extern __shared__
  }
  const auto placed = shared_address.find(symbol.index);
  if (placed != shared_address.end()) return placed->second + symbol.offset + offset;
  return addresses[symbol_index] + offset;
}

std::uint64_t KernelDecoder::relocated(std::uint32_t at, std::uint64_t value) {
  const Relocation* relocation = module.code_relocation(at);
  if (relocation == nullptr || relocation->type == kTypeIndex) return value;
  return address_of(relocation->symbol, relocation->addend);
}

bool is_shared_segment(const Module& module, std::uint32_t segment) {
  const DataSegment& data = module.segments[segment];
  if (!data.name.starts_with(".bss")) return false;
  return segment_symbol(module, segment).starts_with("_ZZ");
}

Result<std::unique_ptr<Code>> decode_kernel(const Module& module, const SymbolAddresses& addresses,
                                            std::uint32_t function, bool redzones) {
  auto code = std::make_unique<Code>();
  KernelDecoder kernel{module, addresses, *code};
  const std::string& name = module.functions[function].name;

  Reachability reachable(module);
  reachable.visit_function(function);
  place_shared(kernel, reachable.segments(), redzones);

  kernel.work.assign(1, function);
  kernel.work.insert(kernel.work.end(), reachable.functions().begin(), reachable.functions().end());
  for (std::size_t i = 0; i < kernel.work.size() && kernel.problem.empty(); ++i) {
    const std::uint32_t index = kernel.work[i];
    if (index >= module.functions.size() || module.functions[index].imported) continue;
    const auto number = static_cast<std::uint32_t>(code->functions.size());
    if (!code->by_index.emplace(index, number).second) continue;
    if (Status valid = validate_function(module, index); !valid) return valid.error();
    DecodedFunction decoded;
    decoded.index = index;
    decode_function(kernel, decoded, number == 0);
    code->functions.push_back(std::move(decoded));
  }
  if (!kernel.problem.empty()) {
    return Error{kernel.kind, "Kernel '" + name + "' cannot be run: " + kernel.problem + "."};
  }
  code->pool_bytes = static_cast<std::uint32_t>(kernel.pool.size());
  code->pool = make_aligned(kernel.pool.size());
  std::copy(kernel.pool.begin(), kernel.pool.end(), code->pool.get());
  return code;
}

}  // namespace simt
