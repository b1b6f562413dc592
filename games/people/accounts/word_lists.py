"""Finds words in names and chat, whatever disguises them, and above all slurs and insults.

The lists of slurs are in slurs/, one file per language, and an operator can add a file of their own
(settings.EXTRA_SLURS).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from games.people.accounts.lookalikes import INVISIBLE, uncut_skeleton

# Written for letters.
LEET = str.maketrans("013457@$!€", "oieastasie")
NOT_LEET = dict.fromkeys(LEET, " ")
# Where a name such as "BadWord" begins its next word.
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
# Of a small "l" and a capital "I", names show which one only in some fonts.
ONE_STROKE = str.maketrans("i", "l")

# Signs that Unicode counts as letters: of phoneticians (such as long marks and apostrophes),
# clicks, and the apostrophe "saltillo". Words that a word list seeks have none.
SIGNS = re.compile("[\u01c0-\u01c3\u02b9-\u02d1\u02ec\u02ee\ua717-\ua71f\ua788-\ua78c]")

LETTER = r"[^\W\d_]"
# No space and no apostrophe: "It's hit or miss" has two words there.
BEFORE = rf"(?<!{LETTER})(?<!{LETTER}['\u2019])"
JOINTS = "-{0,3}"
GAPS = "[- ]{1,3}"
# A place where a word may begin, and what stands there.
START = re.compile(f"{BEFORE}(.)", re.DOTALL)
# What stands in a text for these, so that the pattern is short.
SPACE = re.compile(r"\s")
JOINT = re.compile(r"[^\w '\u2019]|_")

Tree = dict[str, Any]
"""Pieces of patterns, and below each what can follow it. At an end, \"\" has the entry."""


class WordList:
    """Words that a text may contain as whole words: in any letter case, with lookalikes for
    letters, and with letters repeated or kept apart.

    Each entry has letters only, and spaces between words. A "*" at an end stands for any further
    letters there. A "=" there: the letters are not repeated.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        known = dict.fromkeys(entries)
        within = [entry for entry in known if entry.startswith("*")]
        self._by_letter: dict[str, list[str]] = {}
        for entry in known:
            if not entry.startswith("*"):
                for letter in _first_letters(entry):
                    self._by_letter.setdefault(letter, []).append(entry)
        self._patterns: dict[str, Pattern] = {}
        self._within = _compiled(within)

    def find(self, text: str) -> str | None:
        """Return an entry that the text contains, None if it contains none.

        The time is bounded: about 1 ms for 200 characters.
        """
        for look in _looks_of(text):
            found = _entry_in(self._within.search(look), self._within)
            for start in START.finditer(look):
                if found is not None:
                    break
                pattern = self._beginning_with(start[1])
                found = pattern and _entry_in(pattern.match(look, start.start()), pattern)
            if found is not None:
                return found
        return None

    def _beginning_with(self, letter: str) -> "Pattern | None":
        """Return the pattern of the entries that begin with a letter. Compiling all of them takes
        seconds, and nobody waits for those that their text does not need.
        """
        if letter in self._by_letter and letter not in self._patterns:
            self._patterns[letter] = _compiled(self._by_letter[letter])
        return self._patterns.get(letter)


class Pattern(NamedTuple):
    """`pattern` ends in an empty group for each of the `entries`."""

    pattern: re.Pattern[str]
    entries: list[str]

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(text)

    def match(self, text: str, start: int) -> re.Match[str] | None:
        return self.pattern.match(text, start)


def _compiled(entries: list[str]) -> Pattern:
    known: list[str] = []
    return Pattern(re.compile(_pattern(_tree(entries), known)), known)


def _entry_in(found: re.Match[str] | None, pattern: Pattern) -> str | None:
    if found is None:
        return None
    assert found.lastindex is not None  # each entry is a group
    return pattern.entries[found.lastindex - 1]


def _first_letters(entry: str) -> set[str]:
    return {form[0][0] for form in _forms(entry)}


def _looks_of(text: str) -> list[str]:
    """Return the ways to read a text, each folded: digits and signs as letters or between words,
    words in one or from capital to capital, and signs that count as letters between letters.
    """
    plain = unicodedata.normalize("NFKC", text).translate(INVISIBLE)
    readings = dict.fromkeys(
        reading.translate(signs)
        for reading in (plain, CAMEL.sub(" ", plain), SIGNS.sub(".", plain))
        for signs in (LEET, NOT_LEET)
    )
    return list(dict.fromkeys(map(_fold, readings)))


def _fold(text: str) -> str:
    """Return a text that is the same for all that look alike: in letters of one case, without marks
    and characters that nobody sees.
    """
    folded = uncut_skeleton(text).translate(ONE_STROKE)
    seen = "".join(c for c in folded if c.isspace() or unicodedata.category(c)[0] not in "CM")
    return JOINT.sub("-", SPACE.sub(" ", seen))


def _tree(entries: list[str]) -> Tree:
    """Return all forms of the entries, piece by piece: what begins alike is there once."""
    tree: Tree = {}
    for entry in entries:
        for form in _forms(entry):
            node = tree
            for piece in form:
                node = node.setdefault(piece, {})
            node.setdefault("", entry)
    return tree


def _pattern(tree: Tree, entries: list[str]) -> str:
    """Return a pattern that ends in an empty group for each entry, and append these entries."""
    # Python skips a branch that begins with another letter than the text, so most cost nothing.
    branches = []
    for piece, below in tree.items():
        if not piece:
            entries.append(below)
            branches.append("()")
        else:
            branches.append(piece + _pattern(below, entries))
    return f"(?:{'|'.join(branches) or '(?!)'})"


def _forms(entry: str) -> Iterator[list[str]]:
    """Return patterns for an entry, in pieces that begin with a letter as it is."""
    after = "" if entry.endswith("*") else rf"(?!{LETTER})"
    # The two letters that an umlaut may be written as.
    with_e = unicodedata.normalize("NFD", entry).replace("\u0308", "e")
    for spelling in dict.fromkeys((entry, with_e)):
        words = [_runs(word, entry.endswith("=")) for word in re.findall(f"{LETTER}+", spelling)]
        # As it is usually written, and with each letter apart.
        for between in (JOINTS, GAPS):
            joined = [[*(run + between for run in word[:-1]), word[-1] + GAPS] for word in words]
            joined[-1][-1] = words[-1][-1] + after
            yield list(chain.from_iterable(joined))


def _runs(word: str, once: bool) -> list[str]:
    """Return a pattern for each letter, which may be repeated unless `once`. A double letter is at
    least two.
    """
    # Of some letters, the lookalike is two: "rn" of an "m".
    looks = [look for look in map(_fold, word) if look]
    if once:
        return looks
    # "*+" gives nothing back: otherwise a long run of letters would be tried at each of its ends.
    return [
        f"{look}(?:{look}){'*' if following.startswith(look) else '*+'}"
        for look, following in zip_longest(looks, looks[1:], fillvalue="")
    ]


LISTS = Path(__file__).with_name("slurs")


def find_slur(text: str) -> str | None:
    """Return the entry of the lists that this text contains, None if it contains none.

    The time is bounded: about 1 ms for 200 characters.
    """
    return _words().find(text)


@cache
def _words() -> WordList:
    paths = sorted(LISTS.glob("*.txt"))
    if settings.EXTRA_SLURS:
        paths.append(Path(settings.EXTRA_SLURS))
    return WordList(entry for path in paths for entry in _entries(path.read_text(encoding="utf-8")))


def _entries(text: str) -> Iterator[str]:
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    # An entry without a letter would match everything.
    return (line.lower() for line in lines if any(map(str.isalpha, line)))
