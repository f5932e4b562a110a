# SPDX-License-Identifier: MIT
#
# What runs inside the pages: the virtual GPU as WebAssembly, and the chapters' programs with it.
# Sets CM_HAVE_WEB.  Assets go to build/web/run, from where Sphinx takes them.

include(ExternalProject)

set(cm_web_assets "${CMAKE_SOURCE_DIR}/build/web/run")
set(cm_wasm_dir "${CMAKE_BINARY_DIR}/wasm")
set(cm_web_headers "${CMAKE_BINARY_DIR}/web-headers")
set(cm_web_references "${CMAKE_BINARY_DIR}/web-references.txt")

find_program(CM_NODE node PATHS "${CMAKE_SOURCE_DIR}/.venv/bin")
find_program(CM_WASM_LD NAMES wasm-ld-16 wasm-ld-19 wasm-ld-22 wasm-ld)
mark_as_advanced(CM_NODE CM_WASM_LD)
if(SIMT_CLANG AND CM_NODE AND CM_WASM_LD AND EXISTS /usr/include/wasm32-wasi/c++/v1)
  set(CM_HAVE_WEB ON)
else()
  set(CM_HAVE_WEB OFF)
  message(STATUS "No clang, lld and libc++ for wasm32: nothing runs inside the pages.")
endif()

# fmt and nlohmann-json stand in folders that hold this computer's C library as well.
function(cm_link_web_headers)
  file(MAKE_DIRECTORY "${cm_web_headers}")
  find_path(CM_FMT_INCLUDE fmt/core.h)
  find_path(CM_JSON_INCLUDE nlohmann/json.hpp)
  mark_as_advanced(CM_FMT_INCLUDE CM_JSON_INCLUDE)
  file(CREATE_LINK "${CM_FMT_INCLUDE}/fmt" "${cm_web_headers}/fmt" SYMBOLIC)
  file(CREATE_LINK "${CM_JSON_INCLUDE}/nlohmann" "${cm_web_headers}/nlohmann" SYMBOLIC)
endfunction()

if(CM_HAVE_WEB)
  cm_link_web_headers()
  ExternalProject_Add(
    simt_wasm
    SOURCE_DIR "${CMAKE_SOURCE_DIR}/simt"
    BINARY_DIR "${cm_wasm_dir}"
    CMAKE_GENERATOR Ninja
    CMAKE_ARGS
      "-DCMAKE_TOOLCHAIN_FILE=${CMAKE_SOURCE_DIR}/simt/web/wasi.cmake" "-DCMAKE_BUILD_TYPE=Release"
      "-DSIMT_CLANG=${SIMT_CLANG}" "-DSIMT_WASM_LD=${CM_WASM_LD}"
      "-DSIMT_WEB_HEADERS=${cm_web_headers}" "-DSIMT_WEB_REFERENCES=${cm_web_references}"
    BUILD_ALWAYS ON
    INSTALL_COMMAND ""
    TEST_COMMAND ""
  )
endif()

# Writes FILE as the asset that pages know by NAME: pack NAME FILE ASSET.
set(cm_web_pack "${CM_NODE}" docs/web/pack.mjs)

if(CM_HAVE_WEB)
  foreach(part IN ITEMS executor judge model)
    add_custom_target(
      web.${part}
      ALL
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${cm_web_assets}"
      COMMAND ${cm_web_pack} ${part} "${cm_wasm_dir}/bin/${part}.wasm" "${cm_web_assets}/${part}.js"
      WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
      COMMENT "${part} for the pages"
      VERBATIM
    )
    add_dependencies(web.${part} simt_wasm)
    add_dependencies(book web.${part})
  endforeach()
endif()

# What a page compiles with, beside the compiler: the device pass's flags and the CUDA headers.
if(CM_HAVE_WEB)
  set(toolkit "${cm_wasm_dir}/toolkit")
  # The page's compiler reads the headers ahead, where npm has brought it.
  set(read_ahead "${CMAKE_COMMAND}" -E true)
  if(EXISTS "${CMAKE_SOURCE_DIR}/docs/web/node_modules/@yowasp/clang")
    set(
      read_ahead
      "${CMAKE_COMMAND}"
      -E
      chdir
      docs/web
      "${CM_NODE}"
      --import
      tsx
      precompile.mjs
      "${toolkit}.json"
      "${CMAKE_SOURCE_DIR}/build/web/clang"
    )
  endif()
  add_custom_target(
    web.toolkit
    ALL
    COMMAND
      $<TARGET_FILE:simt_run> --pass count --compiler "${SIMT_CLANG}" --web-flags "${toolkit}.count"
      kernel.cu
    COMMAND
      $<TARGET_FILE:simt_run> --pass check --compiler "${SIMT_CLANG}" --web-flags "${toolkit}.check"
      kernel.cu
    COMMAND
      "${CM_NODE}" docs/web/toolkit.mjs "${toolkit}.count" "${toolkit}.check" simt/include
      "${toolkit}.json"
    COMMAND ${read_ahead}
    COMMAND ${cm_web_pack} toolkit "${toolkit}.json" "${cm_web_assets}/toolkit.js"
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "headers for the pages"
    VERBATIM
  )
  add_dependencies(web.toolkit simt_run simt_wasm)
  add_dependencies(book web.toolkit)
endif()

# How a source becomes a program for the pages, and how its kernels alone become an object.
set(
  cm_web_compile
  "${CMAKE_COMMAND}"
  -E
  env
  "SIMT_CACHE_DIR=${SIMT_CACHE_DIR}"
  $<TARGET_FILE:simt_run>
  --web
  --compiler
  "${SIMT_CLANG}"
  -I.
)
set(
  cm_web_link
  --link
  "${cm_wasm_dir}/bin/libcm_report.a"
  --link
  "${cm_wasm_dir}/bin/libsimt.a"
  --compile-only
)
set(cm_web_base "${cm_wasm_dir}/programs/base.wasm")

# What all programs have in common: a program that does nothing.  The others are packed as what
# differs from it.
if(CM_HAVE_WEB)
  add_custom_target(
    web.base
    ALL
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${cm_wasm_dir}/programs" "${cm_web_assets}"
    COMMAND ${cm_web_compile} ${cm_web_link} "${cm_web_base}" simt/web/base.cu
    COMMAND ${cm_web_pack} base "${cm_web_base}" "${cm_web_assets}/base.js"
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "what programs share in the pages"
    VERBATIM
  )
  add_dependencies(web.base simt_run simt_wasm)
  add_dependencies(book web.base)
endif()

# The sources whose kernels a lab runs.
set(cm_web_labs "${CMAKE_SOURCE_DIR}/docs/web/labs.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${cm_web_labs}")
file(READ "${cm_web_labs}" cm_web_labs)

# add_web_program(NAME SOURCE): compiles SOURCE for the pages as the asset NAME, the whole program,
# and where a lab runs its kernels as NAME.device, these alone.  simt-run keeps what it compiled, and
# an asset that did not change is not written again, so the target may run every time.
function(add_web_program name source)
  if(NOT CM_HAVE_WEB)
    return()
  endif()
  file(RELATIVE_PATH relative "${CMAKE_SOURCE_DIR}" "${source}")
  set(program "${cm_wasm_dir}/programs/${name}.wasm")
  set(kernels "${cm_wasm_dir}/programs/${name}.device.o")
  set(for_labs)
  if(cm_web_labs MATCHES "\"${relative}\"")
    set(
      for_labs
      COMMAND
      ${cm_web_compile}
      --pass
      count
      --device-object
      "${kernels}"
      "${relative}"
      COMMAND
      ${cm_web_pack}
      ${name}.device
      "${kernels}"
      "${cm_web_assets}/${name}.device.js"
    )
  endif()
  add_custom_target(
    web.${name}
    ALL
    COMMAND ${cm_web_compile} ${cm_web_link} "${program}" "${relative}"
    COMMAND
      ${cm_web_pack} ${name} "${program}" "${cm_web_assets}/${name}.js" "${cm_web_base}" ${for_labs}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "${name} for the pages"
    VERBATIM
  )
  add_dependencies(web.${name} web.base)
  add_dependencies(book web.${name})
endfunction()

# Lists the references of all exercises for the judge of the pages; called when all are known.
function(write_web_references)
  get_property(references GLOBAL PROPERTY CM_EXERCISE_REFERENCES)
  list(JOIN references "\n" lines)
  file(CONFIGURE OUTPUT "${cm_web_references}" CONTENT "${lines}\n" @ONLY)
endfunction()
