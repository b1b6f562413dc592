"""A second socket of a player, which sends commands of the first one again, some of them late."""

import asyncio
from typing import Any

from picows import WSError

from workshop.lab.loadtest import messages
from workshop.lab.loadtest.client import Client, Command
from workshop.lab.loadtest.messages import Player
from workshop.lab.wire_player import WirePlayer, room_path

RECONNECT_S = 0.5
# What an old command may be answered with instead of its old ack: its game may be over, or its
# player may have asked before it was committed.
HARMLESS = ("stale", "busy", "rate_limited", "not_your_turn")


class Tab:
    """Every ack must repeat the seq that the first socket got."""

    def __init__(self, client: Client, player: Player, url: str) -> None:
        self._client = client
        self._wire = WirePlayer(url, room_path(client.table.room), player.cookie, self)
        self._sent: dict[str, Command] = {}

    async def run(self) -> None:
        """Stay connected until cancelled."""
        try:
            while True:
                try:
                    await self._wire.open()
                    await self._wire.wait_closed()
                except (OSError, WSError, TimeoutError):
                    pass
                await asyncio.sleep(RECONNECT_S)
        finally:
            self._wire.close()

    def send_later(self, command: Command, seconds: float) -> None:
        """Send the command again after this time."""
        self._sent[command.id] = command
        asyncio.get_running_loop().call_later(seconds, self._wire.send, command.text)

    def closed_with(self, code: int) -> None:
        """Come back after any close."""

    def problem(self, text: str) -> None:
        """Report a violation."""
        self._client.table.problem(f"second socket of {self._client.player}: {text}")

    def take(self, message: Any, payload: bytes) -> None:
        """Compare acks, and report refusals that do not fit."""
        if isinstance(message, messages.Ack) and message.id in self._sent:
            command = self._sent[message.id]
            if command.seq is None:
                return  # The ack of the first socket is still on its way.
            if command.seq != message.seq:
                self.problem(f"{command} was answered again with seq {message.seq}")
        elif isinstance(message, messages.Error) and message.code not in HARMLESS:
            self.problem(f"{message.code} for {message.id}, sent again")
