"""The command with which players of a casual game ask for a hint."""

import asyncio
from functools import partial

from msgspec import UNSET

from games.core.engine import Hint
from games.core.protocol import room_commands
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_messages import HintMessage
from games.core.rules import Position, is_house_rules
from games.core.solver import is_exact
from games.platform.database.threads import in_database
from games.platform.limits.turns import HINTS
from games.record.solving.requests import ask, is_ready, why_not_in
from games.site.study.analysis.hints import MAX_HINTS, position_value
from games.site.study.learning.aims import aims_of
from games.tables.rooms.permissions import check_hint
from games.tables.sockets.handlers import handles
from games.tables.sockets.room_connection import RoomConnection


@handles(room_commands.Hint)
async def hint(socket: RoomConnection, command: room_commands.Hint) -> int | None:
    """Send the player the best choices for their dice, and tell everybody that they asked."""
    seat = socket.seat_for(command.seat)
    position, was_given = _position_of(socket, command, seat)
    assert socket.hub.game is not None
    check_hint(socket.hub.room.view, socket.hub.game.state)
    await _check_has_values(position, socket.me(), socket.language)
    seq = None
    if not was_given:
        action = Hint(command.turn, command.roll)
        seq = await socket.request_action(command.game, action, command.id, command.seat)
    async with HINTS.turn_of(socket.address):
        value = await asyncio.to_thread(position_value, position)
        keep = value.options[0].keep if command.explain else None
        aims = UNSET if keep is None else await asyncio.to_thread(aims_of, position, keep)
    socket.send(
        HintMessage(
            game=command.game,
            turn=command.turn,
            roll=command.roll,
            exact=value.exact,
            options=value.options[:MAX_HINTS],
            aims=aims,
        )
    )
    return seq


async def _check_has_values(position: Position, player: int, language: str) -> None:
    """Raise Refused without a table for these rules. Asks for it if there can be one."""
    variant = position.variant
    if not is_house_rules(variant):
        return
    if not is_exact(variant):
        raise Refused(ErrorCode.FORBIDDEN, "There are no hints for these rules.")
    if not await asyncio.to_thread(is_ready, variant):
        if await in_database(partial(ask, variant, player)):
            raise Refused(
                ErrorCode.FORBIDDEN, "The hints for these rules will be ready in a minute."
            )
        why = await in_database(partial(why_not_in, language, variant, player))
        raise Refused(ErrorCode.FORBIDDEN, why or "There are no hints for these rules.")


def _position_of(
    socket: RoomConnection, command: room_commands.Hint, seat: int | None
) -> tuple[Position, bool]:
    """Return the seat's position, and whether the player got a hint for it before.

    Raises Refused, also if the command is not about the present moment.
    """
    game = socket.hub.game
    if game is None:
        raise Refused(ErrorCode.NOT_STARTED, "The game has not started yet.")
    if seat is None:
        raise Refused(ErrorCode.NOT_SEATED, "You have no seat in this game.")
    if seat not in game.state.acting:
        raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
    card, turn = game.state.seats[seat].card, game.state.seats[seat].turn
    now = (game.state.code, turn.number, turn.rolls)
    if (command.game, command.turn, command.roll) != now:
        raise Refused(ErrorCode.STALE, "The game has moved on.")
    if turn.dice is None:
        raise Refused(ErrorCode.MUST_ROLL_FIRST, "Roll the dice first.")
    position = Position(card.variant, card, turn.dice, turn.rolls, turn.saved)
    return position, turn.hint == turn.rolls
