#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks the devices and kernels of resources/ against the JSON schemas beside them, and the schemas against the files.

usage: check_schemas.py [--root DIR]

Prints one line a violation and exits 1 when there is one. The validator knows the keywords that the schemas use and
refuses others; a file that is spoilt at any one place (an evidence taken out, an unknown key put in) must be refused too.
"""

import argparse
import copy
import json
import re
import sys
from pathlib import Path

SILENT = {"$schema", "$id", "$defs", "title", "description"}
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
}


def violations(value, schema, whole, place):
    """Sentences, one for each rule of the schema that the value breaks."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from violations(value, whole["$defs"][name], whole, place)
        return
    kind = schema.get("type")
    if kind and not TYPES[kind](value):
        yield f"{place}: expected {kind}"
        return
    for keyword, rule in schema.items():
        if keyword in SILENT or keyword == "type":
            continue
        if keyword == "const":
            if value != rule:
                yield f"{place}: expected {rule!r}"
        elif keyword == "enum":
            if value not in rule:
                yield f"{place}: {value!r} is none of {rule}"
        elif keyword == "pattern":
            if not re.search(rule, value):
                yield f"{place}: {value!r} does not match {rule}"
        elif keyword == "minLength":
            if len(value) < rule:
                yield f"{place}: is too short"
        elif keyword == "minimum":
            if value < rule:
                yield f"{place}: {value} is less than {rule}"
        elif keyword == "maximum":
            if value > rule:
                yield f"{place}: {value} is more than {rule}"
        elif keyword == "minItems":
            if len(value) < rule:
                yield f"{place}: has too few entries"
        elif keyword == "items":
            for i, entry in enumerate(value):
                yield from violations(entry, rule, whole, f"{place}[{i}]")
        elif keyword == "required":
            for key in rule:
                if key not in value:
                    yield f"{place}: {key!r} is missing"
        elif keyword == "properties":
            for key, entry in value.items():
                if key in rule:
                    yield from violations(entry, rule[key], whole, f"{place}/{key}")
        elif keyword == "additionalProperties":
            for key, entry in value.items():
                if key in schema.get("properties", {}):
                    continue
                if rule is False:
                    yield f"{place}: {key!r} is not a known key"
                else:
                    yield from violations(entry, rule, whole, f"{place}/{key}")
        else:
            yield f"{place}: the schema has a keyword that is not checked: {keyword}"


def objects(value, path=()):
    """Paths of all objects inside a value."""
    if isinstance(value, dict):
        yield path
        for key, entry in value.items():
            yield from objects(entry, path + (key,))
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield from objects(entry, path + (i,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def spoilt(document):
    """(what was done, document) for each place at which a document can be made wrong."""
    for path in objects(document):
        changed = copy.deepcopy(document)
        at(changed, path)["surprise"] = 1
        yield f"a number put into {'/'.join(map(str, path)) or 'the file'}", changed
        if "known" in at(document, path):
            changed = copy.deepcopy(document)
            del at(changed, path)["known"]
            yield f"the evidence of {'/'.join(map(str, path)) or 'the file'} taken out", changed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default=".", type=Path)
    resources = parser.parse_args().root / "resources"
    wrong = files = planted = 0
    for kind in ("device", "kernel"):
        schema = json.loads((resources / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
        for path in sorted((resources / f"{kind}s").glob("*.json")):
            files += 1
            document = json.loads(path.read_text(encoding="utf-8"))
            for sentence in violations(document, schema, schema, path.name):
                print(sentence)
                wrong += 1
            for what, changed in spoilt(document):
                planted += 1
                if not any(violations(changed, schema, schema, path.name)):
                    print(f"{path.name}: {what} is not noticed by {kind}.schema.json")
                    wrong += 1
    print(f"schemas: {files} files, {planted} planted errors, {wrong} violations")
    return 1 if wrong or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
