# SPDX-License-Identifier: MIT
#
# Libraries of the system.  Each missing one is named with the package that holds it.

function(cm_require target package)
  if(NOT TARGET ${target})
    message(
      FATAL_ERROR
      "${target} is missing: install it (Debian and Ubuntu: apt-get install ${package})."
    )
  endif()
endfunction()

find_package(fmt 9 QUIET)
cm_require(fmt::fmt-header-only libfmt-dev)
find_package(nlohmann_json 3.11 QUIET)
cm_require(nlohmann_json::nlohmann_json nlohmann-json3-dev)

if(CM_UNIT_TESTS)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest_main AND EXISTS /usr/src/googletest/CMakeLists.txt)
    set(INSTALL_GTEST OFF)
    add_subdirectory(/usr/src/googletest googletest EXCLUDE_FROM_ALL SYSTEM)
    if(NOT TARGET GTest::gtest_main)
      add_library(GTest::gtest_main ALIAS gtest_main)
    endif()
  endif()
  cm_require(GTest::gtest_main libgtest-dev)
  include(GoogleTest)
endif()
