// SPDX-License-Identifier: MIT
//
// Where the memory of training a large model goes.  All sizes are bytes; 1 GB is 1e9 bytes.
#pragma once

namespace cm {

// [snippet:precision]
/// Bytes that training keeps of each parameter, from one step to the next.
struct Precision {
  double weights;
  double gradients;
  double master;   ///< Weights in full precision beside those that the model computes with.
  double moments;  ///< What the optimiser remembers: for Adam a mean and a mean of squares.

  constexpr double total() const { return weights + gradients + master + moments; }
};

constexpr Precision kFullAdam{4, 4, 0, 8};
constexpr Precision kMixedAdam{2, 2, 4, 8};
// [/snippet:precision]

/// What a group of devices that train on different data keeps only one copy of.
/// Source: Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter
/// Models" (2020), section 5.
enum class Sharding { kNone, kOptimizer, kGradients, kParameters };

// [snippet:sharding]
/// Bytes of each parameter on each of `ranks` devices.
constexpr double bytes_per_parameter(const Precision& p, Sharding sharding, int ranks) {
  const auto share = [&](double bytes, Sharding from) {
    return sharding >= from ? bytes / ranks : bytes;
  };
  return share(p.weights, Sharding::kParameters) + share(p.gradients, Sharding::kGradients) +
         share(p.master + p.moments, Sharding::kOptimizer);
}
// [/snippet:sharding]

/// The shape of a decoder-only transformer whose hidden layer is four times as wide as the rest.
struct Transformer {
  double layers;
  double hidden;
  double heads;
  double sequence;    ///< Tokens of each sequence.
  double vocabulary;  ///< Tokens that there are.
};

// [snippet:parameters]
/// Parameters: attention and feed-forward matrices with biases and norms, and the embeddings.
/// Source: Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters Using
/// Megatron-LM" (2021), equation 2.
constexpr double parameters(const Transformer& t) {
  return 12 * t.layers * t.hidden * t.hidden + 13 * t.layers * t.hidden +
         (t.vocabulary + t.sequence) * t.hidden;
}
// [/snippet:parameters]

/// What is kept of the forward pass until the backward pass needs it.
/// Source: Korthikanti et al., "Reducing Activation Recomputation in Large Transformer Models"
/// (2022), equation 1, table 2.
enum class Recompute {
  kNothing,    ///< Every activation is kept.
  kAttention,  ///< The attention's scores are computed again, the rest is kept.
  kLayers,     ///< Only each layer's input is kept.
};

// [snippet:activations]
/// Bytes of activations in 16 bits for `batch` sequences, all layers, without embeddings.
constexpr double activation_bytes(const Transformer& t, double batch, Recompute recompute) {
  const double tokens = t.sequence * batch * t.hidden;
  const double scores = 5 * t.heads * t.sequence / t.hidden;
  switch (recompute) {
    case Recompute::kNothing:
      return t.layers * tokens * (34 + scores);
    case Recompute::kAttention:
      return t.layers * tokens * 34;
    case Recompute::kLayers:
      return t.layers * tokens * 2;
  }
  return 0;
}
// [/snippet:activations]

/// Devices of `device_bytes` that it takes to hold `bytes`, if they divide evenly.
constexpr int devices_for(double bytes, double device_bytes) {
  const int whole = static_cast<int>(bytes / device_bytes);
  return whole * device_bytes < bytes ? whole + 1 : whole;
}

/// Buffers alive at once in the backward pass over `layers` layers if every `every`-th layer's
/// input is kept: those inputs, and the inputs within one segment that is computed again.
constexpr int checkpointed_buffers(int layers, int every) {
  const int segments = (layers + every - 1) / every;
  return segments + every - 1;
}

}  // namespace cm
