#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Plants violations in a temporary tree and demands that check_layering.py names each of them, and nothing else."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).with_name("check_layering.py")
# Written so that this file does not contain what the check looks for.
FAST_FLAG = "-ffast" + "-math"
LICENCE_TAG = "SPDX-License-" + "Identifier:"
HOME_PATH = "/" + "home/someone/data"


def header(licence="Apache-2.0", comment="//"):
    return f"{comment} SPDX-FileCopyrightText: 2026 Ulpscope contributors\n{comment} {LICENCE_TAG} {licence}\n"


def source(*lines, licence="Apache-2.0"):
    return header(licence) + "\n".join(lines) + "\n"


def ui_source(*lines):
    return source(*lines, licence="GPL-3.0-or-later")


def script(*lines):
    return header(comment="#") + "\n".join(lines) + "\n"


class LayeringTest(unittest.TestCase):
    def check(self, files):
        """Runs the check as a program on a tree of {path: text}; returns its exit code and its violations."""
        with tempfile.TemporaryDirectory(prefix="ulpscope layering ") as directory:
            for path, text in files.items():
                file = Path(directory, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, str(CHECK), "--root", directory], capture_output=True, text=True, check=False
            )
        self.assertEqual(result.stderr, "")
        return result.returncode, result.stdout.splitlines()[:-1]

    def assert_clean(self, files):
        self.assertEqual(self.check(files), (0, []))

    def assert_violation(self, files, where, rule):
        code, lines = self.check(files)
        self.assertEqual(code, 1)
        self.assertEqual([line.split(": ")[:2] for line in lines], [[where, rule]])

    def test_clean_tree(self):
        self.assert_clean(
            {
                "CMakeLists.txt": script("target_compile_options(x PRIVATE -fno-fast-math -ffp-contract=off)"),
                "src/engine/status.h": source("#pragma once"),
                "src/engine/io/reader.cpp": source(
                    '#include "engine/numerics/formats.h"', '#include "engine/status.h"', "#include <vector>",
                    "// never throw across a layer", 'const char *s = "throw";', "int n = 1'000'000;",
                ),
                "src/engine/analysis/errors.cpp": source('#include "engine/trace/step.h"', "#include <Eigen/Core>"),
                "src/cli/main.cpp": source('#include "engine/analysis/errors.h"', '#include "cli/options.h"'),
                "src/ui/models/step_model.cpp": ui_source(
                    "#include <QAbstractItemModel>", "#include <QStringView>", '#include "engine/trace/step.h"'
                ),
                "src/ui/plot/heat_map.cpp": ui_source("#include <qcustomplot.h>"),
                "src/ui/views/matrix_view.cpp": ui_source(
                    '#include "ui/views/matrix_view.h"', '#include "ui/views/matrix_view_paint.h"',
                    '#include "ui/plot/heat_map.h"', '#include "ui/session.h"', "#include <QLabel>",
                ),
                "src/ui/main_window.cpp": ui_source('#include "ui/views/matrix_view.h"'),
                "tests/ui/window_test.cpp": ui_source("#include <QTest>", '#include "ui/main_window.h"'),
                "docs/note.md": "See https://example.org/home/page and ${HOME}/work/x and src/work/y.\n",
            }
        )

    def test_every_upward_arrow_of_the_engine(self):
        order = ["numerics", "attention", "reduction", "schedule", "backend", "trace", "analysis", "labs"]
        for low_index, low in enumerate(order):
            for high in order[low_index + 1:]:
                with self.subTest(low=low, high=high):
                    self.assert_violation(
                        {f"src/engine/{low}/a.h": source("#pragma once", f'#include "engine/{high}/b.h"')},
                        f"src/engine/{low}/a.h:4", "layer",
                    )

    def test_siblings_do_not_see_each_other(self):
        for own, other in [("io", "attention"), ("attention", "io"), ("reduction", "schedule")]:
            with self.subTest(own=own, other=other):
                self.assert_violation(
                    {f"src/engine/{own}/a.cpp": source(f'#include "engine/{other}/b.h"')},
                    f"src/engine/{own}/a.cpp:3", "layer",
                )

    def test_relative_include_is_an_include(self):
        self.assert_violation(
            {
                "src/engine/numerics/a.cpp": source('#include "../trace/step.h"'),
                "src/engine/trace/step.h": source("#pragma once"),
            },
            "src/engine/numerics/a.cpp:3", "layer",
        )

    def test_targets_follow_the_same_arrows(self):
        path = "src/engine/io/CMakeLists.txt"
        layer = "ulpscope_layer(io\n  SOURCES a.cpp\n  DEPENDS {}\n  LINK ZLIB::ZLIB)"
        self.assert_clean({path: script(layer.format("numerics"))})
        self.assert_violation({path: script(layer.format("numerics trace"))}, f"{path}:3", "layer")

    def test_unknown_layer(self):
        self.assert_violation(
            {"src/engine/misc/a.cpp": source('#include "engine/status.h"')}, "src/engine/misc/a.cpp:3", "layer"
        )

    def test_engine_and_cli_see_nothing_above(self):
        for path, include in [
            ("src/engine/trace/a.cpp", "ui/session.h"),
            ("src/engine/backend/a.cpp", "cuda/kernels.h"),
            ("src/cli/a.cpp", "ui/session.h"),
            ("tests/engine/a_test.cpp", "ui/session.h"),
        ]:
            with self.subTest(path=path):
                self.assert_violation({path: source(f'#include "{include}"')}, f"{path}:3", "arrow")
        self.assert_violation(
            {"src/ui/a.cpp": ui_source('#include "cuda/kernels.h"')}, "src/ui/a.cpp:3", "arrow"
        )

    def test_qt_outside_the_window(self):
        for path in ["src/engine/io/a.cpp", "src/cli/a.cpp", "tests/engine/a_test.cpp"]:
            for include in ["<QString>", "<QtCore/QString>", "<qglobal.h>", "<QtGlobal>"]:
                with self.subTest(path=path, include=include):
                    self.assert_violation({path: source(f"#include {include}")}, f"{path}:3", "qt")

    def test_qcustomplot_outside_plot(self):
        for path in ["src/ui/views/error_view.cpp", "src/ui/main_window.cpp", "tests/ui/a_test.cpp"]:
            with self.subTest(path=path):
                self.assert_violation({path: ui_source('#include "qcustomplot.h"')}, f"{path}:3", "qcustomplot")

    def test_models_without_widgets(self):
        for include in ["QWidget", "QTreeView", "QLabel", "QStyledItemDelegate", "QApplication", "QtWidgets/QMenu"]:
            with self.subTest(include=include):
                self.assert_violation(
                    {"src/ui/models/m.h": ui_source("#pragma once", f"#include <{include}>")},
                    "src/ui/models/m.h:4", "models",
                )
        self.assert_violation(
            {"src/ui/models/m.cpp": ui_source('#include "ui/views/error_view.h"')}, "src/ui/models/m.cpp:3", "ui"
        )

    def test_views_do_not_see_each_other(self):
        for path, include in [
            ("src/ui/views/error_view.cpp", "ui/views/matrix_view.h"),
            ("src/ui/views/error/error_view.cpp", "ui/views/matrix/matrix_view.h"),
        ]:
            with self.subTest(path=path):
                self.assert_violation({path: ui_source(f'#include "{include}"')}, f"{path}:3", "views")

    def test_throw(self):
        self.assert_violation(
            {"src/engine/io/a.cpp": source("void f()", "{", "    throw 1;", "}")}, "src/engine/io/a.cpp:5", "throw"
        )

    def test_fast_math(self):
        for path, text in [
            ("cmake/Fast.cmake", script(f"add_compile_options({FAST_FLAG})")),
            ("src/cli/CMakeLists.txt", script("add_compile_options(-O" + "fast)")),
            ("src/cuda/CMakeLists.txt", script("add_compile_options(--use_" + "fast_math)")),
            ("src/engine/numerics/a.cpp", source("#pragma GCC " + "optimize(\"fast-math\")")),
            ("src/engine/numerics/b.cpp", source("#pragma STDC FP_" + "CONTRACT ON")),
        ]:
            with self.subTest(path=path):
                self.assert_violation({path: text}, f"{path}:3", "fast-math")

    def test_spdx(self):
        self.assert_violation(
            {"src/ui/a.cpp": source("int x;")}, "src/ui/a.cpp:1", "spdx"  # Apache where the window's licence is due
        )
        self.assert_violation(
            {"src/engine/io/a.cpp": f"// {LICENCE_TAG} Apache-2.0\nint x;\n"}, "src/engine/io/a.cpp:1", "spdx"
        )
        self.assertEqual(len(self.check({"cmake/a.cmake": "set(x 1)\n"})[1]), 2)

    def test_length_and_allow_list(self):
        long_file = {"src/engine/io/a.cpp": source(*["int x;"] * 499)}
        self.assert_violation(long_file, "src/engine/io/a.cpp:501", "length")
        allowed = "tests/layering/allowed.txt"
        self.assert_clean({**long_file, allowed: "# why\nlength src/engine/io/a.cpp one table of the standard\n"})
        self.assert_clean({"src/engine/io/a.cpp": source(*["int x;"] * 498)})
        self.assert_violation({allowed: "length src/engine/io/a.cpp gone since\n"}, f"{allowed}:1", "allowed")

    def test_machine_paths(self):
        self.assert_violation({"docs/a.md": f"run {HOME_PATH}\n"}, "docs/a.md:1", "machine-path")
        self.assert_violation(
            {"src/cli/a.cpp": source(f'const char *p = "{HOME_PATH}";')}, "src/cli/a.cpp:3", "machine-path"
        )


if __name__ == "__main__":
    unittest.main()
