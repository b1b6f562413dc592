"""The log of a game by rounds: a line for each round, with the turn of each seat."""

from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.core.engine import Event
from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    GameAborted,
    GameCancelled,
    GameFinished,
    GameStarted,
    HintGiven,
    SeatAway,
    SeatBack,
    SeatResigned,
    TurnTimedOut,
)
from games.core.rules import Variant
from games.platform.language import interpolate, listed_names, named
from games.site.study.analysis.finished_game import GameRecord


class Die(NamedTuple):
    """A die of a roll, and whether it was held from the roll before."""

    face: int
    held: bool


class ThrownDice(NamedTuple):
    """The dice after a roll, which is the event `seq`."""

    seq: int
    dice: tuple[Die, ...]


@dataclass(slots=True)
class PlayedTurn:
    """A seat's turn. `seq`: its last event. `marks`: "hint", "out of time", "joker"."""

    seat: int
    seq: int = 0
    rolls: list[ThrownDice] = field(default_factory=list)
    box: str = ""
    points: int | None = None
    marks: list[str] = field(default_factory=list)


@dataclass(slots=True)
class RoundLine:
    """A round, with the turn of each seat (None if it took none), or a note on an event between
    turns (`number` 0).
    """

    number: int
    seq: int
    turns: list[PlayedTurn | None]
    note: str = ""


def rounds(record: GameRecord) -> list[RoundLine]:
    """Return the log of a game, in the order of events. Seeds that were shown are left out."""
    lines: list[RoundLine] = []
    begun: dict[int, RoundLine] = {}
    seats = len(record.state.seats)
    for logged in record.log:
        event = logged.event
        if isinstance(event, DiceRolled | BoxScored | HintGiven | TurnTimedOut):
            if event.turn not in begun:
                begun[event.turn] = RoundLine(event.turn, logged.seq, [None] * seats)
                lines.append(begun[event.turn])
            _add(begun[event.turn], logged.seq, event, record.state.variant)
        elif note := _note(event, record):
            lines.append(RoundLine(0, logged.seq, [], note))
    return lines


def _add(
    line: RoundLine,
    seq: int,
    event: DiceRolled | BoxScored | HintGiven | TurnTimedOut,
    variant: Variant,
) -> None:
    assert event.seat is not None
    turn = line.turns[event.seat] or PlayedTurn(event.seat)
    line.turns[event.seat] = turn
    turn.seq = seq
    if isinstance(event, DiceRolled):
        dice = tuple(Die(face, place in event.hold) for place, face in enumerate(event.dice))
        turn.rolls.append(ThrownDice(seq, dice))
    elif isinstance(event, BoxScored):
        turn.box = box_name(event, variant)
        turn.points = event.points + event.bonus
        turn.marks += [gettext("joker")] if event.joker and event.points else []
    else:
        mark = gettext("hint") if isinstance(event, HintGiven) else gettext("out of time")
        turn.marks.append(mark)


def box_name(event: BoxScored, variant: Variant) -> str:
    """Return the name of the box that was filled, with the multiplier if there are columns."""
    names = {category.id: category.name for category in variant.categories}
    name = gettext(names.get(event.category, event.category))
    times = variant.columns[event.column]
    return f"{name} \N{MULTIPLICATION SIGN}{times}" if len(variant.columns) > 1 else name


def _note(event: Event, record: GameRecord) -> str:
    """Return what an event between turns means, as a sentence without the full stop; or ""."""
    names = [seat.name for seat in record.state.seats]
    values = {"name": "" if event.seat is None else named(names[event.seat])}
    match event:
        case GameStarted():
            if event.replay:
                return gettext("The game starts with the dice of an earlier game")
            if event.mode == "rounds":
                return gettext("The game starts")
            return interpolate(
                gettext("The game starts with %(name)s"), {"name": named(names[event.first])}
            )
        case SeatAway():
            return interpolate(gettext("%(name)s is away"), values)
        case SeatBack():
            return interpolate(gettext("%(name)s is back"), values)
        case SeatResigned():
            return interpolate(gettext("%(name)s resigned"), values)
        case GameFinished():
            return gettext("The game is over")
        case GameAborted():
            return gettext("The game was cancelled")
        case GameCancelled():
            return _withheld([names[seat] for seat in event.withheld])
    return ""


def _withheld(names: list[str]) -> str:
    words = ngettext(
        "The start was cancelled: %(names)s\u2019s browser did not answer",
        "The start was cancelled: the browsers of %(names)s did not answer",
        len(names),
    )
    return interpolate(words, {"names": listed_names(names)})
