"""Which names look the same: skeletons after Unicode Technical Standard #39.

The data are Unicode's table of confusable characters, from the package confusable_homoglyphs.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

# Length of the column. Longer skeletons are cut.
SKELETON_LENGTH = 150

# These are invisible, though Unicode counts them as letters or symbols.
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\U0001d159"), " ")

# Invisible marks (Unicode: "default ignorable"). Names that differ only in them look the same.
UNSEEN_MARKS = (
    {0x034F, 0x17B4, 0x17B5}
    | {*range(0x180B, 0x1810)}
    | {*range(0xFE00, 0xFE10)}
    | {*range(0xE0100, 0xE01F0)}
)

INVISIBLE = {**BLANKS, **dict.fromkeys(UNSEEN_MARKS)}
"""What `str.translate` needs to remove what nobody sees."""


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
    for _ in range(2):
        text = _replace(unicodedata.normalize("NFKD", text)).casefold()
    return unicodedata.normalize("NFKD", text)


def _replace(text: str) -> str:
    return text.translate(_prototypes())


@cache
def _prototypes() -> Mapping[int, str]:
    """Return for each confusable character what stands for it and its lookalikes."""
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    table: dict[str, list[dict[str, str]]] = msgspec.json.decode(data)
    found: dict[int, str] = {}
    # Most characters name only the one that stands for them, which names all the others. Sorted, it
    # comes later, and its result replaces theirs.
    for text, others in sorted(table.items(), key=lambda entry: len(entry[1])):
        alike = {_visible(text), *(_visible(other["c"]) for other in others)}
        prototype = min(alike, key=_rank)
        found.update({ord(each): prototype for each in alike if len(each) == 1})
    return found


def _visible(text: str) -> str:
    """Return `text` without the marks that the table puts around letters of some scripts."""
    return text.replace("\u200e", "")


def _rank(text: str) -> tuple[bool, bool, bool, str]:
    """Return the sort key of a class of lookalikes: first sequences, because no letter stands for
    them, then small Latin letters.
    """
    latin = text.isascii()
    return len(text) == 1, not (latin and text.islower()), not (latin and text.isalpha()), text
