"""Types of the fields in the JSON of games, with the limits that a schema can state."""

from typing import Annotated

import msgspec

# In Python "$" also matches before a line end at the end of the text, which must not pass. "\\Z"
# would say so, but JSON Schema does not know it.
GameCode = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,16}$(?!\n)")]

Milliseconds = Annotated[int, msgspec.Meta(ge=0, description="Since 1970, UTC.")]
PlayerId = Annotated[int, msgspec.Meta(ge=1, description="The id of a person.")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
TurnNumber = Annotated[int, msgspec.Meta(ge=1, le=1000)]
RollNumber = Annotated[int, msgspec.Meta(ge=1, le=3)]
RollsMade = Annotated[int, msgspec.Meta(ge=0, le=3)]

Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = Annotated[tuple[Face, ...], msgspec.Meta(min_length=5, max_length=5)]
DieIndex = Annotated[int, msgspec.Meta(ge=0, le=4)]
Hold = Annotated[tuple[DieIndex, ...], msgspec.Meta(max_length=5)]

Column = Annotated[int, msgspec.Meta(ge=0, le=2)]
Points = Annotated[int, msgspec.Meta(ge=0)]
Place = Annotated[int, msgspec.Meta(ge=1, le=8)]

Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
# 32 random bytes in hex have the form of a SHA-256.
Secret = Sha256


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object with fixed fields."""
