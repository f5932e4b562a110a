# SPDX-License-Identifier: MIT
#
# CUDA is optional: without nvcc the pages are rendered from the committed results.  Sets
# CM_HAVE_CUDA and CMAKE_CUDA_ARCHITECTURES, and is the one place where the programs' flags stand.

# The flags that decide a program's speed; they are recorded with each result.
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(CM_PROGRAM_FLAGS "-O0 -g -G -std=c++17")
else()
  set(CM_PROGRAM_FLAGS "-O3 -std=c++17 -lineinfo")
endif()
set(CMAKE_CUDA_FLAGS_RELEASE "-O3 -lineinfo")
set(CMAKE_CUDA_FLAGS_DEBUG "-O0 -g -G")
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)

# Compiled for where there is no GPU to ask.
set(cm_default_architectures 80 90)

# Sets CMAKE_CUDA_COMPILER if nvcc works, with the default host compiler or with another one that is
# installed: nvcc refuses a host compiler that is newer than itself.
macro(cm_find_cuda)
  include(CheckLanguage)
  find_program(CM_NVCC nvcc PATHS /usr/local/cuda/bin)
  mark_as_advanced(CM_NVCC)
  if(CM_NVCC AND "$ENV{CUDACXX}" STREQUAL "")
    set(ENV{CUDACXX} "${CM_NVCC}")
  endif()
  check_language(CUDA)
  if(CM_NVCC AND "$ENV{CUDAHOSTCXX}" STREQUAL "")
    foreach(version IN ITEMS 14 13 12 11)
      find_program(CM_GXX_${version} g++-${version})
      mark_as_advanced(CM_GXX_${version})
      if(NOT CMAKE_CUDA_COMPILER AND CM_GXX_${version})
        set(ENV{CUDAHOSTCXX} "${CM_GXX_${version}}")
        unset(CMAKE_CUDA_COMPILER)
        unset(CMAKE_CUDA_COMPILER CACHE)
        check_language(CUDA)
      endif()
    endforeach()
  endif()
endmacro()

# Sets `out` to the compute capabilities of the GPUs here, such as "90"; empty if there are none.
function(cm_gpus_here out)
  execute_process(
    COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
    RESULT_VARIABLE failed
    OUTPUT_VARIABLE capabilities
    ERROR_QUIET
  )
  set(${out} "" PARENT_SCOPE)
  if(NOT failed)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    list(TRANSFORM capabilities REPLACE "\\." "")
    list(REMOVE_DUPLICATES capabilities)
    set(${out} "${capabilities}" PARENT_SCOPE)
  endif()
endfunction()

# Sets `out` to those of the architectures ARGN that nvcc does not know.
function(cm_unknown_architectures out)
  execute_process(
    COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-arch
    RESULT_VARIABLE failed
    OUTPUT_VARIABLE known
    ERROR_QUIET
  )
  set(unknown "")
  foreach(architecture IN LISTS ARGN)
    string(REGEX MATCH "^[0-9]+" number "${architecture}")
    if(NOT failed AND number AND NOT known MATCHES "_${number}[^0-9]")
      list(APPEND unknown ${architecture})
    endif()
  endforeach()
  set(${out} "${unknown}" PARENT_SCOPE)
endfunction()

# Decides CMAKE_CUDA_ARCHITECTURES: what the reader said, there or in the environment's CUDAARCHS as
# CMake has it, the GPUs here, or the short list.
function(cm_choose_architectures)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT "$ENV{CUDAARCHS}" STREQUAL "")
    set(CMAKE_CUDA_ARCHITECTURES "$ENV{CUDAARCHS}" CACHE STRING "GPUs to compile for.")
  endif()
  if(DEFINED CMAKE_CUDA_ARCHITECTURES)
    cm_unknown_architectures(unknown ${CMAKE_CUDA_ARCHITECTURES})
    if(unknown)
      message(
        FATAL_ERROR
        "${CMAKE_CUDA_COMPILER} cannot compile for ${unknown} of CMAKE_CUDA_ARCHITECTURES: choose "
        "from those that nvcc --list-gpu-arch lists."
      )
    endif()
    return()
  endif()
  cm_gpus_here(gpus)
  cm_unknown_architectures(unknown ${gpus})
  if(unknown)
    message(
      WARNING
      "The GPU here (sm_${unknown}) is not one that ${CMAKE_CUDA_COMPILER} can compile for: install "
      "another CUDA toolkit to run the programs on it."
    )
    list(REMOVE_ITEM gpus ${unknown})
  endif()
  if(NOT gpus)
    set(gpus ${cm_default_architectures})
  endif()
  set(CMAKE_CUDA_ARCHITECTURES "${gpus}" CACHE STRING "GPUs to compile for.")
endfunction()

set(CM_HAVE_CUDA OFF)
if(CM_CUDA)
  cm_find_cuda()
  if(CMAKE_CUDA_COMPILER)
    cm_choose_architectures()
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(CM_HAVE_CUDA ON)
  elseif(CM_NVCC)
    message(
      WARNING
      "${CM_NVCC} does not work with the C++ compilers found here, so the CUDA programs are skipped: "
      "install a g++ that this toolkit accepts, name it in CUDAHOSTCXX, and configure again with "
      "cmake --fresh."
    )
  else()
    message(STATUS "No CUDA toolkit (nvcc): the CUDA programs are skipped.")
  endif()
endif()

# cuBLAS is a yardstick where it is installed.  CM_HAVE_CUBLAS tells a program whether it is.
add_library(cm_cublas INTERFACE)
set(CM_HAVE_CUBLAS 0)
if(CM_HAVE_CUDA)
  find_library(CM_CUBLAS_LIBRARY cublas PATHS ${CUDAToolkit_LIBRARY_DIR})
  find_path(CM_CUBLAS_INCLUDE cublas_v2.h PATHS ${CUDAToolkit_INCLUDE_DIRS})
  mark_as_advanced(CM_CUBLAS_LIBRARY CM_CUBLAS_INCLUDE)
  if(CM_CUBLAS_LIBRARY AND CM_CUBLAS_INCLUDE)
    set(CM_HAVE_CUBLAS 1)
    target_link_libraries(cm_cublas INTERFACE "${CM_CUBLAS_LIBRARY}")
  endif()
endif()
target_compile_definitions(cm_cublas INTERFACE CM_HAVE_CUBLAS=${CM_HAVE_CUBLAS})
