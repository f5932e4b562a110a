// SPDX-License-Identifier: MIT
#include "runtime/session.hpp"

#include <algorithm>
#include <cstdio>

namespace simt::runtime {

void Session::say(std::string_view text) {
  if (std::find(said_.begin(), said_.end(), text) != said_.end()) return;
  said_.emplace_back(text);
  std::fprintf(stderr, "simt: %.*s\n", static_cast<int>(text.size()), text.data());
}

Observer* Session::observer(const Kernel&, const LaunchConfig&) { return nullptr; }

void Session::launched(const Kernel& kernel, const LaunchConfig&, LaunchResult result) {
  std::fwrite(result.output.data(), 1, result.output.size(), stdout);
  if (result.status != LaunchStatus::kOk) say(kernel.name() + ": " + result.message);
}

void Session::finish(const Memory&) {}

}  // namespace simt::runtime
