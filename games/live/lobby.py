"""The lobby of this process: read from the database when something may have changed, and at least
every second while somebody looks at it; what has changed is told in numbered updates.
"""

import asyncio
import logging
from typing import Any

from games import protocol
from games.clock import monotonic
from games.live.listener import Listener
from games.matchmaking import tickets
from games.matchmaking.lobby import LobbyState, read_lobby, read_personal
from games.store.database import in_database

logger = logging.getLogger(__name__)

# Without any hint the lobby is this old at most.
EVERY_S = 1.0
# Hints that come together are answered together.
GATHER_S = 0.05
KEEP_ALIVE_S = 5.0
# Who closes his last tab here looks for nobody any more after this long: a reload takes less.
GRACE_S = 3.0

NOTHING = LobbyState({}, 0, 0, {}, {})


class LobbyHub:
    """Everybody in the lobby whose socket is in this process."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.state = NOTHING
        self.seq = 0
        self._news = asyncio.Event()
        self._kept_alive = -KEEP_ALIVE_S
        self._reading = asyncio.Lock()
        self._left: dict[int, float] = {}

    def poke(self) -> None:
        """Something may have changed: look soon."""
        self._news.set()

    async def run(self) -> None:
        """Keep the lobby true, for ever."""
        while True:
            try:
                async with asyncio.timeout(EVERY_S):
                    await self._news.wait()
                await asyncio.sleep(GATHER_S)
            except TimeoutError:
                pass
            self._news.clear()
            try:
                await self._let_go()
                if self.listeners:
                    await self.refresh()
            except Exception:  # the database is away: the next round tries again
                logger.exception("the lobby could not be read")

    async def enter(self, listener: Listener) -> None:
        """Make the state fit to welcome `listener`, who joins right after it."""
        if not self.listeners:
            await self.refresh()
        player = listener.player
        if player is None:
            return
        # With the lock: a reading that knows nothing of this player must not come after his own.
        async with self._reading:
            mine = await in_database(lambda: read_personal([player]))
            self.state.tickets.update(mine.tickets)
            self.state.challenges.update(mine.challenges)

    def discard(self, listener: Listener) -> None:
        """Let a socket go; its player's ticket ends soon, unless he has other tabs."""
        self.listeners.discard(listener)
        if listener.player is not None:
            self._left[listener.player] = monotonic()

    async def _let_go(self) -> None:
        """Let the tickets run out of those who have been gone for long enough."""
        before = monotonic() - GRACE_S
        due = {player for player, at in self._left.items() if at <= before}
        gone = due - self.players()
        if gone:
            await in_database(lambda: tickets.let_go(gone))
        for player in due:
            del self._left[player]

    def players(self) -> set[int]:
        """Return the players whose tabs are here."""
        return {each.player for each in self.listeners if each.player is not None}

    async def refresh(self) -> None:
        """Read the lobby and tell what has changed."""
        async with self._reading:
            players = self.players()
            if monotonic() - self._kept_alive >= KEEP_ALIVE_S:
                self._kept_alive = monotonic()
                await in_database(lambda: tickets.keep_alive(players))
            before, self.state = self.state, await in_database(lambda: read_lobby(players))
            self._tell_all(before)
            self._tell_each(before, players)

    def _tell_all(self, before: LobbyState) -> None:
        now = self.state
        changed = [row for code, row in now.rows.items() if before.rows.get(code) != row]
        gone = sorted(before.rows.keys() - now.rows.keys())
        counts = (now.online, now.searching)
        if not changed and not gone and counts == (before.online, before.searching):
            return
        self.seq += 1
        text = protocol.encode(
            {
                "type": "lobby",
                "seq": self.seq,
                "set": changed,
                "gone": gone,
                "online": now.online,
                "searching": now.searching,
            }
        )
        for listener in tuple(self.listeners):
            listener.post(text)

    def _tell_each(self, before: LobbyState, players: set[int]) -> None:
        """Tell players what concerns them alone, in all their tabs."""
        for listener in tuple(self.listeners):
            player = listener.player
            if player is None or player not in players:
                continue
            for message in news_for(player, before, self.state):
                listener.post(protocol.encode(message))

    def truth(self) -> dict[str, Any]:
        """Return the whole lobby, with the number of its last update."""
        return {
            "seq": self.seq,
            "lobby": {
                "rows": list(self.state.rows.values()),
                "online": self.state.online,
                "searching": self.state.searching,
            },
        }


def news_for(player: int, before: LobbyState, now: LobbyState) -> list[dict[str, Any]]:
    """Return the messages about one player's ticket and challenges."""
    messages: list[dict[str, Any]] = []
    ticket, old = now.tickets.get(player), before.tickets.get(player)
    if ticket != old:
        messages.append({"type": "ticket", "ticket": ticket})
    if ticket is not None and ticket["room"] and (old is None or not old["room"]):
        messages.append({"type": "paired", "room": ticket["room"]})
    challenges = now.challenges.get(player, [])
    if challenges != before.challenges.get(player, []):
        messages.append({"type": "challenges", "challenges": challenges})
    known = {each["id"] for each in before.challenges.get(player, []) if each["room"]}
    for challenge in challenges:
        if challenge["room"] and challenge["id"] not in known:
            messages.append({"type": "paired", "room": challenge["room"]})
    return messages
