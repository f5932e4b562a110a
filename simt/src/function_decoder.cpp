// SPDX-License-Identifier: MIT
//
// Stack code of one function to rows: registers, blocks, branches, and the fusions that pay.
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "device_lib.hpp"
#include "instruction.hpp"
#include "kernel_decoder.hpp"
#include "validate.hpp"

namespace simt {
namespace {

constexpr std::uint32_t kMaxRows = 1'000'000;
constexpr std::uint32_t kMaxFrameBytes = 1u << 20;
constexpr std::uint32_t kLanes = kWarpSize;
constexpr std::uint32_t kSpecialCount = 20;

/// What is on the decoder's stack: a register, or a constant that has no register yet.
struct Operand {
  ValueType type = ValueType::kI32;
  Register reg = 0;
  std::int64_t local = -1;  ///< the register is this local's and follows its changes
  bool constant = false;
  std::uint64_t value = 0;

  std::uint32_t bytes() const { return bytes_of(type); }
};

struct Block {
  std::uint16_t code = kCodeBlock;
  std::optional<ValueType> result;
  Register merge = 0;  ///< result register
  std::size_t height = 0;
  std::uint32_t slot = 0;
  std::uint32_t start = 0;             ///< row of a loop's start
  std::vector<std::uint32_t> leaving;  ///< rows whose `c` is this block's end
  std::int64_t if_row = -1;            ///< an if that still needs its else or end
  bool targeted = false;               ///< some branch leads here
  bool dead = false;
  std::vector<bool> assigned;  ///< locals that were certainly written when the block began
};

Op move_op(std::uint32_t bytes) {
  return bytes == 4 ? Op::kMove4 : bytes == 8 ? Op::kMove8 : Op::kMove16;
}

/// Decodes one function. Trusts what validate_function has checked.
class FunctionDecoder {
 public:
  FunctionDecoder(KernelDecoder& kernel, DecodedFunction& out, bool is_entry)
      : kernel_(kernel),
        module_(kernel.module),
        code_(kernel.code),
        out_(out),
        is_entry_(is_entry),
        function_(module_.functions[out.index]),
        type_(module_.types[function_.type]),
        reader_(module_, function_.begin, function_.end) {}

  void run() {
    out_.first_row = static_cast<std::uint32_t>(code_.rows.size());
    place_locals();
    if (!type_.results.empty()) {
      out_.result_bytes = static_cast<std::uint8_t>(bytes_of(type_.results[0]));
      out_.result = new_register(out_.result_bytes);
    }
    Block body;
    body.assigned = assigned_;
    if (!type_.results.empty()) body.result = type_.results[0];
    body.merge = out_.result;
    blocks_.push_back(std::move(body));
    Instruction instruction;
    while (!blocks_.empty() && kernel_.problem.empty() && reader_.next(instruction)) {
      at_ = instruction.at;
      if (blocks_.back().dead)
        skip_dead(instruction);
      else
        decode(instruction);
    }
    finish_zeroed();
    out_.row_count = static_cast<std::uint32_t>(code_.rows.size()) - out_.first_row;
  }

 private:
  // ---- registers ---------------------------------------------------------------------------

  Register new_register(std::uint32_t bytes) {
    // 16-byte lanes and 8-byte lanes keep 64-byte alignment because every array is a multiple of
    // 128.
    const std::uint32_t at = out_.frame_bytes;
    out_.frame_bytes += bytes * kLanes;
    out_.arrays.push_back({at, bytes});
    if (out_.frame_bytes > kMaxFrameBytes)
      kernel_.fail("a function needs too many registers", ErrorKind::kLimit);
    return static_cast<Register>(at);
  }

  Register temporary(std::size_t height, std::uint32_t bytes) {
    const auto [it, is_new] = temporaries_.try_emplace({height, bytes}, 0);
    if (is_new) it->second = new_register(bytes);
    return it->second;
  }

  void place_locals() {
    ByteReader& in = reader_.bytes();
    for (const ValueType type : type_.parameters) {
      add_local(type, true);
      out_.parameters.push_back(locals_.back());
      out_.parameter_bytes.push_back(static_cast<std::uint8_t>(bytes_of(type)));
    }
    const std::uint32_t groups = in.u32();
    for (std::uint32_t i = 0; i < groups; ++i) {
      const std::uint32_t count = in.u32();
      const auto type = static_cast<ValueType>(in.u8());
      for (std::uint32_t k = 0; k < count; ++k) add_local(type, false);
    }
  }

  void add_local(ValueType type, bool assigned) {
    locals_.push_back(new_register(bytes_of(type)));
    local_types_.push_back(type);
    assigned_.push_back(assigned);
    needs_zero_.push_back(false);
  }

  /// wasm locals start at 0; only those that some path may read first have to be cleared.
  void finish_zeroed() {
    for (std::size_t i = 0; i < locals_.size(); ++i) {
      if (!needs_zero_[i]) continue;
      const auto begin = static_cast<std::uint32_t>(locals_[i]);
      const std::uint32_t bytes = bytes_of(local_types_[i]) * kLanes;
      if (!out_.zeroed.empty() && out_.zeroed.back().begin + out_.zeroed.back().bytes == begin) {
        out_.zeroed.back().bytes += bytes;
      } else {
        out_.zeroed.push_back({begin, bytes});
      }
    }
  }

  // ---- rows --------------------------------------------------------------------------------

  Row& emit(Op op, std::uint8_t weight = 1) {
    Row row;
    row.op = op;
    code_.rows.push_back(row);
    code_.code_offsets.push_back(at_ - module_.code_begin);
    code_.weights.push_back(weight);
    if (code_.rows.size() > kMaxRows) kernel_.fail("it is too large", ErrorKind::kLimit);
    last_ = -1;
    return code_.rows.back();
  }

  std::uint32_t row_count() const { return static_cast<std::uint32_t>(code_.rows.size()); }

  /// Row `last_` computes the operand, into a stack register that nothing else refers to.
  Row* producer(const Operand& operand) {
    if (last_ < 0 || last_ + 1 != static_cast<std::int64_t>(row_count())) return nullptr;
    Row& row = code_.rows.back();
    const bool is_stack_register = (row.flags & (kWritesLocal | kWritesMerge)) == 0;
    if (operand.constant || operand.local >= 0 || !is_stack_register || row.d != operand.reg)
      return nullptr;
    return &row;
  }

  /// Removes the last row; its weight goes to the row emitted next.
  std::uint8_t take_back() {
    const std::uint8_t weight = code_.weights.back();
    code_.rows.pop_back();
    code_.code_offsets.pop_back();
    code_.weights.pop_back();
    last_ = -1;
    return weight;
  }

  // ---- the stack ---------------------------------------------------------------------------

  void push(Operand operand) { stack_.push_back(operand); }
  void push_register(ValueType type, Register reg) { push({type, reg, -1, false, 0}); }
  void push_constant(ValueType type, std::uint64_t value) { push({type, 0, -1, true, value}); }

  Operand pop() {
    const Operand top = stack_.back();
    stack_.pop_back();
    return top;
  }

  Register reg_of(const Operand& operand) {
    return operand.constant ? kernel_.constant(operand.value, 0, operand.bytes()) : operand.reg;
  }

  Register pop_register() { return reg_of(pop()); }

  /// Emits a row whose result goes on the stack.
  Row& emit_result(Op op, ValueType type, std::uint8_t weight = 1) {
    const Register d = temporary(stack_.size(), bytes_of(type));
    Row& row = emit(op, weight);
    row.d = d;
    push_register(type, d);
    last_ = static_cast<std::int64_t>(row_count()) - 1;
    return row;
  }

  void emit_move(Register d, const Operand& from, std::uint8_t flags) {
    const Register source = reg_of(from);
    if (source == d || undoes_last_move(d, source, flags)) return;
    Row& row = emit(move_op(from.bytes()), 0);
    row.d = d;
    row.a = source;
    row.flags = flags;
  }

  /// True for a move straight back: clang writes `y = x; x = y` where loops carry a value.
  bool undoes_last_move(Register d, Register source, std::uint8_t flags) const {
    if (row_count() <= barrier_row_) return false;
    const Row& last = code_.rows.back();
    const bool is_move = last.op == Op::kMove4 || last.op == Op::kMove8 || last.op == Op::kMove16;
    return is_move && last.d == source && last.a == d && last.flags == flags;
  }

  /// Gives stack entries that stand for a local a register of their own before the local changes
  /// (`local` < 0: all of them, before a block, where it may change on some way).
  void materialise(std::int64_t local) {
    for (std::size_t height = 0; height < stack_.size(); ++height) {
      Operand& operand = stack_[height];
      if (operand.local < 0 || (local >= 0 && operand.local != local)) continue;
      const Register d = temporary(height, operand.bytes());
      emit_move(d, operand, 0);
      operand.reg = d;
      operand.local = -1;
    }
  }

  // ---- locals and globals ------------------------------------------------------------------

  void get_local(std::uint64_t index) {
    if (!assigned_[index]) needs_zero_[index] = true;
    push({local_types_[index], locals_[index], static_cast<std::int64_t>(index), false, 0});
  }

  void set_local(std::uint64_t index, bool tee) {
    const Operand value = pop();
    const Register target = locals_[index];
    const bool aliased = std::any_of(stack_.begin(), stack_.end(), [&](const Operand& o) {
      return o.local == static_cast<std::int64_t>(index);
    });
    Row* const made_by = aliased ? nullptr : producer(value);
    if (made_by != nullptr) {
      made_by->d = target;
      made_by->flags |= kWritesLocal;
    } else if (value.local != static_cast<std::int64_t>(index)) {
      materialise(static_cast<std::int64_t>(index));
      emit_move(target, value, kWritesLocal);
    }
    last_ = -1;
    assigned_[index] = true;
    if (tee) push({local_types_[index], target, static_cast<std::int64_t>(index), false, 0});
  }

  ValueType address_type() const { return module_.is_64bit ? ValueType::kI64 : ValueType::kI32; }

  void get_stack_pointer() {
    code_.uses_stack = true;
    emit_result(Op::kGetStack, ValueType::kI64);
    if (!module_.is_64bit) narrow_address();
  }

  void set_stack_pointer() {
    code_.uses_stack = true;
    const Register a = widen_address(pop());
    emit(Op::kSetStack).a = a;
  }

  void narrow_address() {
    const Register wide = pop_register();
    emit_result(Op::kI32WrapI64, ValueType::kI32, 0).a = wide;
  }

  /// Device addresses are 64 bits wide inside the executor, whatever the module's pointers are.
  Register widen_address(const Operand& address) {
    if (address.type == ValueType::kI64) return reg_of(address);
    if (address.constant) return kernel_.constant(address.value, 0, 8);
    const Register narrow = reg_of(address);
    const Register wide = new_register(8);
    Row& row = emit(Op::kI64ExtendI32U, 0);
    row.d = wide;
    row.a = narrow;
    return wide;
  }

  // ---- blocks ------------------------------------------------------------------------------

  /// How a consumer gets its condition.
  struct Condition {
    Register reg = 0;
    std::uint8_t flags = 0;
    std::uint8_t weight = 1;
  };

  /// Pops an i32 condition. A comparison made just before goes straight into a lane mask.
  Condition pop_condition() {
    const Operand operand = pop();
    Condition condition;
    Row* made_by = producer(operand);
    if (made_by != nullptr && made_by->op == Op::kI32Eqz && row_count() >= 2) {
      const Row& before = code_.rows[row_count() - 2];
      if (row_count() - 2 >= barrier_row_ && is_comparison(before.op) && before.flags == 0 &&
          before.d == made_by->a && (before.d & kPoolBit) == 0) {
        take_back();
        condition.flags |= kInvert;
        condition.weight = 2;
        made_by = &code_.rows.back();
      }
    }
    if (made_by != nullptr && is_comparison(made_by->op) && made_by->flags == 0) {
      made_by->op = mask_form(made_by->op);
      condition.flags |= kConditionMask;
    } else {
      condition.reg = reg_of(operand);
    }
    last_ = -1;
    return condition;
  }

  void open(const Instruction& in) {
    Condition condition;
    if (in.code == kCodeIf) {
      const Operand top = pop();
      materialise(-1);  // if this emits moves, the condition stays in its register
      push(top);
      condition = pop_condition();
    } else {
      materialise(-1);
    }
    Block block;
    block.code = in.code;
    block.result = in.block_type;
    if (in.block_type) block.merge = new_register(bytes_of(*in.block_type));
    block.height = stack_.size();
    block.slot = out_.slots++;
    block.assigned = assigned_;
    if (in.code == kCodeIf) {
      Row& row = emit(Op::kIf, condition.weight);
      row.a = condition.reg;
      row.flags = condition.flags;
      row.aux = block.slot;
      block.if_row = row_count() - 1;
    }
    block.start = row_count();
    barrier_row_ = row_count();
    last_ = -1;
    blocks_.push_back(std::move(block));
  }

  void leave_value(Block& block, std::uint8_t flags) {
    if (block.dead || !block.result) return;
    const Operand value = pop();
    emit_move(block.merge, value, flags);
  }

  void otherwise() {
    Block& block = blocks_.back();
    leave_value(block, kWritesMerge);
    stack_.resize(block.height);
    const std::uint32_t row = row_count();
    set_targets(block, row);
    code_.rows[static_cast<std::size_t>(block.if_row)].c = static_cast<std::int32_t>(row);
    block.if_row = -1;
    block.targeted = true;  // the lanes of the first arm wait at the end
    Row& made = emit(Op::kElse, 0);
    made.aux = block.slot;
    block.leaving.push_back(row);
    block.dead = false;
    assigned_ = block.assigned;
    barrier_row_ = row_count();
  }

  static void append(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  void set_targets(Block& block, std::uint32_t row) {
    for (const std::uint32_t leaving : block.leaving)
      code_.rows[leaving].c = static_cast<std::int32_t>(row);
    block.leaving.clear();
  }

  void end() {
    Block& open_block = blocks_.back();
    leave_value(open_block, kWritesMerge);
    Block block = std::move(open_block);
    blocks_.pop_back();
    stack_.resize(block.height);
    const bool may_loop_if = last_branch_ + 1 == static_cast<std::int64_t>(row_count()) &&
                             code_.rows.size() > barrier_row_ &&
                             code_.rows.back().op == Op::kBranchIf &&
                             code_.rows.back().aux == block.slot;
    if (blocks_.empty()) {
      set_targets(block, row_count());
      emit(Op::kReturn, 0);
      return;
    }
    assigned_ = intersect(assigned_, block);
    if (block.code == kCodeLoop)
      end_loop(block, may_loop_if);
    else
      end_block(block);
    barrier_row_ = row_count();
    last_ = -1;
    if (block.result) push_register(*block.result, block.merge);
  }

  /// A block's body is left at its end or by branches from anywhere in it, so what was assigned
  /// inside counts only if nothing branches to the end. A loop's end is reached from inside only.
  std::vector<bool> intersect(const std::vector<bool>& inside, const Block& block) const {
    if (block.code == kCodeLoop) return block.dead ? block.assigned : inside;
    return block.targeted || block.code == kCodeIf || block.dead ? block.assigned : inside;
  }

  void end_loop(Block& block, bool may_loop_if) {
    if (!block.targeted) {  // nothing jumps back: not a loop at all
      append(blocks_.back().leaving, block.leaving);
      return;
    }
    std::uint32_t row_index = row_count();
    if (may_loop_if) {
      row_index -= 1;
      Row& row = code_.rows.back();
      row.op = Op::kLoopIf;
      row.d = static_cast<Register>(block.start);
      std::erase(block.leaving, row_index);
    } else {
      Row& row = emit(Op::kLoopEnd, 0);
      row.aux = block.slot;
      row.d = static_cast<Register>(block.start);
    }
    set_targets(block, row_index);
    blocks_.back().leaving.push_back(row_index);
  }

  void end_block(Block& block) {
    const std::uint32_t row_index = row_count();
    const bool open_if = block.if_row >= 0;
    if (open_if)
      code_.rows[static_cast<std::size_t>(block.if_row)].c = static_cast<std::int32_t>(row_index);
    if (!block.targeted && !open_if) {  // nobody waits here: lanes that left go on outwards
      append(blocks_.back().leaving, block.leaving);
      return;
    }
    Row& row = emit(open_if ? Op::kEndIf : Op::kEnd, 0);
    row.aux = block.slot;
    set_targets(block, row_index);
    blocks_.back().leaving.push_back(row_index);
  }

  // ---- branches ----------------------------------------------------------------------------

  Block& target(std::uint64_t depth) { return blocks_[blocks_.size() - 1 - depth]; }

  /// Copies the value a branch carries into the target's register.
  void carry_value(const Block& to, const Condition* condition) {
    if (to.code == kCodeLoop || !to.result) return;
    const Operand& value = stack_.back();
    if (condition == nullptr) {
      emit_move(to.merge, value, kWritesMerge);
      return;
    }
    const Register source = reg_of(value);
    Row& row = emit(Op::kMoveIf, 0);
    row.d = to.merge;
    row.a = source;
    row.c = condition->reg;
    row.flags = condition->flags;
    row.lane = static_cast<std::uint8_t>(value.bytes());
  }

  void branch(std::uint64_t depth) {
    Block& to = target(depth);
    carry_value(to, nullptr);
    to.targeted = true;
    blocks_.back().leaving.push_back(row_count());
    emit(Op::kBranch).aux = to.slot;
    kill();
  }

  void branch_if(std::uint64_t depth) {
    const Condition condition = pop_condition();
    Block& to = target(depth);
    carry_value(to, &condition);
    to.targeted = true;
    blocks_.back().leaving.push_back(row_count());
    last_branch_ = row_count();
    Row& row = emit(Op::kBranchIf, condition.weight);
    row.a = condition.reg;
    row.flags = condition.flags;
    row.aux = to.slot;
  }

  void branch_table(const Instruction& in) {
    const Register index = pop_register();
    const auto list = static_cast<std::uint32_t>(code_.lists.size());
    code_.lists.push_back(static_cast<Register>(in.targets.size() - 1));
    for (const std::uint32_t depth : in.targets) {
      Block& to = target(depth);
      carry_value(to, nullptr);
      to.targeted = true;
      code_.lists.push_back(static_cast<Register>(to.slot));
    }
    blocks_.back().leaving.push_back(row_count());
    Row& row = emit(Op::kBranchTable);
    row.a = index;
    row.imm = list;
    kill();
  }

  void kill() {
    stack_.resize(blocks_.back().height);
    blocks_.back().dead = true;
    last_ = -1;
  }

  void skip_dead(const Instruction& in) {
    if (in.code == kCodeBlock || in.code == kCodeLoop || in.code == kCodeIf) ++dead_depth_;
    if (in.code == kCodeElse && dead_depth_ == 0) otherwise();
    if (in.code != kCodeEnd) return;
    if (dead_depth_ > 0)
      --dead_depth_;
    else
      end();
  }

  // ---- calls -------------------------------------------------------------------------------

  /// Pops arguments and writes them as a list: count, registers.
  std::uint32_t argument_list(const FunctionType& type) {
    const std::size_t count = type.parameters.size();
    std::vector<Register> registers(count);
    for (std::size_t i = count; i-- > 0;) registers[i] = pop_register();
    const auto list = static_cast<std::uint32_t>(code_.lists.size());
    code_.lists.push_back(static_cast<Register>(count));
    code_.lists.insert(code_.lists.end(), registers.begin(), registers.end());
    return list;
  }

  Register result_register(const FunctionType& type) {
    return type.results.empty() ? 0 : new_register(bytes_of(type.results[0]));
  }

  void call(const Instruction& in) {
    const std::uint32_t index = callee(module_, in.immediate_at, in.value);
    const Function& function = module_.functions[index];
    const FunctionType& type = module_.types[function.type];
    if (function.imported) return call_import(index, function.name, type);
    const std::uint32_t list = argument_list(type);
    const Register result = result_register(type);
    Row& row = emit(Op::kCall);
    row.d = result;
    row.b = static_cast<Register>(list);
    row.lane = type.results.empty() ? 0 : static_cast<std::uint8_t>(bytes_of(type.results[0]));
    row.imm = index;
    kernel_.work.push_back(index);
    if (!type.results.empty()) push_register(type.results[0], result);
  }

  void call_indirect(const Instruction& in) {
    const FunctionType& type = module_.types[in.value];
    Operand index = pop();
    if (index.type == ValueType::kI64) {
      const Register wide = reg_of(index);
      const Register narrow = new_register(4);
      Row& row = emit(Op::kI32WrapI64, 0);
      row.d = narrow;
      row.a = wide;
      index = {ValueType::kI32, narrow, -1, false, 0};
    }
    const Register target_index = reg_of(index);
    const std::uint32_t list = argument_list(type);
    const Register result = result_register(type);
    Row& row = emit(Op::kCallIndirect);
    row.d = result;
    row.a = target_index;
    row.b = static_cast<Register>(list);
    row.lane = type.results.empty() ? 0 : static_cast<std::uint8_t>(bytes_of(type.results[0]));
    row.aux = out_.slots++;
    row.imm = in.value;
    if (!type.results.empty()) push_register(type.results[0], result);
  }

  bool matches(std::string_view signature, const FunctionType& type) const {
    if (signature.empty()) return true;
    const auto letter = [&](char c) {
      switch (c) {
        case 'i':
          return ValueType::kI32;
        case 'l':
          return ValueType::kI64;
        case 'f':
          return ValueType::kF32;
        case 'd':
          return ValueType::kF64;
        default:
          return address_type();
      }
    };
    if (signature.size() - 1 != type.parameters.size()) return false;
    if ((signature[0] == 'v') != type.results.empty()) return false;
    if (!type.results.empty() && type.results[0] != letter(signature[0])) return false;
    for (std::size_t i = 0; i < type.parameters.size(); ++i) {
      if (type.parameters[i] != letter(signature[i + 1])) return false;
    }
    return true;
  }

  static bool is_bulk(const ImportInfo& import) {
    return import.name == "memcpy" || import.name == "memmove" || import.name == "memset";
  }

  /// A copy of, say, a char3 touches parts of words, as a narrow access does. The size is on top.
  void note_bulk_width() {
    const Operand& count = stack_.back();
    if (!count.constant || count.value % 4 != 0) code_.narrow_accesses = true;
  }

  void drop_arguments(const FunctionType& type) {
    stack_.resize(stack_.size() - type.parameters.size());
    if (!type.results.empty()) push_constant(type.results[0], 0);
    last_ = -1;
  }

  void call_import(std::uint32_t index, const std::string& name, const FunctionType& type) {
    const ImportInfo* import = find_import(name);
    if (import == nullptr) {
      return kernel_.fail("device function '" + name +
                          "' is not defined and the virtual GPU has none of that name");
    }
    if (!matches(import->signature, type)) {
      return kernel_.fail("device function '" + name +
                          "' is declared with other types than it has");
    }
    switch (import->kind) {
      case ImportKind::kIgnored:
        return drop_arguments(type);
      case ImportKind::kMarksVolatile:
        next_is_volatile_ = true;
        return drop_arguments(type);
      case ImportKind::kFma:
        return fused_multiply_add(type.results[0]);
      default:
        break;
    }
    if (is_bulk(*import)) note_bulk_width();
    const std::string_view signature = import->signature;
    if (!module_.is_64bit) widen_pointers(signature, type);
    const std::uint32_t list = argument_list(type);
    // Functions of the virtual GPU give addresses of 64 bits, like all that they take.
    const bool narrow = !module_.is_64bit && !signature.empty() && signature[0] == 'p';
    const ValueType type_given = narrow                 ? ValueType::kI64
                                 : type.results.empty() ? ValueType::kI32
                                                        : type.results[0];
    const Register result = type.results.empty() ? 0 : new_register(bytes_of(type_given));
    Row& row = emit(Op::kImport);
    row.d = result;
    row.b = static_cast<Register>(list);
    row.c = static_cast<std::int32_t>(index);
    row.lane = type.results.empty() ? 0 : static_cast<std::uint8_t>(bytes_of(type_given));
    row.imm = import_index(*import);
    if (type.results.empty()) return;
    push_register(type_given, result);
    if (narrow) narrow_address();
  }

  void widen_pointers(std::string_view signature, const FunctionType& type) {
    for (std::size_t i = 0; i < type.parameters.size() && i + 1 < signature.size(); ++i) {
      if (signature[i + 1] != 'p') continue;
      Operand& operand = stack_[stack_.size() - type.parameters.size() + i];
      operand = {ValueType::kI64, widen_address(operand), -1, false, 0};
    }
  }

  void fused_multiply_add(ValueType type) {
    const Register c = pop_register();
    const Register b = pop_register();
    const Register a = pop_register();
    Row& row = emit_result(type == ValueType::kF32 ? Op::kF32Fma : Op::kF64Fma, type);
    row.a = a;
    row.b = b;
    row.c = c;
  }

  // ---- memory ------------------------------------------------------------------------------

  /// Address operand of a memory row: what the row before computed, if it was only for this.
  struct Address {
    AddressMode mode = AddressMode::kBase;
    Register base = 0, index = 0;
    std::int32_t shift = 0;
    std::uint8_t weight = 1;
  };

  Address address_of(const Operand& operand, bool may_fuse) {
    Address address;
    Row* const made_by = may_fuse && module_.is_64bit ? producer(operand) : nullptr;
    if (made_by != nullptr) {
      switch (made_by->op) {
        case Op::kI64Add:
          address.mode = AddressMode::kSum;
          break;
        case Op::kAddScaledS:
          address.mode = AddressMode::kScaledS;
          break;
        case Op::kAddScaledU:
          address.mode = AddressMode::kScaledU;
          break;
        case Op::kAddScaled64:
          address.mode = AddressMode::kScaled64;
          break;
        default:
          break;
      }
      if (address.mode != AddressMode::kBase) {
        address.base = made_by->a;
        address.index = made_by->b;
        address.shift = made_by->c;
        address.weight = static_cast<std::uint8_t>(take_back() + 1);
        return address;
      }
    }
    address.base = widen_address(operand);
    return address;
  }

  void fill_memory_row(Row& row, const Address& address, const Instruction& in,
                       std::uint32_t bytes) {
    row.a = address.base;
    row.b = address.index;
    row.c = address.shift;
    row.imm = memory_offset_;
    row.lane = static_cast<std::uint8_t>(std::min<std::uint32_t>(bytes, 1u << in.log2_alignment));
    // The mode shares the flags' upper bits, so that a row stays 32 bytes.
    row.flags = static_cast<std::uint8_t>((static_cast<unsigned>(address.mode) << 5) |
                                          (next_is_volatile_ ? unsigned{kVolatile} : 0u));
    row.aux = code_.address_caches++;
    next_is_volatile_ = false;
    if (bytes < 4) code_.narrow_accesses = true;
  }

  bool load_special(const Instruction& in, const OpInfo& op) {
    const Operand& address = stack_.back();
    if (!address.constant || (op.result != ValueType::kI32 && op.result != ValueType::kI64))
      return false;
    const std::uint64_t offset = address.value + memory_offset_ - kSpecialBase;
    if (offset >= kSpecialCount * 4 || offset % 4 + op.memory_bytes > 4) return false;
    pop();
    const Register whole = special(static_cast<std::uint32_t>(offset / 4));
    const bool is_signed =
        in.code == 0x2C || in.code == 0x2E || in.code == 0x30 || in.code == 0x32 || in.code == 0x34;
    Register value = whole;
    if (op.memory_bytes < 4)
      value = cut_out(whole, static_cast<std::uint32_t>(offset % 4), op.memory_bytes, is_signed);
    if (op.result == ValueType::kI32) {
      push_register(ValueType::kI32, value);
      last_ = -1;
    } else {
      emit_result(is_signed ? Op::kI64ExtendI32S : Op::kI64ExtendI32U, ValueType::kI64).a = value;
    }
    return true;
  }

  Register cut_out(Register whole, std::uint32_t byte, std::uint32_t bytes, bool is_signed) {
    const Register part = new_register(4);
    const std::uint32_t left = 32 - 8 * (byte + bytes);
    const std::uint32_t right = 32 - 8 * bytes;
    Row* row = &emit(Op::kI32Shl, 0);
    row->d = part;
    row->a = whole;
    const Register left_register = kernel_.constant(left, 0, 4);
    const Register right_register = kernel_.constant(right, 0, 4);
    code_.rows.back().b = left_register;
    row = &emit(is_signed ? Op::kI32ShrS : Op::kI32ShrU, 0);
    row->d = part;
    row->a = part;
    row->b = right_register;
    return part;
  }

  /// Register that holds special register `index`. The kernel itself keeps those it uses ready.
  Register special(std::uint32_t index) {
    if (!is_entry_) {
      const Register reg = new_register(4);
      Row& row = emit(Op::kSpecial);
      row.d = reg;
      row.imm = index;
      return reg;
    }
    for (const SpecialRegister& known : code_.specials) {
      if (known.index == index) return known.reg;
    }
    code_.specials.push_back({index, new_register(4)});
    return code_.specials.back().reg;
  }

  void load(const Instruction& in, Op op, const OpInfo& about) {
    if (load_special(in, about)) return;
    const Address address = address_of(pop(), true);
    Row& row = emit_result(op, about.result, address.weight);
    fill_memory_row(row, address, in, about.memory_bytes);
  }

  void store(const Instruction& in, Op op, const OpInfo& about) {
    const Operand value = pop();
    const bool value_made_last = producer(value) != nullptr;
    const Operand address_operand = pop();
    const Register value_register = reg_of(value);
    const Address address = address_of(address_operand, !value_made_last);
    Row& row = emit(op, address.weight);
    row.d = value_register;
    fill_memory_row(row, address, in, about.memory_bytes);
  }

  void lane_access(const Instruction& in) {
    const bool is_store = in.code >= kCodeStore8Lane;
    const unsigned log2_bytes =
        static_cast<unsigned>(in.code - (is_store ? kCodeStore8Lane : kCodeLoad8Lane));
    static constexpr Op kExtracts[4] = {Op::kI8x16ExtractU, Op::kI16x8ExtractU, Op::kI32x4Extract,
                                        Op::kI64x2Extract};
    static constexpr Op kReplaces[4] = {Op::kI8x16Replace, Op::kI16x8Replace, Op::kI32x4Replace,
                                        Op::kI64x2Replace};
    static constexpr Op kLoads[4] = {Op::kI32Load8U, Op::kI32Load16U, Op::kI32Load, Op::kI64Load};
    static constexpr Op kStores[4] = {Op::kI32Store8, Op::kI32Store16, Op::kI32Store,
                                      Op::kI64Store};
    const ValueType scalar = log2_bytes == 3 ? ValueType::kI64 : ValueType::kI32;
    const Register vector = pop_register();
    if (is_store) {
      Row& row = emit_result(kExtracts[log2_bytes], scalar, 0);
      row.a = vector;
      row.lane = in.lane;
      return store(in, kStores[log2_bytes], info(kStores[log2_bytes]));
    }
    load(in, kLoads[log2_bytes], info(kLoads[log2_bytes]));
    const Register loaded = pop_register();
    Row& row = emit_result(kReplaces[log2_bytes], ValueType::kV128, 0);
    row.a = vector;
    row.b = loaded;
    row.lane = in.lane;
  }

  void bulk(const char* name, bool is_fill) {
    const ImportInfo* import = find_import(name);
    note_bulk_width();
    Operand count = pop();
    Operand second = pop();
    Operand first = pop();
    const Register registers[3] = {widen_address(first),
                                   is_fill ? reg_of(second) : widen_address(second),
                                   widen_address(count)};
    const auto list = static_cast<std::uint32_t>(code_.lists.size());
    code_.lists.push_back(3);
    code_.lists.insert(code_.lists.end(), registers, registers + 3);
    Row& row = emit(Op::kImport);
    row.d = kNoRegister;
    row.b = static_cast<Register>(list);
    row.imm = import_index(*import);
  }

  // ---- numeric -----------------------------------------------------------------------------

  void unary(Op op, const OpInfo& about) {
    const Register a = pop_register();
    emit_result(op, about.result).a = a;
  }

  void binary(Op op, const OpInfo& about) {
    if (op == Op::kI64Shl && fuse_shift()) return;
    if (op == Op::kI64Add && fuse_scaled_add()) return;
    if ((op == Op::kF32Add || op == Op::kF64Add) && fuse_multiply_add(op)) return;
    const Register b = pop_register();
    const Register a = pop_register();
    Row& row = emit_result(op, about.result);
    row.a = a;
    row.b = b;
  }

  /// x << constant, with the extension of a 32-bit x taken in.
  bool fuse_shift() {
    const Operand count = stack_.back();
    if (!count.constant) return false;
    pop();
    const Operand value = pop();
    Op op = Op::kScale64;
    std::uint8_t weight = 1;
    Register a = 0;
    Row* const made_by = producer(value);
    if (made_by != nullptr &&
        (made_by->op == Op::kI64ExtendI32S || made_by->op == Op::kI64ExtendI32U)) {
      op = made_by->op == Op::kI64ExtendI32S ? Op::kScaleS : Op::kScaleU;
      a = made_by->a;
      weight = static_cast<std::uint8_t>(take_back() + 1);
    } else {
      a = reg_of(value);
    }
    Row& row = emit_result(op, ValueType::kI64, weight);
    row.a = a;
    row.c = static_cast<std::int32_t>(count.value & 63);
    return true;
  }

  bool fuse_scaled_add() {
    const Operand b = stack_[stack_.size() - 1];
    Row* const made_by = producer(b);
    if (made_by == nullptr) return false;
    Op op;
    switch (made_by->op) {
      case Op::kScaleS:
        op = Op::kAddScaledS;
        break;
      case Op::kScaleU:
        op = Op::kAddScaledU;
        break;
      case Op::kScale64:
        op = Op::kAddScaled64;
        break;
      default:
        return false;
    }
    const Register index = made_by->a;
    const std::int32_t shift = made_by->c;
    const auto weight = static_cast<std::uint8_t>(take_back() + 1);
    pop();
    const Register base = pop_register();
    Row& row = emit_result(op, ValueType::kI64, weight);
    row.a = base;
    row.b = index;
    row.c = shift;
    return true;
  }

  bool fuse_multiply_add(Op op) {
    const Operand b = stack_[stack_.size() - 1];
    const Operand a = stack_[stack_.size() - 2];
    const Op multiply = op == Op::kF32Add ? Op::kF32Mul : Op::kF64Mul;
    Row* const made_by_b = producer(b);
    Row* const made_by_a = made_by_b == nullptr ? producer(a) : nullptr;
    Row* const made_by = made_by_b != nullptr ? made_by_b : made_by_a;
    if (made_by == nullptr || made_by->op != multiply) return false;
    const Register x = made_by->a;
    const Register y = made_by->b;
    const auto weight = static_cast<std::uint8_t>(take_back() + 1);
    const Operand other = made_by_b != nullptr ? a : b;
    pop();
    pop();
    const Register c = reg_of(other);
    Row& row =
        emit_result(op == Op::kF32Add ? Op::kF32MulAdd : Op::kF64MulAdd, info(op).result, weight);
    row.a = x;
    row.b = y;
    row.c = c;
    return true;
  }

  void select() {
    // The condition is the last operand pushed, so a comparison can go into the mask.
    const Condition condition = pop_condition();
    const Operand b = pop();
    const Operand a = pop();
    const Register b_register = reg_of(b);
    const Register a_register = reg_of(a);
    const std::uint32_t bytes = a.bytes();
    const Op op = bytes == 4 ? Op::kSelect4 : bytes == 8 ? Op::kSelect8 : Op::kSelect16;
    Row& row = emit_result(op, a.type, condition.weight);
    row.a = a_register;
    row.b = b_register;
    row.c = condition.reg;
    row.flags = condition.flags;
  }

  void shuffle(const Instruction& in) {
    std::uint64_t half[2];
    std::memcpy(half, in.bytes.data(), 16);
    const Register b = pop_register();
    const Register a = pop_register();
    const Register pattern = kernel_.constant(half[0], half[1], 16);
    // Its result may not share a register with an operand: it reads bytes across the lane's value.
    const Register d = new_register(16);
    Row& row = emit(Op::kShuffle16);
    row.d = d;
    row.a = a;
    row.b = b;
    row.c = pattern;
    push_register(ValueType::kV128, d);
  }

  void vector_constant(const Instruction& in) {
    std::uint64_t half[2];
    std::memcpy(half, in.bytes.data(), 16);
    push_register(ValueType::kV128, kernel_.constant(half[0], half[1], 16));
    last_ = -1;
  }

  void operation(const Instruction& in) {
    const Op op = op_of_code(in.code);
    const OpInfo& about = info(op);
    switch (about.shape) {
      case Shape::kUnary:
      case Shape::kTest:
      case Shape::kVector1:
      case Shape::kSplat:
        return unary(op, about);
      case Shape::kBinary:
      case Shape::kCompare:
      case Shape::kVector2:
        return binary(op, about);
      case Shape::kVectorShift: {
        const Register b = pop_register();
        const Register a = pop_register();
        Row& row = emit_result(op, ValueType::kV128);
        row.a = a;
        row.b = b;
        return;
      }
      case Shape::kExtract: {
        const Register a = pop_register();
        Row& row = emit_result(op, about.result);
        row.a = a;
        row.lane = in.lane;
        return;
      }
      case Shape::kReplace: {
        const Register b = pop_register();
        const Register a = pop_register();
        Row& row = emit_result(op, ValueType::kV128);
        row.a = a;
        row.b = b;
        row.lane = in.lane;
        return;
      }
      case Shape::kLoad:
        memory_offset_ = kernel_.relocated(in.immediate_at, in.value);
        return load(in, op, about);
      case Shape::kStore:
        memory_offset_ = kernel_.relocated(in.immediate_at, in.value);
        return store(in, op, about);
      default:
        return;
    }
  }

  void decode(const Instruction& in) {
    switch (in.code) {
      case kCodeNop:
        break;
      case kCodeUnreachable:
        emit(Op::kTrap);
        kill();
        break;
      case kCodeBlock:
      case kCodeLoop:
      case kCodeIf:
        open(in);
        break;
      case kCodeElse:
        otherwise();
        break;
      case kCodeEnd:
        end();
        break;
      case kCodeBr:
        branch(in.value);
        break;
      case kCodeBrIf:
        branch_if(in.value);
        break;
      case kCodeBrTable:
        branch_table(in);
        break;
      case kCodeReturn:
        branch(blocks_.size() - 1);
        break;
      case kCodeCall:
        call(in);
        break;
      case kCodeCallIndirect:
        call_indirect(in);
        break;
      case kCodeDrop:
        pop();
        last_ = -1;
        break;
      case kCodeSelect:
      case kCodeSelectTyped:
        select();
        break;
      case kCodeLocalGet:
        get_local(in.value);
        break;
      case kCodeLocalSet:
        set_local(in.value, false);
        break;
      case kCodeLocalTee:
        set_local(in.value, true);
        break;
      case kCodeGlobalGet:
        get_stack_pointer();
        break;
      case kCodeGlobalSet:
        set_stack_pointer();
        break;
      case kCodeI32Const:
        push_constant(ValueType::kI32,
                      static_cast<std::uint32_t>(kernel_.relocated(in.immediate_at, in.value)));
        break;
      case kCodeI64Const:
        push_constant(ValueType::kI64, kernel_.relocated(in.immediate_at, in.value));
        break;
      case kCodeF32Const:
        push_constant(ValueType::kF32, in.value);
        break;
      case kCodeF64Const:
        push_constant(ValueType::kF64, in.value);
        break;
      case kCodeMemoryCopy:
        bulk("memmove", false);
        break;
      case kCodeMemoryFill:
        bulk("memset", true);
        break;
      case kCodeV128Const:
        vector_constant(in);
        break;
      case kCodeShuffle:
        shuffle(in);
        break;
      case kCodeBitselect: {
        const Register c = pop_register();
        const Register b = pop_register();
        const Register a = pop_register();
        Row& row = emit_result(Op::kBitselect, ValueType::kV128);
        row.a = a;
        row.b = b;
        row.c = c;
        break;
      }
      case kCodeAnyTrue: {
        const Register a = pop_register();
        emit_result(Op::kAnyTrue, ValueType::kI32).a = a;
        break;
      }
      default:
        if (in.code >= kCodeLoad8Lane && in.code <= kCodeStore64Lane) {
          memory_offset_ = kernel_.relocated(in.immediate_at, in.value);
          lane_access(in);
        } else {
          operation(in);
        }
    }
  }

  KernelDecoder& kernel_;
  const Module& module_;
  Code& code_;
  DecodedFunction& out_;
  bool is_entry_;
  const Function& function_;
  const FunctionType& type_;
  InstructionReader reader_;

  std::vector<Operand> stack_;
  std::vector<Block> blocks_;
  std::vector<Register> locals_;
  std::vector<ValueType> local_types_;
  std::vector<bool> assigned_;    // certainly written on every way here
  std::vector<bool> needs_zero_;  // read where it may not have been written
  std::map<std::pair<std::size_t, std::uint32_t>, Register> temporaries_;
  std::int64_t last_ = -1;         // row that made the top of the stack, if it may still be changed
  std::int64_t last_branch_ = -2;  // row of the last br_if
  std::size_t barrier_row_ = 0;    // rows before this one are in another block
  std::uint32_t dead_depth_ = 0;
  std::uint32_t at_ = 0;
  std::uint64_t memory_offset_ = 0;
  bool next_is_volatile_ = false;
};

}  // namespace

void decode_function(KernelDecoder& kernel, DecodedFunction& out, bool is_entry) {
  FunctionDecoder(kernel, out, is_entry).run();
}

}  // namespace simt
