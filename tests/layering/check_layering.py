#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks the rules of the tree that a compiler does not: who may include whom, strict floating point, file headers.

usage: check_layering.py [--root DIR]

Prints one line a violation, `path:line: rule: sentence`, and exits 1 when there is one. An exception to a rule is a line
in allowed.txt beside this file, with its reason; a line there that excuses nothing is a violation too.
"""

import argparse
import os
import re
import sys
from pathlib import Path

# What each layer of src/engine sees; "" is src/engine itself (status.h), which every layer sees and which sees nothing.
ENGINE_LAYERS = {
    "": set(),
    "numerics": set(),
    "io": {"numerics"},
    "attention": {"numerics"},
    "reduction": {"numerics", "io", "attention"},
    "schedule": {"numerics", "io", "attention", "reduction"},  # the device's merge tree is part of a resolved plan
    "backend": {"numerics", "io", "attention", "schedule", "reduction"},
    "trace": {"numerics", "io", "attention", "schedule", "reduction", "backend"},
    "analysis": {"numerics", "io", "attention", "schedule", "reduction", "backend", "trace"},
    "calibration": {"numerics", "io", "attention", "schedule", "reduction", "backend", "trace", "analysis"},
    "labs": {"numerics", "io", "attention", "schedule", "reduction", "backend", "trace", "analysis"},
    "session": {"numerics", "io", "attention", "schedule", "reduction", "backend", "trace", "analysis"},
}
# Which parts of src a folder may include from; longest prefix decides.
PARTS = {
    "src/engine": {"engine"},
    "src/cuda": {"engine", "cuda"},
    "src/cli": {"engine", "cli"},
    "src/ui": {"engine", "ui"},
    "tests/engine": {"engine"},
    "tests/fuzz": {"engine"},
    "tests/cuda": {"engine", "cuda"},
    "tests/cross_backend": {"engine"},
    "tests/cli": {"engine", "cli"},
    "tests/ui": {"engine", "ui"},
    "bench": {"engine", "ui"},
}
# Inside src/ui: folders that a folder may not include.
UI_FORBIDDEN = {
    "models": {"plot", "views"},
    "run": {"plot", "views"},
    "plot": {"views"},
}
QT_HOMES = ("src/ui/", "tests/ui/", "bench/ui/")
LICENCES = [
    ("src/ui/", "GPL-3.0-or-later"),
    ("tests/ui/", "GPL-3.0-or-later"),
    ("bench/ui/", "GPL-3.0-or-later"),
    ("", "Apache-2.0"),
]
LICENCE_TAG = "SPDX-License-" + "Identifier:"  # in pieces, or REUSE tools read it as this file's licence

CPP = {".h", ".hpp", ".cpp", ".cc", ".cu", ".cuh"}
SCRIPT = {".cmake", ".py", ".sh"}
SCRIPT_NAMES = {"CMakeLists.txt", "dev", "run"}
TEXT = CPP | SCRIPT | {".md", ".json", ".xml", ".svg", ".txt", ".in", ".toml", ".desktop", ".ts", ".qrc", ".cff", ".csv"}
SKIPPED_DIRS = {"build", "LICENSES", "__pycache__"}  # and hidden ones except .ci
MAX_LINES = 500

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt[A-Z]\w*/\w+|Qt\w*|qcustomplot\.h|q[a-z]+\.h)$")
# Headers of QtWidgets by the shape of their names; the exceptions are of QtCore and QtGui.
WIDGETS_HEADER = re.compile(
    r"^(QtWidgets(/.*)?|Q(Application|Completer|Frame|Label|Layout(Item)?|Menu|Menu[A-Z]\w*|Slider|Splitter\w*|Style\w*"
    r"|SystemTrayIcon|Tab[A-Z]\w*|Graphics\w+|Tool(Bar|Box|Tip)|WhatsThis|Wizard\w*|StatusBar|ScrollArea|ScrollBar"
    r"|RubberBand|MainWindow|LineEdit|HeaderView|\w*(Widget|Dialog|MessageBox|ComboBox|CheckBox|SpinBox|GroupBox"
    r"|Button|ButtonGroup|View|Delegate|TextEdit|TimeEdit|DateEdit|BoxLayout|GridLayout|FormLayout|StackedLayout)))$"
)
NOT_WIDGETS = re.compile(r"^Q(\w*StringView|ByteArrayView|Latin1StringView|StyleHints|\w*Quick\w*)$")
# -fno-fast-math and words in prose do not match: only what switches something on.
UNSAFE_FLAG = re.compile(
    r"(?<![\w-])(-O(?:fast)|-f(?:fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only"
    r"|no-signed-zeros|p-contract=(?:fast|on)|p-model[ =]fast)|/fp:(?:fast)|-{1,2}(?:use_fast_math|fmad=true))"
)
UNSAFE_PRAGMA = re.compile(
    r"STDC\s+FP_CONTRACT\s+ON|#\s*pragma\s+(GCC\s+optimize|clang\s+fp)|__attribute__\s*\(\(\s*optimize|float_control"
)
MACHINE_PATH = re.compile(r"(?<![\w.$}/:-])/(work|home|root|Users)/[\w.]|(?<![\w.$}/:-])/tmp/(?!\w*\.{3})[\w.]+/|\b[A-Z]:\\Users\\")
THROW = re.compile(r"\bthrow\b")
LAYER_TARGET = re.compile(r"ulpscope_layer\(\s*(\w+)[^)]*?\bDEPENDS\s+([^)]*?)\s*(?:\bLINK\b[^)]*)?\)")


def posix(path):
    return str(path).replace(os.sep, "/")


def files_of(root):
    for directory, subdirs, names in os.walk(root):
        subdirs[:] = sorted(
            d for d in subdirs
            if d not in SKIPPED_DIRS and (d[0] != "." or d == ".ci") and not Path(directory, d).is_symlink()
        )
        for name in sorted(names):
            path = Path(directory, name)
            if not path.is_symlink():
                yield path


def without_comments_and_strings(text):
    """The code of a C++ file with comments, strings and characters blanked; line numbers stay."""

    def blank(match):
        token = match.group(0)
        return token if token[0] not in "/\"'R" else re.sub(r"[^\n]", " ", token)

    pattern = r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
    return re.sub(pattern, blank, text, flags=re.DOTALL)


class Checker:
    def __init__(self, root):
        self.root = Path(root).resolve()
        self.violations = []  # (path, line, rule, sentence)

    def report(self, path, line, rule, sentence):
        self.violations.append((path, line, rule, sentence))

    def run(self):
        for file in files_of(self.root):
            path = posix(file.relative_to(self.root))
            is_script = file.suffix in SCRIPT or file.name in SCRIPT_NAMES
            if file.suffix not in TEXT and not is_script:
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            lines = text.splitlines()
            if file.suffix in CPP:
                self.check_includes(path, lines)
                self.check_code(path, text)
            if file.suffix in CPP or is_script:
                self.check_header(path, lines)
                self.check_length(path, lines)
            if is_script or file.name == "CMakePresets.json":
                self.check_flags(path, lines)
            if file.name == "CMakeLists.txt":
                self.check_layer_target(path, text)
            self.check_machine_paths(path, lines)
        return self.violations

    # ------------------------------------------------------------------------------------------------ includes
    def check_includes(self, path, lines):
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            target = match.group(2)
            if QT_HEADER.match(target):
                self.check_qt(path, number, target)
            else:
                inside = self.project_path(path, target)
                if inside:
                    self.check_arrow(path, number, inside)

    def project_path(self, path, target):
        """Path below src/ of an include, or None for a library's or a test helper's header."""
        top = target.split("/")[0]
        if top in {"engine", "cli", "ui", "cuda"} and "/" in target:
            return posix(os.path.normpath(target))
        beside = posix(os.path.normpath(posix(Path(path).parent / target)))
        if beside.startswith("src/") and (self.root / beside).is_file():
            return beside[len("src/"):]
        return None

    def check_qt(self, path, number, target):
        if not path.startswith(QT_HOMES):
            self.report(path, number, "qt", f"<{target}>: Qt stays in src/ui")
        if target == "qcustomplot.h" and not path.startswith("src/ui/plot/"):
            self.report(path, number, "qcustomplot", "only src/ui/plot includes qcustomplot.h")
        if path.startswith("src/ui/models/") and WIDGETS_HEADER.match(target) and not NOT_WIDGETS.match(target):
            self.report(path, number, "models", f"<{target}>: a model shows nothing, so it needs no widget")

    def check_arrow(self, path, number, target):
        part, rest = target.split("/", 1)
        home = max((p for p in PARTS if path.startswith(p + "/")), key=len, default=None)
        if home and part not in PARTS[home]:
            self.report(path, number, "arrow", f'"{target}": {home} sees only {", ".join(sorted(PARTS[home]))}')
            return
        if path.startswith("src/engine/"):
            self.check_engine_layer(path, number, rest)
        elif path.startswith("src/ui/") and part == "ui":
            self.check_ui_folder(path, number, rest)

    def check_engine_layer(self, path, number, rest):
        own = self.layer_of(path[len("src/engine/"):])
        other = self.layer_of(rest)
        for layer in (own, other):
            if layer not in ENGINE_LAYERS:
                self.report(path, number, "layer", f"src/engine/{layer} is no layer that this check knows")
                return
        if other not in ("", own) and other not in ENGINE_LAYERS[own]:
            seen = ", ".join(sorted(ENGINE_LAYERS[own])) or "no other layer"
            self.report(path, number, "layer", f'"engine/{rest}": {own or "src/engine"} sees {seen}')

    def check_layer_target(self, path, text):
        for match in LAYER_TARGET.finditer(text):
            beyond = set(match.group(2).split()) - ENGINE_LAYERS.get(match.group(1), set())
            if beyond:
                line = text.count("\n", 0, match.start()) + 1
                self.report(path, line, "layer", f"{match.group(1)} must not depend on {', '.join(sorted(beyond))}")

    @staticmethod
    def layer_of(path):
        return path.split("/")[0] if "/" in path else ""

    def check_ui_folder(self, path, number, rest):
        own = self.layer_of(path[len("src/ui/"):])
        other = self.layer_of(rest)
        if other in UI_FORBIDDEN.get(own, ()):
            self.report(path, number, "ui", f'"ui/{rest}": ui/{own} does not see ui/{other}')
        if own == "views" and other == "views" and self.view_of(rest) not in (None, self.view_of(path[len("src/ui/"):])):
            self.report(path, number, "views", f'"ui/{rest}": views talk through Session, not to each other')

    @staticmethod
    def view_of(path):
        """The view that views/... belongs to: its folder, or tile_map_view for views/tile_map_view_*.h; None if shared."""
        parts = path.split("/")[1:]
        if len(parts) > 1:
            return parts[0]
        match = re.match(r"(\w+_view)(?:_\w+)?\.\w+$", parts[0])
        return match.group(1) if match else None

    # ---------------------------------------------------------------------------------------------------- code
    def check_code(self, path, text):
        code = without_comments_and_strings(text)
        for number, line in enumerate(code.splitlines(), 1):
            if path.startswith(("src/engine/", "src/cli/")) and THROW.search(line):
                self.report(path, number, "throw", "the engine reports through Status and Result")
            if UNSAFE_PRAGMA.search(line):
                self.report(path, number, "fast-math", "changes floating-point semantics behind the build's back")

    def check_flags(self, path, lines):
        for number, line in enumerate(lines, 1):
            match = UNSAFE_FLAG.search(line)
            if match:
                self.report(path, number, "fast-math", f"{match.group(1)} lets the compiler change results")

    def check_header(self, path, lines):
        head = "\n".join(lines[:4])
        licence = next(licence for prefix, licence in LICENCES if path.startswith(prefix))
        if Path(path).suffix not in CPP and "Apache-2.0" in head:
            licence = "Apache-2.0"  # build files and scripts may be Apache-2.0 anywhere
        if f"{LICENCE_TAG} {licence}" not in head:
            self.report(path, 1, "spdx", f"needs '{LICENCE_TAG} {licence}' in its first lines")
        if "SPDX-FileCopyrightText: " not in head:
            self.report(path, 1, "spdx", "needs an SPDX-FileCopyrightText line in its first lines")

    def check_length(self, path, lines):
        if len(lines) > MAX_LINES:
            self.report(path, len(lines), "length", f"{len(lines)} lines; over {MAX_LINES} a file needs a reason")

    def check_machine_paths(self, path, lines):
        for number, line in enumerate(lines, 1):
            match = MACHINE_PATH.search(line)
            if match:
                self.report(path, number, "machine-path", f"'{match.group(0)}...' exists on one machine only")


def read_allowed(file):
    """Lines `rule path reason...`; '#' starts a comment."""
    allowed = {}
    if file.is_file():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = line.split(None, 2)
            if len(fields) < 3:
                sys.exit(f"{file}:{number}: expected 'rule path reason'")
            allowed[fields[0], fields[1]] = number
    return allowed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=Path(__file__).resolve().parents[2], type=Path)
    root = parser.parse_args().root
    violations = Checker(root).run()
    allowed_file = root / "tests/layering/allowed.txt"
    allowed = read_allowed(allowed_file)
    used = {(rule, path) for path, _, rule, _ in violations}
    left = [v for v in violations if (v[2], v[0]) not in allowed]
    for entry, number in allowed.items():
        if entry not in used:
            left.append((posix(allowed_file.relative_to(root)), number, "allowed", f"excuses nothing: {' '.join(entry)}"))
    for path, line, rule, sentence in left:
        print(f"{path}:{line}: {rule}: {sentence}")
    print(f"layering: {len(left)} violations" if left else "layering: clean")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
