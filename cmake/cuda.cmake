# SPDX-License-Identifier: MIT
#
# CUDA is optional: without nvcc the pages are rendered from the committed results.  Sets
# CM_HAVE_CUDA, and the one place where the flags of the programs stand.

set(CM_HAVE_CUDA OFF)

# The flags that decide a program's speed; they are recorded with each result.
set(CM_PROGRAM_FLAGS "-O3 -std=c++17 -lineinfo")
set(CMAKE_CUDA_FLAGS_RELEASE "-O3 -lineinfo")
set(CMAKE_CUDA_FLAGS_DEBUG "-O0 -g -G")
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(CM_PROGRAM_FLAGS "-O0 -g -G -std=c++17")
endif()

# The reader's own GPU if there is one, else a short list.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE cm_no_gpu OUTPUT_QUIET ERROR_QUIET)
  if(cm_no_gpu)
    set(cm_architectures "80;90")
  else()
    set(cm_architectures native)
  endif()
  set(CMAKE_CUDA_ARCHITECTURES "${cm_architectures}" CACHE STRING "GPUs to compile for.")
endif()

# nvcc refuses a host compiler that is newer than itself; an older one may be installed beside it.
function(cm_try_host_compilers)
  foreach(version IN ITEMS 14 13 12 11)
    unset(CMAKE_CUDA_COMPILER CACHE)
    find_program(cm_gxx_${version} g++-${version})
    if(cm_gxx_${version})
      set(CMAKE_CUDA_HOST_COMPILER "${cm_gxx_${version}}" CACHE FILEPATH "" FORCE)
      check_language(CUDA)
      if(CMAKE_CUDA_COMPILER)
        return()
      endif()
    endif()
  endforeach()
  unset(CMAKE_CUDA_HOST_COMPILER CACHE)
endfunction()

if(CM_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  find_program(CM_NVCC nvcc PATHS /usr/local/cuda/bin)
  mark_as_advanced(CM_NVCC)
  if(NOT CMAKE_CUDA_COMPILER AND CM_NVCC AND NOT DEFINED ENV{CUDAHOSTCXX})
    cm_try_host_compilers()
  endif()
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(CM_HAVE_CUDA ON)
  elseif(CM_NVCC)
    message(
      WARNING
      "${CM_NVCC} cannot compile for ${CMAKE_CUDA_ARCHITECTURES} with this host compiler, so the CUDA "
      "programs are skipped. Name a host compiler that the toolkit accepts "
      "(CUDAHOSTCXX=g++-12) or other GPUs (-DCMAKE_CUDA_ARCHITECTURES=90), and configure again in an "
      "empty folder."
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
