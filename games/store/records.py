"""Events and states as stored in the database."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from games.engine import Event, GameState, Replay, Round, Sealing, SeatState, Turn, event_from_data
from games.engine.state import LastFill
from games.protocol import Event as EventMessage
from games.protocol import event_message
from games.protocol.prepared_types import prepare_types
from games.rules import Position, find_variant

prepare_types(LastFill, Replay, Sealing, Turn)


class LoggedEvent(NamedTuple):
    """An event, its number in the log, and the command that led to it ("": the server itself)."""

    seq: int
    event: Event
    by: str

    def message(self, log: int | None = None) -> EventMessage:
        """Return the event as browsers get it. `log`: its number in the log, if that may differ."""
        return event_message(self.seq, self.event, self.by, log)

    def row(self, game_id: int) -> tuple[int, int, str, int | None, int, str, str]:
        """Return the values of a row of the log: game, seq, type, seat, at, data, by."""
        event = self.event
        data = msgspec.json.encode(event.data()).decode()
        return (game_id, self.seq, event.type, event.seat, event.at, data, self.by)


def event_of_row(
    seq: int, type_: str, seat: int | None, at: int, data: str, by: str
) -> LoggedEvent:
    """Return the event of a row of the log."""
    return LoggedEvent(seq, event_from_data(type_, seat, at, msgspec.json.decode(data)), by)


def moment(at: int) -> datetime:
    """Return the time of `at` milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC)


def position_of(seat: SeatState) -> str:
    """Return a seat's card and dice in the one-line text form."""
    dice = seat.turn.dice
    return str(Position(seat.card.variant, seat.card, dice, seat.turn.rolls))


def snapshot_of(state: GameState) -> str:
    """Return `state` as JSON text that `state_of` reads back."""
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
        "name": seat.name,
        "position": position_of(seat),
        "turn": seat.turn,
        "out": seat.out,
        "auto": seat.auto,
        "timeouts": seat.timeouts,
        "place": seat.place,
        "bot": seat.bot,
        "persona": seat.persona,
    }


def state_of(snapshot: str) -> GameState:
    """Return the state that `snapshot_of` wrote."""
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
        seats=tuple(_seat_of(seat) for seat in record["seats"]),
        round=None if known is None else _round_of(known),
    )


def _round_of(record: dict[str, Any]) -> Round:
    return Round(
        seq=record["seq"],
        seats=tuple(_seat_of(seat) for seat in record["seats"]),
        acted=tuple(record["acted"]),
        fills=_fills_of(record["fills"]),
        shown=_fills_of(record["shown"]),
        done=tuple(record["done"]),
    )


def _fills_of(record: list[Any]) -> tuple[LastFill | None, ...]:
    return tuple(None if fill is None else msgspec.convert(fill, LastFill) for fill in record)


def _seat_of(record: dict[str, Any]) -> SeatState:
    return SeatState(
        player=record["player"],
        name=record["name"],
        card=Position.parse(record["position"]).card,
        turn=msgspec.convert(record["turn"], Turn),
        out=record["out"],
        auto=record["auto"],
        timeouts=record["timeouts"],
        place=record["place"],
        bot=record.get("bot", False),
        persona=record.get("persona", ""),
    )
