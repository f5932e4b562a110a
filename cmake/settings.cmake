# SPDX-License-Identifier: MIT
#
# What every target shares: build type, warnings, Python.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release measures; Debug is for a debugger." FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD_REQUIRED ON)

if(DEFINED ENV{CI})
  set(cm_in_ci ON)
else()
  set(cm_in_ci OFF)
endif()
option(CM_WARNINGS_AS_ERRORS "Stop the build at a warning." ${cm_in_ci})
option(CM_UNIT_TESTS "Build the C++ unit tests, which need GoogleTest." ON)
option(CM_CUDA "Build the CUDA programs, where there is a CUDA toolkit." ON)

if(EXISTS "${CMAKE_SOURCE_DIR}/.venv/bin/python")
  set(cm_default_python "${CMAKE_SOURCE_DIR}/.venv/bin/python")
else()
  set(cm_default_python python3)
endif()
set(CM_PYTHON "${cm_default_python}" CACHE STRING "Python that runs the project's tools.")

# Warnings of our own C++; linked by each of our targets, never by what they include.
add_library(cm_warnings INTERFACE)
target_compile_options(
  cm_warnings
  INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${CM_WARNINGS_AS_ERRORS}>>:-Werror>
    $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${CM_WARNINGS_AS_ERRORS}>>:-Werror=all-warnings>
)
