# SPDX-License-Identifier: MIT
#
# add_simt_program(TEST SOURCE [ARGS ...] [LIBS target ...] [OPTIONS ...] [LABELS ...]
#                  [PASS_REGULAR_EXPRESSION regex] [WRAPPER ...])
#
# Registers the test TEST: SOURCE, a CUDA program, is compiled for the virtual GPU and run there.
# Its exit code decides, and a finding of the virtual GPU fails it too (code 70).
#
#   ARGS     arguments of the program
#   LIBS     library targets to link it with
#   OPTIONS  options of simt-run
#   LABELS   labels beside simt
#   WRAPPER  a command that runs the one behind it
#
# Without a clang++ the test is skipped and says so. Built programs are kept in SIMT_CACHE_DIR, by
# the contents of all that went into them: trees that share it build each program once.

# Accepts a clang++ that can compile device code.
function(simt_check_clang accepted path)
  execute_process(COMMAND "${path}" --version OUTPUT_VARIABLE text ERROR_QUIET)
  if(NOT text MATCHES "clang version ([0-9]+)" OR CMAKE_MATCH_1 LESS 16)
    set(${accepted} FALSE PARENT_SCOPE)
  endif()
endfunction()
find_program(
  SIMT_CLANG
  NAMES clang++-16 clang++-19 clang++-22 clang++
  VALIDATOR simt_check_clang
  DOC "clang++ 16 or newer, for the virtual GPU's programs"
)

set(SIMT_CACHE_DIR "${CMAKE_BINARY_DIR}/simt-cache" CACHE PATH "Where built programs are kept")
set(SIMT_SKIP_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/skip.sh")

function(add_simt_program test source)
  cmake_parse_arguments(
    PARSE_ARGV 2
    arg
    ""
    "PASS_REGULAR_EXPRESSION"
    "ARGS;LIBS;OPTIONS;LABELS;WRAPPER"
  )
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_simt_program(${test}): unknown argument ${arg_UNPARSED_ARGUMENTS}.")
  endif()
  if(SIMT_CLANG)
    set(
      command
      ${arg_WRAPPER}
      $<TARGET_FILE:simt_run>
      --compiler
      ${SIMT_CLANG}
      ${arg_OPTIONS}
    )
    foreach(library IN LISTS arg_LIBS)
      list(APPEND command --link $<TARGET_FILE:${library}>)
    endforeach()
    list(APPEND command "${source}" -- ${arg_ARGS})
  else()
    set(command sh "${SIMT_SKIP_SCRIPT}" "no clang++ of version 16 or newer")
  endif()
  add_test(NAME ${test} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(
    ${test}
    PROPERTIES
      LABELS "simt;${arg_LABELS}"
      TIMEOUT 600
      SKIP_RETURN_CODE 77
      ENVIRONMENT "SIMT_CACHE_DIR=${SIMT_CACHE_DIR}"
  )
  if(arg_PASS_REGULAR_EXPRESSION)
    set_tests_properties(
      ${test}
      PROPERTIES PASS_REGULAR_EXPRESSION "${arg_PASS_REGULAR_EXPRESSION}"
    )
  endif()
endfunction()
