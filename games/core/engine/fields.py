"""Types of the fields in the JSON of games, with the limits that a schema can state."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.core.rules import HOUSE_ROLLS, MORE_GAMES, MOST_BOXES, VARIANTS

ALL = (*VARIANTS.values(), *MORE_GAMES.values())
# The widest limits of all rules. `decide` checks the limits of the game's own rules.
FEWEST_DICE = min(variant.dice_count for variant in ALL)
MAX_DICE = max(variant.dice_count for variant in ALL)
MAX_FACES = max(variant.faces for variant in ALL)
# Some rules save unused rolls for a later turn.
MAX_ROLLS = max(HOUSE_ROLLS) * MOST_BOXES
MAX_COLUMNS = max(len(variant.columns) for variant in ALL)

# In Python "$" also matches before a final line end, which must be refused; JSON Schema lacks "\Z".
GameCode = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,16}$(?!\n)")]

Milliseconds = Annotated[int, msgspec.Meta(ge=0, description="Since 1970, UTC.")]
PlayerId = Annotated[int, msgspec.Meta(ge=1, description="The id of a person.")]
MAX_SEATS = 16
"""Seats of a game; in `mode: turns` rooms have fewer."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS - 1)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
TurnNumber = Annotated[int, msgspec.Meta(ge=1, le=1000)]
RollNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_ROLLS)]
RollsMade = Annotated[int, msgspec.Meta(ge=0, le=MAX_ROLLS)]

Face = Annotated[int, msgspec.Meta(ge=1, le=MAX_FACES)]
Dice = Annotated[tuple[Face, ...], msgspec.Meta(min_length=FEWEST_DICE, max_length=MAX_DICE)]
DieIndex = Annotated[int, msgspec.Meta(ge=0, le=MAX_DICE - 1)]
Hold = Annotated[tuple[DieIndex, ...], msgspec.Meta(max_length=MAX_DICE)]

Column = Annotated[int, msgspec.Meta(ge=0, le=MAX_COLUMNS - 1)]
Points = Annotated[int, msgspec.Meta(ge=0)]
Place = Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]

Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Scheme: TypeAlias = Literal["", "sealed"]
"""How a game got its seeds: "" if nobody sealed one."""
# "" stands for no seal.
Seal = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]
# "" if the server knew the seed, or the seed is not shown yet.
Salt = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{32})?$(?!\n)")]
EntryIndex = Annotated[int, msgspec.Meta(ge=1, description="In the public log, from 1.")]
# 32 random bytes in hex have the form of a SHA-256.
Secret = Sha256
# In the last event of a game: "" if the game shares its dice.
EndSecret = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object with fixed fields."""
