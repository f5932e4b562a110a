// SPDX-License-Identifier: MIT
//
// The memory budget against figures that others have published.
#include "common/budget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace {

constexpr double kGiga = 1e9;
constexpr double kTera = 1e12;

// --- parameters of published models -------------------------------------------------------------

struct Published {
  const char* model;
  double layers, hidden, heads, vocabulary;
  double billions;  // as printed there
  double within;    // half of the last digit printed
};

/// The name of a case in the list of tests.
void PrintTo(const Published& published, std::ostream* out) { *out << published.model; }

class parameters_of : public testing::TestWithParam<Published> {};

TEST_P(parameters_of, published_models_agree_to_the_printed_digit) {
  const Published& p = GetParam();
  const cm::Transformer model{p.layers, p.hidden, p.heads, 2048, p.vocabulary};
  EXPECT_NEAR(cm::parameters(model) / kGiga, p.billions, p.within * 1.000001) << p.model;
}

// Narayanan et al. 2021, "Efficient Large-Scale Language Model Training on GPU Clusters Using
// Megatron-LM", table 1.
INSTANTIATE_TEST_SUITE_P(megatron, parameters_of,
                         testing::Values(Published{"1.7B", 24, 2304, 24, 51200, 1.7, 0.05},
                                         Published{"3.6B", 30, 3072, 32, 51200, 3.6, 0.05},
                                         Published{"7.5B", 36, 4096, 32, 51200, 7.5, 0.05},
                                         Published{"18.4B", 40, 6144, 48, 51200, 18.4, 0.05},
                                         Published{"39.1B", 48, 8192, 64, 51200, 39.1, 0.05},
                                         Published{"76.1B", 60, 10240, 80, 51200, 76.1, 0.05},
                                         Published{"145.6B", 80, 12288, 96, 51200, 145.6, 0.05},
                                         Published{"310.1B", 96, 16384, 128, 51200, 310.1, 0.05},
                                         Published{"529.6B", 105, 20480, 128, 51200, 529.6, 0.05},
                                         Published{"1T", 128, 25600, 160, 51200, 1008.0, 0.05}));

// Brown et al. 2020, "Language Models are Few-Shot Learners", table 2.1: eight models, of which the
// one of "350M" is printed with two digits.  Vocabulary of 50257 as in GPT-2.
INSTANTIATE_TEST_SUITE_P(gpt3, parameters_of,
                         testing::Values(Published{"Small", 12, 768, 12, 50257, 0.125, 0.0005},
                                         Published{"Medium", 24, 1024, 16, 50257, 0.35, 0.01},
                                         Published{"Large", 24, 1536, 16, 50257, 0.76, 0.005},
                                         Published{"XL", 24, 2048, 24, 50257, 1.3, 0.05},
                                         Published{"2.7B", 32, 2560, 32, 50257, 2.7, 0.05},
                                         Published{"6.7B", 32, 4096, 32, 50257, 6.7, 0.05},
                                         Published{"13B", 40, 5140, 40, 50257, 13.0, 0.05},
                                         Published{"175B", 96, 12288, 96, 50257, 175, 0.5}));

// Zhang et al. 2022, "OPT: Open Pre-trained Transformer Language Models", table 1, those with more
// than 13 billion.
INSTANTIATE_TEST_SUITE_P(opt, parameters_of,
                         testing::Values(Published{"30B", 48, 7168, 56, 50272, 30, 0.5},
                                         Published{"66B", 64, 9216, 72, 50272, 66, 0.5},
                                         Published{"175B", 96, 12288, 96, 50272, 175, 0.5}));

/// BigScience 2022, model card of BLOOM: 176,247,271,424 parameters, 70 layers of 14336, a padded
/// vocabulary of 250880.  It has no table of positions, and two more norms, of two vectors each.
TEST(budget, bloom_agrees_to_the_last_parameter) {
  const cm::Transformer model{70, 14336, 112, 0, 250880};
  EXPECT_DOUBLE_EQ(cm::parameters(model) + 2 * 2 * 14336, 176'247'271'424.0);
}

// --- model states: Rajbhandari et al. 2020, "ZeRO", figure 1 and table 1 -------------------------

TEST(budget, sharding_of_seven_and_a_half_billion_on_64_devices) {
  const auto gb = [](cm::Sharding sharding) {
    return 7.5e9 * cm::bytes_per_parameter(cm::kMixedAdam, sharding, 64) / kGiga;
  };
  EXPECT_NEAR(gb(cm::Sharding::kNone), 120, 0.05);
  EXPECT_NEAR(gb(cm::Sharding::kOptimizer), 31.4, 0.05);
  EXPECT_NEAR(gb(cm::Sharding::kGradients), 16.6, 0.05);
  EXPECT_NEAR(gb(cm::Sharding::kParameters), 1.88, 0.005);
}

struct Shared {
  double billions;
  int devices;
  double optimizer, gradients, parameters;  // GB on each, as printed there
  double within;  // of the first two; the printed figures are partly rounded and partly cut
};

void PrintTo(const Shared& shared, std::ostream* out) {
  *out << shared.billions << " billion on " << shared.devices;
}

class sharing_of : public testing::TestWithParam<Shared> {};

TEST_P(sharing_of, table_1_of_zero) {
  const Shared& p = GetParam();
  const auto gb = [&](cm::Sharding sharding) {
    return p.billions * cm::bytes_per_parameter(cm::kMixedAdam, sharding, p.devices);
  };
  EXPECT_NEAR(gb(cm::Sharding::kOptimizer), p.optimizer, p.within);
  EXPECT_NEAR(gb(cm::Sharding::kGradients), p.gradients, p.within);
  EXPECT_NEAR(gb(cm::Sharding::kParameters), p.parameters, 0.005 * p.parameters + 0.005);
}

INSTANTIATE_TEST_SUITE_P(
    zero, sharing_of,
    testing::Values(Shared{7.5, 1, 120, 120, 120, 0.05}, Shared{7.5, 4, 52.5, 41.3, 30, 0.0501},
                    Shared{7.5, 16, 35.6, 21.6, 7.5, 0.05}, Shared{7.5, 64, 31.4, 16.6, 1.88, 0.05},
                    Shared{7.5, 256, 30.4, 15.4, 0.47, 0.05},
                    Shared{7.5, 1024, 30.1, 15.1, 0.12, 0.05}, Shared{128, 4, 896, 704, 512, 0.5},
                    Shared{128, 16, 608, 368, 128, 0.5}, Shared{128, 64, 536, 284, 32, 0.5},
                    Shared{128, 256, 518, 263, 8, 0.5}, Shared{128, 1024, 513, 257, 2, 1},
                    Shared{1000, 4, 7000, 5500, 4000, 0.5}, Shared{1000, 16, 4750, 2875, 1000, 0.5},
                    Shared{1000, 64, 4187, 2218, 250, 1}, Shared{1000, 256, 4046, 2054, 62.5, 1},
                    Shared{1000, 1024, 4011, 2013, 15.6, 1}));

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
