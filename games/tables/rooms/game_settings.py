"""The game settings of tickets, challenges and rooms."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, cast

from games.core.engine import CLOCKS, NEWER_CLOCKS, Clock
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_view import RoomVariant
from games.core.rules import RulesError, find_variant, is_house_rules
from games.people.accounts.site_rules import allows_long_clocks
from games.tables.rooms.room_view import variant_view


class GameSettings(NamedTuple):
    """A variant with its switches (all of them), a turn clock in seconds or None, rated or not."""

    variant: str
    switches: dict[str, str]
    clock: int | None
    rated: bool


class HasGameSettings(Protocol):
    """A row with the same settings: a ticket, a challenge or a room."""

    variant: str
    switches: Any
    clock: int | None
    rated: bool


def offered_clocks() -> list[Clock]:
    """Return the clocks that a new table can have, in the order in which players see them."""
    may_be_new = allows_long_clocks()
    return [clock for clock in CLOCKS if may_be_new or clock not in NEWER_CLOCKS]


def checked_settings(
    variant: str, switches: Mapping[str, str], clock: int | None, rated: bool
) -> GameSettings:
    """Return the settings with default switches filled in. Raises Refused if they are not valid."""
    try:
        found = find_variant(variant, **switches)
    except (RulesError, TypeError) as error:
        raise Refused(ErrorCode.BAD_MESSAGE, str(error)) from error
    if clock not in offered_clocks():
        raise Refused(ErrorCode.BAD_MESSAGE, "This time limit is not available.")
    if rated and is_house_rules(found):
        raise Refused(ErrorCode.BAD_MESSAGE, "House rules are never rated.")
    if rated and clock is None:
        raise Refused(ErrorCode.BAD_MESSAGE, "Rated games need a clock.")
    return GameSettings(found.id, dict(found.switches), clock, rated)


class SettingsView(NamedTuple):
    """The settings of a game as browsers get them."""

    variant: RoomVariant
    clock: Clock
    rated: bool


def settings_view(settings: HasGameSettings | GameSettings) -> SettingsView:
    variant = find_variant(settings.variant, **settings.switches)
    return SettingsView(variant_view(variant), cast(Clock, settings.clock), settings.rated)
