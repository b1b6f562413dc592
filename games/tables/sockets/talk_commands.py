"""What people in a room say: chat and reactions."""

import secrets
from functools import partial

from games.core.protocol import room_commands
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_messages import Reaction
from games.platform.clock import now_ms
from games.platform.database.threads import in_database
from games.platform.limits.turns import READS
from games.tables.live.game_news import is_hidden_round
from games.tables.rooms import chat as room_chat
from games.tables.rooms.chat import set_talk
from games.tables.sockets.handlers import handles
from games.tables.sockets.room_connection import RoomConnection


@handles(room_commands.Chat)
async def chat(socket: RoomConnection, command: room_commands.Chat) -> None:
    me, room = socket.me(), socket.hub.room.id
    _check_may_talk(socket)
    key = command.id or secrets.token_hex(8)
    async with socket.limits.one_change(paced=False):
        # Everybody in the room gets each line.
        socket.limits.spend_for_address("chat-address")
        socket.limits.spend_for(room, "chat-room")
        await socket.hub.say(partial(room_chat.say, room, me, key, command.text, socket.address))


@handles(room_commands.Talk)
async def talk(socket: RoomConnection, command: room_commands.Talk) -> None:
    """Open the chat with strangers, or end it."""
    me, room = socket.me(), socket.hub.room.id
    await socket.change(partial(set_talk, room, me, command.on, socket.address, command.watchers))


@handles(room_commands.React)
async def react(socket: RoomConnection, command: room_commands.React) -> None:
    """Show everybody how the player reacts. Spectators may do so less often."""
    me, hub = socket.me(), socket.hub
    _check_may_talk(socket)
    seated = me in hub.room.players or bool(hub.seats_of(me))
    socket.limits.spend("reaction" if seated else "reaction-watching")
    async with READS.turn_of(socket.address):
        # Everybody in the room gets each reaction.
        socket.limits.spend_for_address("chat-address")
        socket.limits.spend_for(hub.room.id, "chat-room")
        await in_database(partial(room_chat.check_may_react, hub.room.id, me, socket.address))
    hub.show_reaction(
        Reaction(
            player=me,
            name=hub.name_of(me) or socket.name or "",
            guest=socket.guest,
            reaction=command.reaction,
        )
    )


@handles(room_commands.Mute)
async def mute(socket: RoomConnection, command: room_commands.Mute) -> None:
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: room_chat.mute(room, me, command.player, command.muted))


def _check_may_talk(socket: RoomConnection) -> None:
    """Raise Refused while a round is played."""
    # Players could tell each other of hidden dice.
    game = socket.hub.game
    if game is not None and is_hidden_round(game.state, now_ms()):
        raise Refused(ErrorCode.FORBIDDEN, "You can write again when the round is over.")
