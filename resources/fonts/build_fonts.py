#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the font files in this folder from upstream releases (see README.md for the sources).

    pip install fonttools
    python3 build_fonts.py --inter DIR --mono DIR --cjk DIR

Every family is renamed, so that a different release installed on the user's system can never take its place:
figures must give the same bytes everywhere.
"""
import argparse
import pathlib

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

# Text, maths and the drawing characters that read-outs and sparklines use.
LATIN_RANGES = [
    (0x0020, 0x007E), (0x00A0, 0x017F), (0x0192, 0x0192), (0x02C6, 0x02DD), (0x0370, 0x03FF), (0x1E9E, 0x1E9E),
    (0x2000, 0x206F), (0x2070, 0x209F), (0x20AC, 0x20AC), (0x2100, 0x218F), (0x2190, 0x21FF), (0x2200, 0x22FF),
    (0x2300, 0x23FF), (0x2500, 0x259F), (0x25A0, 0x25FF), (0x2713, 0x2717), (0x27E8, 0x27E9),
]


def latin_characters():
    return {c for first, last in LATIN_RANGES for c in range(first, last + 1)}


def gb2312_characters():
    """GB 2312 symbols (rows 1 to 3) and its 6763 Chinese characters, both levels."""
    characters = set()
    for lead in [*range(0xA1, 0xA4), *range(0xB0, 0xF8)]:
        for trail in range(0xA1, 0xFF):
            try:
                characters.add(ord(bytes([lead, trail]).decode("gb2312")))
            except UnicodeDecodeError:
                pass  # an empty position of the table
    return characters


def bake_feature(font, tag):
    """Makes the single substitutions of one OpenType feature the default glyphs (Qt 6.4 cannot switch features)."""
    gsub = font["GSUB"].table
    lookups = {i for r in gsub.FeatureList.FeatureRecord if r.FeatureTag == tag for i in r.Feature.LookupListIndex}
    mapping = {}
    for index in lookups:
        for table in gsub.LookupList.Lookup[index].SubTable:
            table = getattr(table, "ExtSubTable", table)
            mapping.update(getattr(table, "mapping", {}))
    for cmap in font["cmap"].tables:
        if hasattr(cmap, "cmap"):
            for code, glyph in cmap.cmap.items():
                if code < 0x80:
                    cmap.cmap[code] = mapping.get(glyph, glyph)


def rename(font, family, style):
    name = font["name"]
    keep = {0, 5, 7, 8, 9, 11, 13, 14}  # copyright, version, credits and licence stay as upstream wrote them
    name.names = [record for record in name.names if record.nameID in keep and record.platformID == 3]
    bold = style == "Bold"
    postscript = family.replace(" ", "") + "-" + style
    for name_id, text in [(1, family), (2, style), (3, postscript), (4, f"{family} {style}"), (6, postscript)]:
        name.setName(text, name_id, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 700 if bold else 400
    font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~0x61) | (0x20 if bold else 0x40)
    font["head"].macStyle = 1 if bold else 0
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [postscript]
        top = cff.topDictIndex[0]
        top.FamilyName, top.FullName, top.Weight = family, f"{family} {style}", style


def subset(font, characters, features):
    options = Options()
    options.layout_features = features
    options.name_IDs = ["*"]
    options.name_languages = ["*"]
    options.notdef_outline = True
    options.hinting = False  # text is drawn unhinted: the same outlines at every scale
    options.desubroutinize = False
    options.drop_tables += ["DSIG", "vhea", "vmtx", "VORG", "BASE", "STAT", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def set_line_metrics(font, ascent, descent):
    """Ascent and descent in em. All families share them: a Chinese label makes no line taller than a Latin one."""
    em = font["head"].unitsPerEm
    up, down = round(ascent * em), round(descent * em)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = up, -down, 0
    os2 = font["OS/2"]
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = up, -down, 0
    os2.usWinAscent, os2.usWinDescent = up, down


def save(font, path, created):
    font["head"].created = font["head"].modified = created  # same sources, same bytes
    font.recalcTimestamp = False
    font.save(path)
    print(f"{path}: {path.stat().st_size} bytes, {len(font.getBestCmap())} characters")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inter", type=pathlib.Path, required=True, help="folder with Inter-Regular.otf")
    parser.add_argument("--mono", type=pathlib.Path, required=True, help="folder with JetBrainsMono-Regular.ttf")
    parser.add_argument("--cjk", type=pathlib.Path, required=True, help="folder with NotoSansCJK-Regular.ttc")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    args = parser.parse_args()

    jobs = [
        (args.inter / "Inter-Regular.otf", "Ulpscope Sans", "Regular", "UlpscopeSans-Regular.otf"),
        (args.inter / "Inter-SemiBold.otf", "Ulpscope Sans", "Bold", "UlpscopeSans-Bold.otf"),
        (args.mono / "JetBrainsMono-Regular.ttf", "Ulpscope Mono", "Regular", "UlpscopeMono-Regular.ttf"),
        (args.mono / "JetBrainsMono-Bold.ttf", "Ulpscope Mono", "Bold", "UlpscopeMono-Bold.ttf"),
    ]
    for source, family, style, target in jobs:
        font = TTFont(source)
        created = font["head"].created
        if family == "Ulpscope Sans":
            bake_feature(font, "tnum")
        # Mono keeps no features at all: its ligatures would turn "->" and "!=" into one glyph in a read-out.
        subset(font, latin_characters(), ["kern", "mark", "mkmk", "ccmp"] if family == "Ulpscope Sans" else [])
        rename(font, family, style)
        set_line_metrics(font, 0.97, 0.25)
        save(font, args.out / target, created)

    for style in ["Regular", "Bold"]:
        collection = TTCollection(args.cjk / f"NotoSansCJK-{style}.ttc")
        font = next(f for f in collection.fonts if f["name"].getDebugName(4).startswith("Noto Sans CJK SC"))
        created = font["head"].created
        subset(font, gb2312_characters(), [])
        rename(font, "Ulpscope Sans SC", style)
        set_line_metrics(font, 0.97, 0.25)
        save(font, args.out / f"UlpscopeSansSC-{style}.otf", created)


if __name__ == "__main__":
    main()
