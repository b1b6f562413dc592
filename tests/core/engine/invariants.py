"""Invariants of a game: true at every moment, after any actions."""

import json
from typing import Any

import msgspec

from games.core.engine import (
    Event,
    GameState,
    event_from_data,
    replay,
    seen,
    view,
    view_changes,
)
from games.core.engine.events import BoxScored, DiceRolled, GameFinished, GameStarted
from games.core.rules import Position
from tests.support.oracles.cards import NaiveCard, naive_places
from tests.support.oracles.changed_view import changed_view
from tests.support.oracles.house_cards import HouseCard, naive_card


def naive_cards(log: list[Event]) -> list[NaiveCard | HouseCard]:
    """Return each seat's card as a second scorer keeps it, from the dice and boxes alone.

    Asserts that the log's points, bonuses and jokers are the scorer's.
    """
    started = log[0]
    assert isinstance(started, GameStarted)
    joker = started.switches.get("joker", "none")
    cards = [naive_card(started.variant, joker) for _ in started.seats]
    lying: dict[int, tuple[int, ...]] = {}
    rolls: dict[int, int] = {}
    for event in log:
        if event.seat is None:
            continue
        if isinstance(event, DiceRolled):
            lying[event.seat], rolls[event.seat] = event.dice, event.roll
        elif isinstance(event, BoxScored):
            dice, card = lying.pop(event.seat), cards[event.seat]
            box = (event.column, event.category)
            assert box in card.options(dice), "the box was open and allowed"
            assert card.fill(box, dice, rolls[event.seat]) == (
                event.points,
                event.bonus,
                event.joker,
            )
    return cards


def check_log_makes_state(log: list[Event], state: GameState) -> None:
    """The log alone, also as JSON, gives the same state and the same view."""
    written = [
        event_from_data(event.type, event.seat, event.at, json.loads(json.dumps(event.data())))
        for event in log
    ]
    again = replay(written)
    assert again == state
    assert view(again) == view(state)
    assert state.seq == len(log)
    if isinstance(log[-1], GameFinished):
        resigned = [event.seat or 0 for event in log if event.type == "seat.resigned"]
        totals = [card.total for card in naive_cards(log)]
        assert list(log[-1].totals) == totals
        assert list(log[-1].places) == naive_places(totals, resigned)


def check_cards(log: list[Event], state: GameState) -> None:
    """Boxes and bonuses add up to the totals, each turn filled one box, and the card has a text."""
    for number, (naive, seat) in enumerate(zip(naive_cards(log), state.seats, strict=True)):
        taken = [event for event in log if isinstance(event, BoxScored) and event.seat == number]
        assert len(naive.boxes) == len(taken) == seat.turn.number - 1
        assert {box: seat.card.points(box) for box in naive.boxes} == naive.boxes
        assert len(seat.card.open_boxes) == len(naive.all_boxes()) - len(taken)
        assert seat.card.total == naive.total
        assert view(state, number).seats[number].card.total == naive.total
        position = Position(state.variant, seat.card, seat.turn.dice, seat.turn.rolls)
        assert Position.parse(str(position)) == position


def check_secret(log: list[Event], state: GameState, secret: str) -> None:
    """The last event of an ended game holds the secret, unless other games share it; nothing else
    ever does.
    """
    ended = state.status != "playing" and not state.share
    assert (view(state).fairness.secret == secret) is ended
    assert (secret in repr(view(state))) is ended
    assert (secret in json.dumps(log[-1].data())) is ended
    assert not any(secret in json.dumps(event.data()) for event in log[:-1])


def check_held_dice(state: GameState, event: DiceRolled) -> None:
    """Held dice do not change; `state` is the one before the roll."""
    assert event.seat is not None
    lying = state.seats[event.seat].turn.dice
    for position in event.hold:
        assert lying is not None
        assert event.dice[position] == lying[position]


def delta(before: GameState, after: GameState, viewer: int | None = None) -> dict[str, Any]:
    """Return the message that turns a viewer's view of one state into that of another, as JSON."""
    changes = json.loads(msgspec.json.encode(view_changes(before, after, viewer)))
    base, seq = seen(before, viewer).seq, seen(after, viewer).seq
    return {"game": after.code, "base": base, "seq": seq, "changes": changes}


def check_changes(before: GameState, after: GameState) -> None:
    """The old view and the changes, applied naively, give the new view of every viewer."""
    for viewer in (None, *range(len(after.seats))):
        views = (view(state, viewer) for state in (before, after))
        old, new = (json.loads(msgspec.json.encode(shown)) for shown in views)
        assert changed_view(old, delta(before, after, viewer)) == new
        if after.mode == "turns":
            break  # all see the same
