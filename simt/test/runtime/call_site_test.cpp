// SPDX-License-Identifier: MIT
//
// What the reader calls the memory that a call allocates.
#include "runtime/call_site.hpp"

#include <gtest/gtest.h>

namespace simt::runtime {
namespace {

/// The name found when the compiler puts the call at the `@` of `source`.
std::string name_in(std::string source, std::string_view function = "cudaMalloc") {
  const std::size_t at = source.find('@');
  source.erase(at, 1);
  return allocated_variable(source, at, function);
}

TEST(CallSite, NamesTheVariableBehindTheAmpersand) {
  EXPECT_EQ(name_in("  @cudaMalloc(&d_out, n * sizeof(float));"), "d_out");
  EXPECT_EQ(name_in("@cudaMalloc((void**)&d_out, n);"), "d_out");
  EXPECT_EQ(name_in("@cudaMalloc((void **) & d_out , n);"), "d_out");
  EXPECT_EQ(name_in("@cudaMalloc(reinterpret_cast<void**>(&d_out), n);"), "d_out");
  EXPECT_EQ(name_in("@cudaMalloc<float>(&d_out, n);"), "d_out");
  EXPECT_EQ(name_in("@cudaMalloc(&(d_out), n);"), "d_out");
  EXPECT_EQ(name_in("@cudaMalloc(\n    &grid.cells,\n    n);"), "grid.cells");
  EXPECT_EQ(name_in("@cudaMalloc(&list->next, f(a, b));"), "list->next");
  EXPECT_EQ(name_in("@cudaMallocManaged(&x, 8);", "cudaMallocManaged"), "x");
}

TEST(CallSite, FindsTheCallInAMacro) {
  // clang gives the macro's closing bracket; other versions may give its name.
  EXPECT_EQ(name_in("CHECK(cudaMalloc(&a, n)@);"), "a");
  EXPECT_EQ(name_in("CHECK(cudaMalloc(&a,\n      n)  @);"), "a");
  EXPECT_EQ(name_in("CHECK(cudaMalloc(&a, n)); @CHECK(cudaMalloc(&b, n));"), "b");
  EXPECT_EQ(name_in("cudaMalloc(&a, n); cudaMalloc(&b, n)@; cudaMalloc(&c, n);"), "b");
}

TEST(CallSite, FindsNoNameWhereThereIsNone) {
  EXPECT_EQ(name_in("@cudaMalloc(pointer, n);"), "");
  EXPECT_EQ(name_in("@cudaMalloc(&data_, n);"), "");
  EXPECT_EQ(name_in("@cudaMalloc(&this->data, n);"), "");
  EXPECT_EQ(name_in("@cudaMalloc(&f(x), n);"), "");
  EXPECT_EQ(name_in("@allocate(p); cudaMalloc(&a, n);"), "");
  EXPECT_EQ(name_in("@cudaMalloc(&a"), "");
  EXPECT_EQ(name_in("cudaMalloc@"), "");
  EXPECT_EQ(allocated_variable("short", 100, "cudaMalloc"), "");
}

TEST(CallSite, TakesANameBackThatSeveralLiveAllocationsShare) {
  Memory memory;
  CallSites sites;
  const auto allocate = [&](std::uint32_t line) {
    Allocation* const made = *memory.allocate(4, AllocationKind::kDevice, "cudaMalloc");
    sites.enter({THIS_FILE, line, 1});
    sites.name(memory, *made, "cudaMalloc");
    return made;
  };
  constexpr std::uint32_t kLine = __LINE__ + 1;
  // cudaMalloc(&shared, 4)
  Allocation* const first = allocate(kLine);
  EXPECT_EQ(first->variable, "shared");
  EXPECT_EQ(first->line, kLine);
  memory.release(first->address);
  Allocation* const second = allocate(kLine);
  EXPECT_EQ(second->variable, "shared");
  Allocation* const third = allocate(kLine);
  EXPECT_EQ(second->variable, "");
  EXPECT_EQ(third->shown_name(), "cudaMalloc");
}

}  // namespace
}  // namespace simt::runtime
