# SPDX-License-Identifier: MIT
#
# add_docs_test(NAME FILE)
#
# Test docs.NAME: runs FILE, relative to the calling folder, with pytest.
function(add_docs_test name file)
  if(ARGN)
    message(FATAL_ERROR "add_docs_test(${name}): unknown argument ${ARGN}.")
  endif()
  set(path "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "add_docs_test(${name}): there is no ${path}.")
  endif()
  add_test(
    NAME docs.${name}
    COMMAND "${CM_PYTHON}" -m pytest -q -p no:cacheprovider "${path}"
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  )
  set_tests_properties(
    docs.${name}
    PROPERTIES LABELS docs TIMEOUT 300 SKIP_RETURN_CODE 77
  )
endfunction()
