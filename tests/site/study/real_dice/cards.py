"""Cards as browsers send them: of games on the site, and of random games."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from games.core.engine import Event
from games.core.engine.events import BoxScored, DiceRolled, GameStarted
from games.core.rules import Box, Fill, Scorecard, Variant

Card = dict[str, Any]
NAMES = ["Alice", "Bob", "Charlie"]


def turn_of(seat: int, kind: str, fill: Fill, rolls: list[Any], roll: int) -> dict[str, Any]:
    kept = {"points": [], "dice": [{"dice": rolls[-1]["dice"], "hold": []}], "rolls": rolls}
    return {
        "seat": seat,
        "kind": kind,
        "column": fill.box.column,
        "category": fill.box.category,
        "points": fill.points,
        "bonus": fill.bonus,
        "rolls": kept[kind],
        "roll": roll,
        "was": [],
    }


def card_of(variant: Variant, turns: list[Any], players: int = 2) -> Card:
    return {
        "rules": variant.id,
        "switches": dict(variant.switches),
        "names": NAMES[:players],
        "turns": turns,
    }


def card_of_log(variant: Variant, log: Sequence[Event]) -> Card:
    """Return the card of somebody who wrote a game of the site down, roll by roll."""
    start = log[0]
    assert isinstance(start, GameStarted)
    rolls: dict[int, list[Any]] = {}
    turns = []
    for event in log:
        if isinstance(event, DiceRolled) and event.seat is not None:
            mine = rolls.setdefault(event.seat, [])
            mine.append({"dice": list(event.dice), "hold": list(event.hold)})
        elif isinstance(event, BoxScored) and event.seat is not None:
            box = Box(event.column, event.category)
            fill = Fill(box, event.points, event.bonus, event.joker)
            mine = rolls.pop(event.seat)
            turns.append(turn_of(event.seat, "rolls", fill, mine, len(mine)))
    return card_of(variant, turns, len(start.seats))


def last_dice_only(card: Card) -> Card:
    """Return the same card without what was rolled before. Every turn must have all rolls."""
    turns = [
        {**turn, "kind": "dice", "rolls": [{"dice": turn["rolls"][-1]["dice"], "hold": []}]}
        for turn in card["turns"]
    ]
    return {**card, "turns": turns}


def points_only(card: Card) -> Card:
    return {**card, "turns": [{**turn, "kind": "points", "rolls": []} for turn in card["turns"]]}


def random_card(
    variant: Variant, rng: random.Random, players: int = 2, kind: Callable[[], str] | None = None
) -> tuple[Card, list[Scorecard]]:
    """Return the card of a random game, and what the site's rules say about it. Five alike are
    frequent. `kind`: what is known of a turn, else any.
    """
    cards = [Scorecard(variant) for _ in range(players)]
    turns = []
    for _ in range(variant.rounds):
        for seat in range(players):
            wanted = kind() if kind else rng.choice(("points", "dice", "rolls"))
            rolls = random_rolls(variant, rng, everything=wanted != "rolls")
            roll = len(rolls)
            fills = cards[seat].fills(rolls[-1]["dice"], roll)
            best = max(fills, key=lambda fill: fill.points)
            fill = best if rng.random() < 0.6 else rng.choice(fills)
            turns.append(turn_of(seat, wanted, fill, rolls, roll))
            cards[seat] = cards[seat].apply(fill)
    return card_of(variant, turns, players), cards


def random_rolls(variant: Variant, rng: random.Random, everything: bool) -> list[Any]:
    """Return the rolls of a turn: all that it may have, or fewer."""
    count = variant.rolls_per_turn if everything else rng.randint(1, variant.rolls_per_turn)
    face = rng.randint(1, variant.faces) if rng.random() < 0.25 else None
    rolls: list[Any] = []
    for _ in range(count):
        dice = [face or rng.randint(1, variant.faces) for _ in range(variant.dice_count)]
        hold = [at for at in range(variant.dice_count) if rolls and rng.random() < 0.4]
        for at in hold:
            dice[at] = rolls[-1]["dice"][at]
        rolls.append({"dice": dice, "hold": hold})
    return rolls
