// SPDX-License-Identifier: MIT
#include "totals.hpp"

#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::json;

double number_at(const Json& object, const char* key) { return object.value(key, 0.0); }

void add_access(const Json& access, Numbers& totals) {
  const std::string space = access.value("space", "");
  const std::string kind = access.value("access", "");
  totals[space + "_" + kind + "_requests"] += number_at(access, "requests");
  totals[space + "_" + kind + "_lanes"] += number_at(access, "active_lanes");
  if (space == "global") {
    totals["global_" + kind + "_sectors"] += number_at(access, "sectors");
    totals["global_sectors"] += number_at(access, "sectors");
    totals["global_requests"] += number_at(access, "requests");
  } else if (space == "shared") {
    const double wavefronts = number_at(access, "wavefronts");
    totals["shared_wavefronts"] += wavefronts;
    totals["bank_conflicts"] += wavefronts - number_at(access, "ideal_wavefronts");
  }
}

}  // namespace

Numbers totals_of(const std::string& report) {
  // Present even where nothing of the kind happened, so that a limit always has a value.
  Numbers totals;
  for (const char* name :
       {"global_load_sectors",    "global_store_sectors",  "global_atomic_sectors",
        "global_sectors",         "global_load_requests",  "global_store_requests",
        "global_atomic_requests", "global_requests",       "global_atomic_lanes",
        "shared_load_requests",   "shared_store_requests", "shared_atomic_requests",
        "local_load_requests",    "local_store_requests",  "constant_load_requests",
        "shared_wavefronts",      "bank_conflicts",        "branches",
        "diverged_branches",      "warp_instructions",     "async_copies"}) {
    totals[name] = 0;
  }
  const Json parsed = Json::parse(report, nullptr, false);
  if (!parsed.is_object()) return totals;
  for (const Json& kernel : parsed["kernels"]) {
    totals["warp_instructions"] += number_at(kernel, "warp_instructions");
    totals["async_copies"] += number_at(kernel, "async_copies");
    for (const Json& access : kernel["accesses"]) add_access(access, totals);
    for (const Json& branch : kernel["branches"]) {
      totals["branches"] += number_at(branch, "executed");
      totals["diverged_branches"] += number_at(branch, "diverged");
    }
  }
  return totals;
}

}  // namespace judge
