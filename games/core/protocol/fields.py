"""Types of fields that only commands have, and the check of the text that people send. The types of
games are in `games.core.engine.fields`.
"""

import re
import unicodedata
from typing import Annotated, Literal

import msgspec

from games.core.protocol.errors import ErrorCode, ProtocolError
from games.core.rules import RULES_LENGTH

# Invisible, and part of how people write: joiners (Persian, Sinhala, emoji of families), and the
# marks that keyboards for Hebrew and Arabic send. None of them moves other text.
HARMLESS = "\u200c\u200d\u200e\u200f"
# A black flag with these behind it is the flag of Scotland and the like.
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
# Invisible characters that are not white space: those, the empty Braille cell, Hangul fillers.
BLANKS = HARMLESS + "\u2800\u115f\u1160\u3164\uffa0"
MAX_CHAT = 200


def check_text(text: str) -> None:
    """Raise ProtocolError if nothing in `text` is visible, or if it has control or direction
    characters: PostgreSQL refuses NUL, and the others can garble a page.
    """
    rest = FLAG.sub("", text)
    if any(unicodedata.category(c) in ("Cc", "Cs", "Cf") and c not in HARMLESS for c in rest):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Please use plain text only.")
    if all(char.isspace() or char in BLANKS for char in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "The message is empty.")


RulesId = Annotated[
    str,
    msgspec.Meta(
        max_length=RULES_LENGTH, description="The id of a game, or the text of house rules."
    ),
]

# In Python "$" also matches before a final line end, which must be refused; JSON Schema lacks "\Z".
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]
SealText = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
SaltText = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Switches = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=20)], Annotated[str, msgspec.Meta(max_length=20)]],
    msgspec.Meta(max_length=8),
]
# Pictures and phrases; each browser shows a phrase in its own language.
ReactionName = Literal[
    "clap",
    "fire",
    "laugh",
    "wow",
    "cry",
    "luck",
    "good_luck",
    "nice_roll",
    "so_close",
    "ouch",
    "well_played",
    "thanks",
]
Seed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,32}$(?!\n)")]
