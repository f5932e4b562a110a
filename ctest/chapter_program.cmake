# SPDX-License-Identifier: MIT
#
# add_chapter_program(NAME [WEB] [SLOW_RACECHECK] [FAILS_ON_PURPOSE] [MIN_SM n] [ARCHITECTURE a]
#                     [UNSANITIZED reason] [FLAGS ...] [ARGS ...] [LIBS ...] [LABELS ...])
#
# Builds NAME.cu of this chapter's folder and tests it.  The chapter's number comes from the
# folder's name; target and test are called chapterNN.NAME.  Without a GPU, or without nvcc, the
# tests are skipped and say why.
#
#   MIN_SM  least compute capability that the program needs, 90 for sm_90 (recorded; the program
#           itself asks cm::require_device for it)
#   ARCHITECTURE  compiles for this one alone, such as 90a, whose instructions no other GPU has
#   FLAGS   further flags for nvcc, where a flag is what the program shows; recorded with its results
#   ARGS    further arguments of each run
#   LIBS    libraries beside common/, such as cm_cublas
#   LABELS  labels beside gpu and chapterNN
#   WEB     it runs in the pages as well, for {run} and {lab}
#   SLOW_RACECHECK  its racecheck takes half a minute: leave that to the full tests
#   FAILS_ON_PURPOSE  it makes errors that the sanitizers are there to find: leave them out
#   UNSANITIZED  why the sanitizers cannot run it, in a few words
#
# Tests: chapterNN.NAME (--quick), chapterNN.NAME.memcheck, chapterNN.NAME.racecheck, one for each
# entry of ctest/faults/chapterNN.NAME.json, and one for each of its entries of tries.json.

set(CM_TEST_SCRIPTS "${CMAKE_SOURCE_DIR}/ctest")
set(cm_skip_command sh "${CM_TEST_SCRIPTS}/skip.sh")

# Sets `out` to "chapter03" in the folder chapter03_global_memory of the calling CMakeLists.txt.
function(cm_chapter_of_folder out)
  get_filename_component(folder "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  if(NOT folder MATCHES "^(chapter[0-9][0-9])_[a-z0-9_]+$")
    message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}: the folder must be named chapterNN_topic.")
  endif()
  set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# Properties of every test that uses the GPU: it never overlaps another one.
function(cm_set_gpu_test_properties test timeout)
  set_tests_properties(
    ${test}
    PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${timeout} RESOURCE_LOCK gpu LABELS "${ARGN}"
  )
endfunction()

# Compiles a .cu the way a reader would, with the flags of every program.
function(cm_add_cuda_executable target source)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE cm_warnings ${ARGN})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fno-exceptions>)
endfunction()

function(add_chapter_program name)
  cmake_parse_arguments(
    PARSE_ARGV 1
    arg
    "SLOW_RACECHECK;FAILS_ON_PURPOSE;WEB"
    "MIN_SM;ARCHITECTURE;UNSANITIZED"
    "FLAGS;ARGS;LIBS;LABELS"
  )
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_chapter_program(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}.")
  endif()
  cm_chapter_of_folder(chapter)
  set(program ${chapter}.${name})
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu")
  if(NOT EXISTS "${source}")
    message(FATAL_ERROR "add_chapter_program(${name}): there is no ${source}.")
  endif()
  if(NOT arg_MIN_SM)
    set(arg_MIN_SM 0)
  endif()

  if(arg_ARCHITECTURE)
    list(APPEND arg_FLAGS "-gencode=arch=compute_${arg_ARCHITECTURE},code=sm_${arg_ARCHITECTURE}")
  endif()

  set(labels gpu ${chapter} ${arg_LABELS})
  cm_nvcc_compiles_next(compiled)
  if(compiled)
    cm_add_cuda_executable(${program} ${source} cm_report CUDA::cudart_static ${arg_LIBS})
    add_dependencies(book ${program})
    target_compile_options(${program} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${arg_FLAGS}>")
    if(arg_ARCHITECTURE)
      set_target_properties(${program} PROPERTIES CUDA_ARCHITECTURES OFF)
    endif()
    set(command $<TARGET_FILE:${program}> --quick ${arg_ARGS})
    set(sanitize sh "${CM_TEST_SCRIPTS}/sanitize.sh")
  else()
    set(command ${cm_skip_command} "${cm_not_compiled}")
    set(sanitize "")
  endif()
  add_test(NAME ${program} COMMAND ${command})
  cm_set_gpu_test_properties(${program} 300 ${labels})
  foreach(tool IN ITEMS memcheck racecheck)
    if(arg_FAILS_ON_PURPOSE)
      add_test(
        NAME ${program}.${tool}
        COMMAND ${cm_skip_command} "the program makes such errors on purpose"
      )
    elseif(arg_UNSANITIZED)
      add_test(NAME ${program}.${tool} COMMAND ${cm_skip_command} "${arg_UNSANITIZED}")
    elseif(compiled)
      add_test(NAME ${program}.${tool} COMMAND ${sanitize} ${tool} ${command})
    else()
      add_test(NAME ${program}.${tool} COMMAND ${command})
    endif()
    cm_set_gpu_test_properties(${program}.${tool} 900 sanitizer ${labels})
  endforeach()
  if(arg_SLOW_RACECHECK)
    set_property(TEST ${program}.racecheck APPEND PROPERTY LABELS full)
  endif()
  # The same source without a GPU, on the virtual one.
  add_simt_program(
    ${program}.simt
    "${source}"
    OPTIONS -I${CMAKE_SOURCE_DIR} --report none
    ARGS --quick ${arg_ARGS}
    LIBS cm_report_simt
    LABELS ${chapter}
    WRAPPER
      "${CM_PYTHON}"
      "${CM_TEST_SCRIPTS}/simt_skips.py"
      "${CM_TEST_SCRIPTS}/simt_skips.txt"
      ${program}
      --
  )
  cm_add_try_tests(${program} "${source}")
  if(arg_WEB)
    add_web_program(${program} "${source}")
  endif()
  cm_add_fault_tests(${program} "${source}" LIBS ${arg_LIBS} ARCHITECTURE "${arg_ARCHITECTURE}")
  list(JOIN arg_FLAGS " " flags)
  string(STRIP "${CM_PROGRAM_FLAGS} ${flags}" flags)
  cm_record_program(${program} "${source}" "${flags}" ${arg_MIN_SM} ${arg_ARGS})
endfunction()

# Appends one entry to the list that write_program_list() writes.
function(cm_record_program program source flags min_sm)
  file(RELATIVE_PATH relative "${CMAKE_SOURCE_DIR}" "${source}")
  string(REGEX REPLACE "\\.cu$" ".counters.json" counters "${relative}")
  if(EXISTS "${CMAKE_SOURCE_DIR}/${counters}")
    set(counters "\"${counters}\"")
  else()
    set(counters null)
  endif()
  if(TARGET ${program})
    set(binary "\"$<TARGET_FILE:${program}>\"")
  else()
    set(binary null)
  endif()
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE args)
  list(JOIN args ", " args)
  set(
    entry
    "{\"program\": \"${program}\", \"source\": \"${relative}\", \"flags\": \"${flags}\", \"binary\": ${binary}, \"min_sm\": ${min_sm}, \"counters\": ${counters}, \"args\": [${args}]}"
  )
  set_property(GLOBAL APPEND PROPERTY CM_PROGRAMS "${entry}")
endfunction()

# Writes programs.json into the build tree: what there is to run, for tools/ and docs/.
function(write_program_list)
  get_property(programs GLOBAL PROPERTY CM_PROGRAMS)
  list(JOIN programs ",\n  " programs)
  file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/programs.json" CONTENT "[\n  ${programs}\n]\n")
endfunction()
