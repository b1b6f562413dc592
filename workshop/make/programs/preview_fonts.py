"""Write the fonts of previews, and their kerning.

Previews are drawn without a shaping library, which not every machine has: then a picture is the
same everywhere. So kerning is a file of its own. This writes one font for each family, from the
files in `static/fonts`, with one weight.

Its argument is the folder `files` of the npm package @fontsource/noto-sans (SIL Open Font License),
for Cyrillic, Greek and Vietnamese.
"""

import json
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fontTools import merge
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from games.site.shared.sharing.material import FOLDER
from tests.environment import ROOT

TAKES = "A minute, and a package of npm."
CHEAP = None

FONTS = ROOT / "static" / "fonts"
WEIGHT = 600
KEPT = {
    "GlyphOrder",
    "head",
    "hhea",
    "maxp",
    "OS/2",
    "hmtx",
    "cmap",
    "loca",
    "glyf",
    "name",
    "post",
}
LEAST = 10
"""Of an em's 1000 parts. Less is not seen."""
LAST = 0x17F
"""The last letter with kerning: rarer ones do without."""
OURS = ("latin", "latin-ext", "latin-more")
NOTO = ("latin", "vietnamese", "greek", "cyrillic", "cyrillic-ext")

Pairs = dict[tuple[int, int], int]


def opened(path: Path) -> TTFont:
    """Return a font with one weight."""
    font = TTFont(path)
    return instancer.instantiateVariableFont(font, {"wght": WEIGHT}) if "fvar" in font else font


def use_lining_figures(font: TTFont) -> None:
    """Give digits the form that the site shows: all of the same height."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    used = {
        at
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "lnum"
        for at in record.Feature.LookupListIndex
    }
    forms: dict[str, str] = {}
    for at in sorted(used):
        for each in table.LookupList.Lookup[at].SubTable:
            forms |= getattr(each, "ExtSubTable", each).mapping
    for cmap in font["cmap"].tables:
        cmap.cmap.update({code: forms.get(glyph, glyph) for code, glyph in cmap.cmap.items()})


def kerning(font: TTFont) -> Pairs:
    """Return by how much each pair of characters moves together, in units of the font."""
    found: Pairs = {}
    if "GPOS" not in font:
        return found
    characters: dict[str, list[int]] = {}
    for code, glyph in font.getBestCmap().items():
        characters.setdefault(glyph, []).append(code)
    for table in pair_tables(font["GPOS"].table):
        for left, right, value in pairs_of(table, characters):
            for one in characters[left]:
                for other in characters[right]:
                    found.setdefault((one, other), value)
    return {pair: value for pair, value in found.items() if value}


def pair_tables(gpos: Any) -> Iterator[Any]:
    """Return the tables of pairs that the feature `kern` uses."""
    used = {
        at
        for record in gpos.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for at in record.Feature.LookupListIndex
    }
    for at in sorted(used):
        for table in gpos.LookupList.Lookup[at].SubTable:
            each = table.ExtSubTable if table.LookupType == 9 else table
            if each.LookupType == 2:
                yield each


def pairs_of(table: Any, known: dict[str, list[int]]) -> Iterator[tuple[str, str, int]]:
    """Return (glyph, glyph, value) of a table of pairs, for known glyphs."""
    firsts = [glyph for glyph in table.Coverage.glyphs if glyph in known]
    if table.Format == 1:
        sets = dict(zip(table.Coverage.glyphs, table.PairSet, strict=True))
        for first in firsts:
            for record in sets[first].PairValueRecord:
                if record.SecondGlyph in known:
                    yield first, record.SecondGlyph, advance(record.Value1)
        return
    for first in firsts:
        row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
        for second in known:
            value = advance(row[table.ClassDef2.classDefs.get(second, 0)].Value1)
            if value:
                yield first, second, value


def advance(value: Any) -> int:
    """Return the change of the distance to the next glyph."""
    return getattr(value, "XAdvance", 0) or 0


def write_family(name: str, sources: Sequence[Path]) -> Pairs:
    """Write one font with the letters of all sources; return its kerning."""
    pairs: Pairs = {}
    with tempfile.TemporaryDirectory() as folder:
        plain = []
        for number, source in enumerate(sources):
            font = opened(source)
            use_lining_figures(font)
            pairs |= kerning(font)
            for tag in set(font.keys()) - KEPT:
                del font[tag]
            font.flavor = None
            plain.append(f"{folder}/{number}.ttf")
            font.save(plain[-1])
        merged = merge.Merger().merge(plain)
    merged["post"].formatType = 3.0
    merged.flavor = "woff2"
    merged.save(FOLDER / f"{name}.woff2")
    em = merged["head"].unitsPerEm
    shares = {pair: round(1000 * value / em) for pair, value in pairs.items()}
    return {pair: value for pair, value in shares.items() if abs(value) >= LEAST}


def text_of(kernings: dict[str, Pairs]) -> str:
    """Return kernings as JSON: by family and first letter, the second letters of each value."""
    data: dict[str, dict[str, dict[str, str]]] = {}
    for name, pairs in kernings.items():
        rows = data.setdefault(name, {})
        for (one, other), value in sorted(pairs.items()):
            if max(one, other) <= LAST:
                row = rows.setdefault(chr(one), {})
                row[str(value)] = row.get(str(value), "") + chr(other)
    return json.dumps(data, ensure_ascii=False, indent=0, separators=(",", ":")) + "\n"


def letters_of(names: Sequence[str]) -> str:
    """Return as JSON which characters each written font has."""
    found = {
        name: "".join(map(chr, sorted(TTFont(FOLDER / f"{name}.woff2").getBestCmap())))
        for name in names
    }
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where Noto's files are."""
    parser.add_argument("noto", type=Path, help="the folder `files` of @fontsource/noto-sans")


def run(options: Namespace) -> None:
    noto: Path = options.noto
    sources = {
        name: [FONTS / f"{name}-{part}.woff2" for part in OURS]
        for name in ("figtree", "young-serif")
    }
    sources["noto-sans"] = [noto / f"noto-sans-{part}-{WEIGHT}-normal.woff2" for part in NOTO]
    kernings = {name: write_family(name, files) for name, files in sources.items()}
    (FOLDER / "kerning.json").write_text(text_of(kernings))
    (FOLDER / "letters.json").write_text(letters_of(list(sources)))
