"""A game as plain text. docs/api.md describes the format."""

from collections import defaultdict
from collections.abc import Iterator

from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    Event,
    HintGiven,
    SeatAway,
    SeatBack,
    SeatResigned,
    TurnTimedOut,
)
from games.core.rules import Box, Variant
from games.platform.language import isolated
from games.record.log.models import Game
from games.record.log.records import moment
from games.site.archive.profiles.game_lists import rating_change
from games.site.study.analysis.finished_game import GameRecord

VERSION = 1
LABEL = 12


def game_text(record: GameRecord, address: str) -> str:
    """Return a game as text. `address` is the URL of its page."""
    parts = (_head(record, address), _turns(record), _cards(record), _proof(record))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _fact(label: str, value: object) -> str:
    return f"{label:<{LABEL}}{value}"


def padded(name: str, width: int) -> str:
    """Return a name in a column: at its right end, or at the left one if `width` is negative."""
    space = " " * (abs(width) - len(name))
    return isolated(name) + space if width < 0 else space + isolated(name)


def _head(record: GameRecord, address: str) -> Iterator[str]:
    game, state = record.found.game, record.state
    switches = [f"{name} {value}" for name, value in state.variant.switches.items()]
    rated = ", rated" if game.rated else ""
    yield f"Yacht game record, version {VERSION}"
    yield _fact("Page", address)
    yield _fact("Game", game.code)
    yield _fact(
        "Variant", f"{state.variant.common_name} ({', '.join([state.variant.id, *switches])})"
    )
    yield _fact("Begun", f"{moment(record.log[0].event.at):%Y-%m-%d %H:%M:%S} UTC")
    if record.found.is_over:
        yield _fact("Ended", f"{moment(record.log[-1].event.at):%Y-%m-%d %H:%M:%S} UTC")
    yield _fact("Status", f"{game.status}{rated}")
    for card, seat in zip(record.found.cards, state.seats, strict=True):
        words = [f"{seat.card.total} points"]
        words += [f"place {seat.place}"] if seat.place else []
        words += ["resigned"] if seat.out else []
        change = rating_change(card)
        words += [f"rating {change.before} -> {change.after}"] if change else []
        yield _fact(f"Seat {card.seat}", f"{isolated(seat.name)}: {', '.join(words)}")


def _turns(record: GameRecord) -> Iterator[str]:
    yield "Turns (turn, player, the dice of each roll; * was held from the roll before)"
    names = [seat.name for seat in record.state.seats]
    width = max(map(len, names))
    # In rounds the seats roll at the same time.
    rolls: dict[int | None, list[str]] = defaultdict(list)
    for logged in record.log:
        event = logged.event
        if isinstance(event, DiceRolled):
            rolls[event.seat].append(_dice(event))
        elif isinstance(event, BoxScored) and event.seat is not None:
            box = f"{_box(record.state.variant, event)} {_points(event)}"
            dice = " | ".join(rolls.pop(event.seat, []))
            yield f"{event.turn:>3}  {padded(names[event.seat], -width)}  {dice} -> {box}"
        elif event.seat is not None and (note := _note(event)):
            yield f"     {padded(names[event.seat], -width)}  {note}"


def _dice(event: DiceRolled) -> str:
    return " ".join(f"{face}{'*' * (at in event.hold)}" for at, face in enumerate(event.dice))


def _box(variant: Variant, event: BoxScored) -> str:
    name = next(each.name for each in variant.categories if each.id == event.category)
    return f"{name} x{variant.columns[event.column]}" if len(variant.columns) > 1 else name


def _points(event: BoxScored) -> str:
    bonus = f" +{event.bonus}" if event.bonus else ""
    return f"{event.points}{bonus}{' joker' * event.joker}"


def _note(event: Event) -> str:
    match event:
        case HintGiven():
            return "(used a hint)"
        case TurnTimedOut():
            return "(out of time)"
        case SeatAway():
            return "(away: played automatically)"
        case SeatBack():
            return "(back)"
        case SeatResigned():
            return "(resigned)"
        case _:
            return ""


def _cards(record: GameRecord) -> Iterator[str]:
    variant, seats = record.state.variant, record.state.seats
    columns = range(len(variant.columns))
    width = max(7, *(len(seat.name) for seat in seats)) + 2
    yield "Cards"
    for column in columns:
        times = f"Column x{variant.columns[column]}" if len(columns) > 1 else ""
        yield f"{times:<18}" + "".join(padded(seat.name, width) for seat in seats)
        for category in variant.categories:
            boxes = (seat.card.points(Box(column, category.id)) for seat in seats)
            shown = ("-" if points is None else str(points) for points in boxes)
            yield f"{category.name:<18}" + "".join(f"{points:>{width}}" for points in shown)
        if variant.upper_bonus is not None:
            bonuses = (seat.card.upper_bonus(column) for seat in seats)
            yield f"{'Upper bonus':<18}" + "".join(f"{points:>{width}}" for points in bonuses)
        if any(seat.card.bonus(column) for seat in seats):
            extra = (seat.card.bonus(column) for seat in seats)
            yield f"{'Extra bonus':<18}" + "".join(f"{points:>{width}}" for points in extra)
    yield f"{'Total':<18}" + "".join(f"{seat.card.total:>{width}}" for seat in seats)


def _proof(record: GameRecord) -> Iterator[str]:
    state = record.state
    hidden = record.found.game.status == Game.Status.PLAYING or record.found.is_open
    yield "Dice (how to check them: docs/fairness.md, and the page /fair/ of the site)"
    yield _fact("Commitment", state.commitment)
    for seat, seed in enumerate(state.seeds):
        yield _fact(f"Seed {seat}", seed or "not shown")
        if state.sealing is not None and not state.sealing.known[seat]:
            yield _fact(f"Seal {seat}", state.sealing.seals[seat])
    yield _fact("Secret", "not revealed before the end" if hidden else state.secret)
    for entry in record.found.entries:
        if entry is not None:
            yield _fact("Public log", f"{entry.index}:{entry.hash}")
