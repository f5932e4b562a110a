# SPDX-License-Identifier: MIT
#
# add_lint(NAME COMMAND...)
#
# Test lint.NAME: runs COMMAND at the root of the clone; exit code 77 skips it.
function(add_lint name)
  if(NOT ARGN)
    message(FATAL_ERROR "add_lint(${name}): a command must follow the name.")
  endif()
  add_test(NAME lint.${name} COMMAND ${ARGN} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(
    lint.${name}
    PROPERTIES LABELS lint TIMEOUT 300 SKIP_RETURN_CODE 77
  )
endfunction()
