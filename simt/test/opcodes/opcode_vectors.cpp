// SPDX-License-Identifier: MIT
//
// Runs every operation of opcodes.def on edge values, one pair of operands in each lane, and writes
// operands, results and a plain wasm module of the same function as JSON, for a reference engine to
// repeat (reference.mjs). Each operation also runs where a third of the lanes take no part, and
// each comparison as the condition of an `if`; both must give the same in the lanes that do take
// part.
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "../unit/object_builder.hpp"
#include "device_lib.hpp"
#include "launch.hpp"
#include "opcodes.hpp"

namespace simt::test {
namespace {

using Cell = std::vector<std::uint8_t>;  ///< 16 bytes: one operand or result
constexpr std::uint64_t kCell = 16;

/// One function to test: an operation with its immediate.
struct Case {
  std::string name;
  Bytes code;            ///< the operation, immediate included
  Bytes reference_code;  ///< what a trapping conversion saturates like; else the same
  std::vector<ValueType> operands;
  ValueType result = ValueType::kI32;
  bool is_load = false;   ///< takes the address of the first operand
  bool is_store = false;  ///< stores the operand itself
  bool is_comparison = false;
};

// --- code --------------------------------------------------------------------------------------

Bytes encoded(std::uint16_t code) {
  Bytes out;
  if (code < 0x100) return {static_cast<std::uint8_t>(code)};
  out.push_back(code < 0x200 ? 0xFC : 0xFD);
  put_uleb(out, code & 0xffu);
  return out;
}
/// Loads or stores a whole register at its natural alignment.
Bytes moved(ValueType type, bool store) {
  switch (type) {
    case ValueType::kI32:
      return {static_cast<std::uint8_t>(store ? 0x36 : 0x28), 2, 0};
    case ValueType::kI64:
      return {static_cast<std::uint8_t>(store ? 0x37 : 0x29), 3, 0};
    case ValueType::kF32:
      return {static_cast<std::uint8_t>(store ? 0x38 : 0x2A), 2, 0};
    case ValueType::kF64:
      return {static_cast<std::uint8_t>(store ? 0x39 : 0x2B), 3, 0};
    default:
      return {0xFD, static_cast<std::uint8_t>(store ? 0x0B : 0x00), 4, 0};
  }
}

/// threadIdx.x, from the special registers' place in memory.
Bytes thread_index() {
  Bytes out{0x42};
  put_sleb(out, static_cast<std::int64_t>(kSpecialBase));
  append(out, {0x28, 2, 0});
  return out;
}
/// Address of the thread's cell in the array that parameter `p` points to; on the reference engine
/// the parameter is that address.
Bytes address(std::uint8_t p, bool reference) {
  Bytes out{0x20, p};
  if (reference) return out;
  append(out, thread_index());
  append(out, {0xAD, 0x42, 4, 0x86, 0x7C});  // extend, shl 4, add
  return out;
}

enum class Form { kPlain, kSomeLanes, kCondition };

/// Parameters: out, first operand, second operand, third operand.
Bytes body_of(const Case& test, bool reference, Form form) {
  Bytes out;
  if (form == Form::kSomeLanes) {
    append(out, thread_index());
    append(out, {0x41, 3, 0x70, 0x04, 0x40});  // rem_u 3, if
  }
  append(out, address(0, reference));
  for (std::size_t i = 0; i < test.operands.size(); ++i) {
    append(out, address(static_cast<std::uint8_t>(1 + i), reference));
    if (!test.is_load) append(out, moved(test.operands[i], false));
  }
  append(out, reference ? test.reference_code : test.code);
  if (form == Form::kCondition) append(out, {0x04, 0x7F, 0x41, 1, 0x05, 0x41, 0, 0x0B});
  if (!test.is_store) append(out, moved(test.result, true));
  if (form == Form::kSomeLanes) out.push_back(0x0B);
  out.push_back(0x0B);
  return out;
}

std::vector<std::byte> object_of(const Case& test, Form form) {
  ObjectBuilder object;
  object.add_function("kernel", {kI64, kI64, kI64, kI64}, {}, {}, body_of(test, false, form));
  return object.build();
}

void put_section(Bytes& out, std::uint8_t id, const Bytes& content) {
  out.push_back(id);
  put_uleb(out, content.size());
  append(out, content);
}
/// A module by itself: memory "m" and function "f" of four addresses.
Bytes reference_module(const Case& test) {
  Bytes out{0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0};
  put_section(out, 1, {1, 0x60, 4, kI32, kI32, kI32, kI32, 0});
  put_section(out, 3, {1, 0});
  put_section(out, 5, {1, 0, 1});
  put_section(out, 7, {2, 1, 'm', 2, 0, 1, 'f', 0, 0});
  Bytes function{0};
  append(function, body_of(test, true, Form::kPlain));
  Bytes code{1};
  put_uleb(code, function.size());
  append(code, function);
  put_section(out, 10, code);
  return out;
}

// --- cases -------------------------------------------------------------------------------------

/// Conversions that trap in wasm saturate here, as the 0xFC forms do everywhere.
std::uint16_t reference_of(std::uint16_t code) {
  if (code >= 0xA8 && code <= 0xAB) return static_cast<std::uint16_t>(0x100 + code - 0xA8);
  if (code >= 0xAE && code <= 0xB1) return static_cast<std::uint16_t>(0x104 + code - 0xAE);
  return code;
}
std::uint8_t log2_of(unsigned bytes) { return static_cast<std::uint8_t>(std::countr_zero(bytes)); }

void add_with_lanes(std::vector<Case>& cases, Case test, const OpInfo& op) {
  const std::string name = test.name;
  for (std::uint8_t lane = 0; lane < op.elements; ++lane) {
    test.name = name + " " + std::to_string(lane);
    test.code = encoded(op.code);
    test.code.push_back(lane);
    test.reference_code = test.code;
    cases.push_back(test);
  }
}

void add_case(std::vector<Case>& cases, const OpInfo& op) {
  Case test;
  test.name = op.text;
  test.code = encoded(op.code);
  test.reference_code = encoded(reference_of(op.code));
  test.result = op.result;
  switch (op.shape) {
    case Shape::kTest:
    case Shape::kUnary:
    case Shape::kVector1:
    case Shape::kSplat:
      test.operands = {op.operand};
      break;
    case Shape::kCompare:
    case Shape::kBinary:
    case Shape::kVector2:
      test.operands = {op.operand, op.operand};
      break;
    case Shape::kVectorShift:
      test.operands = {ValueType::kV128, ValueType::kI32};
      break;
    case Shape::kExtract:
      test.operands = {ValueType::kV128};
      return add_with_lanes(cases, test, op);
    case Shape::kReplace:
      test.operands = {ValueType::kV128, op.operand};
      return add_with_lanes(cases, test, op);
    case Shape::kLoad:
      test.operands = {ValueType::kV128};
      test.is_load = true;
      break;
    case Shape::kStore:
      test.operands = {op.operand};
      test.is_store = true;
      break;
    default:
      return;
  }
  if (test.is_load || test.is_store) {
    append(test.code, {log2_of(op.memory_bytes), 0});
    test.reference_code = test.code;
  }
  test.is_comparison = op.shape == Shape::kTest || op.shape == Shape::kCompare;
  cases.push_back(test);
}

/// Those that the decoder makes its own operations of.
void add_special_cases(std::vector<Case>& cases) {
  constexpr ValueType kVector = ValueType::kV128;
  cases.push_back({"v128.bitselect", {0xFD, 0x52}, {}, {kVector, kVector, kVector}, kVector});
  cases.push_back({"v128.any_true", {0xFD, 0x53}, {}, {kVector}, ValueType::kI32});
  Bytes shuffle{0xFD, 0x0D};
  append(shuffle, {0, 31, 5, 16, 7, 7, 30, 2, 17, 9, 28, 11, 1, 29, 3, 15});
  cases.push_back({"i8x16.shuffle", shuffle, {}, {kVector, kVector}, kVector});
  for (const ValueType type :
       {ValueType::kI32, ValueType::kI64, ValueType::kF32, ValueType::kF64}) {
    const std::string name = "select " + std::to_string(static_cast<int>(type));
    cases.push_back({name, {0x1B}, {}, {type, type, ValueType::kI32}, type});
  }
  for (Case& test : cases) {
    if (test.reference_code.empty()) test.reference_code = test.code;
  }
}

// --- edge values -------------------------------------------------------------------------------

template <class T>
Cell cell_of(T value) {
  Cell cell(kCell, 0xA5);  // bytes that no narrow operation may look at
  std::memcpy(cell.data(), &value, sizeof value);
  return cell;
}
template <class T>
std::vector<Cell> cells_of(const std::vector<T>& values) {
  std::vector<Cell> cells;
  for (const T& value : values) cells.push_back(cell_of(value));
  return cells;
}
template <class F>
std::vector<F> float_edges() {
  const F infinity = std::numeric_limits<F>::infinity();
  return {0,
          -F{0},
          1,
          -1,
          F(0.5),
          -1.5,
          2.5,
          F(1e-3),
          F(3.99999),
          infinity,
          -infinity,
          std::numeric_limits<F>::quiet_NaN(),
          std::numeric_limits<F>::denorm_min(),
          -std::numeric_limits<F>::min(),
          std::numeric_limits<F>::max(),
          F(2147483647.0),
          F(-2147483648.0),
          F(-2147483904.0),
          F(4294967295.0),
          F(4294967296.0),
          F(9223372036854775807.0),
          F(-9223372036854775808.0),
          F(18446744073709551615.0),
          F(16777217.0),
          F(-123456.789)};
}
std::vector<Cell> vector_edges() {
  std::vector<Cell> cells;
  const auto floats = float_edges<f32>();
  const auto doubles = float_edges<f64>();
  for (std::size_t i = 0; i < 8; ++i) {
    Cell of_floats(kCell), of_doubles(kCell), of_bytes(kCell);
    for (std::size_t k = 0; k < 4; ++k) {
      const f32 value = floats[(3 * i + 7 * k) % floats.size()];
      std::memcpy(&of_floats[4 * k], &value, 4);
    }
    for (std::size_t k = 0; k < 2; ++k) {
      const f64 value = doubles[(3 * i + 11 * k) % doubles.size()];
      std::memcpy(&of_doubles[8 * k], &value, 8);
    }
    for (std::size_t k = 0; k < kCell; ++k) {
      const unsigned edges[] = {0x00, 0x01, 0x7f, 0x80, 0xff, 0x81};
      of_bytes[k] = static_cast<std::uint8_t>(edges[(i * 5 + k * (i + 1)) % 6]);
    }
    cells.insert(cells.end(), {of_floats, of_doubles, of_bytes});
  }
  return cells;
}
std::vector<Cell> edges_of(ValueType type) {
  switch (type) {
    case ValueType::kI32:
      return cells_of<u32>({0,          1,          2,          3,          5,        31,
                            32,         33,         63,         64,         0x7f,     0x80,
                            0xff,       0x7fff,     0x8000,     0xffff,     0x10000,  0x7fffffff,
                            0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 123456789});
    case ValueType::kI64:
      return cells_of<u64>({0,
                            1,
                            2,
                            7,
                            31,
                            32,
                            63,
                            64,
                            65,
                            0x80,
                            0xffff8000,
                            0x7fffffff,
                            0x80000000,
                            0xffffffff,
                            0x100000000,
                            0x7fffffffffffffff,
                            0x8000000000000000,
                            0x8000000000000001,
                            0xfffffffffffffffe,
                            0xffffffffffffffff,
                            0x123456789abcdef0,
                            0xfffffffffffffff9});
    case ValueType::kF32:
      return cells_of<f32>(float_edges<f32>());
    case ValueType::kF64:
      return cells_of<f64>(float_edges<f64>());
    default:
      return vector_edges();
  }
}

/// Operands of every lane: each edge of the first with each of the second; the third goes round.
std::vector<std::vector<Cell>> operands_of(const Case& test) {
  std::vector<std::vector<Cell>> lanes(3);
  const auto edges = [&](std::size_t i) {
    return edges_of(i < test.operands.size() ? test.operands[i] : ValueType::kI32);
  };
  const auto first = edges(0), second = edges(1), third = edges(2);
  const std::size_t seconds = test.operands.size() > 1 ? second.size() : 1;
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t k = 0; k < seconds; ++k) {
      lanes[0].push_back(first[i]);
      lanes[1].push_back(second[k]);
      lanes[2].push_back(third[(i + 3 * k) % third.size()]);
    }
  }
  return lanes;
}

// --- running -----------------------------------------------------------------------------------

std::vector<Cell> refused(const Case& test, const std::string& message) {
  std::printf("FAIL %s: %s\n", test.name.c_str(), message.c_str());
  return {};
}

/// What the virtual GPU stores for each lane; empty, with a message, if it does not run.
std::vector<Cell> run(const Case& test, Form form, const std::vector<std::vector<Cell>>& operands) {
  Memory memory;
  const std::vector<std::byte> object = object_of(test, form);
  auto loaded = LoadedModule::load(object, memory);
  if (!loaded) return refused(test, loaded.error().message);
  auto kernel = (*loaded)->kernel("kernel");
  if (!kernel) return refused(test, kernel.error().message);
  const std::size_t lanes = operands[0].size();
  std::uint64_t address[4];
  for (std::size_t i = 0; i < 4; ++i) {
    address[i] = (*memory.allocate(lanes * kCell, AllocationKind::kDevice, "cells"))->address;
    Bytes bytes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      append(bytes, i == 0 ? Cell(kCell, 0) : operands[i - 1][lane]);
    }
    memory.copy_in(address[i], bytes.data(), bytes.size());
  }
  LaunchConfig config;
  config.block.x = static_cast<std::uint32_t>(lanes);
  const void* const arguments[] = {&address[0], &address[1], &address[2], &address[3]};
  const LaunchResult result = launch(**kernel, config, arguments, memory, {});
  if (result.status != LaunchStatus::kOk) return refused(test, result.message);
  Bytes bytes(lanes * kCell);
  memory.copy_out(bytes.data(), address[0], bytes.size());
  std::vector<Cell> out;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    out.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(lane * kCell),
                     bytes.begin() + static_cast<std::ptrdiff_t>((lane + 1) * kCell));
  }
  return out;
}

/// True if the other forms agree with the plain one.
bool forms_agree(const Case& test, const std::vector<std::vector<Cell>>& operands,
                 const std::vector<Cell>& plain) {
  const auto some = run(test, Form::kSomeLanes, operands);
  bool right = some.size() == plain.size();
  for (std::size_t lane = 0; lane < some.size() && right; ++lane) {
    right = some[lane] == (lane % 3 != 0 ? plain[lane] : Cell(kCell, 0));
  }
  if (!right) std::printf("FAIL %s: differs where some lanes take no part\n", test.name.c_str());
  if (!test.is_comparison) return right;
  const bool same = run(test, Form::kCondition, operands) == plain;
  if (!same) std::printf("FAIL %s: differs as the condition of an if\n", test.name.c_str());
  return right && same;
}

void write_hex(std::FILE* file, const Bytes& bytes) {
  std::fputc('"', file);
  for (const std::uint8_t byte : bytes) std::fprintf(file, "%02x", byte);
  std::fputc('"', file);
}
void write_list(std::FILE* file, const char* key, const std::vector<Cell>& cells) {
  std::fprintf(file, ", \"%s\": [", key);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) std::fputc(',', file);
    write_hex(file, cells[i]);
  }
  std::fputc(']', file);
}

}  // namespace
}  // namespace simt::test

int main(int argc, char** argv) {
  using namespace simt::test;
  std::FILE* const file = argc == 2 ? std::fopen(argv[1], "w") : nullptr;
  if (file == nullptr) {
    std::fprintf(stderr, "usage: simt_opcode_vectors FILE.json\n");
    return 2;
  }
  std::vector<Case> cases;
  for (int op = 0; op < static_cast<int>(simt::Op::kCount); ++op) {
    add_case(cases, simt::info(static_cast<simt::Op>(op)));
  }
  add_special_cases(cases);
  bool right = true, first = true;
  std::fputs("[\n", file);
  for (const Case& test : cases) {
    const auto operands = operands_of(test);
    const auto got = run(test, Form::kPlain, operands);
    right = !got.empty() && forms_agree(test, operands, got) && right;
    std::fprintf(file, "%s{\"name\": \"%s\", \"module\": ", first ? "" : ",\n", test.name.c_str());
    first = false;
    write_hex(file, reference_module(test));
    write_list(file, "a", operands[0]);
    write_list(file, "b", operands[1]);
    write_list(file, "c", operands[2]);
    write_list(file, "got", got);
    std::fputc('}', file);
  }
  std::fputs("\n]\n", file);
  std::printf("%zu operations, immediates counted\n", cases.size());
  return std::fclose(file) == 0 && right ? 0 : 1;
}
