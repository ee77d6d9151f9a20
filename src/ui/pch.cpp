// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the precompiled header of the window's libraries: see CMakeLists.txt.
