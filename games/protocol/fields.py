"""Types of the fields of commands."""

from typing import Annotated

import msgspec

MOST_CHAT = 200


# In Python "$" also matches before a line end at the end, which must not slip through; "\\Z" would
# say so, but not in JSON Schema.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]


GameCode = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,16}$(?!\n)")]


Seed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,32}$(?!\n)")]


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]


Position = Annotated[int, msgspec.Meta(ge=0, le=4)]


Hold = Annotated[tuple[Position, ...], msgspec.Meta(max_length=5)]


TurnNumber = Annotated[int, msgspec.Meta(ge=1, le=1000)]


RollsMade = Annotated[int, msgspec.Meta(ge=0, le=3)]


Seq = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
