"""Compare what the players of a test received with the log in the database.

A1  An acknowledged command is in the log exactly once, with the seq of its ack, as commanded.
A2  A refused command is not in the log. An unanswered one is there at most once.
A3  Every event that a player received is in the log unchanged.
A4  Every log is a valid game: no gaps in seq, seats take turns, held dice stay, no box is filled
    twice.
A5  Points, bonuses, totals and places are those of the naive scorer.
A6  The last view that each player received is the one that the server sends when asked again, all
    players of a room have the same, and it shows the totals of its log.

In rounds a player learns of their own events at once, and of the others' with the reveal, and has
numbers of their own for them: those of the order in which they learn of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from games.record.log.models import GameEvent
from tests.support.oracles.cards import NaiveCard
from tests.support.oracles.house_cards import HouseCard, naive_card
from workshop.lab.loadtest.messages import AckRecord, Journal, SeenEvent

# Events that the server writes for a player.
SERVER_EVENTS = ("turn.timed_out", "seat.away", "seat.back")
FACES = {1, 2, 3, 4, 5, 6}
CAUSED = {"roll": "dice.rolled", "score": "box.scored", "reveal": "seed.revealed"}
"""What a command of a game leaves in its log."""


class Row(NamedTuple):
    """An event as it is stored."""

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
    """Return a description of each problem, and counts of what was compared."""
    logs: dict[str, list[Row]] = defaultdict(list)
    by_command: dict[tuple[str, str], list[Row]] = defaultdict(list)
    logged = set()
    for row in read_rows(journal.states):
        logs[row.game].append(row)
        if row.by:
            by_command[row.game, row.by].append(row)
            logged.add(row.by)
    problems = list(journal.problems)
    orders = Orders(logs)
    problems += check_acks(journal.acks, by_command, orders)
    problems += [f"refused, but logged: {by}" for by in journal.refused if by in logged]
    problems += check_once(by_command)
    problems += check_seen(journal.seen, orders)
    replays = {game: Replay(game) for game in logs}
    for game, log in logs.items():
        problems += replays[game].run(log)
    problems += check_states(journal.states, replays)
    counted = {
        "acks": len(journal.acks),
        "unanswered": len(journal.unknown),
        "events seen": len(journal.seen),
        "events in the log": sum(map(len, logs.values())),
        "games": len(logs),
        "games finished": sum(log[-1].type == "game.finished" for log in logs.values()),
    }
    return problems, counted


class Orders:
    """The logs in the order in which each player learns of the events."""

    def __init__(self, logs: Mapping[str, list[Row]]) -> None:
        self._logs = logs
        self._orders: dict[tuple[str, str], list[Row]] = {}

    def of(self, game: str, player: str) -> list[Row]:
        """Return all events of a game, as somebody (an id; "" is nobody) learns of them."""
        key = (game, player)
        if key not in self._orders:
            self._orders[key] = order_of(self._logs.get(game, []), player)
        return self._orders[key]

    def number(self, row: Row, player: str) -> int:
        """Return the number by which a player knows an event."""
        return self.of(row.game, player).index(row) + 1


def order_of(log: list[Row], player: str) -> list[Row]:
    """Return the events of a log in the order in which a player learns of them."""
    started = msgspec.json.decode(log[0].data) if log else {}
    if started.get("mode") != "rounds":
        return log
    mine = [str(seat["player"]) for seat in started["seats"]].index(player)
    order: list[Row] = []
    hidden: list[Row] = []
    for row in log:
        if row.seat is None:
            order += [*hidden, row]
            hidden = []
        elif row.seat == mine or row.type == "seed.revealed":
            order.append(row)
        else:
            hidden.append(row)
    return order + hidden


def check_acks(
    acks: list[AckRecord], by_command: dict[tuple[str, str], list[Row]], orders: Orders
) -> Iterator[str]:
    """A1."""
    for ack in acks:
        rows = [
            row for row in by_command.get((ack.game, ack.by), []) if row.type not in SERVER_EVENTS
        ]
        if not rows:
            yield f"LOST: acknowledged, but not in the log: {ack}"
        elif (number := orders.number(rows[-1], ack.by.split(":")[0])) != ack.seq:
            yield f"acknowledged as {ack.seq}, but logged as {number}: {ack}"
        elif not matches(ack.command, rows[0]):
            yield f"logged as another command: {ack}: {rows[0]}"


def matches(command: dict[str, Any], row: Row) -> bool:
    """Whether the event is the result of the command."""
    if row.type != CAUSED.get(command["type"]):
        return False
    data = msgspec.json.decode(row.data)
    if command["type"] == "roll":
        asked = (command["turn"], command["roll"] + 1, sorted(command["hold"]))
        return asked == (data["turn"], data["roll"], data["hold"])
    if command["type"] == "reveal":
        return (command["salt"], command["text"]) == (data["salt"], data["seed"])
    asked = (command["turn"], command["category"], command["column"])
    return asked == (data["turn"], data["category"], data["column"])


def check_once(by_command: dict[tuple[str, str], list[Row]]) -> Iterator[str]:
    """A1 and A2: no command took effect twice, whatever was answered."""
    for (game, by), rows in by_command.items():
        moves = [row for row in rows if row.type in CAUSED.values()]
        if len(moves) != 1:
            yield f"TWICE: {by} in game {game} caused {moves}"


def check_seen(seen: list[SeenEvent], orders: Orders) -> Iterator[str]:
    """A3."""
    for event in seen:
        order = orders.of(event.game, event.player)
        row = order[event.seq - 1] if event.seq <= len(order) else None
        if row is None or not same(event, row):
            yield f"a player received {event}, the log has {row}"


def same(event: SeenEvent, row: Row) -> bool:
    """Whether the event that a player received is this row of the log, which has no names."""
    shown = (event.game, event.type, event.seat, event.at, event.by)
    if shown != (row.game, row.type, row.seat, row.at, row.by):
        return False
    return event.data == row.data or without_names(event) == msgspec.json.decode(row.data)


def without_names(event: SeenEvent) -> Any:
    """Return the data of the event as the log has it."""
    data = msgspec.json.decode(event.data)
    if event.type == "game.started":
        for seat in data["seats"]:
            del seat["name"]
    return data


@dataclass
class Seat:
    """What the log has told of a seat so far. saved: rolls left over from earlier turns."""

    card: NaiveCard | HouseCard
    turn: int = 1
    rolls: int = 0
    saved: int = 0
    dice: list[int] = field(default_factory=list)

    @property
    def most_rolls(self) -> int:
        return self.card.rolls + self.saved


class Replay:
    """Replays one log without the engine: A4 and A5."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.mode = "turns"
        self.mover = 0
        self.seats: list[Seat] = []

    def run(self, log: list[Row]) -> Iterator[str]:
        if [row.seq for row in log] != list(range(1, len(log) + 1)):
            yield f"game {self.game}: the log has gaps"
            return
        for row in log:
            data = msgspec.json.decode(row.data)
            for problem in self._apply(row, data):
                yield f"game {self.game}, event {row.seq}: {problem}"

    def totals(self) -> list[int]:
        return [seat.card.total for seat in self.seats]

    def _apply(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        match row.type:
            case "game.started":
                self._begin(data)
            case "dice.rolled":
                yield from self._roll(row, data)
            case "box.scored":
                yield from self._score(row, data)
            case "round.revealed" if self.mode == "rounds":
                yield from self._reveal(data)
            case "game.finished":
                yield from self._end(data)
            case "seed.revealed" if not any(seat.dice for seat in self.seats):
                pass
            case "turn.timed_out" | "seat.away" | "seat.back":
                pass  # the box that is filled by it follows
            case _:
                yield f"unexpected event {row.type}"

    def _begin(self, data: dict[str, Any]) -> None:
        self.mode = data.get("mode", "turns")
        joker = data["switches"].get("joker", "none")
        self.mover = data["first"]
        self.seats = [Seat(naive_card(data["variant"], joker)) for _ in data["seats"]]
        self.round = 1

    def _check_turn(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        """In turns only one seat may move; in rounds each has one turn between two reveals."""
        if self.mode == "turns" and row.seat != self.mover:
            yield f"it is the turn of seat {self.mover}"
        turn = self.seats[row.seat or 0].turn
        if data["turn"] != turn or (self.mode == "rounds" and turn != self.round):
            yield f"it is turn {turn} of seat {row.seat}, in round {self.round}"

    def _roll(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        yield from self._check_turn(row, data)
        seat = self.seats[row.seat or 0]
        seat.rolls += 1
        if data["roll"] != seat.rolls or seat.rolls > seat.most_rolls:
            yield f"roll {data['roll']} is number {seat.rolls}"
        if not set(data["dice"]) <= FACES or len(data["dice"]) != seat.card.dice_count:
            yield f"invalid dice: {data['dice']}"
        if any(data["dice"][position] != seat.dice[position] for position in data["hold"]):
            yield f"held dice changed: {seat.dice} to {data}"
        seat.dice = data["dice"]

    def _score(self, row: Row, data: dict[str, Any]) -> Iterator[str]:
        yield from self._check_turn(row, data)
        seat = self.seats[row.seat or 0]
        box, dice = (data["column"], data["category"]), tuple(seat.dice)
        if not seat.rolls:
            yield f"seat {row.seat} has not rolled"
        if box not in seat.card.options(dice):
            yield f"{box} must not be filled with {seat.dice}"
        told = (data["points"], data["bonus"], data["joker"])
        if (expected := seat.card.fill(box, dice, seat.rolls)) != told:
            yield f"{seat.dice} in {box} is {expected}, not {data}"
        seat.turn += 1
        if seat.card.saves_rolls:
            seat.saved = seat.most_rolls - seat.rolls
        seat.rolls, seat.dice = 0, []
        self.mover = (self.mover + 1) % len(self.seats)

    def _reveal(self, data: dict[str, Any]) -> Iterator[str]:
        turns = [seat.turn for seat in self.seats]
        if data["round"] != self.round or turns != [self.round + 1] * len(turns):
            yield f"round {data['round']} is revealed, when seats are at turns {turns}"
        self.round += 1

    def _end(self, data: dict[str, Any]) -> Iterator[str]:
        totals = self.totals()
        places = [1 + sum(other > total for other in totals) for total in totals]
        if (data["totals"], data["places"]) != (totals, places):
            yield f"the result should be {totals}, {places}, not {data}"


def check_states(
    states: dict[str, dict[str, list[Any]]], replays: dict[str, Replay]
) -> Iterator[str]:
    """A6."""
    for room, views_of in states.items():
        for player, views in views_of.items():
            # Bots may be done with a round that people do not end.
            if others := {name for view in views[1:] for name in differences(views[0], view)}:
                yield (
                    f"room {room}: player {player} had another view than the server, "
                    f"in {', '.join(sorted(others))}"
                )
        ends = [views[-1] for views in views_of.values()]
        if any(view.get("mode") == "rounds" and view["status"] == "playing" for view in ends):
            continue  # until the end, everybody sees something else
        # In rounds `last` is the viewer's own box.
        if any({**view, "last": 0} != {**ends[0], "last": 0} for view in ends):
            yield f"room {room}: the players have different views"
        for view in ends[:1]:
            replayed = replays.get(view["game"])
            shown = [seat["card"]["total"] for seat in view["seats"]]
            if replayed is None or shown != replayed.totals():
                yield f"room {room} shows {shown}, which is not what the log says"


def differences(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    """Return the names of the fields in which two views differ, without `done`."""
    return {name for name in one | other if name != "done" and one.get(name) != other.get(name)}
