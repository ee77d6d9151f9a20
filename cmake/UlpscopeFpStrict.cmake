# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
# Strict IEEE arithmetic: no contraction (GCC fuses a*b+c by default once FMA is available), no fast-math,
# no excess precision. Everything that computes a number which is shown links this.
add_library(ulpscope_fp_strict INTERFACE)
target_compile_options(ulpscope_fp_strict INTERFACE -ffp-contract=off -fno-fast-math -frounding-math -fno-math-errno)
