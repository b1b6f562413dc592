"""What somebody wants to play, before there is a room: checked once, for tickets and challenges."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from games.protocol import ErrorCode
from games.rooms.errors import Refused
from games.rooms.opening import CLOCKS
from games.rooms.room_view import variant_view
from games.rules import RulesError, find_variant


class GameSettings(NamedTuple):
    """A variant with its switches (all of them), a turn clock in seconds or None, rated or not."""

    variant: str
    switches: dict[str, str]
    clock: int | None
    rated: bool


class HasWish(Protocol):
    """A row that keeps a wish."""

    variant: str
    switches: Any
    clock: int | None
    rated: bool


def checked_wish(
    variant: str, switches: Mapping[str, str], clock: int | None, rated: bool
) -> GameSettings:
    """Return the wish with default switches filled in. Raises Refused for what cannot be played."""
    try:
        found = find_variant(variant, **switches)
    except (RulesError, TypeError) as error:
        raise Refused(ErrorCode.BAD_MESSAGE, str(error)) from error
    if clock not in CLOCKS:
        raise Refused(ErrorCode.BAD_MESSAGE, "There is no such clock.")
    if rated and clock is None:
        raise Refused(ErrorCode.BAD_MESSAGE, "A rated game needs a clock.")
    return GameSettings(found.id, dict(found.switches), clock, rated)


def wish_view(wish: HasWish | GameSettings) -> dict[str, Any]:
    """Return a wish as browsers get it."""
    return {
        "variant": variant_view(find_variant(wish.variant, **wish.switches)),
        "clock": wish.clock,
        "rated": wish.rated,
    }
