"""Scripts of characters: Unicode's script extensions (UAX #24)."""

from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "unicode" / "scripts.txt"
"""Written by `script/make unicode`: a range of characters a line, and their scripts."""

COMMON, INHERITED = "Zyyy", "Zinh"


class Scripts(NamedTuple):
    """In which scripts a character is used, as four-letter codes of ISO 15924; none if it fits
    all. `is_inherited`: whether it is a mark that takes the script of its letter.
    """

    codes: frozenset[str]
    is_inherited: bool


ANY = Scripts(frozenset(), False)


def is_known(character: str) -> bool:
    """Whether Unicode has such a character, also one that is newer than this Python."""
    return _find(character) is not None


def scripts_of(character: str) -> Scripts:
    """Return the scripts of a character."""
    return _find(character) or ANY


def _find(character: str) -> Scripts | None:
    code = ord(character)
    starts, ends, scripts = _table()
    place = bisect_right(starts, code) - 1
    return scripts[place] if place >= 0 and code <= ends[place] else None


@cache
def _table() -> tuple[list[int], list[int], list[Scripts]]:
    """Return the first and the last character of each range, and its scripts."""
    starts, ends, scripts = [], [], []
    for line in FILE.read_text("ascii").splitlines()[1:]:
        span, *codes = line.split()
        first, _, last = span.partition("-")
        starts.append(int(first, 16))
        ends.append(int(last or first, 16))
        scripts.append(Scripts(frozenset(codes) - {COMMON, INHERITED}, INHERITED in codes))
    return starts, ends, scripts
