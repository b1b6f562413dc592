"""Types of fields that only commands have. Those of games are in `games.core.engine.fields`."""

from typing import Annotated, Literal

import msgspec

from games.core.rules import RULES_LENGTH

MAX_CHAT = 200

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
