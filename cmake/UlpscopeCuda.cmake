# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
# The CUDA worker is built where there is a compiler for it. AUTO looks for nvcc on the PATH and in the usual place.
set(ULPSCOPE_BUILD_CUDA AUTO CACHE STRING "Build the CUDA worker ulpscope-cuda: AUTO, ON or OFF")
set_property(CACHE ULPSCOPE_BUILD_CUDA PROPERTY STRINGS AUTO ON OFF)
# Machine code for each generation that its minor versions run too, and PTX for what comes later.
set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90 CACHE STRING "GPU architectures of ulpscope-cuda")

if(ULPSCOPE_BUILD_CUDA STREQUAL "AUTO")
  find_program(ULPSCOPE_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  mark_as_advanced(ULPSCOPE_NVCC)
  set(ULPSCOPE_HAS_CUDA OFF)
  # Sanitizers are for the engine; nvcc does not know their flags.
  if(ULPSCOPE_NVCC AND NOT ULPSCOPE_SANITIZE)
    set(ULPSCOPE_HAS_CUDA ON)
    set(CMAKE_CUDA_COMPILER "${ULPSCOPE_NVCC}" CACHE FILEPATH "CUDA compiler")
  endif()
else()
  set(ULPSCOPE_HAS_CUDA ${ULPSCOPE_BUILD_CUDA})
endif()

if(ULPSCOPE_HAS_CUDA)
  enable_language(CUDA)
  # As UlpscopeFpStrict: every operation is the one that is written, and rounds once.
  add_library(ulpscope_cuda_strict INTERFACE)
  target_compile_options(ulpscope_cuda_strict INTERFACE
    --fmad=false -prec-div=true -prec-sqrt=true -ftz=false -Xcompiler=-ffp-contract=off)
endif()
