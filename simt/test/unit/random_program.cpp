// SPDX-License-Identifier: MIT
#include "random_program.hpp"

#include "memory.hpp"

namespace simt::test {
namespace {

constexpr std::uint32_t kParameters = 2;
constexpr int kMaxDepth = 5;
constexpr std::uint32_t kLoopRounds = 6;
constexpr std::uint32_t kMaxNodes = 300;
constexpr std::uint32_t kOpcodes[] = {0x6A, 0x6B, 0x6C, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76,
                                      0x77, 0x6D, 0x70, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4F};

using NodePtr = std::unique_ptr<Node>;

// ---- making
// --------------------------------------------------------------------------------------

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  Program make() {
    Program program;
    const std::uint32_t count = 1 + pick(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      callee_first_ = i + 1;
      callee_end_ = count;
      labels_.assign(1, true);  // the function itself is a label that takes the result
      made_ = 0;
      ProgramFunction function;
      locals_ = kParameters + 3 + pick(4);
      next_counter_ = locals_;
      function.body = statements(0);
      function.result = expression(2);
      function.locals = next_counter_ - kParameters;
      program.functions.push_back(std::move(function));
    }
    return program;
  }

 private:
  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
  NodePtr node(NodeKind kind, std::uint32_t value = 0) {
    auto n = std::make_unique<Node>();
    ++made_;
    n->kind = kind;
    n->value = value;
    return n;
  }

  NodePtr expression(int depth) {
    const std::uint32_t choice = pick(depth <= 0 || made_ > kMaxNodes ? 2 : 9);
    switch (choice) {
      case 0:
        return node(NodeKind::kConstant,
                    pick(3) == 0 ? static_cast<std::uint32_t>(random_()) : pick(8));
      case 1:
        return node(NodeKind::kGet, pick(locals_));
      case 2:
        return select(depth);
      case 3:
        return tee(depth);
      case 4:
        return callee_first_ < callee_end_ ? call(depth) : binary(depth);
      case 5:
        return value_block(depth);
      default:
        return binary(depth);
    }
  }

  NodePtr binary(int depth) {
    NodePtr n = node(NodeKind::kBinary, kOpcodes[pick(std::size(kOpcodes))]);
    n->operands.push_back(expression(depth - 1));
    n->operands.push_back(expression(depth - 1));
    return n;
  }
  NodePtr select(int depth) {
    NodePtr n = node(NodeKind::kSelect);
    for (int i = 0; i < 3; ++i) n->operands.push_back(expression(depth - 1));
    return n;
  }
  NodePtr tee(int depth) {
    NodePtr n = node(NodeKind::kTee, pick(locals_));
    n->operands.push_back(expression(depth - 1));
    return n;
  }
  NodePtr call(int depth) {
    NodePtr n = node(NodeKind::kCall, callee_first_ + pick(callee_end_ - callee_first_));
    n->operands.push_back(expression(depth - 1));
    n->operands.push_back(expression(depth - 1));
    return n;
  }
  /// A block or if that leaves a value; inside, a br_if may leave early with another one.
  NodePtr value_block(int depth) {
    const bool is_if = pick(2) == 0;
    NodePtr n = node(is_if ? NodeKind::kIfValue : NodeKind::kBlockValue);
    if (is_if) n->operands.push_back(expression(depth - 1));
    labels_.push_back(true);
    n->body = statements(3);
    n->body.push_back(expression(depth - 1));
    if (is_if) {
      n->otherwise = statements(3);
      n->otherwise.push_back(expression(depth - 1));
    }
    labels_.pop_back();
    return n;
  }

  std::vector<NodePtr> statements(int depth) {
    std::vector<NodePtr> list;
    const std::uint32_t count = made_ > kMaxNodes ? 1 : 1 + pick(depth == 0 ? 6 : 4);
    for (std::uint32_t i = 0; i < count; ++i) {
      list.push_back(statement(depth));
      const NodeKind kind = list.back()->kind;
      if (kind == NodeKind::kBranch || kind == NodeKind::kReturn || kind == NodeKind::kBranchTable)
        break;
    }
    return list;
  }

  NodePtr statement(int depth) {
    switch (pick(depth >= kMaxDepth || made_ > kMaxNodes ? 5 : 12)) {
      case 0:
      case 1:
      case 2:
        return set();
      case 3:
        return leave(depth);
      case 4: {
        NodePtr n = node(NodeKind::kDrop);
        n->operands.push_back(expression(2));
        return n;
      }
      case 5:
      case 6:
        return block(NodeKind::kBlock, depth);
      case 7:
      case 8:
        return loop(depth);
      case 9:
      case 10:
        return condition(depth);
      default:
        return leave(depth);
    }
  }

  NodePtr set() {
    NodePtr n = node(NodeKind::kSet, pick(locals_));
    n->operands.push_back(expression(3));
    return n;
  }

  NodePtr block(NodeKind kind, int depth) {
    NodePtr n = node(kind);
    labels_.push_back(false);
    n->body = statements(depth + 1);
    labels_.pop_back();
    return n;
  }

  /// loop { if (++counter > rounds) leave; … }: its counter is a local of its own, so it always
  /// ends. `value` holds the counter; branches to the loop's label go round again.
  NodePtr loop(int depth) {
    NodePtr n = node(NodeKind::kLoop, next_counter_++);
    labels_.push_back(false);  // the block around it
    labels_.push_back(false);  // the loop
    n->body = statements(depth + 1);
    labels_.pop_back();
    labels_.pop_back();
    return n;
  }

  NodePtr condition(int depth) {
    NodePtr n = node(NodeKind::kIf);
    n->operands.push_back(expression(2));
    labels_.push_back(false);
    n->body = statements(depth + 1);
    if (pick(2) == 0) n->otherwise = statements(depth + 1);
    labels_.pop_back();
    return n;
  }

  bool takes_value(std::uint32_t depth) const { return labels_[labels_.size() - 1 - depth]; }

  NodePtr leave(int) {
    const std::uint32_t depth = pick(static_cast<std::uint32_t>(labels_.size()));
    const std::uint32_t choice = pick(6);
    if (choice == 0) {
      NodePtr n = node(NodeKind::kReturn);
      n->operands.push_back(expression(2));
      return n;
    }
    if (choice == 1) return branch_table();
    NodePtr n = node(choice == 2 ? NodeKind::kBranch : NodeKind::kBranchIf, depth);
    if (takes_value(depth)) n->operands.push_back(expression(2));
    if (n->kind == NodeKind::kBranchIf) n->operands.push_back(expression(2));
    return n;
  }

  NodePtr branch_table() {
    NodePtr n = node(NodeKind::kBranchTable);
    std::vector<std::uint32_t> fitting;
    for (std::uint32_t d = 0; d < labels_.size(); ++d) {
      if (!takes_value(d)) fitting.push_back(d);
    }
    if (fitting.empty()) return set();
    const std::uint32_t count = 1 + pick(4);
    for (std::uint32_t i = 0; i < count; ++i)
      n->targets.push_back(fitting[pick(static_cast<std::uint32_t>(fitting.size()))]);
    n->operands.push_back(expression(2));
    return n;
  }

  std::mt19937 random_;
  std::uint32_t made_ = 0;  ///< nodes of this function
  std::uint32_t locals_ = 0;
  std::uint32_t next_counter_ = 0;
  std::uint32_t callee_first_ = 0, callee_end_ = 0;
  std::vector<bool> labels_;  // innermost last: does a branch there carry a value?
};

// ---- walking
// -------------------------------------------------------------------------------------

std::uint32_t apply(std::uint32_t op, std::uint32_t a, std::uint32_t b) {
  const auto sa = static_cast<std::int32_t>(a);
  const auto sb = static_cast<std::int32_t>(b);
  switch (op) {
    case 0x6A:
      return a + b;
    case 0x6B:
      return a - b;
    case 0x6C:
      return a * b;
    case 0x71:
      return a & b;
    case 0x72:
      return a | b;
    case 0x73:
      return a ^ b;
    case 0x74:
      return a << (b & 31);
    case 0x75:
      return static_cast<std::uint32_t>(sa >> (b & 31));
    case 0x76:
      return a >> (b & 31);
    case 0x77:
      return (b & 31) == 0 ? a : a << (b & 31) | a >> (32 - (b & 31));
    case 0x6D:
      return b == 0 ? ~0u : b == ~0u ? 0u - a : static_cast<std::uint32_t>(sa / sb);
    case 0x70:
      return b == 0 ? a : a % b;
    case 0x46:
      return a == b;
    case 0x47:
      return a != b;
    case 0x48:
      return sa < sb;
    case 0x49:
      return a < b;
    case 0x4A:
      return sa > sb;
    default:
      return a >= b;
  }
}

/// How a statement ended: by falling through, or by leaving `levels` labels with `value`.
struct Outcome {
  bool leaves = false;
  std::uint32_t levels = 0;  // 0 = the innermost label
  std::uint32_t value = 0;
  bool returns = false;
};

class Walker {
 public:
  Walker(const Program& program, const ProgramFunction& function, std::uint32_t a, std::uint32_t b)
      : program_(program), function_(function), locals_(kParameters + function.locals, 0) {
    locals_[0] = a;
    locals_[1] = b;
  }

  std::uint32_t run() {
    for (const NodePtr& statement : function_.body) {
      const Outcome outcome = walk(*statement);
      if (outcome.leaves || outcome.returns) return outcome.value;  // the function's own label
    }
    Outcome outcome;
    const std::uint32_t value = evaluate(*function_.result, outcome);
    return outcome.leaves || outcome.returns ? outcome.value : value;
  }

 private:
  static bool ended(const Outcome& outcome) { return outcome.leaves || outcome.returns; }

  /// Value of an expression; if a branch inside leaves it, `outcome` says so and the value means
  /// nothing.
  std::uint32_t evaluate(const Node& n, Outcome& outcome) {
    std::uint32_t v[3] = {};
    if (n.kind != NodeKind::kBlockValue) {
      for (std::size_t i = 0; i < n.operands.size(); ++i) {
        v[i] = evaluate(*n.operands[i], outcome);
        if (ended(outcome)) return 0;
      }
    }
    switch (n.kind) {
      case NodeKind::kConstant:
        return n.value;
      case NodeKind::kGet:
        return locals_[n.value];
      case NodeKind::kBinary:
        return apply(n.value, v[0], v[1]);
      case NodeKind::kSelect:
        return v[2] != 0 ? v[0] : v[1];
      case NodeKind::kTee:
        return locals_[n.value] = v[0];
      case NodeKind::kCall:
        return Walker(program_, program_.functions[n.value], v[0], v[1]).run();
      case NodeKind::kBlockValue:
        return evaluate_body(n.body, outcome);
      case NodeKind::kIfValue:
        return evaluate_body(v[0] != 0 ? n.body : n.otherwise, outcome);
      default:
        return 0;
    }
  }

  /// Statements, then the expression that is the value; a branch to this label gives its own value.
  std::uint32_t evaluate_body(const std::vector<NodePtr>& body, Outcome& outcome) {
    Outcome inner;
    for (std::size_t i = 0; i + 1 < body.size(); ++i) {
      inner = walk(*body[i]);
      if (ended(inner)) break;
    }
    std::uint32_t value = 0;
    if (!ended(inner)) value = evaluate(*body.back(), inner);
    if (!ended(inner)) return value;
    if (!inner.returns && inner.levels == 0) return inner.value;
    outcome = inner;
    if (!outcome.returns) --outcome.levels;
    return 0;
  }

  Outcome walk_list(const std::vector<NodePtr>& list) {
    for (const NodePtr& statement : list) {
      const Outcome outcome = walk(*statement);
      if (ended(outcome)) return outcome;
    }
    return {};
  }

  /// Takes one label off an outcome.
  static Outcome outside(Outcome inner) {
    if (inner.returns || !inner.leaves) return inner;
    if (inner.levels == 0) return {};
    --inner.levels;
    return inner;
  }

  Outcome walk_loop(const Node& n) {
    for (;;) {
      if (++locals_[n.value] > kLoopRounds) return {};
      Outcome inner = walk_list(n.body);
      if (inner.returns) return inner;
      if (!inner.leaves) continue;      // the body ends with a branch to the loop
      if (inner.levels == 0) continue;  // to the loop's label
      --inner.levels;
      return outside(inner);  // the block around the loop is one more label
    }
  }

  Outcome walk(const Node& n) {
    Outcome outcome;
    std::uint32_t v[2] = {};
    for (std::size_t i = 0; i < n.operands.size(); ++i) {
      v[i] = evaluate(*n.operands[i], outcome);
      if (ended(outcome)) return outcome;
    }
    switch (n.kind) {
      case NodeKind::kSet:
        locals_[n.value] = v[0];
        return {};
      case NodeKind::kBlock:
        return outside(walk_list(n.body));
      case NodeKind::kLoop:
        return walk_loop(n);
      case NodeKind::kIf:
        return outside(walk_list(v[0] != 0 ? n.body : n.otherwise));
      case NodeKind::kBranch:
        return {true, n.value, v[0], false};
      case NodeKind::kBranchIf: {
        const bool with_value = n.operands.size() == 2;
        if ((with_value ? v[1] : v[0]) == 0) return {};
        return {true, n.value, v[0], false};
      }
      case NodeKind::kBranchTable: {
        const std::size_t index = std::min<std::size_t>(v[0], n.targets.size() - 1);
        return {true, n.targets[index], 0, false};
      }
      case NodeKind::kReturn:
        return {true, 0, v[0], true};
      default:
        return {};
    }
  }

  const Program& program_;
  const ProgramFunction& function_;
  std::vector<std::uint32_t> locals_;
};

// ---- writing
// -------------------------------------------------------------------------------------

void write(Bytes& out, const Node& n);

void write_list(Bytes& out, const std::vector<NodePtr>& list) {
  for (const NodePtr& node : list) write(out, *node);
}

void write_loop(Bytes& out, const Node& n) {
  append(out, {0x02, 0x40, 0x03, 0x40, 0x20});  // block loop local.get
  put_uleb(out, n.value);
  append(out, {0x41, 1, 0x6A, 0x22});
  put_uleb(out, n.value);
  append(out, {0x41, kLoopRounds, 0x4B, 0x0D, 1});  // counter > rounds: br_if out
  write_list(out, n.body);
  const NodeKind last = n.body.back()->kind;
  const bool dead =
      last == NodeKind::kBranch || last == NodeKind::kReturn || last == NodeKind::kBranchTable;
  if (!dead) append(out, {0x0C, 0});  // br loop
  append(out, {0x0B, 0x0B});
}

void write(Bytes& out, const Node& n) {
  if (n.kind != NodeKind::kBlockValue) write_list(out, n.operands);
  switch (n.kind) {
    case NodeKind::kConstant:
      out.push_back(0x41);
      put_sleb(out, static_cast<std::int32_t>(n.value));
      break;
    case NodeKind::kGet:
      out.push_back(0x20);
      put_uleb(out, n.value);
      break;
    case NodeKind::kBinary:
      out.push_back(static_cast<std::uint8_t>(n.value));
      break;
    case NodeKind::kSelect:
      out.push_back(0x1B);
      break;
    case NodeKind::kTee:
      out.push_back(0x22);
      put_uleb(out, n.value);
      break;
    case NodeKind::kCall:
      out.push_back(0x10);
      put_uleb(out, n.value);
      break;
    case NodeKind::kBlockValue:
      append(out, {0x02, kI32});
      write_list(out, n.body);
      out.push_back(0x0B);
      break;
    case NodeKind::kIfValue:
      append(out, {0x04, kI32});
      write_list(out, n.body);
      out.push_back(0x05);
      write_list(out, n.otherwise);
      out.push_back(0x0B);
      break;
    case NodeKind::kSet:
      out.push_back(0x21);
      put_uleb(out, n.value);
      break;
    case NodeKind::kBlock:
      append(out, {0x02, 0x40});
      write_list(out, n.body);
      out.push_back(0x0B);
      break;
    case NodeKind::kLoop:
      write_loop(out, n);
      break;
    case NodeKind::kIf:
      append(out, {0x04, 0x40});
      write_list(out, n.body);
      if (!n.otherwise.empty()) {
        out.push_back(0x05);
        write_list(out, n.otherwise);
      }
      out.push_back(0x0B);
      break;
    case NodeKind::kBranch:
      out.push_back(0x0C);
      put_uleb(out, n.value);
      break;
    case NodeKind::kBranchIf:
      out.push_back(0x0D);
      put_uleb(out, n.value);
      if (n.operands.size() == 2) out.push_back(0x1A);  // the value stays if it does not branch
      break;
    case NodeKind::kBranchTable:
      out.push_back(0x0E);
      put_uleb(out, n.targets.size() - 1);
      for (const std::uint32_t target : n.targets) put_uleb(out, target);
      break;
    case NodeKind::kReturn:
      out.push_back(0x0F);
      break;
    case NodeKind::kDrop:
      out.push_back(0x1A);
      break;
  }
}

}  // namespace

Program make_program(std::uint32_t seed) { return Maker(seed).make(); }

std::uint32_t interpret(const Program& program, std::uint32_t a, std::uint32_t b) {
  return Walker(program, program.functions[0], a, b).run();
}

std::vector<std::byte> object_of(const Program& program) {
  ObjectBuilder object;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    const ProgramFunction& function = program.functions[i];
    Bytes body;
    write_list(body, function.body);
    write(body, *function.result);
    body.push_back(0x0B);
    object.add_function(std::string("f").append(std::to_string(i)), {kI32, kI32}, {kI32},
                        {{function.locals, kI32}}, body);
  }
  Bytes kernel;
  const auto thread = [&] {  // threadIdx.x + blockIdx.x * blockDim.x
    for (const int index : {0, 3, 6}) {
      kernel.push_back(0x42);
      put_sleb(kernel, static_cast<std::int64_t>(kSpecialBase));
      append(kernel, {0x28, 2});
      put_uleb(kernel, static_cast<std::uint64_t>(index) * 4);
    }
    append(kernel, {0x6C, 0x6A});
  };
  const auto address = [&](std::uint8_t pointer) {
    append(kernel, {0x20, pointer});
    thread();
    append(kernel, {0xAD, 0x42, 2, 0x86, 0x7C});  // extend, shl 2, add
  };
  address(0);
  thread();
  address(1);
  append(kernel, {0x28, 2, 0, 0x10, 0});  // load, call f0
  append(kernel, {0x36, 2, 0, 0x0B});     // store
  object.add_function("kernel", {kI64, kI64}, {}, {}, kernel);
  return object.build();
}

}  // namespace simt::test
