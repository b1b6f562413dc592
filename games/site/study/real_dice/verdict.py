"""What can be said about luck and choices in a game with real dice, and no more than that. Pure.

With every roll of a player, their luck and choices are those of a game on the site: the same
ledger. With the last dice of each turn only, the choice of the box is judged, and luck cannot be
told from holding. With points only, the total is compared with perfect and with typical play. That
comparison is made in any case.
"""

import json
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.engine import Event
from games.core.engine.events import BoxScored, DiceRolled, GameStarted
from games.core.rules import Position, Scorecard, Variant
from games.core.solver import is_exact
from games.core.solver.score_figures import figures, key_of
from games.site.study.analysis.dice_sequence import PerfectGame
from games.site.study.analysis.ledger import SeatLedger, Solve, read_ledgers
from games.site.study.analysis.summary import MAX_SHOWN, option_data, rounded, seat_data
from games.site.study.real_dice.card import RealGame, Seat, Turn

FILE = Path(__file__).with_name("typical.json")
TYPICAL = "breeze"
PERCENTILES = 101
"""Totals in the file for each game: the lowest, those that 1%, 2%, ... of the games do not
exceed,
and the highest."""
NOTEWORTHY = 0.5
"""A box that cost less is not named."""


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text())
    return stored


def typical_totals(variant: Variant) -> list[int] | None:
    """Return the percentiles of totals, ascending; None for rules that were not simulated."""
    found = _stored().get(key_of(variant))
    return None if found is None else found["percentiles"]


def share_of_typical(variant: Variant, total: int) -> float | None:
    """Return the share of typical games that this total reaches or exceeds, to a hundredth."""
    totals = typical_totals(variant)
    if totals is None:
        return None
    return max(bisect_right(totals, total) - 1, 0) / (PERCENTILES - 1)


if TYPE_CHECKING:
    from games.core.solver import Option

WITHOUT = frozenset(
    {"perfect", "perfect_turns", "hints", "bot", "seat", "moves", "rolls", "chances"}
)
"""What a ledger of real dice cannot tell, or nobody asked for: nobody knows what real dice would
have shown after other choices.
"""


class Known(NamedTuple):
    """What is known about the rules. `solve`: the values of choices, None if there are none now.
    `expected`: the mean of perfect play, if house rules are solved. `why`: in the state "later",
    why nobody works on them.
    """

    state: str
    solve: Solve | None = None
    expected: float | None = None
    why: str = ""


def verdict(game: RealGame, known: Known) -> dict[str, Any]:
    """Return the verdict as JSON values.

    `state`: "ready"; "waiting", "later" (and `why`) or "failed" for house rules whose table is
    missing; "never" for rules that cannot be solved; "estimated" for Triple Yahtzee, whose choices
    are not judged.
    `mean`: what perfect play scores on average.
    """
    solve = known.solve
    ledgers = {} if solve is None else _ledgers(game, solve)
    found = figures(game.variant)
    return {
        "state": known.state,
        **({"why": known.why} if known.why else {}),
        "exact": is_exact(game.variant),
        "mean": known.expected if found is None else found.mean,
        "seats": [
            {
                "total": seat.card.total,
                "place": game.places[number],
                "kind": seat.kind,
                "perfect_share": _share_of_perfect(game.variant, seat.card.total),
                "typical_share": share_of_typical(game.variant, seat.card.total),
                "choices": _choices(number, ledgers),
                "boxes": _boxes(seat, solve) if solve and seat.kind == "dice" else None,
            }
            for number, seat in enumerate(game.seats)
        ],
    }


def _share_of_perfect(variant: Variant, total: int) -> float | None:
    """Return the share of games of perfect play that this total reaches or exceeds."""
    found = figures(variant)
    if found is None:
        return None
    first, step, chances = found.distribution
    return min(math.fsum(chances[: max(total - first, 0) // step + 1]), 1.0)


# --- Every roll -----------------------------------------------------------------------------


def _ledgers(game: RealGame, solve: Solve) -> dict[int, SeatLedger]:
    whole = [number for number, seat in enumerate(game.seats) if seat.kind == "rolls"]
    if not whole:
        return {}
    log = list(events(game.variant, [game.seats[number] for number in whole]))
    return dict(zip(whole, read_ledgers(log, solve, is_exact(game.variant)), strict=True))


def events(variant: Variant, seats: Sequence[Seat]) -> Iterator[Event]:
    """Yield the events of a game on the site with these rolls and choices."""
    yield GameStarted(
        None,
        0,
        code="realdice",
        variant=variant.id,
        switches=dict(variant.switches),
        rules=variant.version,
        mode="turns",
        clock=None,
        seats=tuple({"player": 1, "name": seat.name, "seed": ""} for seat in seats),
        first=0,
        commitment="",
    )
    for number in range(variant.rounds):
        for at, seat in enumerate(seats):
            yield from _turn_events(at, number + 1, seat.turns[number])


def _turn_events(seat: int, number: int, turn: Turn) -> Iterator[Event]:
    for roll, (dice, hold) in enumerate(((each.dice, each.hold) for each in turn.rolls), start=1):
        yield DiceRolled(seat, 0, turn=number, roll=roll, hold=hold, dice=dice)
    (column, category), points, bonus, joker = turn.fill
    yield BoxScored(
        seat,
        0,
        turn=number,
        column=column,
        category=category,
        points=points,
        bonus=bonus,
        joker=joker,
    )


def _choices(number: int, ledgers: dict[int, SeatLedger]) -> dict[str, Any] | None:
    """Return luck and choices of a seat, as the analysis of a game on the site has them."""
    ledger = ledgers.get(number)
    if ledger is None:
        return None
    others = [other for at, other in ledgers.items() if at != number]
    data = seat_data(ledger, PerfectGame(0, ()), others, hints=0)
    moves, rolls = data["moves"], data["rolls"]
    return {
        **{name: value for name, value in data.items() if name not in WITHOUT},
        "costliest": [moves[at] for at in data["costliest"]],
        "luckiest": [rolls[at] for at in data["luckiest"]],
        "finest": data["finest"] and {**data["finest"], "move": moves[data["finest"]["move"]]},
    }


# --- The last dice of each turn -------------------------------------------------------------


class _Judged(NamedTuple):
    turn: int
    dice: tuple[int, ...]
    chosen: "Option"
    best: "Option"
    brought: float
    """Expected points with these dice, less those before the turn: luck and holding."""

    @property
    def loss(self) -> float:
        return self.best.value - self.chosen.value


def _boxes(seat: Seat, solve: Solve) -> dict[str, Any]:
    """Return what the boxes cost, and what rolls and holding brought together:
    total = start + brought - loss.
    """
    judged = [_judge(number, turn, solve) for number, turn in enumerate(seat.turns, start=1)]
    worst = sorted(
        (each for each in judged if each.loss >= NOTEWORTHY), key=lambda each: -each.loss
    )
    return {
        "start": solve(Position(seat.card.variant, Scorecard(seat.card.variant)))[0].value,
        "brought": math.fsum(each.brought for each in judged),
        "loss": math.fsum(each.loss for each in judged),
        "costliest": [
            {
                "turn": each.turn,
                "dice": list(each.dice),
                "choice": option_data(each.chosen),
                "best": option_data(each.best),
                "loss": rounded(each.loss),
            }
            for each in worst[:MAX_SHOWN]
        ],
    }


def _judge(number: int, turn: Turn, solve: Solve) -> _Judged:
    card, dice = turn.card, turn.dice
    assert dice is not None
    before = solve(Position(card.variant, card))[0].value
    options = [each for each in solve(Position(card.variant, card, dice, turn.roll)) if each.fill]
    chosen = next(each for each in options if each.fill == turn.fill)
    return _Judged(number, dice, chosen, options[0], options[0].value - before)
