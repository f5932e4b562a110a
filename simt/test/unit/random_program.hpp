// SPDX-License-Identifier: MIT
//
// Random programs of structured control flow, as trees. A tree is written as wasm for the virtual
// GPU and walked, one thread at a time, by a plain interpreter. Both must agree in every lane.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "object_builder.hpp"

namespace simt::test {

enum class NodeKind : std::uint8_t {
  // expressions
  kConstant,
  kGet,
  kBinary,
  kSelect,
  kTee,
  kCall,
  kBlockValue,
  kIfValue,
  // statements
  kSet,
  kBlock,
  kLoop,
  kIf,
  kBranch,
  kBranchIf,
  kBranchTable,
  kReturn,
  kDrop
};

struct Node {
  NodeKind kind = NodeKind::kConstant;
  std::uint32_t value = 0;  ///< constant, local, opcode, label depth, or function
  std::vector<std::unique_ptr<Node>> operands;
  std::vector<std::unique_ptr<Node>> body;
  std::vector<std::unique_ptr<Node>> otherwise;
  std::vector<std::uint32_t> targets;  ///< kBranchTable
};

/// One function: two i32 parameters, some i32 locals, an i32 result.
struct ProgramFunction {
  std::uint32_t locals = 0;
  std::vector<std::unique_ptr<Node>> body;
  std::unique_ptr<Node> result;
};

struct Program {
  std::vector<ProgramFunction> functions;  ///< a function calls only those behind it
};

Program make_program(std::uint32_t seed);

/// What the first function gives for these arguments, computed by walking the tree.
std::uint32_t interpret(const Program& program, std::uint32_t a, std::uint32_t b);

/// The program with a kernel "kernel(out, in)" around it: out[thread] = f(thread, in[thread]).
std::vector<std::byte> object_of(const Program& program);

}  // namespace simt::test
