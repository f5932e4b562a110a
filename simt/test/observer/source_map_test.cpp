// SPDX-License-Identifier: MIT
#include "source_map.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#ifndef SOURCE_MAP_FIXTURE
#error "SOURCE_MAP_FIXTURE names the compiled source_map_fixture.cu"
#endif

namespace simt {
namespace {

constexpr const char* kApply = "_Z5applyIfEv7FunctorPT_4Pairi4Mode3One5Emptybn";

std::vector<std::byte> fixture() {
  std::ifstream file(SOURCE_MAP_FIXTURE, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

SourceMap parsed() {
  auto map = SourceMap::parse(fixture());
  EXPECT_TRUE(map) << (map ? "" : map.error().message);
  return map ? std::move(*map) : SourceMap();
}

TEST(SourceMap, GivesSizeAlignmentAndRuleOfEveryKernelParameter) {
  const SourceMap map = parsed();
  const KernelParams* kernel = map.kernel_params(kApply);
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->name, "apply<float>");
  EXPECT_EQ(kernel->declared.line, 14u);
  struct Expected {
    const char* type;
    std::uint64_t size;
    std::uint32_t alignment;
    ParamKind kind;
  };
  const Expected expected[] = {
      {"Functor", 8, 4, ParamKind::kByPointer}, {"float*", 8, 8, ParamKind::kScalar},
      {"Pair", 8, 4, ParamKind::kByPointer},    {"const int", 4, 4, ParamKind::kScalar},
      {"Mode", 2, 2, ParamKind::kScalar},       {"One", 8, 8, ParamKind::kSingleMember},
      {"Empty", 1, 1, ParamKind::kEmpty},       {"bool", 1, 1, ParamKind::kScalar},
      {"__int128", 16, 16, ParamKind::kPair}};
  ASSERT_EQ(kernel->params.size(), std::size(expected));
  for (std::size_t k = 0; k < std::size(expected); ++k) {
    EXPECT_EQ(kernel->params[k].type, expected[k].type);
    EXPECT_EQ(kernel->params[k].size, expected[k].size) << expected[k].type;
    EXPECT_EQ(kernel->params[k].alignment, expected[k].alignment) << expected[k].type;
    EXPECT_EQ(kernel->params[k].kind, expected[k].kind) << expected[k].type;
  }
  EXPECT_EQ(kernel->params[1].name, "out");
}

TEST(SourceMap, FindsKernelsWithoutMangledNameAndParametersWithoutName) {
  const SourceMap map = parsed();
  const KernelParams* kernel = map.kernel_params("plain");
  ASSERT_NE(kernel, nullptr);
  ASSERT_EQ(kernel->params.size(), 2u);
  EXPECT_EQ(kernel->params[0].size, 4u);
  EXPECT_EQ(kernel->params[0].name, "");
  EXPECT_EQ(map.kernel_params("absent"), nullptr);
}

TEST(SourceMap, NamesSharedArraysAndDeviceVariables) {
  const SourceMap map = parsed();
  ASSERT_EQ(map.variables().size(), 2u);
  for (const SourceVariable& variable : map.variables()) {
    if (variable.name == "counter") {
      EXPECT_EQ(variable.size, 4u);
      EXPECT_EQ(variable.function, "");
      EXPECT_EQ(variable.declared.line, 11u);
      continue;
    }
    EXPECT_EQ(variable.name, "tile");
    EXPECT_EQ(variable.function, "apply<float>");
    EXPECT_EQ(variable.size, 4u * 33 * 4);
    EXPECT_EQ(variable.declared.line, 16u);
    EXPECT_EQ(variable.element(0), "tile[0][0]");
    EXPECT_EQ(variable.element(34 * 4), "tile[1][1]");
    EXPECT_EQ(variable.element(34 * 4 + 2), "tile[1][1]+2 bytes");
    EXPECT_EQ(map.variable_at(variable.object_address + 100), &variable);
  }
}

TEST(SourceMap, FollowsInlinedCallsToTheirCaller) {
  const SourceMap map = parsed();
  bool seen = false;
  for (std::uint32_t pc = 0; pc < 400; ++pc) {
    const auto frames = map.frames(pc);
    ASSERT_FALSE(frames.empty());
    if (frames.size() != 2 || frames[0].function != "twice") continue;
    seen = true;
    EXPECT_EQ(frames[0].position.line, 12u);
    EXPECT_EQ(frames[1].position.line, 17u);
    EXPECT_EQ(frames[1].function, "apply<float>");
    EXPECT_TRUE(map.file_name(frames[1].position.file).ends_with("source_map_fixture.cu"));
  }
  EXPECT_TRUE(seen);
}

TEST(SourceMap, OfAnObjectWithoutDebugSectionsIsEmpty) {
  const std::byte header[8] = {std::byte{0}, std::byte{'a'}, std::byte{'s'}, std::byte{'m'},
                               std::byte{1}, std::byte{0},   std::byte{0},   std::byte{0}};
  const auto map = SourceMap::parse(header);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->position(10).line, 0u);
  EXPECT_EQ(map->frames(10).size(), 1u);
  EXPECT_TRUE(map->variables().empty());
}

// Byte `value` of the version field, the first after the length, of section `name`.
std::vector<std::byte> with_version(std::string_view name, std::byte value) {
  auto bytes = fixture();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  bytes[text.find(name) + name.size() + 4] = value;
  return bytes;
}

TEST(SourceMap, RefusesAnotherDwarfVersionByName) {
  for (const char* section : {".debug_line", ".debug_info"}) {
    const auto map = SourceMap::parse(with_version(section, std::byte{5}));
    ASSERT_FALSE(map) << section;
    EXPECT_NE(map.error().message.find("DWARF version 5; compile with -gdwarf-4"),
              std::string::npos)
        << map.error().message;
  }
}

TEST(SourceMap, SurvivesTruncationAtEveryByte) {
  const auto bytes = fixture();
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    const auto map = SourceMap::parse(std::span(bytes).first(length));
    if (map) map->frames(40);
  }
}

TEST(SourceMap, SurvivesDamagedBytes) {
  const auto original = fixture();
  std::uint32_t state = 1;
  for (int round = 0; round < 300; ++round) {
    auto bytes = original;
    for (int k = 0; k < 8; ++k) {
      state = state * 1664525u + 1013904223u;
      bytes[8 + (state >> 8) % (bytes.size() - 8)] = static_cast<std::byte>(state >> 3);
    }
    const auto map = SourceMap::parse(bytes);
    if (map) {
      for (std::uint32_t pc = 0; pc < 400; pc += 13) map->user_position(pc);
    }
  }
}

}  // namespace
}  // namespace simt
