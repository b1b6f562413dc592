"""Judges: what must hold after every step of a simulation, however bad things are.

What is true is the committed log, read row by row as it grows, and judged with a second account of
the chain, of what each viewer may know, and of the dice.
"""

import hashlib
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection

from games.core.engine import Event, GameState, event_from_data, evolve, initial_state, view
from games.models import DiceSecret, Game
from games.record.fairness.secrets import secret_of
from games.record.log.verifying import problems_of
from tests.core.engine.fairness.reference import reference_die, reference_seal
from tests.system.simulation.plan import AGREED_S, HERE_S

if TYPE_CHECKING:
    from tests.system.simulation.network import Line
    from tests.system.simulation.processes import Process
    from tests.system.simulation.world import World

Fail = Callable[[str, str], None]
NEW_ROWS = """
SELECT rowid, game_id, seq, type, seat, at, data, "by", hash FROM games_gameevent WHERE rowid > %s
ORDER BY rowid
"""
GAME_COMMANDS = ("roll", "score", "reveal", "resign", "play_on", "back")


def is_shown(event: Event) -> bool:
    """Whether everybody learns of an event of a round at once."""
    return event.seat is None or event.type == "seed.revealed"


class Truth:
    """One game, as its log tells it."""

    def __init__(self, id_: int, fail: Fail) -> None:
        self.id = id_
        self.events: list[Event] = []
        self.told: list[dict[str, Any]] = []
        self.states: list[GameState] = []
        self.heads: list[str] = []
        self.committed_at: list[float] = []
        self.by: dict[str, int] = {}
        self._fail = fail
        self._shown: dict[int | None, tuple[list[GameState], list[dict[str, Any]]]] = {}
        self._read: dict[int | None, int] = {}
        self._views: dict[tuple[int | None, int], dict[str, Any]] = {}

    @property
    def state(self) -> GameState:
        """The newest state."""
        return self.states[-1]

    @property
    def code(self) -> str:
        """The game's code."""
        return self.state.code

    def add(self, row: tuple[Any, ...], names: dict[int, str], now: float) -> None:
        """Add the next row of the log: contiguous, chained, and no command done twice."""
        _, _, seq, type_, seat, at, text, by, hash_ = row
        data = json.loads(text)
        if seq != len(self.events) + 1:
            self._fail("contiguous", f"game {self.id}: event {seq} follows {len(self.events)}")
        before = self.heads[-1] if self.heads else "0" * 64
        canonical = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        where = "" if seat is None else seat
        line = f"event|{before}|{seq}|{type_}|{where}|{at}|{canonical}"
        if hashlib.sha256(line.encode()).hexdigest() != hash_:
            self._fail("chained", f"game {self.id}: event {seq} has another hash")
        if by and by in self.by and self.by[by] != seq - 1:
            self._fail("once", f"game {self.id}: {by} is done again with event {seq}")
        if by:
            self.by[by] = seq
        if type_ == "game.started":
            data["seats"] = [{**each, "name": names[each["player"]]} for each in data["seats"]]
        event = event_from_data(type_, seat, at, data)
        self._check_order(event, data)
        self.events.append(event)
        self.told.append({"seq": seq, "type": type_, "seat": seat, "at": at, "data": data})
        self.heads.append(hash_)
        self.committed_at.append(now)
        new = evolve(self.states[-1], event) if self.states else initial_state(event)  # type: ignore[arg-type]
        self.states.append(new)

    def _check_order(self, event: Event, data: dict[str, Any]) -> None:
        if event.type == "dice.rolled" and self.state.mode == "rounds":
            begins = [
                each["data"]["begins"] for each in self.told if each["type"] == "round.revealed"
            ]
            if begins and event.at < begins[-1]:
                self._fail("pause", f"game {self.id}: a roll {begins[-1] - event.at} ms too early")
        if event.type == "round.revealed":
            shown = data["begins"] - event.at
            left = sum(each.has_turns_left for each in self.state.seats if not each.out)
            if left > 1 and shown < 3000:
                self._fail("pause", f"game {self.id}: a reveal is shown for {shown} ms")
        if event.type == "seed.revealed":
            seat = self.told[0]["data"]["seats"][event.seat]
            whole = (self.told[0]["data"]["code"], seat["player"], data["salt"], data["seed"])
            if reference_seal(*whole) != seat["seal"]:
                self._fail("seal", f"game {self.id}: seat {event.seat} reveals another seed")

    def seen_by(self, viewer: int | None) -> tuple[list[GameState], list[dict[str, Any]]]:
        """Return what a viewer knows, by the number of events that they know of: the states, and
        the events in the order in which they learn of them.

        In rounds these are all events up to a reveal, and then their own.
        """
        if self.state.mode == "turns":
            return self.states, self.told
        states, told = self._shown.setdefault(viewer, ([], []))
        for number in range(self._read.get(viewer, 0), len(self.events)):
            event = self.events[number]
            if is_shown(event):
                hidden = self._hidden_from(viewer, number)
                told += [*hidden, self.told[number]]
                states += [self.states[number]] * (len(hidden) + 1)
            elif event.seat == viewer:
                told.append(self.told[number])
                states.append(evolve(states[-1], event))
        self._read[viewer] = len(self.events)
        return states, told

    def _hidden_from(self, viewer: int | None, number: int) -> list[dict[str, Any]]:
        """Return what other seats have done since the last public event before this one."""
        first = number
        while first and not is_shown(self.events[first - 1]):
            first -= 1
        return [each for each in self.told[first:number] if each["seat"] != viewer]

    def view_of(self, viewer: int | None, seq: int) -> dict[str, Any]:
        """Return the view of somebody who knows of so many events."""
        key = (viewer if self.state.mode == "rounds" else None, seq)
        if key not in self._views:
            states, _ = self.seen_by(viewer)
            self._views[key] = msgspec.to_builtins(view(states[seq - 1], key[0]))
            self._views[key] = json.loads(json.dumps(self._views[key]))
        return self._views[key]


class Judge:
    """Judges one simulation."""

    def __init__(self, world: "World") -> None:
        self.games: dict[int, Truth] = {}
        self.names: dict[int, str] = {}
        self._by_code: dict[str, Truth] = {}
        self._world = world
        self._rows = 0
        self._known: dict[Process, dict[str, GameState]] = {}

    # After each transaction

    def committed(self) -> None:
        """Read and judge what the log has gained."""
        with connection.cursor() as cursor:
            cursor.execute(NEW_ROWS, (self._rows,))
            rows = cursor.fetchall()
        for row in rows:
            self._rows = row[0]
            truth = self.games.get(row[1])
            if truth is None:
                truth = self.games[row[1]] = Truth(row[1], self._world.fail)
            truth.add(row, self.names, self._world.loop.now)
            self._by_code[truth.code] = truth
            self._world.note(f"{truth.code} #{row[2]} {row[3]} seat {row[4]} by {row[7] or '-'}")

    # After each step

    def stepped(self, process: "Process") -> None:
        """Compare what a process believes of its games with their logs."""
        if process.hubs is None:
            return
        known = self._known.setdefault(process, {})
        for code, hub in process.hubs.rooms.items():
            if hub.game is None or known.get(code) is hub.game.state:
                continue
            state, head = hub.game.state, hub.game.head
            truth = self.games.get(hub.game.id)
            if truth is None or state.seq > len(truth.states):
                self._fail("ahead", f"{process.name} knows event {state.seq} of {state.code}")
                return
            if state != truth.states[state.seq - 1]:
                text = f"{process.name} believes another state of {state.code} at {state.seq}"
                self._fail("state", text)
            if head != truth.heads[state.seq - 1]:
                self._fail("head", f"{process.name} has another hash of {state.code} {state.seq}")
            known[code] = state

    # Each frame

    def sent(self, line: "Line", text: str) -> None:
        """Judge a frame in the moment when the server sends it."""
        frame = json.loads(text)
        match frame["type"]:
            case "ack":
                self._judge_ack(line, frame)
            case "error":
                self._judge_error(line, frame)
            case "update" | "delta":
                self._judge_events(line, frame)
            case "snapshot" | "welcome":
                shown = frame["view"]
                if shown is not None:
                    self._judge_seq(line, shown["game"], shown["seq"])

    def taken(self, line: "Line") -> None:
        """Compare the view of a browser with what it may know."""
        shown = line.view
        if shown is None or self._world.failed:
            return
        truth = self._by_code.get(shown["game"])
        if truth is None:
            self._fail("ahead", f"{line.who} sees game {shown['game']}, which is not stored")
            return
        expected = truth.view_of(self._viewer(truth, line), shown["seq"])
        if {**shown, "done": None} != {**expected, "done": None}:
            differ = [key for key in expected if key != "done" and expected[key] != shown.get(key)]
            text = f"{line.who} sees another game {truth.code} at {shown['seq']}: {differ}"
            self._fail("view", text)

    def _viewer(self, truth: Truth, line: "Line") -> int | None:
        seats = truth.told[0]["data"]["seats"]
        mine = [number for number, seat in enumerate(seats) if seat["player"] == line.who]
        return mine[0] if mine else None

    def _judge_seq(self, line: "Line", code: str, seq: int) -> None:
        truth = self._by_code.get(code)
        if truth is None or seq > len(truth.seen_by(self._viewer(truth, line))[1]):
            self._fail("ahead", f"{line.who} is shown event {seq} of {code}")

    def _judge_events(self, line: "Line", frame: dict[str, Any]) -> None:
        self._judge_seq(line, frame["game"], frame["seq"])
        if self._world.failed:
            return
        truth = self._by_code[frame["game"]]
        _, told = truth.seen_by(self._viewer(truth, line))
        for event in frame["events"]:
            right = told[event["seq"] - 1]
            if any(event[key] != right[key] for key in ("type", "seat", "at", "data")):
                self._fail("event", f"{line.who} is told {event}, the log has {right}")

    def _judge_ack(self, line: "Line", frame: dict[str, Any]) -> None:
        asked = line.asked.get(frame["id"], {"type": ""})
        if asked["type"] not in GAME_COMMANDS:
            return
        truth = self._by_code.get(asked["game"])
        by = f"{line.who}:{frame['id']}"
        if truth is None or (by not in truth.by and asked["type"] not in ("reveal", "back")):
            self._fail("ack", f"{by} {asked['type']} is acknowledged and not in the log")

    def _judge_error(self, line: "Line", frame: dict[str, Any]) -> None:
        asked = line.asked.get(frame.get("id", ""), {"type": ""})
        if frame["code"] == "server_error":
            self._fail("error", f"{line.who}: {frame}")
        if asked["type"] == "start":
            self._judge_start(line, frame["message"], asked["at"])
        if asked["type"] not in GAME_COMMANDS:
            return
        truth = self._by_code.get(asked["game"])
        by = f"{line.who}:{frame['id']}"
        done = truth is not None and by in truth.by
        # While the database fails, whether a command is done cannot be known.
        excused = frame["code"] == "busy" and self._world.database.failed_at >= asked["at"]
        if done and not excused:
            self._fail("lie", f"{by} is done, and answered with {frame['code']}")

    def _judge_start(self, line: "Line", refusal: str, asked_at: float) -> None:
        """Nobody who has been there for a while is missing, if processes could have asked."""
        if "must be connected" not in refusal or self._world.plan.parts_processes(asked_at):
            return
        missed = re.findall(r"P\d+", refusal)
        for other in self._world.network.lines:
            name = self.names.get(other.who or 0)
            since = asked_at - other.opened_at
            if name in missed and since > HERE_S and other.closed is None and other.frames:
                text = f"{line.process.name} misses {name}, {since:.1f} s on {other.process.name}"
                self._fail("absent", text)

    # At the end

    def at_rest(self) -> None:
        """Judge the site after quiet time: all agree, and nothing is stuck."""
        now = self._world.loop.now
        for process in self._world.running():
            for hub in process.hubs.rooms.values() if process.hubs else ():
                if hub.game is not None:
                    self._judge_late(process.name, hub.game.state.code, hub.game.state.seq, None)
        for person in self._world.people:
            if (line := person.line) is not None and line.view is not None:
                self._judge_late(person.name, line.view["game"], line.view["seq"], line)
        due = round((self._world.begins_s + now - AGREED_S) * 1000)
        for truth in self.games.values():
            state = truth.state
            late = state.next_due is not None and state.next_due < due
            lost = state.mode == "rounds" and state.next_due is None
            if state.status == "playing" and (late or lost):
                self._fail("stuck", f"game {state.code} waits since {state.next_due}, at {due}")
        self._judge_tables()

    def _judge_late(self, who: str, code: str, seq: int, line: "Line | None") -> None:
        truth = self._by_code[code]
        old = sum(at < self._world.loop.now - AGREED_S for at in truth.committed_at)
        if line is not None and truth.state.mode == "rounds":
            before = truth.states[old - 1] if old else None
            old = 0 if before is None or before.round is None else before.round.seq
        if seq < old:
            self._fail("late", f"{who} knows {seq} of {old} old events of {code}")
        newer = [each for each in self.games.values() if self._follows(each, truth)]
        if any(each.committed_at[0] < self._world.loop.now - AGREED_S for each in newer):
            self._fail("late", f"{who} still shows {code}")

    def _follows(self, other: Truth, truth: Truth) -> bool:
        return other.id > truth.id and self._world.room_of(other.id) == self._world.room_of(
            truth.id
        )

    def _judge_tables(self) -> None:
        for game in Game.objects.all():
            truth = self.games[game.pk]
            if game.head != truth.heads[-1]:
                self._fail("head", f"the row of {game.code} has another hash")
            for problem in problems_of(game):
                self._fail("verify", f"{game.code}: {problem}")
            if game.fault:
                self._fail("verify", f"{game.code} is marked: {game.fault}")
            self._judge_dice(truth)

    def _judge_dice(self, truth: Truth) -> None:
        secret = secret_of(DiceSecret.objects.get(code=truth.code))
        seeds = list(truth.state.seeds)
        for told in truth.told:
            if told["type"] != "dice.rolled":
                continue
            data = told["data"]
            where = "-" if truth.state.dice == "same" else str(told["seat"])
            for position, die in enumerate(data["dice"]):
                if position in data["hold"]:
                    continue
                place = (where, data["turn"], data["roll"], position)
                if reference_die(secret, truth.code, seeds, *place) != die:
                    self._fail("dice", f"{truth.code}: {data}")
                    return

    def _fail(self, judge: str, text: str) -> None:
        self._world.fail(judge, text)
