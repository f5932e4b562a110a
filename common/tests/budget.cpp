// SPDX-License-Identifier: MIT
//
// The memory budget against figures that others have published.
#include "common/budget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace {

constexpr double kGiga = 1e9;
constexpr double kTera = 1e12;

// --- parameters: Narayanan et al. 2021, table 1, vocabulary 51200, sequences of 2048 tokens -----

struct Published {
  double heads, hidden, layers;
  double billions;  // as printed there
};

class parameters_of : public testing::TestWithParam<Published> {};

TEST_P(parameters_of, published_models_agree_to_the_printed_digit) {
  const Published& p = GetParam();
  const cm::Transformer model{p.layers, p.hidden, p.heads, 2048, 51200};
  EXPECT_NEAR(cm::parameters(model) / kGiga, p.billions, 0.05000001);
}

INSTANTIATE_TEST_SUITE_P(
    budget, parameters_of,
    testing::Values(Published{24, 2304, 24, 1.7}, Published{32, 3072, 30, 3.6},
                    Published{32, 4096, 36, 7.5}, Published{48, 6144, 40, 18.4},
                    Published{64, 8192, 48, 39.1}, Published{80, 10240, 60, 76.1},
                    Published{96, 12288, 80, 145.6}, Published{128, 16384, 96, 310.1},
                    Published{128, 20480, 105, 529.6}, Published{160, 25600, 128, 1008.0}));

// --- model states: Rajbhandari et al. 2020, figure 1 and table 1 ---------------------------------

TEST(budget, sharding_of_seven_and_a_half_billion_on_64_devices) {
  const auto gb = [](cm::Sharding sharding) {
    return 7.5e9 * cm::bytes_per_parameter(cm::kMixedAdam, sharding, 64) / kGiga;
  };
  EXPECT_NEAR(gb(cm::Sharding::kNone), 120, 0.05);
  EXPECT_NEAR(gb(cm::Sharding::kOptimizer), 31.4, 0.05);
  EXPECT_NEAR(gb(cm::Sharding::kGradients), 16.6, 0.05);
  EXPECT_NEAR(gb(cm::Sharding::kParameters), 1.88, 0.005);
}

TEST(budget, sharding_of_a_trillion_on_1024_devices) {
  const double bytes = cm::bytes_per_parameter(cm::kMixedAdam, cm::Sharding::kParameters, 1024);
  EXPECT_NEAR(kTera * bytes / kGiga, 15.6, 0.05);
}

TEST(budget, sharding_tends_to_four_two_and_nought_bytes) {
  const auto limit = [](cm::Sharding sharding) {
    return cm::bytes_per_parameter(cm::kMixedAdam, sharding, 1'000'000'000);
  };
  EXPECT_NEAR(limit(cm::Sharding::kOptimizer), 4, 1e-6);
  EXPECT_NEAR(limit(cm::Sharding::kGradients), 2, 1e-6);
  EXPECT_NEAR(limit(cm::Sharding::kParameters), 0, 1e-6);
}

TEST(budget, with_one_device_there_is_nothing_to_share) {
  for (const auto sharding : {cm::Sharding::kNone, cm::Sharding::kOptimizer,
                              cm::Sharding::kGradients, cm::Sharding::kParameters}) {
    EXPECT_DOUBLE_EQ(cm::bytes_per_parameter(cm::kMixedAdam, sharding, 1), 16);
    EXPECT_DOUBLE_EQ(cm::bytes_per_parameter(cm::kFullAdam, sharding, 1), 16);
  }
}

// --- activations: Korthikanti et al. 2022, section 4 ---------------------------------------------

TEST(budget, attention_scores_outweigh_the_rest_in_large_models) {
  // "5as/h = 80" for GPT-3 with 175 billion and 64 for MT-NLG with 530 billion parameters.
  const cm::Transformer gpt3{96, 12288, 96, 2048, 51200};
  const cm::Transformer mt_nlg{105, 20480, 128, 2048, 51200};
  for (const auto& [model, scores] : {std::pair{gpt3, 80.0}, std::pair{mt_nlg, 64.0}}) {
    const double all = cm::activation_bytes(model, 1, cm::Recompute::kNothing);
    const double kept = cm::activation_bytes(model, 1, cm::Recompute::kAttention);
    EXPECT_DOUBLE_EQ(all / kept, (34 + scores) / 34);
  }
}

TEST(budget, a_layer_input_is_two_bytes_an_element) {
  const cm::Transformer model{1, 1024, 16, 512, 1};
  EXPECT_DOUBLE_EQ(cm::activation_bytes(model, 4, cm::Recompute::kLayers), 2.0 * 512 * 4 * 1024);
}

// --- worked by hand ------------------------------------------------------------------------------

TEST(budget, weights_of_175_billion_need_five_cards_of_80_or_three_of_141_gigabytes) {
  EXPECT_EQ(cm::devices_for(2 * 175e9, 80e9), 5);
  EXPECT_EQ(cm::devices_for(2 * 175e9, 141e9), 3);
  EXPECT_EQ(cm::devices_for(80e9, 80e9), 1);
}

TEST(budget, training_175_billion_with_100_gigabytes_of_activations) {
  const double bytes = 175e9 * cm::kMixedAdam.total() + 100e9;
  EXPECT_DOUBLE_EQ(bytes, 2900e9);
  EXPECT_EQ(cm::devices_for(bytes, 80e9), 37);
  EXPECT_EQ(cm::devices_for(bytes, 141e9), 21);
}

/// Walks the backward pass and counts what is alive.
int buffers_alive(int layers, int every) {
  int most = 0;
  const int kept = (layers + every - 1) / every;
  for (int first = (kept - 1) * every; first >= 0; first -= every) {
    const int last = std::min(layers, first + every);
    most = std::max(most, kept + (last - first - 1));  // the first input of a segment is kept
  }
  return most;
}

TEST(budget, checkpoints_are_fewest_at_the_square_root) {
  int best = 1;
  for (int every = 1; every <= 64; ++every) {
    EXPECT_GE(cm::checkpointed_buffers(64, every), buffers_alive(64, every)) << every;
    if (64 % every == 0) {
      EXPECT_EQ(cm::checkpointed_buffers(64, every), buffers_alive(64, every)) << every;
    }
    if (cm::checkpointed_buffers(64, every) < cm::checkpointed_buffers(64, best)) best = every;
  }
  EXPECT_EQ(best, 8);
  EXPECT_EQ(cm::checkpointed_buffers(64, 1), 64);
  EXPECT_EQ(cm::checkpointed_buffers(64, 8), 15);
}

}  // namespace
