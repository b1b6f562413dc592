"""Is what is stored what happened? Replays logs, throws every die again, compares the caches."""

from collections.abc import Iterator
from typing import Any

from games.engine import GameState, begin, evolve, replay
from games.engine.decide import places
from games.engine.events import (
    BoxScored,
    DiceRolled,
    Event,
    GameAborted,
    GameFinished,
    GameStarted,
)
from games.fairness import commitment, die
from games.models import DiceSecret, Game
from games.rules import Box
from games.store.loading import read_events
from games.store.records import LoggedEvent, position_of, state_of


def problems_of(game: Game) -> list[str]:
    """Return all that is wrong with a stored game, in words; an empty list is what we promise."""
    log = read_events(game.pk)
    if not log or not isinstance(log[0].event, GameStarted):
        return ["the log does not begin with game.started"]
    if [logged.seq for logged in log] != list(range(1, len(log) + 1)):
        return ["the log has a gap"]
    events = [logged.event for logged in log]
    secret = bytes(DiceSecret.objects.get(code=game.code).secret)
    return [
        *dice_problems(events, secret),
        *score_problems(events),
        *cache_problems(game, log),
    ]


def dice_problems(events: list[Event], secret: bytes) -> list[str]:
    """Compare every die of a log, and what it reveals, with the committed secret."""
    start = events[0]
    assert isinstance(start, GameStarted)
    seeds = tuple(seat["seed"] for seat in start.seats)
    found = []
    if commitment(secret) != start.commitment:
        found.append("the secret is not the one that was committed to")
    lying: dict[tuple[int | None, int], tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, DiceRolled):
            before = lying.get((event.seat, event.turn), ())
            for position, face in enumerate(event.dice):
                if position in event.hold:
                    expected = before[position]
                else:
                    place = (event.seat, event.turn, event.roll, position)
                    expected = die(secret, start.code, seeds, *place)
                if face != expected:
                    found.append(
                        f"seat {event.seat}, turn {event.turn}, roll {event.roll}: die "
                        f"{position + 1} shows {face}, but {expected} fell"
                    )
            lying[event.seat, event.turn] = event.dice
        elif isinstance(event, (GameFinished, GameAborted)) and event.secret != secret.hex():
            found.append("the revealed secret is not the stored one")
    return found


def score_problems(events: list[Event]) -> list[str]:
    """Score every box of a log again, where today's rules are those of the game."""
    start = events[0]
    assert isinstance(start, GameStarted)
    state = begin(start)
    if state.variant.version != start.rules:
        return []
    return list(_score_problems(state, events[1:]))


def _score_problems(state: GameState, events: list[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, BoxScored) and event.seat is not None:
            seat = state.seats[event.seat]
            fill = seat.card.outcome(Box(event.column, event.category), seat.turn.dice or ())
            if (fill.points, fill.bonus, fill.joker) != (event.points, event.bonus, event.joker):
                yield f"seat {event.seat}, turn {event.turn}: {event.category} is worth {fill}"
        elif isinstance(event, GameFinished):
            totals = tuple(seat.card.total for seat in state.seats)
            if (event.totals, event.places) != (totals, places(state)):
                yield f"the result should be {totals} and places {places(state)}"
        state = evolve(state, event)


def cache_problems(game: Game, log: list[LoggedEvent]) -> Iterator[str]:
    """Compare the game's row, its snapshot and its scorecards with the log."""
    state = replay(logged.event for logged in log)
    if (game.seq, game.status) != (state.seq, state.status):
        yield f"the row says seq {game.seq}, {game.status}; the log {state.seq}, {state.status}"
    if game.snapshot:
        kept = state_of(game.snapshot)
        then = replay(logged.event for logged in log if logged.seq <= kept.seq)
        if kept != then:
            yield f"the snapshot at {kept.seq} is not what the log leads to"
    for card in game.scorecards.all():
        seat = state.seats[card.seat]
        stored: tuple[Any, ...] = (card.total, card.place, card.resigned)
        if stored != (seat.card.total, seat.place, bool(seat.out)):
            yield f"scorecard {card.seat} says {stored}"
        if position_of(seat).split()[1] != card.position.split()[1]:
            yield f"scorecard {card.seat} has other boxes than the log"
