# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
option(ULPSCOPE_BUILD_UI "Build the Qt window" ON)
option(ULPSCOPE_BUILD_BENCH "Build the benchmarks" OFF)
option(ULPSCOPE_BUILD_FUZZERS "Build the libFuzzer targets (needs clang)" OFF)
option(ULPSCOPE_PCH "Precompile what the window's files include most (sources still include what they use)" ON)
option(ULPSCOPE_WERROR "Treat warnings of the reference compiler as errors" OFF)
set(ULPSCOPE_SANITIZE "" CACHE STRING "Sanitizers, e.g. address;undefined or thread")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  # Unoptimised, the tensor-core model is some forty times slower: never what somebody who named no build type wants.
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
