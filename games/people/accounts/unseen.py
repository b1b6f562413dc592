"""Characters that nobody sees: which of them a text needs, and which it does not.

Some change how their neighbours look. Persian, Sinhala and Malayalam cannot be written without
joiners, nor some Japanese names without a selector of their form. They stay where the rules of
writing give them a meaning (RFC 5892, appendix A, and UAX #31, section 2.3), and only there.
"""

import re
import unicodedata

import idna

from games.people.accounts.scripts import is_known, scripts_of

JOINER, NON_JOINER = "\u200d", "\u200c"
EMOJI_FORM = "\ufe0f"
KEYCAP = "\u20e3"
KEYS = frozenset("0123456789#*")
VIRAMA = 9
"""The combining class of signs that join two consonants."""

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
