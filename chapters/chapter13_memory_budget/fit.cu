// SPDX-License-Identifier: MIT
//
// Does it fit?  The budget of a model with 175 billion parameters, and of smaller ones, worked out.
//
// Claim:  the states of mixed-precision Adam take 16 bytes of each parameter, as many as without
//         mixed precision; sharing them among devices is what makes a large model fit.
// Input:  shapes of published models; nothing runs on the GPU but a look at its memory.
// Expect: 2800 GB of states for 175 billion parameters, which no eight cards hold.
// Run:    ctest --preset dev -R '^chapter13\.fit$'
#include <string>
#include <vector>

#include "common/budget.hpp"
#include "common/common.cuh"

constexpr double kGb = 1e9;
constexpr double kSmallCard = 80 * kGb;
constexpr double kLargeCard = 141 * kGb;

struct Model {
  const char* name;
  cm::Transformer shape;
};

constexpr Model kModels[] = {{"1.7B", {24, 2304, 24, 2048, 51200}},
                             {"7.5B", {36, 4096, 32, 2048, 51200}},
                             {"39.1B", {48, 8192, 64, 2048, 51200}},
                             {"175B", {96, 12288, 96, 2048, 51200}}};

// --- the 175 billion of the scenario, by hand --------------------------------

// [snippet:by-hand]
constexpr double k175 = 175e9;
static_assert(k175 * cm::kMixedAdam.weights == 350 * kGb);
static_assert(k175 * cm::kMixedAdam.gradients == 350 * kGb);
static_assert(k175 * cm::kMixedAdam.master == 700 * kGb);
static_assert(k175 * cm::kMixedAdam.moments == 1400 * kGb);
static_assert(k175 * cm::kMixedAdam.total() == 2800 * kGb);
static_assert(k175 * cm::kFullAdam.total() == 2800 * kGb, "mixed precision saves none of it");
static_assert(cm::devices_for(2800 * kGb, kSmallCard) == 35);
static_assert(cm::devices_for(2800 * kGb, kLargeCard) == 20);
// [/snippet:by-hand]

// --- the tables ---------------------------------------------------------------

void report_states(cm::Report& report, const Model& model) {
  const double count = cm::parameters(model.shape);
  for (const auto& [name, precision] :
       {std::pair{"full_adam", cm::kFullAdam}, std::pair{"mixed_adam", cm::kMixedAdam}}) {
    const double bytes = count * precision.total();
    cm::Row row("states", name);
    row.param("model", model.name).value("billion_parameters", count / 1e9);
    row.value("weights_gb", count * precision.weights / kGb);
    row.value("gradients_gb", count * precision.gradients / kGb);
    row.value("master_gb", count * precision.master / kGb);
    row.value("moments_gb", count * precision.moments / kGb).value("total_gb", bytes / kGb);
    row.value("cards_of_80", cm::devices_for(bytes, kSmallCard));
    report.add(row.value("cards_of_141", cm::devices_for(bytes, kLargeCard)));
  }
}

void report_sharding(cm::Report& report, const Model& model) {
  constexpr const char* kStages[] = {"none", "optimizer", "gradients", "parameters"};
  const double count = cm::parameters(model.shape);
  for (int stage = 0; stage < 4; ++stage) {
    for (const int ranks : {1, 8, 64, 512}) {
      const double each =
          cm::bytes_per_parameter(cm::kMixedAdam, static_cast<cm::Sharding>(stage), ranks);
      cm::Row row("sharding", kStages[stage]);
      row.param("model", model.name).param("ranks", ranks).value("bytes_per_parameter", each);
      report.add(row.value("each_gb", count * each / kGb));
    }
  }
}

void report_activations(cm::Report& report, const Model& model) {
  constexpr const char* kKept[] = {"everything", "all_but_scores", "layer_inputs"};
  for (int recompute = 0; recompute < 3; ++recompute) {
    for (const int batch : {1, 8}) {
      const double bytes =
          cm::activation_bytes(model.shape, batch, static_cast<cm::Recompute>(recompute));
      cm::Row row("activations", kKept[recompute]);
      row.param("model", model.name).param("sequences", batch);
      report.add(row.value("total_gb", bytes / kGb));
    }
  }
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter13.fit", options);
  for (const Model& model : kModels) {
    report_states(report, model);
    report_sharding(report, model);
    report_activations(report, model);
  }
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  report.add(cm::Row("card", "this").value("total_gb", static_cast<double>(total_bytes) / kGb));
  return report.finish();
}
