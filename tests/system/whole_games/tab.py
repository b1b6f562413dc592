"""The socket of a room, as `tests.support.client` checks it, for games of thousands of frames.

It keeps no frames: what it received goes to the journal, and of each view a digest.
"""

from collections import defaultdict
from typing import Any, ClassVar, Self

import msgspec

from tests.support.servers import SocketClient
from tests.system.whole_games.journal import Connection, Journal, Json

PATIENCE_S = 1200.0
"""Only what hangs takes longer, even on a slow machine that does other work, too."""
Viewed = tuple[str, int | None, int]


class RoomTab(SocketClient):
    """One socket of a room.

    answers: by the id of the command. presence: the newest one. refused: how many frames of a kind
    the server refused.
    """

    patience_s = PATIENCE_S
    digests: ClassVar[dict[Viewed, int]] = {}

    def __init__(self, socket: Any, journal: Journal, room: str, server: int) -> None:
        super().__init__(socket)
        self.answers: dict[str, list[Json]] = defaultdict(list)
        self.presence: Json = {"here": [], "away": []}
        self.hints: list[Json] = []
        self.offers: list[Json] = []
        self.chat: list[Json] = []
        self.reactions: list[Json] = []
        self.kept = Connection(None, room, server)
        journal.connections.append(self.kept)

    async def begin(self) -> Self:
        """Wait for the welcome, or for the end of the connection."""
        await super().begin()
        self.kept.player = self.player
        return self

    def __str__(self) -> str:
        return f"player {self.player} in {self.kept.room}, {self.kept.seen}"

    # --- In -------------------------------------------------------------------------------

    def keep(self, frame: Json) -> None:
        """Count a message. The first one stays, as the sign that it came."""
        if not self.frames:
            self.frames.append(frame)
            self.presence, self.chat = frame["presence"], list(frame["chat"])
        if frame["type"] == "seat.offered":
            self.offers.append(frame)
        self.kept.frames += 1

    def _take_ack(self, frame: Json) -> None:
        self.answers[frame["id"]].append(frame)

    def _take_error(self, frame: Json) -> None:
        self.answers[frame.get("id", "")].append(frame)

    def _take_presence(self, frame: Json) -> None:
        self.presence = frame

    def _take_hint(self, frame: Json) -> None:
        self.hints.append(frame)

    def _take_chat(self, frame: Json) -> None:
        self.chat.append(frame)

    def _take_reaction(self, frame: Json) -> None:
        self.reactions.append(frame)

    def _take_update(self, frame: Json) -> None:
        """Take what is new: the answer to a ping may cross with what the ping did not know of."""
        known = self.view["seq"] if self.view and self.view["game"] == frame["game"] else 0
        new = [event for event in frame["events"] if event["seq"] > known]
        if frame["seq"] > known:
            super()._take_update({**frame, "events": new})

    def _take_events(self, frame: Json) -> None:
        super()._take_events(frame)
        game = frame["game"]
        self.kept.games.setdefault(game, []).extend(frame["events"])
        self.kept.seen[game] = frame["seq"]

    def _compare_view(self) -> None:
        """Compare the digest of the view with that of another client that sees the same."""
        viewer = self.seat if self.table["mode"] == "rounds" else None
        mine = {name: value for name, value in self.table.items() if name != "done"}
        digest = hash(msgspec.json.encode(mine, order="sorted"))
        other = self.digests.setdefault((mine["game"], viewer, mine["seq"]), digest)
        assert digest == other, f"another view than others have at {mine['seq']}: {mine}"

    # --- Waiting --------------------------------------------------------------------------

    async def next_news(self) -> None:
        """Wait for the next message, or for the end of the connection."""
        frames = self.kept.frames
        await self.wait(lambda: self.kept.frames > frames or self.closed is not None, "any message")
        if self.complaints:
            raise AssertionError(f"a frame failed a check: {self}") from self.complaints[0]

    async def answer_or_end(self, id_: str, count: int = 1) -> Json | None:
        """Return answer number `count` to a command, None if the connection ends before it."""
        await self.wait(
            lambda: len(self.answers[id_]) >= count or self.closed is not None,
            f"an answer to {id_}",
        )
        found = self.answers[id_]
        return found[count - 1] if len(found) >= count else None

    def abort(self) -> None:
        """Lose the connection, without a word to the server."""
        self.socket.transport.abort()
