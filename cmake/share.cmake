# SPDX-License-Identifier: MIT
#
# What takes long may be done in parts, another one each day, so that all of it comes round.  CI asks
# for that (.ci/run); everybody else gets the whole.

# Sets the cache variable `name` from the environment's variable of that name, or to 1.
function(cm_parts name text)
  set(parts 1)
  if(DEFINED ENV{${name}})
    set(parts "$ENV{${name}}")
  endif()
  set(${name} ${parts} CACHE STRING "${text}")
  if(NOT ${name} MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "${name}: '${${name}}' is no whole number of at least 1.")
  endif()
endfunction()

cm_parts(CM_CUDA_PARTS "Of so many parts of the CUDA programs nvcc compiles one; 1 for all.")
cm_parts(CM_TEST_PARTS "Of so many parts of the longest tests one is run; 1 for all.")

# Sets `out` to whether nvcc compiles the next program: never without a toolkit.  Where no GPU is, it
# does so only to see that it can, and most of its time goes into reading headers.
function(cm_nvcc_compiles_next out)
  get_property(index GLOBAL PROPERTY CM_CUDA_INDEX)
  if(NOT index)
    set(index 0)
  endif()
  math(EXPR next "${index} + 1")
  set_property(GLOBAL PROPERTY CM_CUDA_INDEX ${next})
  string(TIMESTAMP now "%s" UTC)
  math(EXPR turn "(${now} / 86400 + ${index}) % ${CM_CUDA_PARTS}")
  if(CM_HAVE_CUDA AND turn EQUAL 0)
    set(${out} ON PARENT_SCOPE)
  else()
    set(${out} OFF PARENT_SCOPE)
  endif()
endfunction()

# Why nvcc did not compile a program, for the tests that are skipped.
if(CM_HAVE_CUDA)
  set(cm_not_compiled "nvcc compiles it on another day (CM_CUDA_PARTS)")
else()
  set(cm_not_compiled "built without a CUDA toolkit")
endif()
