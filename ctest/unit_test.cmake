# SPDX-License-Identifier: MIT
#
# add_unit_test(WHERE SOURCE [LIBS ...] [LABELS ...] [DEFINITIONS ...])
#
# Builds a GoogleTest from SOURCE; each TEST(suite, case) in it becomes the test WHERE.suite.case,
# with the label unit (or LABELS).  A .cu is left out where there is no CUDA toolkit.
function(add_unit_test where source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBS;LABELS;DEFINITIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(
      FATAL_ERROR
      "add_unit_test(${where} ${source}): unknown argument ${arg_UNPARSED_ARGUMENTS}."
    )
  endif()
  if(NOT CM_UNIT_TESTS OR (source MATCHES "\\.cu$" AND NOT CM_HAVE_CUDA))
    return()
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  get_filename_component(name "${source}" NAME_WE)
  set(target ${where}.${name})
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE cm_warnings GTest::gtest_main ${arg_LIBS})
  target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
  set(properties LABELS "${arg_LABELS}" TIMEOUT 300)
  if("gpu" IN_LIST arg_LABELS)
    list(APPEND properties RESOURCE_LOCK gpu)
  endif()
  gtest_discover_tests(
    ${target}
    TEST_PREFIX ${where}.
    DISCOVERY_MODE PRE_TEST
    PROPERTIES ${properties}
  )
endfunction()
