# SPDX-License-Identifier: MIT
#
# Toolchain for the browser: clang and lld for wasm32-wasi, with the C and C++ libraries of Debian's
# wasi-libc and libc++-NN-dev-wasm32. Used by simt/web/wasm.cmake; by hand:
#
#   cmake -S simt -B build/wasm -G Ninja --toolchain web/wasi.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(SIMT_WASM ON)

find_program(SIMT_CLANG NAMES clang++-16 clang++-19 clang++-22 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER "${SIMT_CLANG}")
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# The test program of CMake would be linked without the search paths below.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# Without -nostdinc clang also looks into /usr/include, where this computer's own headers lie.
execute_process(
  COMMAND "${SIMT_CLANG}" -print-resource-dir
  OUTPUT_VARIABLE simt_resources
  OUTPUT_STRIP_TRAILING_WHITESPACE
)
set(CMAKE_CXX_FLAGS_INIT "-nostdinc")
foreach(
  folder
  IN
  ITEMS /usr/include/wasm32-wasi/c++/v1 "${simt_resources}/include" /usr/include/wasm32-wasi
)
  string(APPEND CMAKE_CXX_FLAGS_INIT " -isystem ${folder}")
endforeach()
string(APPEND CMAKE_CXX_FLAGS_INIT " -fno-exceptions -fno-rtti -msimd128 -mnontrapping-fptoint")
string(APPEND CMAKE_CXX_FLAGS_INIT " -msign-ext -mbulk-memory")
# A page loads all of it; what has to be fast asks for more by itself.
set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG")

# A static library is one relocatable object: Debian's clang comes without an archiver that knows
# wasm, and the linker drops unused functions of an object as well.
find_program(SIMT_WASM_LD NAMES wasm-ld-16 wasm-ld-19 wasm-ld-22 wasm-ld REQUIRED)
set(CMAKE_AR "${SIMT_WASM_LD}" CACHE FILEPATH "Merges objects.")
set(CMAKE_RANLIB ":" CACHE STRING "Nothing to index.")
set(CMAKE_CXX_ARCHIVE_CREATE "${SIMT_WASM_LD} --relocatable -o <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
