"""Events and states as stored in the database, and the chain of a game's log.

Each event carries a hash of itself and of all events before it. So the hash of the newest event
stands for the whole log, and a process whose log differs cannot append to it. docs/fairness.md
describes the format.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games.core.engine import (
    Event,
    GameState,
    Replay,
    Round,
    Sealing,
    SeatState,
    Turn,
    event_from_data,
)
from games.core.engine.events import GameStarted
from games.core.engine.state import LastFill
from games.core.protocol.events import Event as EventMessage
from games.core.protocol.events import event_message
from games.core.protocol.frames import prepare_types
from games.core.rules import Position, find_variant

BEGINNING = "0" * 64
"""The hash before the first event of a chained log."""
UNCHAINED = ""
"""Every hash of a game that began before logs were chained."""


def next_hash(previous: str, seq: int, type_: str, seat: int | None, at: int, data: str) -> str:
    """Return the hash of an event, given the hash of the event before it.

    It is the SHA-256 (hex) of one line of UTF-8 text: `event|previous|seq|type|seat|at|data`. A
    seat of None is empty, and `data` is the stored JSON text, without names of players. In an
    unchained game every hash is `UNCHAINED`.
    """
    if previous == UNCHAINED:
        return UNCHAINED
    place = "" if seat is None else seat
    line = f"event|{previous}|{seq}|{type_}|{place}|{at}|{data}"
    return hashlib.sha256(line.encode()).hexdigest()


def group_list(heads: Mapping[str, str]) -> str:
    """Return the list of a group of games: a line `code|hash` for each, sorted by code.

    `heads`: the hash of each game's last event, by the game's code.
    """
    return "".join([f"{code}|{heads[code]}\n" for code in sorted(heads)])


def group_hash(heads: Mapping[str, str]) -> str:
    """Return the one hash of a group of games: the SHA-256 (hex) of its list."""
    return hashlib.sha256(group_list(heads).encode()).hexdigest()


prepare_types(LastFill, Replay, Sealing, Turn)

Names: TypeAlias = Mapping[int, str]
"""The names of a game's players by seat, as its scorecards have them."""
NO_NAMES: Names = MappingProxyType({})
"""For callers that need no names: every name is ""."""


class LoggedEvent(NamedTuple):
    """An event, its number in the log, and the command that led to it ("": the server itself)."""

    seq: int
    event: Event
    by: str

    def message(self, seats: Sequence[SeatState], log: int | None = None) -> EventMessage:
        """Return the event as browsers get it. `seats`: those of the game. `log`: its number in the
        log, if that may differ.
        """
        return event_message(self.seq, self.event, published_by(self.by, seats), log)


def published_by(by: str, seats: Sequence[SeatState]) -> str:
    """Return what everybody may know of a command: the player it was for, and its id.

    The stored `by` of a command that names a seat begins with its operator and the seat's number,
    "81.4:c1": two operators may use the same id.
    """
    who, colon, id_ = by.partition(":")
    _, dot, number = who.partition(".")
    return f"{seats[int(number)].player}{colon}{id_}" if dot else by


class EventRow(NamedTuple):
    """A row of a game's log, as it is stored and as processes send it to each other."""

    seq: int
    type: str
    seat: int | None
    at: int
    data: str
    by: str

    def logged(self, names: Names = NO_NAMES) -> LoggedEvent:
        """Return the event. `names`: the names of the players, which the log does not have."""
        data = msgspec.json.decode(self.data)
        if self.type == GameStarted.type:
            data["seats"] = [
                {"player": seat["player"], "name": names.get(number, ""), **seat}
                for number, seat in enumerate(data["seats"])
            ]
        return LoggedEvent(self.seq, event_from_data(self.type, self.seat, self.at, data), self.by)

    def hash_after(self, previous: str) -> str:
        """Return the hash of the event, given the hash of the event before it."""
        return next_hash(previous, self.seq, self.type, self.seat, self.at, self.data)


def row_of(logged: LoggedEvent) -> EventRow:
    """Return the row of an event, without names: they may change after the game."""
    seq, event, by = logged
    return EventRow(seq, event.type, event.seat, event.at, _data_of(event), by)


def _data_of(event: Event) -> str:
    data = event.data()
    if isinstance(event, GameStarted):
        data["seats"] = [
            {field: value for field, value in seat.items() if field != "name"}
            for seat in event.seats
        ]
    return msgspec.json.encode(data).decode()


def hashes_of(head: str, rows: Iterable[EventRow]) -> tuple[str, ...]:
    """Return the hash of each of these rows, which follow an event with the hash `head`."""
    hashes = []
    for row in rows:
        head = row.hash_after(head)
        hashes.append(head)
    return tuple(hashes)


class BrokenLog(Exception):
    """Events of a game are missing, or do not match the hashes of its log."""


def head_after(head: str, seq: int, rows: Iterable[tuple[EventRow, str]]) -> str:
    """Return the hash of the last of these rows, which come with their stored hashes.

    Raises BrokenLog unless they follow event `seq`, whose hash is `head`, without a gap, and their
    stored hashes are right.
    """
    for row, stored_hash in rows:
        seq += 1
        head = row.hash_after(head)
        if row.seq != seq:
            raise BrokenLog(f"event {seq} is missing")
        if stored_hash != head:
            raise BrokenLog(f"event {seq} does not follow from those before it")
    return head


def moment(at: int) -> datetime:
    """Return the time of `at` milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC)


def position_of(seat: SeatState) -> str:
    """Return a seat's card and dice in the one-line text form."""
    turn = seat.turn
    # The turn after the last one has saved rolls, too.
    saved = 0 if seat.card.is_full else turn.saved
    return str(Position(seat.card.variant, seat.card, turn.dice, turn.rolls, saved))


def snapshot_of(state: GameState) -> str:
    """Return `state`, without the names of its players, as JSON text that `state_of` reads back."""
    return msgspec.json.encode(
        {
            "code": state.code,
            "variant": state.variant.id,
            "switches": dict(state.variant.switches),
            "mode": state.mode,
            "clock": state.clock,
            "acting": state.acting,
            "commitment": state.commitment,
            "seeds": state.seeds,
            "seq": state.seq,
            "status": state.status,
            "secret": state.secret,
            "last": state.last,
            "stand_in": state.stand_in,
            "replay": state.replay,
            "sealing": state.sealing,
            "dice": state.dice,
            "share": state.share,
            "seats": [_seat_record(seat) for seat in state.seats],
            "round": None if state.round is None else _round_record(state.round),
        }
    ).decode()


def _round_record(known: Round) -> dict[str, Any]:
    return {**known._asdict(), "seats": [_seat_record(seat) for seat in known.seats]}


def _seat_record(seat: SeatState) -> dict[str, Any]:
    return {
        "player": seat.player,
        "position": position_of(seat),
        "turn": seat.turn,
        "out": seat.out,
        "auto": seat.auto,
        "timeouts": seat.timeouts,
        "place": seat.place,
        "bot": seat.bot,
        "persona": seat.persona,
        "won": seat.won,
    }


def state_of(snapshot: str, names: Names = NO_NAMES) -> GameState:
    """Return the state that `snapshot_of` wrote. `names`: the names of the players."""
    record = msgspec.json.decode(snapshot)
    last, replay, sealing = record["last"], record.get("replay"), record.get("sealing")
    known = record.get("round")
    return GameState(
        code=record["code"],
        variant=find_variant(record["variant"], **record["switches"]),
        mode=record["mode"],
        clock=record["clock"],
        acting=tuple(record["acting"]),
        commitment=record["commitment"],
        seeds=tuple(record["seeds"]),
        seq=record["seq"],
        status=record["status"],
        secret=record["secret"],
        last=None if last is None else msgspec.convert(last, LastFill),
        stand_in=record.get("stand_in", ""),
        replay=None if replay is None else msgspec.convert(replay, Replay),
        sealing=None if sealing is None else msgspec.convert(sealing, Sealing),
        dice=record.get("dice", "own"),
        share=record.get("share", ""),
        seats=_seats_of(record["seats"], names),
        round=None if known is None else _round_of(known, names),
    )


def _round_of(record: dict[str, Any], names: Names) -> Round:
    return Round(
        seq=record["seq"],
        seats=_seats_of(record["seats"], names),
        acted=tuple(record["acted"]),
        fills=_fills_of(record["fills"]),
        shown=_fills_of(record["shown"]),
        done=tuple(record["done"]),
    )


def _fills_of(record: list[Any]) -> tuple[LastFill | None, ...]:
    return tuple(None if fill is None else msgspec.convert(fill, LastFill) for fill in record)


def _seats_of(records: Sequence[dict[str, Any]], names: Names) -> tuple[SeatState, ...]:
    return tuple(_seat_of(record, names.get(number, "")) for number, record in enumerate(records))


def _seat_of(record: dict[str, Any], name: str) -> SeatState:
    return SeatState(
        player=record["player"],
        name=name,
        card=Position.parse(record["position"]).card,
        turn=msgspec.convert(record["turn"], Turn),
        out=record["out"],
        auto=record["auto"],
        timeouts=record["timeouts"],
        place=record["place"],
        bot=record.get("bot", False),
        persona=record.get("persona", ""),
        won=record.get("won", False),
    )
