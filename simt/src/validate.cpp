// SPDX-License-Identifier: MIT
#include "validate.hpp"

#include <optional>

#include "instruction.hpp"
#include "opcodes.hpp"

namespace simt {
namespace {

/// An operand's type; unknown ones come up in unreachable code and match anything.
using Operand = std::optional<ValueType>;

struct Label {
  std::uint16_t code = kCodeBlock;  // kCodeBlock for the function itself
  std::optional<ValueType> result;
  std::size_t height = 0;
  bool unreachable = false;
  bool has_else = false;
};

class Validator {
 public:
  Validator(const Module& module, const Function& function)
      : module_(module), function_(function), reader_(module, function.begin, function.end) {}

  Status run() {
    const FunctionType& type = module_.types[function_.type];
    locals_ = type.parameters;
    read_locals();
    labels_.push_back({kCodeBlock, result_of(type), 0, false, false});
    Instruction instruction;
    while (problem_.empty() && !labels_.empty()) {
      if (!reader_.next(instruction)) {
        fail(reader_.problem());
        break;
      }
      check(instruction);
    }
    if (problem_.empty() && !reader_.bytes().done()) fail("bytes follow the end of the function");
    if (problem_.empty()) return Done{};
    return Error{kind_,
                 "Function '" + function_.name + "' is not valid device code: " + problem_ + "."};
  }

 private:
  static std::optional<ValueType> result_of(const FunctionType& type) {
    return type.results.empty() ? std::nullopt : std::optional(type.results[0]);
  }

  void fail(const std::string& problem, ErrorKind kind = ErrorKind::kMalformed) {
    if (!problem_.empty()) return;
    problem_ = problem;
    kind_ = kind;
  }

  void read_locals() {
    ByteReader& in = reader_.bytes();
    const std::uint32_t groups = in.u32();
    for (std::uint32_t i = 0; i < groups && in.ok(); ++i) {
      const std::uint32_t count = in.u32();
      const std::uint8_t type = in.u8();
      if (type < 0x7b || type > 0x7f) return fail("a local has an unknown type");
      if (count > kMaxLocals || locals_.size() + count > kMaxLocals) {
        return fail("it has more than 5000 locals", ErrorKind::kLimit);
      }
      locals_.insert(locals_.end(), count, static_cast<ValueType>(type));
    }
    if (!in.ok()) fail("its locals are cut short");
  }

  void push(Operand type) {
    stack_.push_back(type);
    if (stack_.size() > kMaxStackHeight) fail("its stack is too high", ErrorKind::kLimit);
  }

  Operand pop() {
    const Label& label = labels_.back();
    if (stack_.size() == label.height) {
      if (!label.unreachable) fail("an operand is missing");
      return std::nullopt;
    }
    const Operand top = stack_.back();
    stack_.pop_back();
    return top;
  }

  void pop(ValueType expected) {
    const Operand top = pop();
    if (top && *top != expected) fail("an operand has the wrong type");
  }

  void set_unreachable() {
    stack_.resize(labels_.back().height);
    labels_.back().unreachable = true;
  }

  const Label* label(std::uint64_t depth) {
    if (depth >= labels_.size()) {
      fail("a branch leads nowhere");
      return nullptr;
    }
    return &labels_[labels_.size() - 1 - depth];
  }

  /// Checks that the values a branch to `depth` carries are on the stack, and leaves them there.
  void check_branch(std::uint64_t depth) {
    const Label* target = label(depth);
    if (target == nullptr || target->code == kCodeLoop || !target->result) return;
    pop(*target->result);
    push(*target->result);
  }

  void open(const Instruction& in) {
    if (in.code == kCodeIf) pop(ValueType::kI32);
    if (labels_.size() >= kMaxNesting) fail("its blocks nest too deeply", ErrorKind::kLimit);
    labels_.push_back({in.code, in.block_type, stack_.size(), false, false});
  }

  void close_arm(const char* what) {
    Label& top = labels_.back();
    if (top.result) pop(*top.result);
    if (stack_.size() != top.height) fail(what);
    stack_.resize(top.height);
    top.unreachable = false;
  }

  void otherwise() {
    if (labels_.back().code != kCodeIf || labels_.back().has_else) return fail("an else has no if");
    close_arm("values are left over before an else");
    labels_.back().has_else = true;
  }

  void end() {
    close_arm("values are left over at the end of a block");
    const Label closed = labels_.back();
    if (closed.code == kCodeIf && closed.result && !closed.has_else) {
      fail("an if with a result has no else");
    }
    labels_.pop_back();
    if (!labels_.empty() && closed.result) push(*closed.result);
  }

  void call(const FunctionType& type) {
    for (auto it = type.parameters.rbegin(); it != type.parameters.rend(); ++it) pop(*it);
    if (!type.results.empty()) push(type.results[0]);
  }

  void check_call(const Instruction& in) {
    const std::uint32_t target = callee(module_, in.immediate_at, in.value);
    if (target >= module_.functions.size()) return fail("a call leads nowhere");
    call(module_.types[module_.functions[target].type]);
  }

  void check_call_indirect(const Instruction& in) {
    const Operand index = pop();  // i64 where the table is 64-bit
    if (index && *index != ValueType::kI32 && *index != ValueType::kI64)
      fail("a call has no index");
    if (in.value >= module_.types.size()) return fail("an indirect call has no type");
    call(module_.types[in.value]);
  }

  void check_select() {
    pop(ValueType::kI32);
    const Operand b = pop();
    const Operand a = pop();
    if (a && b && *a != *b) fail("the arms of a select differ in type");
    push(a ? a : b);
  }

  void check_local(const Instruction& in) {
    if (in.value >= locals_.size()) return fail("a local does not exist");
    const ValueType type = locals_[in.value];
    if (in.code != kCodeLocalGet) pop(type);
    if (in.code != kCodeLocalSet) push(type);
  }

  ValueType address_type() const { return module_.is_64bit ? ValueType::kI64 : ValueType::kI32; }

  void check_global(const Instruction& in) {
    if (in.value >= module_.imported_globals.size() ||
        module_.imported_globals[in.value] != "__stack_pointer") {
      return fail("it uses a wasm global other than the stack pointer", ErrorKind::kUnsupported);
    }
    if (in.code == kCodeGlobalGet)
      push(address_type());
    else
      pop(address_type());
  }

  void check_memory(const Instruction& in, const OpInfo& op) {
    if ((1u << in.log2_alignment) > op.memory_bytes) fail("an access claims too much alignment");
    if (op.shape == Shape::kStore) pop(op.operand);
    pop(address_type());
    if (op.shape == Shape::kLoad) push(op.result);
  }

  void check_lane_access(const Instruction& in) {
    const bool is_store = in.code >= kCodeStore8Lane;
    const unsigned log2_bytes = in.code - (is_store ? kCodeStore8Lane : kCodeLoad8Lane);
    if (in.log2_alignment > log2_bytes) fail("an access claims too much alignment");
    if (in.lane >= (16u >> log2_bytes)) fail("a vector lane does not exist");
    pop(ValueType::kV128);
    pop(address_type());
    if (!is_store) push(ValueType::kV128);
  }

  void check_operation(const Instruction& in) {
    const Op op = op_of_code(in.code);
    if (op == Op::kCount) {
      return fail("instruction 0x" + hex(in.code) + " is not supported", ErrorKind::kUnsupported);
    }
    const OpInfo& about = info(op);
    switch (about.shape) {
      case Shape::kLoad:
      case Shape::kStore:
        return check_memory(in, about);
      case Shape::kBinary:
      case Shape::kCompare:
      case Shape::kVector2:
        pop(about.operand);
        break;
      case Shape::kVectorShift:
        pop(ValueType::kI32);
        pop(ValueType::kV128);
        return push(ValueType::kV128);
      case Shape::kReplace:
        pop(about.operand);
        pop(ValueType::kV128);
        if (in.lane >= about.elements) fail("a vector lane does not exist");
        return push(ValueType::kV128);
      case Shape::kExtract:
        if (in.lane >= about.elements) fail("a vector lane does not exist");
        break;
      default:
        break;
    }
    pop(about.operand);
    push(about.result);
  }

  static std::string hex(std::uint16_t code) {
    static const char* const kDigits = "0123456789abcdef";
    std::string text;
    for (int shift = 8; shift >= 0; shift -= 4) text += kDigits[(code >> shift) & 15];
    return text;
  }

  void check(const Instruction& in) {
    switch (in.code) {
      case kCodeNop:
        break;
      case kCodeUnreachable:
        set_unreachable();
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
        check_branch(in.value);
        set_unreachable();
        break;
      case kCodeBrIf:
        pop(ValueType::kI32);
        check_branch(in.value);
        break;
      case kCodeBrTable:
        pop(ValueType::kI32);
        for (const std::uint32_t depth : in.targets) check_branch(depth);
        set_unreachable();
        break;
      case kCodeReturn:
        check_branch(labels_.size() - 1);
        set_unreachable();
        break;
      case kCodeCall:
        check_call(in);
        break;
      case kCodeCallIndirect:
        check_call_indirect(in);
        break;
      case kCodeDrop:
        pop();
        break;
      case kCodeSelect:
      case kCodeSelectTyped:
        check_select();
        break;
      case kCodeLocalGet:
      case kCodeLocalSet:
      case kCodeLocalTee:
        check_local(in);
        break;
      case kCodeGlobalGet:
      case kCodeGlobalSet:
        check_global(in);
        break;
      case kCodeI32Const:
        push(ValueType::kI32);
        break;
      case kCodeI64Const:
        push(ValueType::kI64);
        break;
      case kCodeF32Const:
        push(ValueType::kF32);
        break;
      case kCodeF64Const:
        push(ValueType::kF64);
        break;
      case kCodeV128Const:
        push(ValueType::kV128);
        break;
      case kCodeMemoryCopy:
        pop(address_type());
        pop(address_type());
        pop(address_type());
        break;
      case kCodeMemoryFill:
        pop(address_type());
        pop(ValueType::kI32);
        pop(address_type());
        break;
      case kCodeShuffle:
        for (const std::uint8_t byte : in.bytes)
          if (byte > 31) fail("a shuffle picks no byte");
        pop(ValueType::kV128);
        pop(ValueType::kV128);
        push(ValueType::kV128);
        break;
      case kCodeBitselect:
        for (int i = 0; i < 3; ++i) pop(ValueType::kV128);
        push(ValueType::kV128);
        break;
      case kCodeAnyTrue:
        pop(ValueType::kV128);
        push(ValueType::kI32);
        break;
      default:
        if (in.code >= kCodeLoad8Lane && in.code <= kCodeStore64Lane)
          check_lane_access(in);
        else
          check_operation(in);
    }
  }

  const Module& module_;
  const Function& function_;
  InstructionReader reader_;
  std::vector<ValueType> locals_;
  std::vector<Operand> stack_;
  std::vector<Label> labels_;
  std::string problem_;
  ErrorKind kind_ = ErrorKind::kMalformed;
};

}  // namespace

std::uint32_t callee(const Module& module, std::uint32_t at, std::uint64_t index) {
  const Relocation* relocation = module.code_relocation(at);
  if (relocation != nullptr && relocation->type != 6) {
    const Symbol& symbol = module.symbols[relocation->symbol];
    if (symbol.kind != SymbolKind::kFunction) return 0xffffffffu;
    return symbol.index;
  }
  return static_cast<std::uint32_t>(index);
}

Status validate_function(const Module& module, std::uint32_t function) {
  return Validator(module, module.functions[function]).run();
}

}  // namespace simt
