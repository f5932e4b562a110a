// SPDX-License-Identifier: MIT
#include "kernel_parameters.hpp"

namespace simt {
namespace {

constexpr std::uint64_t kMaxBytes = 1u << 16;

std::vector<KernelParameter> from_signature(const FunctionType& type) {
  std::vector<KernelParameter> plain;
  for (const ValueType value : type.parameters) {
    KernelParameter parameter;
    parameter.type = value;
    parameter.bytes = bytes_of(value);
    plain.push_back(parameter);
  }
  return plain;
}

KernelParameter from_source(const KernelParam& source) {
  KernelParameter parameter;
  parameter.name = source.name;
  parameter.bytes = static_cast<std::uint32_t>(source.size);
  parameter.is_signed = source.is_signed;
  parameter.is_pointer = source.is_pointer;
  parameter.pointee = source.pointee;
  parameter.pointee_bytes = source.pointee_size;
  parameter.ignored = source.kind == ParamKind::kEmpty;
  parameter.by_reference = source.kind == ParamKind::kByPointer;
  return parameter;
}

/// True if a value of this size can be what the signature's type carries.
bool fits(const KernelParam& source, const KernelParameter& parameter) {
  if (source.kind == ParamKind::kPair || source.kind == ParamKind::kUnknown) return false;
  if (source.size == 0 || source.size > kMaxBytes) return false;
  return parameter.by_reference || parameter.ignored || parameter.bytes <= bytes_of(parameter.type);
}

}  // namespace

std::vector<KernelParameter> kernel_parameters(const Module& module, std::uint32_t function,
                                               const SourceMap* map) {
  const FunctionType& type = module.types[module.functions[function].type];
  const KernelParams* described =
      map != nullptr ? map->kernel_params(module.functions[function].name) : nullptr;
  if (described == nullptr) return from_signature(type);
  std::vector<KernelParameter> parameters;
  std::size_t passed = 0;
  for (const KernelParam& source : described->params) {
    KernelParameter parameter = from_source(source);
    if (!parameter.ignored) {
      if (passed == type.parameters.size()) return from_signature(type);
      parameter.type = type.parameters[passed++];
    }
    if (!fits(source, parameter)) return from_signature(type);
    parameters.push_back(std::move(parameter));
  }
  return passed == type.parameters.size() ? parameters : from_signature(type);
}

}  // namespace simt
