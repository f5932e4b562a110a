# SPDX-License-Identifier: MIT
#
# cm_add_fault_tests(PROGRAM SOURCE [LIBS ...] [ARCHITECTURE a]), called by add_chapter_program
#
# For each entry of ctest/faults/PROGRAM.json: test PROGRAM.fault.NAME, which breaks a copy of the
# program as the entry says, and passes if the check or racecheck notices (ctest/run_fault.py).
# Each of them compiles a program, so they belong to the full tests.
function(cm_add_fault_tests program source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "ARCHITECTURE" "LIBS")
  set(faults "${CMAKE_SOURCE_DIR}/ctest/faults/${program}.json")
  if(NOT EXISTS "${faults}")
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${faults}")
  file(READ "${faults}" entries)
  string(JSON count ERROR_VARIABLE error LENGTH "${entries}")
  if(error)
    message(FATAL_ERROR "${faults}: ${error}")
  endif()
  string(REGEX MATCH "^chapter[0-9][0-9]" chapter "${program}")
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON name ERROR_VARIABLE error GET "${entries}" ${index} name)
    if(error)
      message(FATAL_ERROR "${faults}: entry ${index}: ${error}")
    endif()
    set(test ${program}.fault.${name})
    if(CM_HAVE_CUDA)
      cm_fault_command(command "${source}" "${arg_ARCHITECTURE}" ${arg_LIBS})
      add_test(
        NAME ${test}
        COMMAND
          "${CM_PYTHON}" "${CM_TEST_SCRIPTS}/run_fault.py" run "${faults}" ${name} "${source}"
          "${CMAKE_BINARY_DIR}/faults/${program}" ${command}
      )
    else()
      add_test(NAME ${test} COMMAND ${cm_skip_command} "built without a CUDA toolkit")
    endif()
    cm_set_gpu_test_properties(${test} 600 gpu fault full ${chapter})
  endforeach()
endfunction()

# The words that compile and link a changed copy of `source` as the program itself is built, for the
# GPU here or for `architecture` if that is not empty.
function(cm_fault_command out source architecture)
  set(target -arch=native)
  if(architecture)
    set(target "-gencode=arch=compute_${architecture},code=sm_${architecture}")
  endif()
  get_filename_component(folder "${source}" DIRECTORY)
  separate_arguments(flags UNIX_COMMAND "${CM_PROGRAM_FLAGS}")
  if(CMAKE_CUDA_HOST_COMPILER)
    list(APPEND flags "-ccbin=${CMAKE_CUDA_HOST_COMPILER}")
  endif()
  set(libraries $<TARGET_FILE:cm_report>)
  foreach(library IN LISTS ARGN)
    get_target_property(definitions ${library} INTERFACE_COMPILE_DEFINITIONS)
    get_target_property(linked ${library} INTERFACE_LINK_LIBRARIES)
    if(definitions)
      list(TRANSFORM definitions PREPEND "-D")
      list(APPEND flags ${definitions})
    endif()
    if(linked)
      list(APPEND libraries ${linked})
    endif()
  endforeach()
  set(
    ${out}
    "${CMAKE_CUDA_COMPILER}"
    ${flags}
    ${target}
    "-I${CMAKE_SOURCE_DIR}"
    "-I${folder}"
    {source}
    ${libraries}
    -o
    {binary}
    PARENT_SCOPE
  )
endfunction()
