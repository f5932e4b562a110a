// SPDX-License-Identifier: MIT
//
// The warp model against a slow count that shares no code with it, then against figures that
// counters of a GPU showed (claims of the book that name no pattern of ours).
#include "common/warp_model.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "common/random.hpp"

namespace {

constexpr int kWidths[] = {1, 2, 4, 8, 16};
constexpr std::uint32_t kAll = 0xFFFFFFFFu;

// --- the slow count: byte by byte, in sets ---------------------------------------------------

std::set<std::uint64_t> bytes_of(const cm::WarpAccess& access, const std::vector<int>& lanes) {
  std::set<std::uint64_t> bytes;
  for (const int lane : lanes) {
    if ((access.active & (1u << lane)) == 0) continue;
    for (int b = 0; b < access.bytes; ++b) {
      bytes.insert(access.address.at(static_cast<std::size_t>(lane)) + static_cast<unsigned>(b));
    }
  }
  return bytes;
}

std::vector<int> lanes(int first, int count) {
  std::vector<int> list(static_cast<std::size_t>(count));
  std::iota(list.begin(), list.end(), first);
  return list;
}

int slow_granules(const cm::WarpAccess& access, std::uint64_t granule) {
  std::set<std::uint64_t> granules;
  for (const std::uint64_t byte : bytes_of(access, lanes(0, 32))) granules.insert(byte / granule);
  return static_cast<int>(granules.size());
}

/// Wavefronts of lanes that go at once: the words of the fullest bank.
int slow_pass(const cm::WarpAccess& access, const std::vector<int>& together) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
  for (const std::uint64_t byte : bytes_of(access, together)) {
    words_of_bank[byte / 4 % 32].insert(byte / 4);
  }
  std::size_t most = 0;
  for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
  return static_cast<int>(most);
}

/// Whether lanes with numbers that differ in bit `bit` alone want the same address.
bool slow_shared(const cm::WarpAccess& access, const std::vector<int>& group, int bit) {
  std::map<int, std::set<std::uint64_t>> wanted;
  for (const int lane : group) {
    if ((access.active & (1u << lane)) != 0) {
      wanted[lane & ~bit].insert(access.address.at(static_cast<std::size_t>(lane)));
    }
  }
  for (const auto& [pair, addresses] : wanted) {
    if (addresses.size() > 1) return false;
  }
  return true;
}

int slow_wavefronts(const cm::WarpAccess& access) {
  if (access.bytes <= 4) return slow_pass(access, lanes(0, 32));
  const int group_size = access.bytes == 8 ? 32 : 16;
  const std::vector<int> warp = lanes(0, 32);
  const bool joined = slow_shared(access, warp, 1) || slow_shared(access, warp, 2);
  int total = 0;
  for (int first = 0; first < 32; first += group_size) {
    const std::vector<int> group = lanes(first, group_size);
    if (joined) {
      total += slow_pass(access, group);
    } else {
      total += slow_pass(access, lanes(first, group_size / 2)) +
               slow_pass(access, lanes(first + group_size / 2, group_size / 2));
    }
  }
  return total;
}

void expect_equals_slow_count(const cm::WarpAccess& access) {
  const cm::GlobalCost global = cm::global_cost(access);
  ASSERT_EQ(global.requests, access.active == 0 ? 0 : 1);
  ASSERT_EQ(global.sectors, slow_granules(access, 32));
  ASSERT_EQ(global.lines, slow_granules(access, 128));
  ASSERT_EQ(global.useful_bytes, slow_granules(access, 1));
  const cm::SharedCost shared = cm::shared_cost(access);
  ASSERT_EQ(shared.wavefronts, slow_wavefronts(access));
  ASSERT_LE(shared.ideal, shared.wavefronts);
  ASSERT_EQ(shared.ideal == 0, access.active == 0);
}

std::vector<std::uint32_t> masks() {
  std::vector<std::uint32_t> list = {0,          kAll,       0x0000FFFFu, 0xFFFF0000u, 0x000000FFu,
                                     0x55555555, 0xAAAAAAAA, 0x33333333,  0x7FFFFFFF,  0xFFFFFFFE};
  for (int lane = 0; lane < 32; ++lane) list.push_back(1u << lane);
  for (unsigned i = 0; i < 16; ++i) {
    list.push_back(static_cast<std::uint32_t>(cm::random_bits(1, i)));
  }
  return list;
}

// --- equality with the slow count --------------------------------------------------------------

TEST(warp_model, every_stride_offset_and_width_equals_the_slow_count) {
  for (const int width : kWidths) {
    for (int stride = -33; stride <= 66; ++stride) {
      for (const int offset : {0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 31, 32, 33}) {
        const auto index = [&](int lane) { return 4096 + offset + stride * lane; };
        SCOPED_TRACE(testing::Message()
                     << width << " bytes, stride " << stride << ", offset " << offset);
        ASSERT_NO_FATAL_FAILURE(expect_equals_slow_count(cm::warp_access(0, width, index)));
      }
    }
  }
}

TEST(warp_model, every_mask_equals_the_slow_count) {
  for (const int width : kWidths) {
    for (const int stride : {0, 1, 2, 3, 8, 16, 31, 32, 33}) {
      for (const std::uint32_t mask : masks()) {
        const auto index = [&](int lane) { return stride * lane; };
        SCOPED_TRACE(testing::Message()
                     << width << " bytes, stride " << stride << ", mask " << mask);
        ASSERT_NO_FATAL_FAILURE(expect_equals_slow_count(cm::warp_access(256, width, index, mask)));
      }
    }
  }
}

TEST(warp_model, random_addresses_equal_the_slow_count) {
  for (const int width : kWidths) {
    for (const std::uint64_t range : {2u, 16u, 64u, 1024u, 1u << 20}) {
      for (unsigned trial = 0; trial < 200; ++trial) {
        const auto index = [&](int lane) {
          return cm::random_bits(trial, static_cast<unsigned>(lane)) % range;
        };
        const auto mask =
            trial % 2 == 0 ? kAll : static_cast<std::uint32_t>(cm::random_bits(trial, 99));
        SCOPED_TRACE(testing::Message()
                     << width << " bytes, range " << range << ", trial " << trial);
        ASSERT_NO_FATAL_FAILURE(expect_equals_slow_count(cm::warp_access(0, width, index, mask)));
      }
    }
  }
}

/// Groups of lanes that share an address decide whether wide accesses join.
TEST(warp_model, shared_addresses_equal_the_slow_count) {
  for (const int width : kWidths) {
    for (int keep = 0; keep < 32; ++keep) {
      for (const int stride : {1, 2, 5, 32}) {
        for (const std::uint32_t mask : masks()) {
          const auto index = [&](int lane) { return (lane & keep) * stride; };
          SCOPED_TRACE(testing::Message() << width << " bytes, lane & " << keep << ", stride "
                                          << stride << ", mask " << mask);
          ASSERT_NO_FATAL_FAILURE(expect_equals_slow_count(cm::warp_access(0, width, index, mask)));
        }
      }
    }
  }
}

// --- figures that must stay ----------------------------------------------------------------------

template <class Index>
int sectors(int width, Index&& index) {
  return cm::global_cost(cm::warp_access(0, width, index)).sectors;
}

template <class Index>
int wavefronts(int width, Index&& index) {
  return cm::shared_cost(cm::warp_access(0, width, index)).wavefronts;
}

TEST(warp_model, shifted_floats_touch_a_fifth_sector) {
  const int want[] = {4, 5, 5, 5, 5, 5, 5, 5, 4};
  for (int offset = 0; offset <= 8; ++offset) {
    EXPECT_EQ(sectors(4, [&](int lane) { return lane + offset; }), want[offset]) << offset;
  }
}

TEST(warp_model, strided_floats_touch_up_to_a_sector_a_lane) {
  const std::map<int, int> want = {{0, 1}, {1, 4}, {2, 8}, {3, 12}, {4, 16}, {8, 32}, {32, 32}};
  for (const auto& [stride, count] : want) {
    EXPECT_EQ(sectors(4, [s = stride](int lane) { return s * lane; }), count) << stride;
  }
}

TEST(warp_model, wide_loads_are_one_request_of_more_sectors) {
  const cm::GlobalCost pairs =
      cm::global_cost(cm::warp_access(0, 8, [](int lane) { return lane; }));
  EXPECT_EQ(pairs.requests, 1);
  EXPECT_EQ(pairs.sectors, 8);
  EXPECT_EQ(pairs.lines, 2);
  const cm::GlobalCost fours =
      cm::global_cost(cm::warp_access(0, 16, [](int lane) { return lane; }));
  EXPECT_EQ(fours.sectors, 16);
  EXPECT_EQ(fours.lines, 4);
  EXPECT_EQ(fours.useful_bytes, 512);
}

TEST(warp_model, the_order_of_lanes_costs_nothing) {
  EXPECT_EQ(sectors(4, [](int lane) { return 31 - lane; }), 4);
  EXPECT_EQ(sectors(4, [](int lane) { return (13 * lane + 5) % 32; }), 4);
}

/// A stride of s words meets gcd(s, 32) lanes in each bank; stride 0 is a broadcast.
TEST(warp_model, the_gcd_rule_holds_for_words) {
  for (int stride = 1; stride <= 128; ++stride) {
    EXPECT_EQ(wavefronts(4, [&](int lane) { return stride * lane; }), std::gcd(stride, 32))
        << stride;
  }
  EXPECT_EQ(wavefronts(4, [](int) { return 7; }), 1);
}

TEST(warp_model, a_column_of_a_tile_conflicts_unless_it_is_padded_or_swizzled) {
  for (int col = 0; col < 32; ++col) {
    EXPECT_EQ(wavefronts(4, [&](int row) { return row * 32 + col; }), 32);
    EXPECT_EQ(wavefronts(4, [&](int row) { return row * 33 + col; }), 1);
    EXPECT_EQ(wavefronts(4, [&](int row) { return row * 32 + (col ^ row); }), 1);
    EXPECT_EQ(wavefronts(4, [&](int row) { return row * 32 + (col + row) % 32; }), 1);
  }
}

/// Both swizzles also keep the rows free of conflicts.
TEST(warp_model, a_row_of_a_swizzled_tile_has_no_conflict) {
  for (int row = 0; row < 32; ++row) {
    EXPECT_EQ(wavefronts(4, [&](int col) { return row * 32 + (col ^ row); }), 1);
    EXPECT_EQ(wavefronts(4, [&](int col) { return row * 32 + (col + row) % 32; }), 1);
  }
}

TEST(warp_model, doubles_take_two_wavefronts_and_four_at_stride_two) {
  EXPECT_EQ(wavefronts(8, [](int lane) { return lane; }), 2);
  EXPECT_EQ(wavefronts(8, [](int lane) { return 2 * lane; }), 4);
}

TEST(warp_model, wide_accesses_join_where_neighbours_share) {
  EXPECT_EQ(wavefronts(8, [](int) { return 0; }), 1);
  EXPECT_EQ(wavefronts(8, [](int lane) { return lane / 2; }), 1);
  EXPECT_EQ(wavefronts(16, [](int) { return 0; }), 2);
  EXPECT_EQ(wavefronts(16, [](int lane) { return lane / 2; }), 2);
  EXPECT_EQ(wavefronts(16, [](int lane) { return lane; }), 4);
  // Two ways of sharing, in one half of the warp or in both: no part of it joins.
  EXPECT_EQ(wavefronts(16, [](int lane) { return lane < 4 ? lane % 2 : lane / 2; }), 4);
  EXPECT_EQ(wavefronts(16, [](int lane) { return lane < 16 ? lane / 2 : lane & ~2; }), 4);
  // Lanes i and i ^ 4 share: that does not join.
  EXPECT_EQ(wavefronts(8, [](int lane) { return lane & ~4; }), 2);
}

TEST(warp_model, one_word_goes_to_many_lanes_at_once) {
  EXPECT_EQ(wavefronts(4, [](int lane) { return lane / 2; }), 1);
  EXPECT_EQ(wavefronts(1, [](int lane) { return lane; }), 1);
  EXPECT_EQ(wavefronts(2, [](int lane) { return lane; }), 1);
  EXPECT_EQ(wavefronts(1, [](int lane) { return 128 * lane; }), 32);
}

TEST(warp_model, idle_lanes_cost_nothing) {
  const auto index = [](int lane) { return 32 * lane; };
  const cm::WarpAccess none = cm::warp_access(0, 4, index, 0);
  EXPECT_EQ(cm::global_cost(none).requests, 0);
  EXPECT_EQ(cm::global_cost(none).sectors, 0);
  EXPECT_EQ(cm::shared_cost(none).wavefronts, 0);
  EXPECT_EQ(cm::shared_cost(cm::warp_access(0, 8, index, 1)).wavefronts, 1);
}

/// Programs may put predictions into constants.
TEST(warp_model, costs_are_compile_time_constants) {
  constexpr cm::WarpAccess kColumn = cm::warp_access(0, 4, [](int lane) { return 32 * lane; });
  static_assert(cm::global_cost(kColumn).sectors == 32);
  static_assert(cm::shared_cost(kColumn).wavefronts == 32);
  static_assert(cm::shared_cost(kColumn).ideal == 1);
}

}  // namespace
