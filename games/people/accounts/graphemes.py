"""Where a text may be cut: not between a letter and what belongs to it."""

import unicodedata

from games.people.accounts.unseen import JOINER, VIRAMA, is_unseen

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
