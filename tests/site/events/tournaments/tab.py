"""A tab with a tournament open, for tests: it holds every frame against the protocol's types, every
update against the one before, and every snapshot against what it has put together itself.
"""

from typing import Any

from games.core.protocol import tournament_messages
from games.models import Tournament, User
from games.platform.database.threads import in_database
from tests.support.client import AsgiClient, Client
from tests.support.people import cookie_of
from tests.support.servers import SocketClient


class TournamentTab(Client):
    """What a browser knows of a tournament. `rows` by player; `seq` of the last update."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.whole: dict[str, Any] = {}
        self.rows: dict[int, dict[str, Any]] = {}
        self.seq = 0
        self.me: dict[str, Any] | None = None
        self.forgetful = False

    def check(self, text: str) -> None:
        """Raise if this is no message of a tournament."""
        tournament_messages.read_tournament_message(text)

    def _take_welcome(self, frame: dict[str, Any]) -> None:
        assert not self.frames, "welcome comes first, once"
        self._take_whole(frame)
        self.me = frame["me"]

    def _take_whole(self, frame: dict[str, Any]) -> None:
        self.whole = {**frame["tournament"]}
        self.rows = {row["player"]: row for row in self.whole.pop("rows")}
        self.seq = frame["seq"]

    def _take_standings(self, frame: dict[str, Any]) -> None:
        if self.forgetful:
            return
        assert frame["after"] == self.seq, (self.seq, frame)
        for row in frame["set"]:
            assert self.rows.get(row["player"]) != row, "this is no news"
            self.rows[row["player"]] = row
        for player in frame["gone"]:
            del self.rows[player]
        for name in self.whole.keys() & frame.keys():
            assert self.whole[name] != frame[name], "this is no news"
            self.whole[name] = frame[name]
        self.seq = frame["seq"]

    def _take_snapshot(self, frame: dict[str, Any]) -> None:
        known = (self.seq, self.rows, self.whole)
        self._take_whole(frame)
        if known[0] == self.seq:
            assert known == (self.seq, self.rows, self.whole)

    def _take_me(self, frame: dict[str, Any]) -> None:
        assert self.me != frame["me"], "this is no news"
        self.me = frame["me"]

    async def has(self, player: User, **fields: Any) -> dict[str, Any]:
        """Return the player's row once it has these fields."""
        return await self.find(lambda: self.rows.get(player.pk), f"a row of {player}", **fields)

    async def shows(self, **fields: Any) -> None:
        """Wait until the tournament has these fields."""
        await self.find(lambda: self.whole, "a tournament", **fields)

    async def has_totals(self) -> None:
        await self.wait(lambda: all("total" in row for row in self.rows.values()), "totals")

    async def is_sent(self) -> str:
        """Return the room that I am sent to."""

        def there() -> str | None:
            return None if self.me is None else self.me["room"]

        return await self._until(there, "a table")


class ArenaTab(TournamentTab, AsgiClient):
    """A tab of the application in this process."""


class SocketArenaTab(TournamentTab, SocketClient):
    """A tab over a real socket."""


async def look(tournament: Tournament, user: User | None = None) -> ArenaTab:
    """Open the tournament's page as `user`, or as somebody without a name."""
    cookie = None if user is None else await in_database(lambda: cookie_of(user))
    return await ArenaTab(f"/ws/v1/tournaments/{tournament.code}/", cookie).open()
