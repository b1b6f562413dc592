"""Which names look the same: skeletons after Unicode Technical Standard #39.

The data are Unicode's table of confusable characters.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from games.people.accounts.characters import UNSEEN_MARKS, drop_unseen
from games.people.accounts.folding import drop_stretchers, unify_sequences

FILE = Path(__file__).parent / "unicode" / "lookalikes.txt"
"""Written by `script/make unicode`: a character a line, and what stands for all its lookalikes."""

# Length of the column. Longer skeletons are cut.
SKELETON_LENGTH = 150

# These are invisible, though Unicode counts them as letters or symbols.
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\U0001d159"), " ")

INVISIBLE = {**BLANKS, **dict.fromkeys(map(ord, UNSEEN_MARKS))}
"""What `str.translate` needs to remove what nobody sees."""


DECORATED = re.compile(
    "(?:NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|LATIN LETTER SMALL CAPITAL"
    "|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])$"
)
LAST_WITH_NAME = 0x1FFFF
"""Beyond it are characters of Han, and some without names."""

# What stands in the table for all that look like small capitals "m" and "k".
SMALL_CAPITALS = {"ʍ": "m", "ĸ": "k"}

# Symbols that are drawn like letters, and are not in the table.
SYMBOLS = {
    **dict.fromkeys("❘❙❚│┃⎸⏐▏", "l"),
    **dict.fromkeys("○◯", "o"),
    **dict.fromkeys("∆Ʌ", "a"),
    "∅": "ø",
    "¡": "i",
}
# Marks that stand beside a letter or are a short stroke above it: some screens hardly show them.
# Two strokes above a letter look like two dots.
MARKS = {**dict.fromkeys(map(ord, "\u030d\u0312\u0313\u0314\u0315\u0358")), 0x30B: "\u0308"}

# Two letters that look like one, in a name as it is typed: "Cl" does not look like a "D".
PAIRS = ((re.compile("[vV]{2}"), "w"), (re.compile("c[lI1|]"), "d"))


def skeleton(name: str) -> str:
    """Return a text that is the same for all names that look like this one, in any letter case.

    UTS #39, section 4, replaces each character by the one that stands for all its lookalikes. This
    happens once with the name as it is written and once in small letters, so that "Z0E" gets the
    skeleton of "Zoe". As a side effect, a few names collide that can be told apart: "Ian" and
    "Lan", because "I" looks like a small "l".
    """
    return uncut_skeleton(name)[:SKELETON_LENGTH]


def uncut_skeleton(text: str) -> str:
    """Return the skeleton of a text of any length."""
    text = drop_stretchers(unify_sequences(drop_unseen(text).translate(_plain_letters())))
    # Some characters look like others than those that NFKD takes them apart to.
    text = _replace(unicodedata.normalize("NFD", text).translate(MARKS))
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text).translate(MARKS)
        text = _replace(text.translate(_plain_letters())).casefold()
    return unicodedata.normalize("NFKD", unify_sequences(text.translate(_plain_letters())))


def read_pairs(name: str) -> str:
    """Return the name for which one is written with "vv" for "w", or "cl" for "d"."""
    for pair, letter in PAIRS:
        name = pair.sub(letter, name)
    return name


def _replace(text: str) -> str:
    return text.translate(_prototypes())


@cache
def _prototypes() -> Mapping[int, str]:
    rows = (
        [chr(int(code, 16)) for code in line.split()]
        for line in FILE.read_text("ascii").splitlines()[1:]
    )
    return {ord(each): "".join(prototype) for each, *prototype in rows}


@cache
def _plain_letters() -> Mapping[int, str]:
    """Return small Latin letters for those that Unicode counts as letters or symbols of their own:
    the Turkish capital with a dot, small capitals, white letters on black, those of flags; and
    symbols that are drawn like letters.
    """
    plain = {"İ": "i", **SMALL_CAPITALS, **SYMBOLS}
    found = {ord(each): letter for each, letter in plain.items()}
    for code in range(LAST_WITH_NAME):
        name = DECORATED.match(unicodedata.name(chr(code), ""))
        if name:
            found[code] = name[1].lower()
    return found
