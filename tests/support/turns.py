"""What model players do in a turn, from the view that the server sent."""

import random
from typing import Any

Command = tuple[str, dict[str, Any]]


def moment_of(view: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return game, turn and roll of a seat, as commands name them."""
    turn = view["seats"][seat]["turn"]
    return {"game": view["game"], "turn": turn["number"], "roll": turn["roll"]}


def some_move(
    view: dict[str, Any], seat: int, rng: random.Random, again: float, best: float
) -> Command | None:
    """Return the type and the fields of a move, None if there is no box to fill.

    again: how likely it is to roll again. best: how likely to fill the box with the most points
    instead of any.
    """
    mine = view["seats"][seat]
    turn, options, moment = mine["turn"], mine["options"], moment_of(view, seat)
    if turn["roll"] == 0 or (mine["may_roll"] and rng.random() < again):
        dice = len(turn["dice"]) if turn["roll"] else 0
        # Never all of them.
        hold = rng.sample(range(dice), rng.randrange(dice)) if dice else []
        return "roll", {**moment, "hold": sorted(hold)}
    if not options:
        return None
    if best and rng.random() < best:
        box = max(options, key=lambda option: int(option["points"]))
    else:
        box = rng.choice(options)
    return "score", {**moment, "category": box["category"], "column": box["column"]}
