// SPDX-License-Identifier: MIT
#include "object_builder.hpp"

namespace simt::test {

void put_uleb(Bytes& out, std::uint64_t value) {
  do {
    const auto low = static_cast<std::uint8_t>(value & 0x7f);
    value >>= 7;
    out.push_back(static_cast<std::uint8_t>(low | (value != 0 ? 0x80 : 0)));
  } while (value != 0);
}

void put_sleb(Bytes& out, std::int64_t value) {
  for (;;) {
    const auto low = static_cast<std::uint8_t>(value & 0x7f);
    value >>= 7;
    const bool done = (value == 0 && (low & 0x40) == 0) || (value == -1 && (low & 0x40) != 0);
    out.push_back(static_cast<std::uint8_t>(low | (done ? 0 : 0x80)));
    if (done) return;
  }
}

void append(Bytes& out, const Bytes& more) { out.insert(out.end(), more.begin(), more.end()); }

void put_string(Bytes& out, const std::string& text) {
  put_uleb(out, text.size());
  out.insert(out.end(), text.begin(), text.end());
}

namespace {

void put_section(Bytes& out, std::uint8_t id, const Bytes& content) {
  out.push_back(id);
  put_uleb(out, content.size());
  append(out, content);
}

void put_types(Bytes& out, const Bytes& types) {
  put_uleb(out, types.size());
  append(out, types);
}

}  // namespace

std::uint32_t ObjectBuilder::type_index(const Bytes& parameters, const Bytes& results) {
  Bytes type{0x60};
  put_types(type, parameters);
  put_types(type, results);
  for (std::size_t i = 0; i < types_.size(); ++i) {
    if (types_[i] == type) return static_cast<std::uint32_t>(i);
  }
  types_.push_back(type);
  return static_cast<std::uint32_t>(types_.size() - 1);
}

std::uint32_t ObjectBuilder::import(const std::string& name, Bytes parameters, Bytes results) {
  imports_.push_back({name, type_index(parameters, results), {}});
  return static_cast<std::uint32_t>(imports_.size() - 1);
}

std::uint32_t ObjectBuilder::add_function(
    const std::string& name, Bytes parameters, Bytes results,
    std::vector<std::pair<std::uint32_t, std::uint8_t>> locals, Bytes body) {
  Bytes code;
  put_uleb(code, locals.size());
  for (const auto& [count, type] : locals) {
    put_uleb(code, count);
    code.push_back(type);
  }
  append(code, body);
  functions_.push_back({name, type_index(parameters, results), code});
  return static_cast<std::uint32_t>(imports_.size() + functions_.size() - 1);
}

std::vector<std::byte> ObjectBuilder::build() const {
  Bytes out{0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0};
  Bytes types;
  put_uleb(types, types_.size());
  for (const Bytes& type : types_) append(types, type);
  put_section(out, 1, types);

  Bytes imports;
  put_uleb(imports, imports_.size() + 1);
  put_string(imports, "env");
  put_string(imports, "__linear_memory");
  append(imports, {2, 4, 0});  // memory with 64-bit addresses, no maximum, 0 pages
  for (const Item& item : imports_) {
    put_string(imports, "env");
    put_string(imports, item.name);
    imports.push_back(0);
    put_uleb(imports, item.type);
  }
  put_section(out, 2, imports);

  Bytes functions;
  put_uleb(functions, functions_.size());
  for (const Item& item : functions_) put_uleb(functions, item.type);
  put_section(out, 3, functions);

  Bytes code;
  put_uleb(code, functions_.size());
  for (const Item& item : functions_) {
    put_uleb(code, item.code.size());
    append(code, item.code);
  }
  put_section(out, 10, code);

  Bytes symbols;
  put_uleb(symbols, imports_.size() + functions_.size());
  for (std::size_t i = 0; i < imports_.size(); ++i) {
    append(symbols, {0, 0x10});  // function, undefined: named by its import
    put_uleb(symbols, i);
  }
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    append(symbols, {0, 0});
    put_uleb(symbols, imports_.size() + i);
    put_string(symbols, functions_[i].name);
  }
  Bytes linking;
  put_string(linking, "linking");
  linking.push_back(2);
  linking.push_back(8);
  put_uleb(linking, symbols.size());
  append(linking, symbols);
  put_section(out, 0, linking);

  std::vector<std::byte> bytes;
  for (const std::uint8_t byte : out) bytes.push_back(static_cast<std::byte>(byte));
  return bytes;
}

}  // namespace simt::test
