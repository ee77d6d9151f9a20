#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Brings the .ts files in step with the sources: collects the texts, writes contexts without namespaces.

Of the window the texts are those that lupdate finds. Sentences of the engine are the literals in calls of phrase(), and
become context Engine; texts of the kernels and devices that the window shows become context Resources.

usage: update.py [--check]     --check: change nothing; exit 1 when a text is missing or not translated, or when a
                               translation has other placeholders than its text
"""
import ast
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "src"
RESOURCES = HERE.parent
LUPDATE = next((p for p in ("/usr/lib/qt6/bin/lupdate",) if pathlib.Path(p).exists()), "lupdate")
PREFIX = "ulpscope::ui::"
PLURAL_FORMS = {"en": 2, "zh_CN": 1}
LITERAL = r'"(?:\\.|[^"\\])*"'
PHRASE = re.compile(rf"\bphrase\(\s*({LITERAL}(?:\s*{LITERAL})*)")


def phrases():
    """Templates in the order of files and lines. An escape means the same to C++ and to Python."""
    for folder in ("engine", "ui"):
        for path in sorted((SOURCES / folder).rglob("*.[ch]*")):
            for match in PHRASE.finditer(path.read_text(encoding="utf-8")):
                yield "".join(ast.literal_eval(literal) for literal in re.findall(LITERAL, match.group(1)))


def resource_texts():
    for path in sorted((RESOURCES / "kernels").glob("*.json")):
        kernel = json.loads(path.read_text(encoding="utf-8"))
        yield from (kernel["title"], kernel["known"]["text"])
        if "noLaunch" in kernel:
            yield kernel["noLaunch"]
        # What is said of a rule's class of problems where it is only a model.
        yield from (rule["known"]["text"] for rule in kernel.get("rules", []) if rule["known"]["kind"] == "model")
    for path in sorted((RESOURCES / "devices").glob("*.json")):
        device = json.loads(path.read_text(encoding="utf-8"))
        yield device["approxKnown"]["text"]
        yield from (row["known"]["text"] for row in device["mma"])


def collect(language):
    """(context, source) -> <message> with no translation, in lupdate's order."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "new.ts"
        # Texts handed to a function called translate() are marked by QT_TRANSLATE_NOOP inside the call, which lupdate does
        # not look into; its alias for translate() is pointed elsewhere.
        subprocess.run([LUPDATE, "-silent", "-tr-function-alias", "translate=lookUp", "-recursive", str(SOURCES / "ui"), "-ts", str(target), "-locations", "none", "-no-obsolete",
                        "-source-language", "en", "-target-language", language], check=True, capture_output=True)
        messages = {}
        for context in ElementTree.parse(target).getroot().iter("context"):
            name = context.findtext("name").removeprefix(PREFIX)
            for message in context.iter("message"):
                messages.setdefault((name, message.findtext("source"), message.findtext("comment")), message)
        for name, texts in (("Engine", phrases()), ("Resources", resource_texts())):
            for text in texts:
                messages.setdefault((name, text, None), ElementTree.Element("message"))
        return messages


def placeholders(text):
    return set(re.findall(r"%[1-9]", text))


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
    wrong = []
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
            if placeholders("".join(translation.itertext())) != placeholders(source):
                wrong.append(source)
            continue
        unfinished += 1
        blank = ElementTree.SubElement(entry, "translation", type="unfinished")
        for _ in range(PLURAL_FORMS[language] if plural else 0):
            ElementTree.SubElement(blank, "numerusform")
    ElementTree.indent(root, "    ")
    text = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
    return text, unfinished, wrong


def main():
    check = "--check" in sys.argv[1:]
    bad = 0
    for language in PLURAL_FORMS:
        path = HERE / f"ulpscope_{language}.ts"
        text, unfinished, wrong = merged(language, path)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is not in step with the sources; run {pathlib.Path(__file__).name}")
            bad += 1
        if unfinished:
            print(f"{path.name}: {unfinished} texts are not translated")
            bad += check
        for source in wrong:
            print(f"{path.name}: other placeholders than in its translation: {source}")
            bad += check
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
