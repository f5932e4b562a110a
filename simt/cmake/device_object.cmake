# SPDX-License-Identifier: MIT
#
# simt_device_object(SOURCE.cu OBJECT) compiles kernels alone, without a host program, for tests of
# the engine. Flags as in the driver's count pass; CMakeLists.txt has found the compiler.

# The host's standard headers, without the compiler's own, which clang brings itself.
set(simt_host_headers ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
list(FILTER simt_host_headers EXCLUDE REGEX "/lib/gcc/")
list(TRANSFORM simt_host_headers PREPEND "-isystem")

function(simt_device_object source object)
  add_custom_command(
    OUTPUT "${object}"
    COMMAND
      ${SIMT_CLANG} -x cuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version
      -Wno-inline-new-delete -std=c++17 -fdeclspec -fno-math-errno -I
      "${PROJECT_SOURCE_DIR}/include" -O1 -fno-exceptions -fno-rtti -fno-finite-loops -g -gdwarf-4
      -Xclang -fno-use-ctor-homing --target=wasm64-unknown-unknown -msimd128 -mnontrapping-fptoint
      -msign-ext -mbulk-memory -Xclang -fcuda-is-device -Xclang -fcuda-allow-variadic-functions
      -Xclang -no-enable-noundef-analysis -fno-builtin-printf -D__CUDA_ARCH_SIMT__ -fno-jump-tables
      -mllvm -enable-tail-merge=0 -mllvm -disable-loop-idiom-all -mllvm -disable-vector-combine
      -D__x86_64__ ${simt_host_headers} -MD -MF "${object}.d" -c "${source}" -o "${object}"
    DEPENDS "${source}"
    DEPFILE "${object}.d"
    VERBATIM
  )
endfunction()
