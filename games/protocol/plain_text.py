"""Checks of the text that people send."""

import unicodedata

from games.protocol.errors import ErrorCode, ProtocolError

JOINER = "\u200d"
# Invisible characters that are not white space: the joiner, the empty Braille cell, Hangul fillers.
BLANKS = JOINER + "\u2800\u115f\u1160\u3164\uffa0"


def check_text(text: str) -> None:
    """Raise ProtocolError if nothing in `text` is visible, or if it has control or direction
    characters: PostgreSQL refuses NUL, and the others can garble a page.
    """
    # Emoji of families and professions contain the joiner.
    if any(unicodedata.category(char) in ("Cc", "Cs", "Cf") and char != JOINER for char in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Please use plain text only.")
    if all(char.isspace() or char in BLANKS for char in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "The message is empty.")
