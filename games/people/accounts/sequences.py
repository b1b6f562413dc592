"""Sequences of characters that show the same, and characters that only stretch a word."""

import re

# Kashida, and the same of N'Ko and Mongolian.
STRETCHERS = dict.fromkeys(map(ord, "\u0640\u07fa\u180a"))

# Of each script's chapter in the Unicode Standard ("do not use"), and of what people type by eye.
SAME = {
    "\u0e40\u0e40": "\u0e41",  # Thai: sara e twice is sara ae
    "\u0ec0\u0ec0": "\u0ec1",  # Lao: the same
    "\u17c1\u17b6": "\u17c4",  # Khmer: vowel signs of two parts
    "\u17c1\u17b8": "\u17be",
    "\u102f\u102d": "\u102d\u102f",  # Burmese: the signs above and below, in either order
    "\u1009\u102e": "\u1025\u102e",  # Burmese: "u" and the sign "ii" are the letter "uu"
    "\u1047": "\u101b",  # Burmese: the digit seven is drawn like the letter "ra"
}
# The letter "uu" in NFC.
ANY = re.compile("|".join(SAME))
UU, UU_PARTS = "\u1026", "\u1025\u102e"


def drop_stretchers(text: str) -> str:
    """Return `text` without characters that only make a word longer, unless it has no others."""
    return text.translate(STRETCHERS) or text


def unify_sequences(text: str) -> str:
    """Return a text that is the same for all that show the same sequences."""
    return ANY.sub(lambda found: SAME[found[0]], text.replace(UU, UU_PARTS))
