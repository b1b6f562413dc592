"""What the next game at a table is: the host may change it between games."""

from collections.abc import Mapping

from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import find_variant
from games.record.solving.requests import want
from games.tables.rooms.changes import changing_table
from games.tables.rooms.consent import change_terms
from games.tables.rooms.game_settings import checked_settings
from games.tables.rooms.permissions import (
    check_between_games,
    check_host,
    check_not_in_tournament,
    check_not_paired,
    check_open,
)


def change_game(
    room_id: int, player_id: int, variant: str, switches: Mapping[str, str], clock: int | None
) -> None:
    """Give the table another game, other rules or another clock. Only the host may, between games.

    The table goes back to its waiting room, and nobody is ready any more: those who stay agree by
    saying that they are (`games.tables.rooms.consent`). Rated tables stay rated. Raises Refused.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_host(room, player_id)
        check_open(room)
        check_between_games(room)
        check_not_paired(room)
        check_not_in_tournament(room)
        found = checked_settings(variant, switches, clock, room.rated)
        if room.mode == "rounds" and found.clock is None:
            raise Refused(ErrorCode.BAD_MESSAGE, "Rounds need a clock.")
        want(find_variant(found.variant), player_id)
        change_terms(
            table, player_id, variant=found.variant, switches=found.switches, clock=found.clock
        )
