"""Compares what the players of a test saw with the log in the database.

A1  every acknowledged command is in the log exactly once, at the seq it was told, as commanded
A2  a refused command is not in the log; one without an answer is there at most once
A3  every event that a player saw is in the log, the same
A4  every log is one game: seqs without a gap, seats in turn, held dice stay, no box twice
A5  points, bonuses, totals and places are what the naive scorer says
A6  the last view of each room shows the totals of its log
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from games.bench.loadtest import naive_scorer as scorer
from games.bench.loadtest.messages import AckRecord, Journal, SeenEvent
from games.models import GameEvent

SERVERS = ("turn.timed_out", "seat.away", "seat.back")


class Row(NamedTuple):
    """A line of the log as the database has it."""

    game: str
    seq: int
    type: str
    seat: int | None
    at: int
    data: str
    by: str


def read_rows(room_codes: Iterable[str]) -> Iterator[Row]:
    """Yield all events of all games of these rooms, game by game, in order."""
    rows = GameEvent.objects.filter(game__room__code__in=list(room_codes))
    columns = ("game__code", "seq", "type", "seat", "at", "data", "by")
    for row in rows.order_by("game_id", "seq").values_list(*columns).iterator(5000):
        yield Row(*row)


def check(journal: Journal) -> tuple[list[str], dict[str, int]]:
    """Return all problems in words (none is what we promise), and what was compared."""
    logs: dict[str, list[Row]] = defaultdict(list)
    done: dict[tuple[str, str], list[Row]] = defaultdict(list)
    everything = set()
    for row in read_rows(journal.views):
        logs[row.game].append(row)
        if row.by:
            done[row.game, row.by].append(row)
            everything.add(row.by)
    problems = list(journal.problems)
    problems += check_acks(journal.acks, done)
    problems += [f"refused, but done: {by}" for by in journal.refused if by in everything]
    problems += check_once(done)
    problems += check_seen(journal.seen, logs)
    cards = {}
    for game, log in logs.items():
        replayed = Replay(game)
        problems += replayed.run(log)
        cards[game] = replayed
    problems += check_views(journal.views, cards)
    counted = {
        "acks": len(journal.acks),
        "unanswered": len(journal.unknown),
        "events seen": len(journal.seen),
        "events in the log": sum(map(len, logs.values())),
        "games": len(logs),
        "games finished": sum(log[-1].type == "game.finished" for log in logs.values()),
    }
    return problems, counted


def check_acks(acks: list[AckRecord], done: dict[tuple[str, str], list[Row]]) -> Iterator[str]:
    """A1."""
    for ack in acks:
        rows = [row for row in done.get((ack.game, ack.by), []) if row.type not in SERVERS]
        if not rows:
            yield f"LOST: acknowledged, but not in the log: {ack}"
        elif rows[-1].seq != ack.seq:
            yield f"acknowledged as {ack.seq}, but logged as {rows[-1].seq}: {ack}"
        elif not is_what_was_asked(ack.command, rows[0]):
            yield f"not what was asked for: {ack}: {rows[0]}"


def is_what_was_asked(command: dict[str, Any], row: Row) -> bool:
    """Whether the event does what the command says."""
    data = msgspec.json.decode(row.data)
    if command["type"] == "roll":
        asked = (command["turn"], command["roll"] + 1, sorted(command["hold"]))
        happened = (data.get("turn"), data.get("roll"), data.get("hold"))
        return row.type == "dice.rolled" and asked == happened
    asked = (command["turn"], command["category"], command["column"])
    happened = (data.get("turn"), data.get("category"), data.get("column"))
    return row.type == "box.scored" and asked == happened


def check_once(done: dict[tuple[str, str], list[Row]]) -> Iterator[str]:
    """A1, A2: whoever commanded it and whatever was answered, once."""
    for (game, by), rows in done.items():
        acts = [row for row in rows if row.type in ("dice.rolled", "box.scored")]
        if len(acts) != 1:
            yield f"TWICE: {by} in game {game} led to {acts}"


def check_seen(seen: list[SeenEvent], logs: dict[str, list[Row]]) -> Iterator[str]:
    """A3."""
    for event in seen:
        log = logs.get(event.game, [])
        row = log[event.seq - 1] if event.seq <= len(log) else None
        if row is None or not same(event, row):
            yield f"a player saw {event}, the log has {row}"


def same(event: SeenEvent, row: Row) -> bool:
    """Whether the event a player saw is this line of the log."""
    shown = (event.game, event.seq, event.type, event.seat, event.at, event.by)
    if shown != (row.game, row.seq, row.type, row.seat, row.at, row.by):
        return False
    return event.data == row.data or msgspec.json.decode(event.data) == msgspec.json.decode(
        row.data
    )


class Replay:
    """Plays one log again by hand. A4, A5."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.dice: list[int] = []
        self.rolls = 0
        self.mover = 0
        self.turn: list[int] = []
        self.cards: list[scorer.Card] = []
        self.bonuses: list[dict[int, int]] = []

    def run(self, log: list[Row]) -> Iterator[str]:
        """Yield what is wrong with the log."""
        if [row.seq for row in log] != list(range(1, len(log) + 1)):
            yield f"game {self.game}: the log has gaps"
            return
        for row in log:
            data = msgspec.json.decode(row.data)
            for problem in self._take(row, data):
                yield f"game {self.game}, event {row.seq}: {problem}"

    def totals(self) -> list[int]:
        """Return each seat's total by the naive scorer."""
        pairs = zip(self.cards, self.bonuses, strict=True)
        return [scorer.total(self.variant, card, bonuses) for card, bonuses in pairs]

    def _take(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        match row.type:
            case "game.started":
                self._begin(data)
            case "dice.rolled":
                yield from self._roll(row, data)
            case "box.scored":
                yield from self._score(row, data)
            case "game.finished":
                yield from self._end(data)
            case _:
                yield f"nobody asked for {row.type}"

    def _begin(self, data: dict[str, Any]) -> None:
        self.variant: str = data["variant"]
        self.switches: dict[str, str] = data["switches"]
        self.mover = data["first"]
        self.turn = [1] * len(data["seats"])
        self.cards = [{} for _ in data["seats"]]
        self.bonuses = [{} for _ in data["seats"]]

    def _roll(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        self.rolls += 1
        if row.seat != self.mover or data["turn"] != self.turn[self.mover]:
            yield f"it is the turn of seat {self.mover}"
        if data["roll"] != self.rolls or self.rolls > 3:
            yield f"roll {data['roll']} is number {self.rolls}"
        if not all(1 <= die <= 6 for die in data["dice"]) or len(data["dice"]) != 5:
            yield f"these are no dice: {data['dice']}"
        if any(data["dice"][position] != self.dice[position] for position in data["hold"]):
            yield f"held dice have changed: {self.dice} to {data}"
        self.dice = data["dice"]

    def _score(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        card, bonuses = self.cards[self.mover], self.bonuses[self.mover]
        box = (data["column"], data["category"])
        if row.seat != self.mover or data["turn"] != self.turn[self.mover] or not self.rolls:
            yield f"it is the turn of seat {self.mover}"
        if box in card:
            yield f"{box} is filled twice"
        expected = scorer.fill(self.variant, self.switches, card, box, self.dice)
        if (data["points"], data["bonus"]) != expected:
            yield f"{self.dice} in {box} is {expected}, not {data}"
        card[box] = expected[0]
        bonuses[box[0]] = bonuses.get(box[0], 0) + expected[1]
        self.turn[self.mover] += 1
        self.mover = (self.mover + 1) % len(self.cards)
        self.rolls, self.dice = 0, []

    def _end(self, data: dict[str, Any]) -> Iterator[str]:
        totals = self.totals()
        places = [1 + sum(other > total for other in totals) for total in totals]
        if (data["totals"], data["places"]) != (totals, places):
            yield f"the result should be {totals}, {places}, not {data}"


def check_views(views: dict[str, Any], games: dict[str, Replay]) -> Iterator[str]:
    """A6."""
    for room, view in views.items():
        replayed = games.get(view["game"])
        shown = [seat["card"]["total"] for seat in view["seats"]]
        if replayed is None or shown != replayed.totals():
            yield f"room {room} shows {shown}, the log says something else"
