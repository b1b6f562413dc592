"""The values that messages are made of."""

from typing import Annotated

import msgspec

from games.protocol.fields import Position

Milliseconds = Annotated[int, msgspec.Meta(ge=0, description="Since 1970, UTC.")]
Player = Annotated[int, msgspec.Meta(ge=1, description="The id of a person.")]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = Annotated[tuple[Face, ...], msgspec.Meta(min_length=5, max_length=5)]
Held = Annotated[tuple[Position, ...], msgspec.Meta(max_length=5)]
Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
# The SHA-256 of a secret and the secret itself look alike: 32 bytes in hex.
Secret = Sha256
Column = Annotated[int, msgspec.Meta(ge=0, le=2)]
RollNumber = Annotated[int, msgspec.Meta(ge=1, le=3)]
Points = Annotated[int, msgspec.Meta(ge=0)]
Place = Annotated[int, msgspec.Meta(ge=1, le=8)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object of fixed fields."""
