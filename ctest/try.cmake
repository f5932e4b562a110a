# SPDX-License-Identifier: MIT
#
# cm_add_try_tests(PROGRAM SOURCE), called by add_chapter_program
#
# For each entry of the chapter's tries.json that is about the program: test chapterNN.try.NAME, which
# runs it on the virtual GPU with and without the entry's flag, and passes if the output changes as the
# page says (ctest/run_try.py).
function(cm_add_try_tests program source)
  get_filename_component(folder "${source}" DIRECTORY)
  get_filename_component(name "${source}" NAME_WE)
  set(tries "${folder}/tries.json")
  if(NOT EXISTS "${tries}")
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${tries}")
  file(READ "${tries}" entries)
  string(JSON count ERROR_VARIABLE error LENGTH "${entries}")
  if(error)
    message(FATAL_ERROR "${tries}: ${error}")
  endif()
  string(REGEX MATCH "^chapter[0-9][0-9]" chapter "${program}")
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    foreach(key IN ITEMS name program)
      string(JSON entry_${key} ERROR_VARIABLE error GET "${entries}" ${index} ${key})
      if(error)
        message(FATAL_ERROR "${tries}: entry ${index}: ${error}")
      endif()
    endforeach()
    if(entry_program STREQUAL name)
      cm_add_try_test(${chapter} "${tries}" ${entry_name})
    endif()
  endforeach()
endfunction()

# Adds the test of one entry. It compiles as PROGRAM.simt does, so both find one compiled object.
function(cm_add_try_test chapter tries name)
  set(test ${chapter}.try.${name})
  if(SIMT_CLANG)
    set(
      command
      "${CM_PYTHON}"
      "${CM_TEST_SCRIPTS}/run_try.py"
      run
      "${tries}"
      ${name}
      $<TARGET_FILE:simt_run>
      --compiler
      ${SIMT_CLANG}
      -I${CMAKE_SOURCE_DIR}
      --link
      $<TARGET_FILE:cm_report_simt>
    )
  else()
    set(command ${cm_skip_command} "no clang++ of version 16 or newer")
  endif()
  add_test(NAME ${test} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(
    ${test}
    PROPERTIES
      LABELS "simt;${chapter}"
      TIMEOUT 300
      SKIP_RETURN_CODE 77
      ENVIRONMENT "SIMT_CACHE_DIR=${SIMT_CACHE_DIR}"
  )
endfunction()
