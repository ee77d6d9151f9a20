# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
# ulpscope_layer(<name> SOURCES ... DEPENDS <layer>... LINK <target>...)
# A layer of the engine: a static library ulpscope_<name> that can see only the layers it names.
function(ulpscope_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(ulpscope_${name} STATIC ${ARG_SOURCES})
  target_compile_features(ulpscope_${name} PUBLIC cxx_std_20)
  target_include_directories(ulpscope_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(ulpscope_${name} PRIVATE ulpscope_warnings PUBLIC ulpscope_fp_strict ${ARG_LINK})
  foreach(dep IN LISTS ARG_DEPENDS)
    target_link_libraries(ulpscope_${name} PUBLIC ulpscope_${dep})
  endforeach()
endfunction()
