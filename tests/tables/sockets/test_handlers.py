"""Every declared command has exactly one handler."""

from collections.abc import Sequence

import pytest

from games.assembly.routing.routing import RoomSocket
from games.core.protocol.frames import Command
from games.core.protocol.room_commands import Ping, Sync
from games.site.events.tournaments.socket import TournamentSocket
from games.tables.sockets.connection import Connection
from games.tables.sockets.handlers import handlers_of, handles
from games.tables.sockets.lobby import LobbySocket


def commands_of(socket: type[Connection]) -> Sequence[type[Command]]:
    return sorted([*socket.HANDLERS, *socket.PROMPT_HANDLERS], key=repr)


@pytest.mark.parametrize("socket", [RoomSocket, LobbySocket, TournamentSocket])
def test_every_socket_handles_the_commands_of_its_decoder(socket: type[Connection]) -> None:
    assert commands_of(socket) == sorted(socket.DECODER.commands, key=repr)


def test_a_command_with_two_handlers_is_refused() -> None:
    class Twice:
        @handles(Ping)
        async def one(self, command: Ping) -> None: ...

        @handles(Sync)
        async def other(self, command: Sync) -> None: ...

        @handles(Ping)
        async def again(self, command: Ping) -> None: ...

    with pytest.raises(ValueError, match="Ping has two handlers"):
        handlers_of(Twice)
