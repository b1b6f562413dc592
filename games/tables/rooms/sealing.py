"""Seals of the players' seeds for the next game, and who is still missing before a start.

A player who last sent a seal must send a new one for each game. If they sent a plain seed or
nothing, the server knows their seed.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.core.engine import is_long
from games.core.protocol.errors import ErrorCode, Refused
from games.platform.language import listed
from games.tables.rooms.changes import LockedRoom
from games.tables.rooms.models import Room, Seat, UsedSeal


class Seal(NamedTuple):
    """A seal for the game with this code."""

    game: str
    seal: str


def check_seal(table: LockedRoom, player_id: int, game: str, seal: str) -> None:
    """Raise Refused unless the player may seal a seed for the game with this code."""
    if game != table.room.next_code:
        raise Refused(ErrorCode.STALE, "That game has started. Seal a seed for the next one.")
    copied = any(seat.seal == seal and seat.player_id != player_id for seat in table.seats)
    if copied or UsedSeal.objects.filter(seal=seal).exists():
        raise Refused(ErrorCode.BAD_SEED, "This seal was used before. Choose a new seed.")


def put_seed(seat: Seat, seed: str) -> None:
    """Give the seat a seed that the server knows."""
    seat.seed, seat.seal, seat.sealing = seed, "", False


def put_seal(seat: Seat, seal: str) -> None:
    seat.seed, seat.seal, seat.sealing = "", seal, True


def people_at(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat.player is not None and not seat.player.is_bot]


def has_seals(seats: Sequence[Seat]) -> bool:
    """Whether the next game of these seats waits for seeds that the server does not know."""
    return any(seat.sealing for seat in people_at(seats))


def find_missing(room: Room, seats: Sequence[Seat], here: Collection[int] | None) -> Refused | None:
    """Return the refusal that names who is missing for a start; None if nobody is.

    `here`: the players who are connected, or None if that is unknown.
    """
    # The server knows all seeds: it waits for nobody.
    if not has_seals(seats):
        return None
    people = people_at(seats)
    unsealed = [seat for seat in people if seat.sealing and not seat.seal]
    if unsealed:
        return Refused(
            ErrorCode.FORBIDDEN,
            "The game waits for the seed of %(names)s.",
            names=_names(unsealed),
        )
    if here is None or is_long(room.clock):
        return None
    absent = [seat for seat in people if seat.player_id not in here]
    if not absent:
        return None
    return Refused(
        ErrorCode.FORBIDDEN, "%(names)s must be connected at the start.", names=_names(absent)
    )


def _names(seats: Sequence[Seat]) -> object:
    names = [seat.player.name for seat in seats if seat.player is not None]
    return listed(names)
