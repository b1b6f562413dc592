"""A tab with the lobby open, for tests: it holds every frame against the protocol's types, every
update against the one before, and every snapshot against what it has put together itself.
"""

from typing import Any, Self

from games.core.protocol import lobby_messages
from games.models import User
from games.platform.database.threads import in_database
from tests.support.client import AsgiClient, Client
from tests.support.people import cookie_of
from tests.support.servers import Server, SocketClient

PATH = "/ws/v1/lobby/"
EXTRAS = {"featured"}


class LobbyTab(Client):
    """What a browser knows of the lobby. `rows` by room code; `seq` of the last update."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.rows: dict[str, dict[str, Any]] = {}
        self.seq = 0
        self.online = self.searching = 0
        self.scores: dict[str, dict[str, Any]] = {}
        self.extras: dict[str, Any] = {}
        self.ticket: dict[str, Any] | None = None
        self.challenges: list[dict[str, Any]] = []
        self.forgetful = False

    def check(self, text: str) -> None:
        """Raise if this is no message of the lobby."""
        lobby_messages.read_lobby_message(text)

    def _take_welcome(self, frame: dict[str, Any]) -> None:
        assert not self.frames, "welcome comes first, once"
        self._take_whole(frame)
        self.ticket, self.challenges = frame["ticket"], frame["challenges"]

    def _take_whole(self, frame: dict[str, Any]) -> None:
        lobby = frame["lobby"]
        self.rows = {row["code"]: row for row in lobby["rows"]}
        assert len(self.rows) == len(lobby["rows"])
        self.seq = frame["seq"]
        self.online, self.searching = lobby["online"], lobby["searching"]
        self.scores = {score["code"]: score for score in lobby["scores"]}
        self.extras = {name: lobby[name] for name in EXTRAS}

    def _take_lobby(self, frame: dict[str, Any]) -> None:
        assert self.frames, "welcome comes first"
        if self.forgetful:
            return
        assert frame["seq"] == self.seq + 1, (self.seq, frame)
        for row in frame["set"]:
            assert self.rows.get(row["code"]) != row, "this is no news"
            self.rows[row["code"]] = row
        for code in frame["gone"]:
            del self.rows[code]
            self.scores.pop(code, None)
        for score in frame.get("scores", ()):
            assert self.scores.get(score["code"]) != score, "this is no news"
            self.scores[score["code"]] = score
        for name in EXTRAS & frame.keys():
            assert self.extras[name] != frame[name], "this is no news"
            self.extras[name] = frame[name]
        self.seq = frame["seq"]
        self.online, self.searching = frame["online"], frame["searching"]

    def _take_snapshot(self, frame: dict[str, Any]) -> None:
        known = self._known()
        self._take_whole(frame)
        if known[0] == self.seq:
            assert known == self._known()

    def _known(self) -> tuple[Any, ...]:
        return self.seq, self.rows, self.online, self.searching, self.scores, self.extras

    def _take_ticket(self, frame: dict[str, Any]) -> None:
        assert self.ticket != frame["ticket"], "this is no news"
        self.ticket = frame["ticket"]

    def _take_challenges(self, frame: dict[str, Any]) -> None:
        assert self.challenges != frame["challenges"], "this is no news"
        self.challenges = frame["challenges"]

    @property
    def paired(self) -> list[str]:
        return [frame["room"] for frame in self.frames if frame["type"] == "paired"]

    async def row(self, code: str, **fields: Any) -> dict[str, Any]:
        """Return the row of this room once it is there, with these fields."""
        return await self.find(lambda: self.rows.get(code), f"a row of {code}", **fields)

    async def no_row(self, code: str) -> None:
        """Wait until there is no row of this room."""
        await self.wait(lambda: code not in self.rows, f"the end of {code}")

    async def score_of(self, code: str, **fields: Any) -> dict[str, Any]:
        """Return the score of this room's game once it is there, with these fields."""
        return await self.find(lambda: self.scores.get(code), f"a score of {code}", **fields)

    async def features(self, featured: dict[str, Any] | None) -> None:
        """Wait until this is featured."""
        await self.wait(lambda: self.extras["featured"] == featured, f"featured: {featured}")

    async def counts(self, **fields: int) -> None:
        """Wait until `online` or `searching` are as given."""
        await self.wait(
            lambda: all(getattr(self, name) == value for name, value in fields.items()), f"{fields}"
        )

    async def has_ticket(self, **fields: Any) -> dict[str, Any]:
        """Return my ticket once there is one with these fields."""
        return await self.find(lambda: self.ticket, "a ticket", **fields)

    async def has_no_ticket(self) -> None:
        await self.wait(lambda: self.ticket is None, "the end of the ticket")

    async def room_found(self) -> str:
        """Return the room that I am sent to."""
        return await self._until(lambda: next(iter(self.paired), None), "paired")

    async def has_challenge(self, status: str) -> dict[str, Any]:
        """Return the newest challenge of mine once it has this status."""
        return await self.find(
            lambda: self.challenges[-1] if self.challenges else None, "a challenge", status=status
        )

    async def has_challenges(self, count: int) -> None:
        """Wait until this many challenges concern me."""
        await self.wait(lambda: len(self.challenges) == count, f"{count} challenges")

    async def has_no_challenge(self) -> None:
        """Wait until no challenge concerns me."""
        await self.has_challenges(0)


class AsgiTab(LobbyTab, AsgiClient):
    """A tab of the application in this process."""


class SocketTab(LobbyTab, SocketClient):
    """A tab over a real socket."""

    @classmethod
    async def at(cls, server: Server, cookie: str | None = None) -> Self:
        """Open the lobby at a server."""
        return await cls(await server.open(PATH, cookie)).begin()


async def look(user: User | None = None) -> AsgiTab:
    """Open the lobby as `user`, or as somebody without a name."""
    cookie = None if user is None else await in_database(lambda: cookie_of(user))
    return await AsgiTab(PATH, cookie).open()
