# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
# Sanitizers and fuzzing coverage. For the whole tree rather than by target: one object file without instrumentation
# hides errors, and makes the others report false ones.
if(ULPSCOPE_SANITIZE)
  string(REPLACE ";" "," _ulpscope_sanitizers "${ULPSCOPE_SANITIZE}")
  add_compile_options(-fsanitize=${_ulpscope_sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${_ulpscope_sanitizers})
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

if(ULPSCOPE_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ULPSCOPE_BUILD_FUZZERS needs clang; use the preset asan")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_custom_target(fuzzers) # all of them, and nothing else
endif()

# ulpscope_fuzzer(<name> SOURCES ... LINK ...): a libFuzzer program fuzz_<name>; `./dev fuzz` runs every one of them, with
# the files of tests/fuzz/corpus/fuzz_<name>/ as seeds.
function(ulpscope_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(fuzz_${name} ${ARG_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE ulpscope_warnings ${ARG_LINK})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers fuzz_${name})
endfunction()
