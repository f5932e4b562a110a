// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "case.hpp"

namespace {

/// Walks the way back, and counts what is alive at each point.
int most_alive(int layers, int every) {
  std::vector<bool> alive(static_cast<std::size_t>(layers));
  for (int i = 0; i < layers; i += every) alive[static_cast<std::size_t>(i)] = true;
  long most = 0;
  for (int layer = layers - 1; layer >= 0; --layer) {
    const int first = layer / every * every;
    const auto begin = alive.begin() + first;
    if (layer + 1 == layers || (layer + 1) % every == 0) {
      std::fill(begin, alive.begin() + layer + 1, true);  // the segment is computed again
    }
    most = std::max(most, static_cast<long>(std::count(alive.begin(), alive.end(), true)));
    if (layer == first) std::fill(begin, alive.end(), false);
  }
  return static_cast<int>(most);
}

}  // namespace

REFERENCE(c) {
  const auto parameters = c.input<long long>("parameters");
  const auto ranks = c.input<int>("ranks");
  const auto shared = c.input<int>("shared");
  const auto layers = c.input<int>("layers");
  const auto every = c.input<int>("every");
  const auto bytes_in = c.input<long long>("bytes_in");
  const auto bytes_out = c.input<long long>("bytes_out");
  const auto rates = c.input<long long>("rates");
  const auto compute = c.input<long long>("compute");
  // Bytes of an element, and from which value of `shared` on it is divided.
  constexpr int kStates[][2] = {{2, 3}, {2, 2}, {4, 1}, {4, 1}, {4, 1}};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    long long bytes = 0;
    for (const auto& [each, from] : kStates) {
      long long elements = parameters[i];
      if (shared[i] >= from) elements = elements / ranks[i] + (elements % ranks[i] != 0 ? 1 : 0);
      bytes += each * elements;
    }
    c.out("states").expect_whole(i, bytes);
    c.out("alive").expect_whole(i, most_alive(layers[i], every[i]));
    const auto crossing = [&](long long all) {
      return all / rates[i] + (all % rates[i] != 0 ? 1 : 0);
    };
    const long long time = std::max({crossing(bytes_in[i]), crossing(bytes_out[i]), compute[i]});
    c.out("times").expect_whole(i, time);
  }
}
