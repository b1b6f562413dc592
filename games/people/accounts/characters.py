"""Characters of names: their scripts (Unicode's script extensions, UAX #24), those that nobody
sees, marks that belong to a letter, and where a text may be cut.

Some that nobody sees change how their neighbours look. Persian, Sinhala and Malayalam cannot be
written without joiners, nor some Japanese names without a selector of their form. They stay where
the rules of writing give them a meaning (RFC 5892, appendix A, and UAX #31, section 2.3), and only
there.
"""

import re
import unicodedata
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import NamedTuple

import idna

FILE = Path(__file__).parent / "unicode" / "scripts.txt"
"""Written by `script/make unicode`: a range of characters a line, and their scripts."""

COMMON, INHERITED = "Zyyy", "Zinh"
VIRAMA = 9
"""The combining class of signs that join two consonants."""
MOST_ACCENTS = 2
"""How many accents a letter has in any orthography: a Vietnamese or Yoruba vowel has two."""
USUAL_SIGNS = 3


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


JOINER, NON_JOINER = "\u200d", "\u200c"
EMOJI_FORM = "\ufe0f"
KEYCAP = "\u20e3"
KEYS = frozenset("0123456789#*")

# Invisible marks (Unicode: "default ignorable").
FORMS_OF_EMOJI = {*map(chr, range(0xFE00, 0xFE10))}
FORMS_OF_HAN = {*map(chr, range(0xFE00, 0xFE03)), *map(chr, range(0xE0100, 0xE01F0))}
FORMS_OF_MONGOLIAN = {"\u180b", "\u180c", "\u180d", "\u180f"}
UNSEEN_MARKS = {
    *("\u034f", "\u17b4", "\u17b5", "\u180e"),
    *FORMS_OF_EMOJI,
    *FORMS_OF_HAN,
    *FORMS_OF_MONGOLIAN,
}
# A black flag, the letters of a country's part, and an end: the flag of Scotland.
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
# Pictures that Unicode does not count as such.
PICTURES = frozenset("‼⁉〰〽ℹ")  # noqa: RUF001


def is_unseen(character: str) -> bool:
    """Whether nobody sees this character: control, format (direction, joiners), unassigned and the
    like, and marks that choose a form. White space is for the caller.
    """
    if character in UNSEEN_MARKS:
        return True
    kind = unicodedata.category(character)
    return kind[0] == "C" and not (kind == "Cn" and is_known(character))


def drop_unseen(text: str) -> str:
    """Return `text` without any character that nobody sees."""
    return "".join(c for c in text if not is_unseen(c))


def drop_needless(text: str) -> str:
    """Return `text`, in NFC, without the characters that nobody sees and no script needs."""
    if not any(map(is_unseen, text)):
        return text
    flags = {at for found in FLAG.finditer(text) for at in range(*found.span())}
    kept = ""
    for at, character in enumerate(text):
        is_seen = not is_unseen(character) or at in flags
        if is_seen or _is_needed(kept, character, drop_unseen(text[at + 1 :])):
            kept += character
    return kept


def _is_needed(before: str, character: str, after: str) -> bool:
    """Whether a text needs this unseen character between what is kept and what is seen."""
    if not before or (is_unseen(before[-1]) and before[-1] != EMOJI_FORM):
        return False
    if character in (JOINER, NON_JOINER):
        return _joins(before, character, after)
    if character == EMOJI_FORM and before[-1] in KEYS:
        return after.startswith(KEYCAP)
    if character == EMOJI_FORM and _is_picture(before[-1]):
        return True
    if character in FORMS_OF_HAN:
        return _is_of("Hani", before[-1])
    if character in FORMS_OF_MONGOLIAN:
        return _is_of("Mong", before[-1])
    return character == "\u180e" and _is_of("Mong", before[-1]) and _is_of("Mong", after[:1])


def _joins(before: str, character: str, after: str) -> bool:
    if unicodedata.combining(before[-1]) == VIRAMA:
        return True
    if character == NON_JOINER:
        label = _named(before) + character + _named(after)
        return idna.valid_contextj(label, len(_named(before)))
    # Bengali writes "rya" with one before the sign.
    before_sign = bool(after) and unicodedata.combining(after[0]) == VIRAMA
    picture = before.rstrip(EMOJI_FORM + "".join(map(chr, range(0x1F3FB, 0x1F400))))[-1:]
    between_pictures = bool(after) and _is_picture(picture) and _is_picture(after[0])
    return (before_sign and before[-1].isalpha()) or between_pictures


def _named(text: str) -> str:
    """Return the characters that this Python knows: `idna` accepts no others."""
    return "".join(c for c in text if unicodedata.name(c, ""))


def _is_picture(character: str) -> bool:
    kind = unicodedata.category(character) if character else ""
    return kind in ("So", "Sm", "Cn") or character in PICTURES


def _is_of(script: str, character: str) -> bool:
    return bool(character) and script in scripts_of(character).codes


# Skin colours of emoji.
MODIFIERS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def cut(text: str, most: int) -> str:
    """Return the start of a text, at most so many characters: no letter loses its marks, no
    syllable its second consonant, no picture a part.
    """
    end = min(most, len(text))
    while 0 < end < len(text) and _belong_together(text[end - 1], text[end]):
        end -= 1
    return text[:end]


def _belong_together(before: str, after: str) -> bool:
    return (
        unicodedata.category(after)[0] == "M"
        or is_unseen(after)
        or after in MODIFIERS
        or before == JOINER
        or unicodedata.combining(before) == VIRAMA
    )


MOST_SIGNS = {
    "Thai": 2,
    "Laoo": 2,
    "Khmr": 4,
    "Java": 4,
    "Bali": 4,
    "Tibt": 5,
    "Mymr": 7,
    "Lana": 7,
}
"""How many signs of its own script a letter has. In Burmese, medial consonants are signs, too."""
ALPHABETS = {"Latn", "Grek", "Cyrl"}
"""Scripts with accents, and no signs of their own."""

# The accents of alphabets. The other marks of this block are lines through, above and below a text,
# letters above letters, and signs of phoneticians.
ACCENTS = frozenset(
    map(
        chr,
        (
            *(*range(0x300, 0x305), *range(0x306, 0x30E), 0x30F, 0x310, 0x311),
            *range(0x312, 0x316),
            *(0x31B, *range(0x323, 0x32A), 0x32D, 0x32E, 0x330, 0x331),
            *(0x342, 0x343, 0x344, 0x345, 0x358, 0x3099, 0x309A),
        ),
    )
)

# Those that only some scripts have.
ACCENTS_OF = (("\u3099\u309a", {"Hira", "Kana"}), ("\u0342\u0343\u0344\u0345", {"Grek"}))
STAND_INS = "\ufffc\ufffd"
"""They stand for a picture or for a character that could not be read."""


def has_loose_mark(text: str) -> bool:
    """Whether a mark in `text`, in NFC, belongs to no letter: it stands alone, is of another
    script, is one too many, or is a line or a frame; or `text` has a sign for something that is not
    there.
    """
    base, marks = "", ""
    for character in text:
        if character in STAND_INS:
            return True
        if is_unseen(character):
            continue
        if unicodedata.category(character)[0] != "M":
            base, marks = character, ""
        elif _belongs(character, base, marks):
            marks += character
        else:
            return True
    return False


def _is_of_script(accent: str, base: str) -> bool:
    """Whether an accent is not of another script than the letter."""
    needed = next((scripts for marks, scripts in ACCENTS_OF if accent in marks), None)
    return needed is None or not needed.isdisjoint(scripts_of(base).codes)


def _belongs(mark: str, base: str, marks: str) -> bool:
    """Whether a mark belongs to the character before it, which has these marks already."""
    if mark == KEYCAP:
        return base in KEYS and not marks
    # Marks that are part of the letter's own code point count, too.
    own = unicodedata.normalize("NFD", base)[1:] + marks
    if not base.isalpha() or mark in own:
        return False
    if mark in ACCENTS:
        if not _is_of_script(mark, base):
            return False
        return sum(each in ACCENTS for each in own) < MOST_ACCENTS
    if unicodedata.name(mark, "").startswith("COMBINING"):
        return False
    shared = scripts_of(mark).codes & scripts_of(base).codes - ALPHABETS
    return len(marks) < max((MOST_SIGNS.get(each, USUAL_SIGNS) for each in shared), default=0)
