#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Brings the .ts files in step with the sources: collects the texts, writes contexts without namespaces.

usage: update.py [--check]     --check: change nothing; exit 1 when a text is missing or not translated
"""
import copy
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "src" / "ui"
LUPDATE = next((p for p in ("/usr/lib/qt6/bin/lupdate",) if pathlib.Path(p).exists()), "lupdate")
PREFIX = "ulpscope::ui::"
PLURAL_FORMS = {"en": 2, "zh_CN": 1}


def collect(language):
    """(context, source) -> <message> with no translation, in lupdate's order."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "new.ts"
        # Texts handed to a function called translate() are marked by QT_TRANSLATE_NOOP inside the call, which lupdate does
        # not look into; its alias for translate() is pointed elsewhere.
        subprocess.run([LUPDATE, "-silent", "-tr-function-alias", "translate=lookUp", "-recursive", str(SOURCES), "-ts", str(target), "-locations", "none", "-no-obsolete",
                        "-source-language", "en", "-target-language", language], check=True, capture_output=True)
        messages = {}
        for context in ElementTree.parse(target).getroot().iter("context"):
            name = context.findtext("name").removeprefix(PREFIX)
            for message in context.iter("message"):
                messages.setdefault((name, message.findtext("source"), message.findtext("comment")), message)
        return messages


def translations_of(path):
    if not path.exists():
        return {}
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            found[(context.findtext("name"), message.findtext("source"), message.findtext("comment"))] = message.find("translation")
    return found


def merged(language, path):
    old = translations_of(path)
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts = {}
    unfinished = 0
    for (name, source, comment), message in sorted(collect(language).items(), key=lambda item: item[0][0]):
        plural = message.get("numerus") == "yes"
        if language == "en" and not plural:
            continue  # the source is the text
        if name not in contexts:
            contexts[name] = ElementTree.SubElement(root, "context")
            ElementTree.SubElement(contexts[name], "name").text = name
        entry = ElementTree.SubElement(contexts[name], "message", {"numerus": "yes"} if plural else {})
        ElementTree.SubElement(entry, "source").text = source
        if comment:
            ElementTree.SubElement(entry, "comment").text = comment
        translation = old.get((name, source, comment))
        if translation is not None and translation.get("type") != "unfinished":
            entry.append(copy.deepcopy(translation))
            continue
        unfinished += 1
        blank = ElementTree.SubElement(entry, "translation", type="unfinished")
        for _ in range(PLURAL_FORMS[language] if plural else 0):
            ElementTree.SubElement(blank, "numerusform")
    ElementTree.indent(root, "    ")
    text = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
    return text, unfinished


def main():
    check = "--check" in sys.argv[1:]
    bad = 0
    for language in PLURAL_FORMS:
        path = HERE / f"ulpscope_{language}.ts"
        text, unfinished = merged(language, path)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is not in step with the sources; run {pathlib.Path(__file__).name}")
            bad += 1
        if unfinished:
            print(f"{path.name}: {unfinished} texts are not translated")
            bad += check
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
