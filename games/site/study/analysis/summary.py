"""Summaries of a ledger, and the JSON that is stored and served (docs/analysis.md)."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.rules import Fill
from games.site.study.analysis.dice_sequence import PerfectGame, PerfectTurn
from games.site.study.analysis.grades import Grade, accuracy, grade
from games.site.study.analysis.ledger import Move, SeatLedger, Throw

if TYPE_CHECKING:
    from games.core.solver import Option

MAX_SHOWN = 3
# Decimals of single values in the JSON. Sums are not rounded, so that they add up.
DIGITS = 4


class Summary(NamedTuple):
    """The counted choices of a seat's player: number, total loss, and sum of squared losses."""

    counted: int
    loss: float
    squares: float

    @property
    def per_decision(self) -> float | None:
        return self.loss / self.counted if self.counted else None


def summarise(ledger: SeatLedger) -> Summary:
    losses = [move.loss for move in ledger.moves if move.is_counted]
    return Summary(len(losses), math.fsum(losses), math.fsum(loss * loss for loss in losses))


def seat_data(
    ledger: SeatLedger,
    perfect: PerfectGame | None,
    others: Sequence[SeatLedger],
    hints: int,
    chances: Sequence[float] = (),
) -> dict[str, Any]:
    """Return the analysis of a seat as JSON values.

    `perfect`: None before the secret is revealed. `others`: the ledgers of the other seats.
    `chances`: the seat's chance to win after each event.
    """
    summary = summarise(ledger)
    variant = ledger.variant.id
    per_decision = summary.per_decision
    margin, adjusted_margin = margins(ledger, others)
    return {
        "seat": ledger.seat,
        "bot": ledger.is_bot,
        "score": ledger.score,
        "start": ledger.start,
        "luck": ledger.luck,
        "loss": ledger.loss,
        "other_loss": ledger.other_loss,
        "unplayed": ledger.unplayed,
        "correction": ledger.correction,
        "counted": summary.counted,
        "loss_per_decision": per_decision,
        "accuracy": None if per_decision is None else accuracy(per_decision, variant),
        "grades": _count_grades(ledger),
        "hints": hints,
        "adjusted": ledger.score + ledger.unplayed - ledger.luck,
        "margin": margin,
        "adjusted_margin": adjusted_margin,
        "perfect": None if perfect is None else perfect.score,
        "perfect_turns": [_perfect_turn(turn) for turn in perfect.turns] if perfect else [],
        "costliest": costliest(ledger),
        "finest": finest(ledger),
        "luckiest": luckiest(ledger),
        "moves": [_move_data(move) for move in ledger.moves],
        "rolls": [_throw_data(throw) for throw in ledger.throws],
        "chances": [rounded(chance) for chance in chances],
    }


def costliest(ledger: SeatLedger) -> list[int]:
    """Return the indexes in `moves` of the player's costliest choices, worst first, at most three.

    Choices graded best or fine are left out.
    """
    fine = (Grade.BEST, Grade.FINE)
    found = [
        number
        for number, move in enumerate(ledger.moves)
        if move.by == "player" and grade(move.loss, ledger.variant.id) not in fine
    ]
    return sorted(found, key=lambda number: -ledger.moves[number].loss)[:MAX_SHOWN]


def finest(ledger: SeatLedger) -> dict[str, Any] | None:
    """Return the player's finest choice, or None: it is graded best, and the greedy player's choice
    there would lose the most points, at least as many as an inaccuracy.
    """
    variant = ledger.variant.id
    good = (Grade.BEST, Grade.FINE)
    found = [
        (move.best.value - move.plain.value, number)
        for number, move in enumerate(ledger.moves)
        if move.is_counted
        and grade(move.loss, variant) == Grade.BEST
        and grade(move.best.value - move.plain.value, variant) not in good
    ]
    if not found:
        return None
    gain, number = max(found)
    plain = option_data(ledger.moves[number].plain)
    return {"move": number, "plain": plain, "gain": rounded(gain)}


def luckiest(ledger: SeatLedger) -> list[int]:
    """Return the indexes in `throws` of the luckiest rolls, luckiest first, at most three."""
    found = [number for number, throw in enumerate(ledger.throws) if throw.luck > 0]
    return sorted(found, key=lambda number: -ledger.throws[number].luck)[:MAX_SHOWN]


def margins(
    ledger: SeatLedger, others: Sequence[SeatLedger]
) -> tuple[float, float] | tuple[None, None]:
    """Return a seat's lead over the mean of the others, and its luck-adjusted lead.

    Both are None in a solo game, and if a card was not filled. The luck-adjusted lead is the
    lead minus the seat's luck plus the mean luck of the others, as in GNU Backgammon.
    """
    if not others or any(each.unplayed for each in (ledger, *others)):
        return None, None
    margin = ledger.score - _mean([each.score for each in others])
    return margin, margin - ledger.luck + _mean([each.luck for each in others])


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _count_grades(ledger: SeatLedger) -> dict[str, int]:
    variant = ledger.variant.id
    found = Counter(grade(move.loss, variant) for move in ledger.moves if move.is_counted)
    return {name.value: found[name] for name in Grade}


def rounded(value: float) -> float:
    """Round a value for the JSON, and avoid -0.0."""
    return round(value, DIGITS) + 0.0


def option_data(option: "Option") -> dict[str, Any]:
    """Return an option as JSON: the faces to keep, or the box to fill."""
    fill = option.fill
    return {
        "keep": None if fill is not None else list(option.keep or ()),
        "box": None if fill is None else fill_data(fill),
    }


def fill_data(fill: Fill) -> dict[str, Any]:
    return {
        "column": fill.box.column,
        "category": fill.box.category,
        "points": fill.points,
        "bonus": fill.bonus,
        "joker": fill.joker,
    }


def _move_data(move: Move) -> dict[str, Any]:
    position = move.position
    return {
        "seq": move.seq,
        "turn": move.turn,
        "roll": position.rolls,
        "position": str(position),
        "total": position.card.total,
        "choice": option_data(move.choice),
        "best": option_data(move.best),
        "value": rounded(move.choice.value),
        "best_value": rounded(move.best.value),
        "loss": rounded(move.loss),
        "grade": grade(move.loss, position.variant.id).value,
        "by": move.by,
        "counted": move.is_counted,
    }


def _throw_data(throw: Throw) -> dict[str, Any]:
    return {
        "seq": throw.seq,
        "turn": throw.turn,
        "roll": throw.roll,
        "dice": list(throw.dice),
        "luck": rounded(throw.luck),
    }


def _perfect_turn(turn: PerfectTurn) -> dict[str, Any]:
    rolls = [{"hold": list(roll.hold), "dice": list(roll.dice)} for roll in turn.rolls]
    return {"rolls": rolls, "box": fill_data(turn.fill)}
