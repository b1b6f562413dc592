"""One simulation: a site with its processes, people and troubles, from a plan."""

import logging
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import Context
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from unittest.mock import patch

from django.db import DatabaseError, InterfaceError
from django.test import override_settings

from games.core import bots
from games.core.engine import GameState, Roll, Score
from games.models import Game, User
from games.platform import clock
from games.record.log import starting
from games.tables.live import registry
from games.tables.rooms import opening, seating
from games.tables.sockets.connection import Connection
from tests.support.client import HOST
from tests.support.people import cookie_of, person
from tests.system.simulation.database import Database, fresh_database
from tests.system.simulation.judges import Judge
from tests.system.simulation.layer import Exchange
from tests.system.simulation.loop import OWNER, STEP_S, Machine, Stopped, VirtualLoop
from tests.system.simulation.network import Line, Network
from tests.system.simulation.plan import Habits, Plan, Table, Trouble, names_of
from tests.system.simulation.players import Person
from tests.system.simulation.processes import BEGINNING_S, Process, ProcessClock

BOT_PAUSE_MS = 300
EXPECTED = (DatabaseError, InterfaceError, ConnectionError, TimeoutError)
"""What processes may log while there is trouble."""
STORY_LINES = 60


@dataclass(frozen=True)
class Violation:
    """What a judge found, and what had happened before."""

    judge: str
    text: str
    at: float
    error: BaseException | None = None


@dataclass(frozen=True)
class Outcome:
    """How a simulation went. `trace`: all that happened, in order."""

    plan: Plan
    violation: Violation | None
    trace: tuple[str, ...]
    steps: int
    games: int
    finished: int

    @property
    def story(self) -> str:
        """The last of what happened, and what was found."""
        lines = [str(self.plan), *self.trace[-STORY_LINES:]]
        if self.violation is not None:
            found = self.violation
            lines.append(f"{found.at:8.3f}  {found.judge.upper()}: {found.text}")
        return "\n".join(lines)


class World:
    """See the module."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.begins_s = BEGINNING_S
        self.violation: Violation | None = None
        self.trace: list[str] = []
        self.loop = VirtualLoop(self.rng("loop"))
        self.database = Database(self.loop, self.rng("database"))
        self.exchange = Exchange(self.loop, self.rng("layer"))
        self.network = Network(self, self.rng("network"))
        self.judge = Judge(self)
        self.processes: dict[str, Process] = {}
        self.people: list[Person] = []
        self.clock = ProcessClock(self.loop.time)
        # How long a callback of a process takes: longer on a busy machine.
        self.step_s = STEP_S
        self._calm: dict[tuple[int, str], object] = {}
        self._rooms: dict[int, int | None] = {}

    def rng(self, what: str) -> random.Random:
        """Return the chance that decides about one thing alone."""
        return random.Random(f"{self.plan.seed} {what}")

    @property
    def failed(self) -> bool:
        """Whether a judge has found something."""
        return self.violation is not None

    def fail(self, judge: str, text: str, error: BaseException | None = None) -> None:
        """Note what a judge has found: the first counts."""
        if self.violation is None:
            self.violation = Violation(judge, text, self.loop.now, error)

    def note(self, text: str) -> None:
        """Add to the story."""
        self.trace.append(f"{self.loop.now:8.3f}  {text}")

    def running(self) -> Iterator[Process]:
        return (each for each in self.processes.values() if each.runs)

    def some_server(self, rng: random.Random) -> Process | None:
        """Return a server that takes connections, None if there is none."""
        found = [each for each in self.processes.values() if not each.is_worker]
        found = [each for each in found if each.accepts and not each.is_dead]
        return rng.choice(found) if found else None

    def in_world(self, delay_s: float, call: Callable[..., object], *arguments: Any) -> None:
        """Call something outside all processes, later."""
        self.loop.call_later(delay_s, call, *arguments, context=_OUTSIDE.copy())

    def room_of(self, game_id: int) -> int | None:
        if game_id not in self._rooms:
            self._rooms[game_id] = Game.objects.values_list("room_id", flat=True).get(pk=game_id)
        return self._rooms[game_id]

    # --- The run ---

    def run(self) -> Outcome:
        """Run it all. Must be called with `simulated`."""
        self.loop.enter = self._enter
        self.loop.after_step = self._after_step
        self.loop.work = self.database.work
        self.database.on_commit = self.judge.committed
        for number, table in enumerate(self.plan.tables):
            self._open_table(number, table)
        _OUTSIDE.run(self._begin)
        try:
            self.loop.run_until(lambda: self.failed or self.loop.now >= self.plan.end_s)
            self._enter(None)
            if not self.failed:
                self.judge.at_rest()
        except Stopped:
            self.fail("stopped", "nothing is left to do")
        finally:
            self.database.on_commit = lambda: None
            violation = self.violation
            self.loop.close_all()
        games = self.judge.games.values()
        over = sum(each.state.status != "playing" for each in games)
        return Outcome(self.plan, violation, tuple(self.trace), self.loop.steps, len(games), over)

    def _begin(self) -> None:
        for name in names_of(self.plan.servers, self.plan.workers):
            self.processes[name] = Process(self, name)
        for each in self.people:
            self.loop.create_task(each.run())
        for trouble in self.plan.troubles:
            self.in_world(trouble.at, self._begin_trouble, trouble)

    def _open_table(self, number: int, table: Table) -> None:
        seats = len(table.people) + table.bots
        users = [person(f"P{number}{seat}") for seat in range(len(table.people))]
        if table.rated:
            User.objects.filter(pk__in=[user.pk for user in users]).update(is_guest=False)
        room = opening.open_room(
            users[0],
            table.variant,
            {},
            seats,
            table.clock,
            False,
            table.rated,
            table.stand_ins,
            mode=table.mode,
            dice=table.dice,
        )
        for seat, (user, habits) in enumerate(zip(users, table.people, strict=True)):
            # Without a seed the server makes one, until a seal comes.
            seating.sit(room.pk, user.pk, seat, None)
            self.judge.names[user.pk] = user.name
            cookie = cookie_of(user)
            self._add_person(room.code, habits, user.pk, cookie, table.sealed)
        for _ in range(table.spectators):
            self._add_person(room.code, Habits(), None, None, False)
        if table.bots:
            seating.fill(room.pk, users[0].pk)
        for seated in room.seats.exclude(player=None).select_related("player"):
            assert seated.player is not None
            self.judge.names[seated.player.pk] = seated.player.name

    def _add_person(
        self, room: str, habits: Habits, player: int | None, cookie: str | None, sealed: bool
    ) -> None:
        number = len(self.people)
        self.people.append(
            Person(self, room, number, habits, player=player, cookie=cookie, sealed=sealed)
        )

    def _enter(self, owner: Machine | None) -> None:
        if isinstance(owner, Process):
            owner.enter()
        else:
            registry._current = None
            clock._current = self.clock

    def _after_step(self, owner: Machine | None) -> None:
        if isinstance(owner, Process) and not self.failed:
            self.judge.stepped(owner)

    # --- Troubles ---

    def _begin_trouble(self, trouble: Trouble) -> None:
        self.note(f"{trouble.kind} {trouble.who} {trouble.amount:.2f} until {trouble.until:.1f}")
        lasts = trouble.until - self.loop.now
        end = self._do(trouble)
        if end is not None:
            self.in_world(lasts, end)

    def _do(self, trouble: Trouble) -> Callable[[], None] | None:
        """Begin a trouble, and return what ends it."""
        if trouble.kind in SETTINGS:
            thing, name = SETTINGS[trouble.kind]
            value = {"delay_s": (0.0002, trouble.amount), "latency_s": (0.0005, trouble.amount)}
            is_switch = name in ("down", "gone")
            holder = self if thing == "world" else getattr(self, thing)
            return self._set(holder, name, is_switch or value.get(name, trouble.amount))
        process = self.processes[trouble.who]
        match trouble.kind:
            case "layer restarted":
                self.exchange.restart()
            case "lines cut":
                self.network.cut(trouble.amount)
            case "cut off":
                self.exchange.cut.add(process)
                return lambda: self.exchange.cut.discard(process)
            case _:
                return self._do_to_process(trouble, process)
        return None

    def _do_to_process(self, trouble: Trouble, process: Process) -> Callable[[], None] | None:
        if process.is_dead:
            return None
        if trouble.kind == "clock jumps":
            process.clock.skew_s += trouble.amount
            return None
        if trouble.kind == "freeze":
            process.is_frozen = True
            return lambda: setattr(process, "is_frozen", False)
        if trouble.kind == "drain":
            process.spawn(process.drain)
        else:
            process.crash()

        def begin_again() -> None:
            if not process.is_dead:
                process.crash()
            if self.processes[process.name] is process:
                self.processes[process.name] = Process(self, process.name)

        return begin_again

    def _set(self, thing: object, name: str, value: object) -> Callable[[], None]:
        # That of the beginning: two troubles may overlap.
        before = self._calm.setdefault((id(thing), name), getattr(thing, name))
        setattr(thing, name, value)
        return lambda: setattr(thing, name, before)


SETTINGS = {
    "busy": ("world", "step_s"),
    "hints lost": ("exchange", "lose"),
    "hints repeated": ("exchange", "repeat"),
    "hints late": ("exchange", "delay_s"),
    "layer slow": ("exchange", "send_s"),
    "layer down": ("exchange", "down"),
    "database slow": ("database", "latency_s"),
    "database fails": ("database", "before"),
    "answers lost": ("database", "after"),
    "database gone": ("database", "gone"),
    "lines slow": ("network", "delay_s"),
}
"""What each kind of trouble changes."""


def _outside() -> Context:
    context = Context()
    context.run(OWNER.set, None)
    return context


_OUTSIDE = _outside()


class ErrorLog(logging.Handler):
    """Whatever a process logs as an error, and no trouble explains, is a violation."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Judge a line of the log."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not isinstance(error, EXPECTED):
            self._world.fail("log", record.getMessage(), error)


def choose_simply(state: GameState, seat: int, draw: float) -> tuple[Roll | Score, int]:
    """Stand in for a bot's choice, which the solver makes: roll once, or take the most points."""
    mine = state.seats[seat]
    turn = mine.turn
    if turn.dice is None or (turn.rolls < 3 and draw < 0.3):
        return Roll(turn.number, turn.rolls), BOT_PAUSE_MS
    best = max(mine.card.fills(turn.dice), key=lambda fill: fill.points)
    return Score(turn.number, turn.rolls, best.box.category, best.box.column), BOT_PAUSE_MS


@contextmanager
def simulated(world: World) -> Iterator[None]:
    """Replace what is random, what tells the time, and what is not simulated."""
    rng = world.rng("secrets")
    numbers = iter(range(10**9))
    with ExitStack() as stack:
        use = stack.enter_context
        use(patch("secrets.token_hex", lambda size=32: rng.randbytes(size).hex()))
        use(patch("secrets.token_bytes", lambda size=32: rng.randbytes(size)))
        use(patch("secrets.choice", rng.choice))
        use(patch("secrets.randbelow", rng.randrange))
        use(patch("games.tables.live.game.draw", world.rng("pauses").random))
        use(patch("django.utils.timezone.now", _utc_now))
        use(patch("games.record.log.appender.new_writer", world.database.new_writer))
        use(patch("games.tables.live.chances.chances_of", lambda state: ()))
        use(patch.object(bots, "choose_with_pause", choose_simply))
        # Sockets are kept in sets: with an address in memory their order would change.
        use(patch.object(Connection, "__init__", _numbered(Connection.__init__, numbers)))
        use(patch.object(Connection, "__hash__", lambda self: self._number, create=True))
        use(patch.object(registry, "_current", None))
        use(patch.object(clock, "_current", world.clock))
        use(patch.object(Line, "complaints", []))
        use(patch.object(Line, "known", {}))
        use(override_settings(SOCKET_RATE=0, SOCKETS_PER_ADDRESS=0, ALLOWED_HOSTS=[HOST]))
        use(fresh_database())
        starting._published.clear()
        for name in ("games", "asyncio", "tests.system.simulation"):
            logger = logging.getLogger(name)
            use(patch.object(logger, "handlers", [ErrorLog(world)]))
            use(patch.object(logger, "propagate", False))
        yield


def _utc_now() -> datetime:
    return clock.utc_now()


def _numbered(init: Callable[..., None], numbers: Iterator[int]) -> Callable[..., None]:
    def numbered(self: Any, *arguments: Any) -> None:
        self._number = next(numbers)
        init(self, *arguments)

    return numbered


def simulate(plan: Plan) -> Outcome:
    world = World(plan)
    with simulated(world):
        return world.run()
