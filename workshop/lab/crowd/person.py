"""One person at a table, or beside it: thinks, holds dice, moves, talks, asks for another game."""

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from workshop.lab.crowd import frames
from workshop.lab.crowd.frames import Json
from workshop.lab.crowd.pace import BEST_BOX, CHAT_SHARE, LINES, REACTIONS, Pace
from workshop.lab.crowd.plan import CrowdPlan
from workshop.lab.loadtest.client import Client
from workshop.lab.loadtest.messages import Error, Plan, Player
from workshop.lab.loadtest.session import Session
from workshop.lab.loadtest.table import hold_of

if TYPE_CHECKING:
    from workshop.lab.crowd.table import CrowdTable

Moment = tuple[str, int, int]
LATE = ("stale", "not_your_turn", "game_over", "already_started")
"""How a move or a wish is refused that came too late: time was up, or others were faster."""


class CrowdSession(Session):
    """What a whole crowd shares.

    counts: what people have done so far. started: whether everybody has come, so that they play.
    fast: whether tables that are not yet where they slow down play without pauses.
    """

    def __init__(self, plan: Plan, pace: Pace) -> None:
        super().__init__(plan)
        self.pace = pace
        self.counts: Counter[str] = Counter()
        self.started = False
        self.fast = True

    def players_of(self, plan: Plan) -> int:
        watchers = plan.watchers if isinstance(plan, CrowdPlan) else []
        return super().players_of(plan) + len(watchers)

    def later(self, seconds: float, do: Callable[..., object], *values: Any) -> None:
        """Do something after `seconds`, unless the run has ended by then."""

        def unless_halted() -> None:
            if not self.halted:
                do(*values)

        asyncio.get_running_loop().call_later(seconds, unless_halted)


class Person(Client):
    """Somebody in a room; without a seat they watch."""

    def __init__(
        self, session: CrowdSession, table: "CrowdTable", player: Player, url: str, source: str
    ) -> None:
        super().__init__(session, table, player, url, change=table.change, source=source)
        self._crowd = session
        self.place = table
        self._pace = session.pace
        self._room: Json = {}
        self._rev = 0
        self._planned: Moment | None = None
        self._revealed = self._asked = ""
        self._texts: dict[str, tuple[str, str]] = {}

    # --- In -------------------------------------------------------------------------------

    def take(self, message: Any, payload: bytes) -> None:
        if isinstance(message, frames.Welcome | frames.Room) and message.rev >= self._rev:
            self._room, self._rev = {**self._room, **message.room}, message.rev
        if isinstance(message, Error) and message.id in self.pending and message.code in LATE:
            self._note("err", self.pending.pop(message.id))
            self._planned = None
            self._crowd.counts["late"] += 1
            return
        super().take(message, payload)
        self.think()

    @property
    def _seat(self) -> int | None:
        for seat in self.wire.view["seats"]:
            if seat["player"] == self.player:
                number: int = seat["seat"]
                return number
        return None

    def think(self) -> None:
        """Plan what comes next, if anything has to come from this person."""
        view, crowd = self.wire.view, self._crowd
        if view is None or not self.wire.welcomed or not crowd.started:
            return
        seat = self._seat
        if seat is None:
            return
        if seat in view["revealing"]:
            # At the end of the run, too: a start without seeds is cancelled some time later.
            self._reveal(view)
        elif crowd.halted:
            return
        elif view["status"] == "finished":
            self._look_at_result(view)
        elif seat in view["acting"]:
            self._plan(view, view["seats"][seat])

    # --- Moves ----------------------------------------------------------------------------

    def _plan(self, view: Json, mine: Json) -> None:
        turn = mine["turn"]
        moment = (view["game"], turn["number"], turn["roll"])
        if moment == self._planned:
            return
        self._planned = moment
        hold = hold_of(turn["dice"]) if turn["roll"] else []
        may_roll = mine["may_roll"] and (not turn["dice"] or len(hold) < len(turn["dice"]))
        move = "roll" if may_roll and (not turn["roll"] or self._pace.rolls_again()) else "score"
        rounds = view["mode"] == "rounds"
        think = 0.0
        if not self.place.is_fast(view):
            think = self._pace.before(move, turn["roll"], len(view["seats"]) if rounds else 0)
            if move == "roll" and not rounds:
                for number, after in enumerate(self._pace.taps(len(hold), think), 1):
                    self._crowd.later(after, self._select, moment, hold[:number])
        if rounds:
            think = max(think, view["deadline"] / 1000 - view["clock"] - time.time() + 0.01)
        if think > 0:
            self._crowd.later(think, self._move, moment, move, hold)
        else:
            self._move(moment, move, hold)

    def _is_at(self, moment: Moment) -> bool:
        """Whether it is still this person's turn, at this roll."""
        view, seat = self.wire.view, self._seat
        if seat is None or seat not in view["acting"]:
            return False
        turn = view["seats"][seat]["turn"]
        return (view["game"], turn["number"], turn["roll"]) == moment

    def _select(self, moment: Moment, hold: list[int]) -> None:
        if self._is_at(moment):
            game, turn, _ = moment
            self._crowd.counts["hold"] += 1
            content = {"type": "select", "game": game, "turn": turn, "hold": hold}
            self.wire.send(msgspec.json.encode(content))

    def _move(self, moment: Moment, move: str, hold: list[int]) -> None:
        if not self._is_at(moment):
            return
        game, turn, roll = moment
        command: Json = {"type": move, "game": game, "turn": turn, "roll": roll}
        if move == "roll":
            command["hold"] = hold
        else:
            options = self.wire.view["seats"][self._seat]["options"]
            box = self._pace.rng.choice(options)
            if self._pace.rng.random() < BEST_BOX:
                box = max(options, key=lambda option: int(option["points"]))
            command |= {"category": box["category"], "column": box["column"]}
        self._crowd.counts[move] += 1
        self.command(command, time.perf_counter())
        # In rounds nobody may talk while dice are hidden.
        if self.wire.view["mode"] == "turns" and not self._crowd.fast and self._pace.talks():
            self._crowd.later(self._pace.gap() / 2, self._talk)

    def _talk(self) -> None:
        rng = self._pace.rng
        self._crowd.counts["chat"] += 1
        if rng.random() < CHAT_SHARE:
            content = {"type": "chat", "text": rng.choice(LINES)}
        else:
            content = {"type": "react", "reaction": rng.choice(REACTIONS)}
        self.command(content, time.perf_counter())

    # --- From game to game ----------------------------------------------------------------

    def _look_at_result(self, view: Json) -> None:
        if self._asked == view["game"]:
            return
        self._asked = view["game"]
        self.place.game_over(view["game"])
        self._crowd.later(self._pace.until_rematch(), self._ask_for_another, view["game"])

    def _ask_for_another(self, game: str) -> None:
        """Ask for a rematch with a sealed seed, as a browser does."""
        if self.wire.game != game:
            return
        following = self._room["next"]["game"]
        rng = self._pace.rng
        salt, text = f"{rng.getrandbits(128):032x}", f"{rng.getrandbits(48):x}"
        self._texts = {following: (salt, text)}
        whole = f"seal|{following}|{self.player}|{salt}|{text}"
        seal = hashlib.sha256(whole.encode()).hexdigest()
        terms = {"game": following, "seal": seal, "terms": self._room["terms"]}
        self._crowd.counts["rematch"] += 1
        self.command({"type": "rematch", **terms}, time.perf_counter())

    def _reveal(self, view: Json) -> None:
        game = view["game"]
        if self._revealed == game or game not in self._texts:
            return
        self._revealed = game
        salt, text = self._texts[game]
        content = {"type": "reveal", "game": game, "salt": salt, "text": text}
        self.command(content, time.perf_counter())

    def lose_connection(self) -> None:
        """Lose the connection, and again some time later."""
        self._crowd.counts["reconnect"] += 1
        self.wire.close()
        self.plan_loss()

    def plan_loss(self) -> None:
        self._crowd.later(self._pace.until_loss(), self.lose_connection)
