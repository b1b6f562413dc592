"""Undoes what people do to letters to get around rules: lookalikes, digits, spaced letters."""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from games.people.accounts.lookalikes import uncut_skeleton

# Dots that are no lookalikes of "." for Unicode, and dashes.
SIGNS = {
    **dict.fromkeys("\u3002\u00b7\u2022\u2219\u22c5\u25cf\u2027\u06d4\u02d9\u30fb", "."),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    "\u2044": "/",
    "\u2215": "/",
}
# "🅰", "ᴀ" and the like look like one plain letter, and are named after it.
DRAWN_LETTER = re.compile(r"(?:LATIN|SYMBOL)\b.* LETTER (?:SMALL CAPITAL )?([A-Z])$")
UNSEEN = ("Cf", "Mn", "Me")

SINGLE = r"[^\W_](?![^\W_])"
SPACED = re.compile(rf"(?<![^\W_]){SINGLE}(?:[\W_]{{1,7}}{SINGLE}){{3,}}")
MIN_LETTERS = 4
"""Fewer letters in a row are initials, or dice."""


def fold(text: str) -> str:
    """Return a text in small letters, in which what looks like an ASCII character is one, and
    nothing is invisible.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(map(_fold_one, plain))


@lru_cache(maxsize=4096)
def _fold_one(character: str) -> str:
    if character.isascii():
        return character
    if unicodedata.category(character) in UNSEEN:
        return ""
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    if character in SIGNS:
        return SIGNS[character]
    drawn = DRAWN_LETTER.search(unicodedata.name(character, ""))
    if drawn:
        return drawn[1].lower()
    look = uncut_skeleton(character)
    return look if look.isascii() else character


def spaced_words(folded: str) -> list[str]:
    """Return what is written with its letters apart ("e v i l . c o m"), each put together."""
    return [_put_together(found[0]) for found in SPACED.finditer(folded) if _is_text(found[0])]


def put_together(folded: str) -> str:
    return SPACED.sub(lambda it: _put_together(it[0]) if _is_text(it[0]) else it[0], folded)


def _is_text(spaced: str) -> bool:
    return sum(map(str.isalpha, spaced)) >= MIN_LETTERS


def _put_together(spaced: str) -> str:
    """Drop what separates most of the letters. Of other separators, keep the sign or a space."""
    gaps = re.findall(r"[\W_]+", spaced)
    usual = Counter(gaps).most_common(1)[0][0]
    return re.sub(r"[\W_]+", lambda gap: "" if gap[0] == usual else (gap[0].strip() or " "), spaced)


# Written for letters.
LEET = str.maketrans("013457@$!|i", "oleastasiil")


def look_of(word: str) -> str:
    """Return a text that is the same for all ways to write a word with digits and signs."""
    letters = unicodedata.normalize("NFD", word).translate(LEET)
    folded = uncut_skeleton(letters).translate(LEET)
    return "".join(filter(str.isalpha, folded))
