# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
# One INTERFACE target so that every target of ours, and nobody else's, is built with the same warnings.
add_library(ulpscope_warnings INTERFACE)
target_compile_options(ulpscope_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)

# GCC 12 sees overlapping copies in `"text" + std::string` where there are none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ulpscope_warnings INTERFACE -Wno-restrict)
endif()

# What warns differs from compiler to compiler, and sanitizers make flow analysis see ghosts. Errors only where CI keeps
# the number at zero (Debian 12's GCC, no sanitizer): a new compiler's new warning must not keep anybody from building.
if(ULPSCOPE_WERROR AND NOT ULPSCOPE_SANITIZE
   AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ulpscope_warnings INTERFACE -Werror)
endif()
