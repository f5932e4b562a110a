// SPDX-License-Identifier: MIT
#include "observer_local.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

namespace simt {
namespace {

constexpr std::uint64_t kGranule = 8;
constexpr std::uint64_t kFrameMark = 0x41b58ab3;    // what a frame with borders begins with
constexpr std::uint64_t kRetiredMark = 0x45e0360e;  // and what stands there when it ends
constexpr std::string_view kSetShadow = "__asan_set_shadow_";
constexpr std::size_t kMaxText = 2000;

bool is_local(std::uint64_t address) {
  return address >= kLocalBase && address < kLocalBase + kLocalSpan;
}

std::uint64_t stored_value(const Access& access, int lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, access.values + static_cast<std::size_t>(lane) * access.value_stride,
              std::min<std::size_t>(access.bytes, sizeof value));
  return value;
}

/// Clang loads a vector of 4 or 8 bytes together with what lies behind it, if the address is known
/// to be aligned for that. It cannot be told from a load that is too wide for its variable.
bool is_widened(const Access& load, unsigned open) {
  return (open == 4 || open == 8) && load.bytes > open && load.alignment == load.bytes;
}

/// Text such as "2 32 12 4 a:5 64 5 1 c": a count, then place, size, length of name, name.
std::string text_at(Memory& memory, std::uint64_t address) {
  std::string text;
  for (const std::byte* c = memory.data(address, 1);
       c != nullptr && *c != std::byte{0} && text.size() < kMaxText;
       c = memory.data(++address, 1)) {
    text += static_cast<char>(*c);
  }
  return text;
}

bool take_number(std::string_view& text, std::uint64_t& number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty()) text.remove_prefix(1);
  return true;
}

std::vector<LocalVariable> variables_of(std::string_view text, std::uint64_t frame) {
  std::vector<LocalVariable> variables;
  std::uint64_t count = 0, offset = 0, bytes = 0, length = 0;
  if (!take_number(text, count)) return variables;
  while (variables.size() < count && take_number(text, offset) && take_number(text, bytes) &&
         take_number(text, length) && length <= text.size()) {
    const std::string_view name = text.substr(0, length);
    variables.push_back({std::string(name.substr(0, name.find(':'))), frame + offset, bytes});
    text.remove_prefix(std::min<std::size_t>(text.size(), length + 1));
  }
  return variables;
}

}  // namespace

LocalChecks::State* LocalChecks::Lane::at(std::uint64_t address) {
  const std::uint64_t depth = top - 1 - address;
  return depth < states.size() ? &states[depth] : nullptr;
}

void LocalChecks::Lane::set(std::uint64_t address, std::uint64_t bytes, State state) {
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (State* const byte = at(address + i)) *byte = state;
  }
}

LocalChecks::Warp& LocalChecks::warp(const WarpRef& where) {
  Warp& found = warps_[{where.slot, where.warp}];
  if (found.empty()) found.resize(kWarpSize);
  return found;
}

const LocalChecks::Lane* LocalChecks::find(const WarpRef& where, int lane) const {
  const auto found = warps_.find({where.slot, where.warp});
  return found == warps_.end() ? nullptr : &found->second[static_cast<std::size_t>(lane)];
}

void LocalChecks::begin_launch(std::uint32_t pointer_bytes) { word_ = pointer_bytes; }

void LocalChecks::end_block(std::uint32_t slot) {
  warps_.erase(warps_.lower_bound({slot, 0}), warps_.lower_bound({slot + 1, 0}));
}

void LocalChecks::stack_move(const StackMove& move) {
  Warp& lanes = warp(move.where);
  for (LaneMask rest = move.mask; rest != 0; rest &= rest - 1) {
    const int index = std::countr_zero(rest);
    Lane& lane = lanes[static_cast<std::size_t>(index)];
    const std::uint64_t from = move.from[index], to = move.to[index];
    if (lane.top == 0) lane.top = std::max(from, to);
    if (to > lane.top) continue;  // cannot be: the first frame is the highest
    lane.frames.erase(lane.frames.begin(), lane.frames.lower_bound(std::max(from, to)));
    const std::size_t depth = lane.top - to;
    if (to < from) {
      lane.states.resize(std::max(lane.states.size(), depth), kEmpty);
      std::fill(lane.states.begin() + static_cast<std::ptrdiff_t>(lane.top - from),
                lane.states.begin() + static_cast<std::ptrdiff_t>(depth), kEmpty);
    }
  }
}

bool LocalChecks::border(const CompilerCheck& check) {
  if (!check.handler.starts_with(kSetShadow) || check.argument_count != 2) return false;
  unsigned code = 0;
  const std::string_view digits = check.handler.substr(kSetShadow.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  Warp& lanes = warp(check.where);
  for (LaneMask rest = check.mask; rest != 0; rest &= rest - 1) {
    const int index = std::countr_zero(rest);
    Lane& lane = lanes[static_cast<std::size_t>(index)];
    const std::uint64_t begin = check.arguments[0][index] * kGranule;
    const std::uint64_t bytes = check.arguments[1][index] * kGranule;
    const bool closes = code >= kGranule;
    lane.set(begin, bytes, closes ? kClosed : kEmpty);
    if (code == 0 || closes) continue;
    for (std::uint64_t granule = begin; granule < begin + bytes; granule += kGranule) {
      lane.set(granule + code, kGranule - code, kClosed);
    }
  }
  return true;
}

void LocalChecks::note_frame(Lane& lane, std::uint64_t address, std::uint64_t value) const {
  if (value == kFrameMark) {
    std::uint64_t& text = lane.frames[address] = 0;
    for (const auto& [at, stored] : lane.recent) {
      if (at == address + word_) text = stored;
    }
  } else if (const auto frame = lane.frames.find(address - word_);
             frame != lane.frames.end() && frame->second == 0) {
    frame->second = value;
  }
  std::rotate(lane.recent.begin(), lane.recent.begin() + 1, lane.recent.end());
  lane.recent.back() = {address, value};
}

LocalChecks::Problems LocalChecks::access(const Access& access) {
  Problems problems;
  Warp& lanes = warp(access.where);
  for (LaneMask rest = access.mask; rest != 0; rest &= rest - 1) {
    const int index = std::countr_zero(rest);
    Lane& lane = lanes[static_cast<std::size_t>(index)];
    const std::uint64_t address = access.addresses[index];
    const bool stores = access.kind != AccessKind::kLoad;
    if (stores && access.bytes == word_ && access.values != nullptr) {
      const std::uint64_t value = stored_value(access, index);
      if (value == kRetiredMark) continue;
      note_frame(lane, address, value);
    }
    unsigned open = 0, closed = 0, valued = 0, known = 0;
    for (std::uint64_t i = 0; i < access.bytes; ++i) {
      State* const byte = lane.at(address + i);
      if (byte == nullptr) continue;
      ++known;
      closed += *byte == kClosed;
      open += closed == 0;
      valued += *byte == kValued;
      if (stores && *byte == kEmpty) *byte = kValued;
    }
    if (closed != 0 && !(access.kind == AccessKind::kLoad && is_widened(access, open))) {
      problems.outside |= LaneMask{1} << index;
    } else if (!stores && valued == 0 && known == access.bytes) {
      problems.empty |= LaneMask{1} << index;
    }
  }
  return problems;
}

void LocalChecks::bulk(const BulkAccess& bulk) {
  if (!is_local(bulk.destination)) return;
  Lane& lane = warp(bulk.where)[static_cast<std::size_t>(bulk.lane)];
  for (std::uint64_t i = 0; i < bulk.bytes; ++i) {
    State* const byte = lane.at(bulk.destination + i);
    if (byte != nullptr && *byte == kEmpty) *byte = kValued;
  }
}

std::optional<LocalVariable> LocalChecks::variable(const WarpRef& where, int lane,
                                                   std::uint64_t address, Memory& memory) const {
  const Lane* const found = find(where, lane);
  if (found == nullptr) return std::nullopt;
  auto frame = found->frames.upper_bound(address);
  if (frame == found->frames.begin()) return std::nullopt;
  --frame;
  std::optional<LocalVariable> nearest;
  for (LocalVariable& variable : variables_of(text_at(memory, frame->second), frame->first)) {
    // Before the first variable that one is meant; else the last one that begins before.
    if (!nearest || variable.address <= address) nearest = std::move(variable);
  }
  return nearest;
}

}  // namespace simt
