"""A model player at a table: connects, seals, plays to the end, and does what its roles ask for.

It chooses moves by a cheap policy, sends some commands twice, and gets along with a lost
connection as a browser does: it connects again and sends what was not answered with the same id.
"""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.support.sealing import Kept, make_seal
from tests.support.turns import moment_of, some_move
from tests.system.whole_games.installation import Installation
from tests.system.whole_games.journal import Agreement, Command, Json, Person
from tests.system.whole_games.tab import PATIENCE_S, RoomTab

TWICE = 0.05
"""The share of commands that are sent twice at once."""
AGAIN_S = 0.2
ROLLS_AGAIN = 0.15
BEST_BOX = 0.7
"""How often a player fills the box with the most points, instead of any."""
RETRIED = ("busy", "rate_limited")
AGREEING = ("sit", "ready", "rematch")
"""Commands by which players agree to the next game."""
LATE_REFUSALS = ("stale", "game_over", "not_your_turn")
"""How a move is refused that came too late: another one was faster, or the game has ended."""


class Refused(Exception):
    """A command was refused. `code`: why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


def terms_of(room: Json) -> Json:
    """Return what a player agrees to, as a room shows it."""
    variant = room["variant"]
    return {
        "variant": variant["id"],
        "switches": {each["id"]: each["value"] for each in variant["switches"]},
        "clock": room["clock"],
        "rated": room["rated"],
        "mode": room.get("mode", "turns"),
        "dice": room.get("dice", "own"),
    }


class Player:
    """A person at a table. server: the number of the one of their first socket.

    whole: whether they ask for whole views. sealing: "seal", "plain" or "nothing".
    """

    tab_patience_s = PATIENCE_S

    def __init__(
        self, site: Installation, person: Person, server: int, whole: bool, sealing: str, seed: str
    ) -> None:
        self.site = site
        self.person = person
        self.sealing = sealing
        self.random = random.Random(seed)
        self.room = ""
        self.other_tab: RoomTab | None = None
        self.losses = 0
        """How many more times the connection is lost right after a command."""
        self._tab: RoomTab | None = None
        self.number = server
        self.whole = whole
        self._kept: dict[str, Kept] = {}
        self._commitments: dict[str, str] = {}
        self._count = 0
        self._prefix = f"{self.random.getrandbits(40):x}"

    # --- Connections ----------------------------------------------------------------------

    @property
    def tab(self) -> RoomTab:
        """The open socket. There must be one."""
        assert self._tab is not None, f"{self.person.name} is not connected"
        return self._tab

    @property
    def view(self) -> Json:
        """The view of the current game. There must be one."""
        return self.tab.table

    @property
    def has_game(self) -> bool:
        return self.tab.view is not None

    @property
    def must_show(self) -> bool:
        return self.seat in self.view["revealing"]

    @property
    def seat(self) -> int | None:
        return self.tab.seat

    @property
    def chair(self) -> Json | None:
        """The entry of the room's seats where the player sits."""
        chairs = self.tab.room["seats"]
        return next((each for each in chairs if each["player"] == self.person.id), None)

    async def enter(self, room: str) -> None:
        self.room = room
        self._tab = await self.site.enter(self.person, room, self.whole, self.number)
        assert self._tab.closed is None, f"{room} was closed with {self._tab.closed}"

    async def enter_twice(self) -> None:
        """Open a second tab, of the other kind, at another server."""
        self.other_tab = await self.site.enter(
            self.person, self.room, not self.whole, self.number + 1
        )

    async def leave(self) -> None:
        """Close all tabs."""
        for tab in (self._tab, self.other_tab):
            if tab is not None:
                await tab.leave()
        self._tab = self.other_tab = None

    async def leave_if_here(self) -> None:
        """Close all tabs, if there are any."""
        if self._tab is not None:
            await self.leave()

    async def come_back(self) -> None:
        """Connect again, to the next server."""
        self.number += 1
        await self.enter(self.room)

    def where(self) -> str:
        """Return where the player is, for messages."""
        if self._tab is None or self._tab.view is None:
            return "nowhere" if self._tab is None else f"in {self.room}, no game"
        view = self._tab.view
        shown = {name: view[name] for name in ("game", "seq", "status", "acting", "revealing")}
        return f"{self.seat} {shown} closed={self._tab.closed} turn={view['seats'][0]['turn']}"

    async def until(self, ready: Callable[[], Any]) -> None:
        """Wait until something is true of what the player knows."""
        while not ready():
            await self.news()

    async def news(self) -> None:
        """Wait for a message; connect again if the connection was lost."""
        await self.tab.next_news()
        assert self.tab.closed is None, f"closed with {self.tab.closed}"

    # --- Commands -------------------------------------------------------------------------

    async def ask(self, type_: str, **fields: Any) -> Json:
        """Send a command until it is answered; return the acknowledgement. Raises Refused."""
        if type_ in AGREEING and fields.get("ready", True):
            # During an update a server of the version before knows no `terms`.
            if "terms" in self.tab.room:
                fields["terms"] = self.tab.room["terms"]
            self.agree()
        self._count += 1
        id_ = f"{self._prefix}-{self._count}"
        noted = self.site.note(Command(self.person.id, id_, type_, fields.get("game", "")))
        while True:
            answer = await self._exchange(noted, {**fields, "id": id_})
            if answer is None:
                await self.come_back()
            elif answer.get("code") in RETRIED:
                await asyncio.sleep(AGAIN_S)
            elif answer["type"] == "error":
                raise Refused(answer["code"], answer["message"])
            else:
                return answer

    def agree(self) -> None:
        """Note that the player agrees to the game that they see."""
        room, now = self.tab.room, round(time.time() * 1000)
        self.site.journal.agreements.append(
            Agreement(self.person.id, self.room, now, terms_of(room))
        )

    async def _exchange(self, noted: Command, fields: Json) -> Json | None:
        """Send a command once, or twice; return the answer, None if the connection was lost."""
        tab, id_ = self.tab, noted.id
        known = len(tab.answers[id_])
        await tab.say(noted.type, **fields)
        if self.losses and noted.type in ("roll", "score"):
            self.losses -= 1
            tab.abort()
        twice = noted.game and self.random.random() < TWICE
        if twice:
            await (self.other_tab or tab).say(noted.type, **fields)
        answer = await tab.answer_or_end(id_, known + 1)
        if twice and answer is not None:
            other = self.other_tab or tab
            again = await other.answer_or_end(id_, 1 if self.other_tab else known + 2)
            noted.answers += [again] if again else []
            noted.unanswered += again is None
        noted.answers += [answer] if answer else []
        noted.unanswered += answer is None
        return answer

    # --- Seeds ----------------------------------------------------------------------------

    def seed(self) -> Json:
        """Return the fields with which `sit` and `rematch` take a seed, as the player likes."""
        if self.sealing == "nothing":
            return {}
        if self.sealing == "plain":
            return {"seed": f"plain{self.random.randrange(10**6)}"}
        game = self.tab.room["next"]["game"]
        self._commitments[game] = self.tab.room["next"]["commitment"]
        text, salt = f"{self.random.getrandbits(48):x}", f"{self.random.getrandbits(128):032x}"
        self._kept[game] = make_seal(game, self.person.id, text, salt)
        return {"game": game, "seal": self._kept[game].seal}

    async def send_seed(self) -> None:
        """Send a seed for the next game, if the player has any."""
        fields = self.seed()
        if fields:
            await self.ask("seal" if "seal" in fields else "seed", **fields)

    async def show_seed(self) -> None:
        """Show the sealed seed, after comparing seal and commitment as a browser does."""
        fairness, mine = self.view["fairness"], self._kept[self.view["game"]]
        assert fairness["seals"][self.seat or 0] == mine.seal
        assert fairness["commitment"] == self._commitments[mine.game]
        await self.ask("reveal", game=mine.game, salt=mine.salt, text=mine.text)

    # --- Moves ----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return bool(self.view["status"] != "playing")

    @property
    def own(self) -> Json:
        found: Json = self.view["seats"][self.seat or 0]
        return found

    @property
    def turn(self) -> int:
        """The number of the player's turn."""
        return int(self.own["turn"]["number"])

    @property
    def may_act(self) -> bool:
        """Whether the view says that the player may act."""
        return self.seat in self.view["acting"] and not self.is_over

    def moment(self) -> Json:
        """Return game, turn and roll as commands name them."""
        return moment_of(self.view, self.seat or 0)

    async def wait_for_round(self) -> None:
        """Wait until the round has begun: nobody may roll while the last one is shown."""
        while self.may_act and (wait := self._round_begins() - time.time()) > 0:
            # The server may say meanwhile that it begins sooner.
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.news()

    def _round_begins(self) -> float:
        """Return when the round begins that the view shows (s since 1970), 0 for no round."""
        if self.view["mode"] != "rounds" or self.view["deadline"] is None:
            return 0.0
        return float(self.view["deadline"] / 1000 - self.view["clock"])

    async def move(self) -> None:
        """Roll or fill a box, and wait until the view shows it."""
        await self.wait_for_round()
        if not self.may_act:
            return
        moment = self.moment()
        move = some_move(self.view, self.seat or 0, self.random, ROLLS_AGAIN, BEST_BOX)
        assert move is not None, self.where()
        type_, fields = move
        try:
            await self.ask(type_, **fields)
        except Refused as refused:
            if refused.code == "not_started":
                await asyncio.sleep(AGAIN_S)
            elif refused.code not in LATE_REFUSALS:
                raise
        await self.until(lambda: not self.may_act or self.moment() != moment)
