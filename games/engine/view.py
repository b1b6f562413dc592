"""state -> JSON: everything a browser needs to draw a game. The same for every viewer."""

from functools import lru_cache
from typing import Any

from games.engine.state import GameState, LastFill, SeatState
from games.rules import Box, Scorecard, Variant

FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
PAR = 3
SECTIONS = (("upper", "Upper section"), ("lower", "Lower section"))


@lru_cache
def sheet(variant: Variant) -> dict[str, Any]:
    """Return the layout of a variant's scorecard, which no game changes. Never mutated."""
    bonus = variant.upper_bonus
    return {
        "sections": [
            {
                "id": section,
                "name": name,
                "categories": [
                    {"id": category.id, "name": category.name, "hint": category.hint}
                    for category in variant.categories
                    if category.section == section
                ],
            }
            for section, name in SECTIONS
        ],
        "columns": list(variant.columns),
        "upper_bonus": None if bonus is None else {"at": bonus[0], "points": bonus[1]},
        "rounds": variant.rounds,
    }


class SeatViews:
    """The seats of a game as JSON values. One that is the same as the last time, as most are after
    a roll, is not looked at again.
    """

    def __init__(self) -> None:
        self._known: list[tuple[SeatState, bool, dict[str, Any]]] = []

    def of(self, state: GameState) -> list[dict[str, Any]]:
        """Return the view of each seat, which must not be changed."""
        known = self._known if len(self._known) == len(state.seats) else [None] * len(state.seats)
        self._known = [
            before
            if before is not None and before[0] is seat and before[1] == (number in state.acting)
            else (seat, number in state.acting, _seat_view(number, seat, number in state.acting))
            for number, (seat, before) in enumerate(zip(state.seats, known, strict=True))
        ]
        return [shown for _, _, shown in self._known]


def view(state: GameState, seats: SeatViews | None = None) -> dict[str, Any]:
    """Return the whole state as JSON values. The secret is in it only after the end.

    `seats`: the views of the seats of the same game's last state.
    """
    return {
        "game": state.code,
        "seq": state.seq,
        "variant": {"id": state.variant.id, "name": state.variant.name},
        "status": state.status,
        "mode": state.mode,
        "round": min(_round(state), state.variant.rounds),
        "rounds": state.variant.rounds,
        "clock": state.clock,
        "deadline": state.next_deadline,
        "stand_in": state.stand_in or None,
        "replay": None if state.replay is None else state.replay._asdict(),
        "acting": state.acting,
        "seats": (seats or SeatViews()).of(state),
        "last": None if state.last is None else _last_view(state.last),
        "fairness": {
            "commitment": state.commitment,
            "seeds": state.seeds,
            "secret": state.secret,
        },
    }


def _round(state: GameState) -> int:
    playing = [seat for seat in state.seats if not seat.out]
    return min(seat.turn.number for seat in playing or state.seats)


def _seat_view(number: int, seat: SeatState, acts: bool) -> dict[str, Any]:
    turn = seat.turn
    return {
        "seat": number,
        "player": seat.player,
        "name": seat.name,
        "out": bool(seat.out),
        "auto": seat.auto,
        "bot": seat.bot,
        "persona": seat.persona or None,
        "place": seat.place,
        "turn": {
            "number": turn.number,
            "roll": turn.rolls,
            "dice": turn.dice,
            "hold": turn.hold,
        },
        "may_roll": acts and turn.rolls < 3,
        "options": _options(seat.card, turn.dice) if acts and turn.dice is not None else [],
        "card": card_view(seat.card),
    }


def _options(card: Scorecard, dice: tuple[int, ...]) -> list[dict[str, Any]]:
    return [
        {
            "column": fill.box.column,
            "category": fill.box.category,
            "points": fill.points,
            "bonus": fill.bonus,
            "joker": fill.joker,
        }
        for fill in card.fills(dice)
    ]


@lru_cache(maxsize=4096)
def card_view(card: Scorecard) -> dict[str, Any]:
    """Return a card as JSON values, which must not be changed.

    A card changes once a turn but is sent with every roll: hence the cache.
    """
    columns = range(len(card.variant.columns))
    return {"columns": [_column_view(card, column) for column in columns], "total": card.total}


def _column_view(card: Scorecard, column: int) -> dict[str, Any]:
    boxes = {
        category.id: points
        for category in card.variant.categories
        if (points := card.points(Box(column, category.id))) is not None
    }
    par = sum(PAR * face for name, face in FACES.items() if name in boxes)
    return {
        "boxes": boxes,
        "upper": card.upper(column),
        "par": card.upper(column) - par,
        "upper_bonus": card.upper_bonus(column),
        "lower": card.lower(column),
        "bonus": card.bonus(column),
        "total": card.column_total(column),
    }


def _last_view(last: LastFill) -> dict[str, Any]:
    return {
        "seat": last.seat,
        "turn": last.turn,
        "dice": last.dice,
        "column": last.fill.box.column,
        "category": last.fill.box.category,
        "points": last.fill.points,
        "bonus": last.fill.bonus,
        "joker": last.fill.joker,
        "timed_out": last.timed_out,
    }
