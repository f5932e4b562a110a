# SPDX-License-Identifier: MIT
#
# add_exercise(NAME [LUCKY] [NEEDS_GPU])
#
# Builds the starter exercises/chapterNN_topic/NAME.cu and the solution at the same place under
# solutions/, each as a reader would: one file, nothing of common/.  Called in the starter's
# folder.  Tests:
#   chapterNN.exercise.NAME.starter    must fail, and by the checker's line `FAIL ...`; where it is
#                                      LUCKY, a race or the like may show no wrong value on a GPU
#   chapterNN.exercise.NAME.solution   must pass
#   chapterNN.exercise.NAME.simt       the same two on the virtual GPU (label full); where a check
#                                      NEEDS_GPU, the starter is left out
#   chapterNN.exercise.NAME.judge      each file of the galleries must get its verdict from the judge
function(add_exercise name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LUCKY;NEEDS_GPU" "" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_exercise(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}.")
  endif()
  cm_chapter_of_folder(chapter)
  get_filename_component(folder "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  set(starter "${CMAKE_SOURCE_DIR}/exercises/${folder}/${name}.cu")
  set(solution "${CMAKE_SOURCE_DIR}/solutions/${folder}/${name}.cu")
  # An exercise about host code has none: the calls are judged, not the numbers.
  if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/program.cuh")
    set_property(
      GLOBAL
      APPEND
      PROPERTY CM_EXERCISE_REFERENCES "${CMAKE_CURRENT_SOURCE_DIR}/${name}/reference.cpp"
    )
  endif()
  foreach(role IN ITEMS starter solution)
    set(target ${chapter}.exercise.${name}.${role})
    if(NOT EXISTS "${${role}}")
      message(FATAL_ERROR "add_exercise(${name}): there is no ${${role}}.")
    endif()
    cm_nvcc_compiles_next(compiled)
    if(NOT compiled)
      add_test(NAME ${target} COMMAND ${cm_skip_command} "${cm_not_compiled}")
    else()
      cm_add_cuda_executable(${target} "${${role}}")
      add_dependencies(book ${target})
      if(role STREQUAL "starter" AND arg_LUCKY)
        add_test(NAME ${target} COMMAND ${cm_skip_command} "its fault may show no wrong value")
      elseif(role STREQUAL "starter")
        add_test(
          NAME ${target}
          COMMAND sh "${CM_TEST_SCRIPTS}/expect.sh" 1 "^FAIL " $<TARGET_FILE:${target}>
        )
      else()
        add_test(NAME ${target} COMMAND ${target})
      endif()
    endif()
    cm_set_gpu_test_properties(${target} 300 gpu ${chapter} exercise)
  endforeach()
  add_test(
    NAME ${chapter}.exercise.${name}.simt
    COMMAND
      sh "${CM_TEST_SCRIPTS}/exercise_simt.sh" $<TARGET_FILE:simt_run> "${starter}" "${solution}"
      $<$<BOOL:${arg_LUCKY}>:lucky> $<$<BOOL:${arg_NEEDS_GPU}>:solution-only>
  )
  set_tests_properties(
    ${chapter}.exercise.${name}.simt
    PROPERTIES LABELS "exercises;full;${chapter}" TIMEOUT 600
  )
  add_test(
    NAME ${chapter}.exercise.${name}.judge
    COMMAND
      "${CM_PYTHON}" -m judging.gallery --build "${CMAKE_BINARY_DIR}" --parts ${CM_TEST_PARTS}
      ${folder}/${name}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}/tools"
  )
  set_tests_properties(
    ${chapter}.exercise.${name}.judge
    PROPERTIES LABELS "exercises;${chapter}" TIMEOUT 600
  )
endfunction()
