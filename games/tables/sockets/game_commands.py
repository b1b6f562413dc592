"""Commands of the players of a room's game."""

from games.core.engine import AutoPlay, Back, IllegalAction, Resign, Reveal, Roll, Score
from games.core.protocol import room_commands
from games.core.protocol.room_messages import Selection
from games.tables.rooms.permissions import check_selection
from games.tables.sockets.handlers import handles, handles_at_once
from games.tables.sockets.room_connection import RoomConnection


@handles(room_commands.Roll)
async def roll(socket: RoomConnection, command: room_commands.Roll) -> int:
    action = Roll(command.turn, command.roll, command.hold)
    return await socket.request_action(command.game, action, command.id, command.seat)


@handles(room_commands.Score)
async def score(socket: RoomConnection, command: room_commands.Score) -> int:
    action = Score(command.turn, command.roll, command.category, command.column)
    return await socket.request_action(command.game, action, command.id, command.seat)


@handles(room_commands.Resign)
async def resign(socket: RoomConnection, command: room_commands.Resign) -> int:
    return await socket.request_action(command.game, Resign(), command.id, command.seat)


@handles(room_commands.AutoPlay)
async def auto_play(socket: RoomConnection, command: room_commands.AutoPlay) -> int:
    """Have an absent player's seat played automatically."""
    return await socket.request_action(command.game, AutoPlay(command.seat), command.id)


@handles(room_commands.Back)
async def back(socket: RoomConnection, command: room_commands.Back) -> int:
    """End the automatic play of the player's seat."""
    return await socket.request_action(command.game, Back(), command.id, command.seat)


@handles_at_once(room_commands.Select)
def select(socket: RoomConnection, command: room_commands.Select) -> None:
    """Show the others which dice the player may hold."""
    hub = socket.hub
    seat = socket.seat_for(command.seat)
    check_selection(hub.state, command.game, seat, command.turn)
    assert seat is not None
    hold = tuple(sorted(set(command.hold)))
    hub.select(Selection(game=command.game, seat=seat, turn=command.turn, hold=hold))


@handles(room_commands.Reveal)
async def reveal(socket: RoomConnection, command: room_commands.Reveal) -> int | None:
    """Show the seed that the player sealed. If another tab has shown it already, acknowledge it."""
    action = Reveal(command.salt, command.text)
    try:
        return await socket.request_action(command.game, action, command.id, command.seat)
    except IllegalAction:
        if _has_revealed(socket, command):
            return None
        raise


def _has_revealed(socket: RoomConnection, command: room_commands.Reveal) -> bool:
    game, seat = socket.hub.game, socket.seat_for(command.seat)
    if game is None or seat is None or game.state.code != command.game:
        return False
    return game.state.seeds[seat] == command.salt + command.text
