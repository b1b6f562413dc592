"""Verify stored games: replay logs, throw every die again, compare the caches."""

from collections.abc import Iterator
from typing import Any

from games.engine import GameState, SeatState, Turn, evolve, initial_state, replay, seen
from games.engine.decide import places
from games.engine.event_chain import BEGINNING, UNCHAINED
from games.engine.events import (
    BoxScored,
    DiceRolled,
    Event,
    GameAborted,
    GameCancelled,
    GameFinished,
    GameStarted,
    RoundRevealed,
    SeedRevealed,
)
from games.engine.fairness import commitment, seal
from games.models import DiceSecret, Game, GameSnapshot
from games.rules import Box, Variant
from games.store.dice_secrets import UnreadableSecret, secret_of
from games.store.loading import dice_of, read_rows
from games.store.records import (
    BrokenLog,
    LoggedEvent,
    head_after,
    moment,
    position_of,
    state_of,
)

ENDS = (GameFinished, GameAborted, GameCancelled)


class Unreadable(Exception):
    """A log that no version of the site can have written."""


def problems_of(game: Game) -> list[str]:
    """Return what is wrong with a stored game, in words; an empty list if nothing is."""
    kept = DiceSecret.objects.filter(code=game.share or game.code).first()
    if kept is None:
        return ["the secret of the dice is not stored"]
    try:
        log = read_log(game.pk, game.head)
        events = [logged.event for logged in log]
        return [
            *dice_problems(events, secret_of(kept)),
            *seal_problems(events),
            *replay_problems(events[0]),
            *rule_problems(events),
            *cache_problems(game, log),
        ]
    except (Unreadable, UnreadableSecret) as unreadable:
        return [str(unreadable)]


def read_log(game_id: int, head: str | None = None) -> list[LoggedEvent]:
    """Return a whole log. `head`: the hash that its last event must have; None if that is not to
    be checked.

    Raises Unreadable if an event is missing or does not follow from those before it, or if it is
    not the log of a game.
    """
    rows = read_rows(game_id)
    try:
        found = head_after(BEGINNING if rows and rows[0][1] else UNCHAINED, 0, rows)
    except BrokenLog as broken:
        raise Unreadable(f"the log is broken: {broken}") from broken
    if head is not None and found != head:
        raise Unreadable("the last event is not the one that the game names as its newest")
    try:
        log = [row.logged() for row, _ in rows]
    except Exception as error:  # a tampered row can raise anything
        raise Unreadable(f"the log cannot be read: {error!r}") from error
    if not log or not isinstance(log[0].event, GameStarted):
        raise Unreadable("the log does not begin with game.started")
    try:
        replay(logged.event for logged in log)
    except Exception as error:  # as above
        raise Unreadable(f"the log cannot be replayed: {error!r}") from error
    return log


def dice_problems(events: list[Event], secret: bytes) -> list[str]:
    """Compare every die of a log, and the revealed secret, with the committed one."""
    start = events[0]
    assert isinstance(start, GameStarted)
    throw = dice_of(replay(events), secret).throw
    found = []
    if commitment(secret) != start.commitment:
        found.append("the secret is not the one that was committed to")
    lying: dict[tuple[int | None, int], tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, DiceRolled):
            before = lying.get((event.seat, event.turn), ())
            for position, face in enumerate(event.dice):
                if position in event.hold and before:
                    expected = before[position]
                else:
                    assert event.seat is not None
                    expected = throw(event.seat, event.turn, event.roll, position)
                if face != expected:
                    found.append(
                        f"seat {event.seat}, turn {event.turn}, roll {event.roll}: die "
                        f"{position + 1} shows {face}, but {expected} fell"
                    )
            lying[event.seat, event.turn] = event.dice
        elif isinstance(event, ENDS) and event.secret != ("" if start.share else secret.hex()):
            found.append("the revealed secret is not the stored one")
    return found


def seal_problems(events: list[Event]) -> Iterator[str]:
    """Compare every revealed seed with its seal, and check that no roll comes before the last."""
    start = events[0]
    assert isinstance(start, GameStarted)
    if start.scheme:
        yield from _known_seed_problems(start)
    waiting = {seat for seat, each in enumerate(start.seats) if not each.get("known", True)}
    for event in events[1:]:
        if isinstance(event, SeedRevealed):
            yield from _reveal_problems(start, event, waiting)
            waiting.discard(-1 if event.seat is None else event.seat)
        elif isinstance(event, GameCancelled):
            if not event.withheld or not waiting.issuperset(event.withheld):
                yield f"cancelled for seats {event.withheld}, but {sorted(waiting)} were waited for"
        elif waiting and not isinstance(event, GameAborted):
            yield f"{event.type} before all seeds were shown"


def _known_seed_problems(start: GameStarted) -> Iterator[str]:
    for number, seat in enumerate(start.seats):
        if seat.get("bot") or not seat["known"]:
            continue
        if seat["seal"] != seal(start.code, seat["player"], seat["salt"], seat["seed"]):
            yield f"seat {number}: the seal is not that of the seed"


def _reveal_problems(start: GameStarted, event: SeedRevealed, waiting: set[int]) -> Iterator[str]:
    if event.seat not in waiting:
        yield f"seat {event.seat} shows a seed that nobody waits for"
        return
    seat = start.seats[event.seat]
    if seat["seal"] != seal(start.code, seat["player"], event.salt, event.seed):
        yield f"seat {event.seat}: the seed is not the one that was sealed"


def replay_problems(start: Event) -> Iterator[str]:
    """Compare what a replay says about the original game with the original log."""
    assert isinstance(start, GameStarted)
    again = initial_state(start).replay
    if again is None:
        return
    older = Game.objects.filter(code=again.game, status=Game.Status.FINISHED).first()
    if older is None:
        yield f"the dice are those of {again.game}, which is no finished game"
        return
    log = [logged.event for logged in read_log(older.pk)]
    first, end = log[0], log[-1]
    assert isinstance(first, GameStarted)
    seeds = replay(log).seeds
    totals = end.totals if isinstance(end, GameFinished) else ()
    theirs = (first.commitment, seeds, totals[again.seat : again.seat + 1])
    if theirs != (start.commitment, again.seeds, (again.total,)):
        yield f"the dice are said to be those of {again.game}, which had others"


def rule_problems(events: list[Event]) -> list[str]:
    """Check every roll and box of a log, if the game was played with today's rules."""
    start = events[0]
    assert isinstance(start, GameStarted)
    state = initial_state(start)
    if state.variant.version != start.rules:
        return []
    found: list[str] = []
    for event in events[1:]:
        where = f"seat {event.seat}, turn {getattr(event, 'turn', '-')}"
        found += [f"{where}: {what}" for what in _event_problems(state, event)]
        state = evolve(state, event)
    return found


def _event_problems(state: GameState, event: Event) -> Iterator[str]:
    if state.status != "playing":
        yield f"{event.type} after the end"
    elif isinstance(event, GameFinished):
        totals = tuple(seat.card.total for seat in state.seats)
        if (event.totals, event.places) != (totals, places(state)):
            yield f"the result should be {totals} and places {places(state)}"
    elif isinstance(event, RoundRevealed):
        if state.round is None or (state.acting and not _is_repeated(state, event)):
            yield f"round {event.round} is revealed although it is not over"
    elif isinstance(event, (DiceRolled, BoxScored)):
        if event.seat not in state.acting or event.turn != state.seats[event.seat].turn.number:
            yield f"{event.type} out of turn"
        elif isinstance(event, DiceRolled):
            yield from _roll_problems(state.variant, state.seats[event.seat].turn, event)
        else:
            yield from _box_problems(state.seats[event.seat], event)


def _is_repeated(state: GameState, event: RoundRevealed) -> bool:
    """Whether the event only moves the beginning of a round, in which nobody has rolled."""
    seats = state.seats
    is_next = all(seat.turn.number == event.round + 1 and not seat.turn.rolls for seat in seats)
    return bool(state.share) and is_next


def _roll_problems(variant: Variant, turn: Turn, event: DiceRolled) -> Iterator[str]:
    if event.roll != turn.rolls + 1 or event.roll > variant.rolls_per_turn:
        yield f"roll {event.roll} after {turn.rolls}"
    if event.hold and turn.dice is None:
        yield "dice held before the first roll"


def _box_problems(seat: SeatState, event: BoxScored) -> Iterator[str]:
    try:
        box = Box(event.column, event.category)
        fill = seat.card.outcome(box, seat.turn.dice or (), seat.turn.rolls)
    except ValueError as error:
        yield f"{event.category} must not be filled: {error}"
        return
    if (fill.points, fill.bonus, fill.joker) != (event.points, event.bonus, event.joker):
        yield f"{event.category} is worth {fill.points} + {fill.bonus}, not {event.points}"


def cache_problems(game: Game, log: list[LoggedEvent]) -> Iterator[str]:
    """Compare the game's row, its snapshot and its scorecards with the log."""
    state = replay(logged.event for logged in log)
    due = None if state.next_due is None else moment(state.next_due)
    if (game.deadline, game.status) != (due, state.status):
        yield f"the row says {game.status}, due {game.deadline}; the log {state.status}, due {due}"
    snapshot = GameSnapshot.objects.filter(game=game).first()
    if snapshot is not None:
        yield from _snapshot_problems(snapshot.state, log)
    public = seen(state, None)
    for card in game.scorecards.all():
        seat = public.seats[card.seat]
        stored: tuple[Any, ...] = (card.total, card.place, card.resigned)
        if stored != (seat.card.total, seat.place, bool(seat.out)):
            yield f"scorecard {card.seat} says {stored}"
        if position_of(seat).split()[1] != card.position.split()[1]:
            yield f"scorecard {card.seat} has other boxes than the log"


def _snapshot_problems(snapshot: str, log: list[LoggedEvent]) -> Iterator[str]:
    try:
        kept = state_of(snapshot)
    except Exception as error:  # a tampered snapshot can raise anything
        yield f"the snapshot cannot be read: {error!r}"
        return
    if kept != replay(logged.event for logged in log if logged.seq <= max(1, kept.seq)):
        yield f"the snapshot at {kept.seq} is not what the log leads to"
