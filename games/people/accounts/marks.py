"""Marks above, below and around letters: which belong to a letter."""

import unicodedata

from games.people.accounts.scripts import scripts_of
from games.people.accounts.unseen import KEYCAP, KEYS, is_unseen

MOST_ACCENTS = 2
"""How many accents a letter has in any orthography: a Vietnamese or Yoruba vowel has two."""
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
USUAL_SIGNS = 3
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
