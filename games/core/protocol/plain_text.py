"""Checks of the text that people send."""

import re
import unicodedata

from games.core.protocol.errors import ErrorCode, ProtocolError

# Invisible, and part of how people write: joiners (Persian, Sinhala, emoji of families), and the
# marks that keyboards for Hebrew and Arabic send. None of them moves other text.
HARMLESS = "\u200c\u200d\u200e\u200f"
# A black flag with these behind it is the flag of Scotland and the like.
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
# Invisible characters that are not white space: those, the empty Braille cell, Hangul fillers.
BLANKS = HARMLESS + "\u2800\u115f\u1160\u3164\uffa0"


def check_text(text: str) -> None:
    """Raise ProtocolError if nothing in `text` is visible, or if it has control or direction
    characters: PostgreSQL refuses NUL, and the others can garble a page.
    """
    rest = FLAG.sub("", text)
    if any(unicodedata.category(c) in ("Cc", "Cs", "Cf") and c not in HARMLESS for c in rest):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Please use plain text only.")
    if all(char.isspace() or char in BLANKS for char in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "The message is empty.")
