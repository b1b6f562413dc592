"""Puzzles and judged answers as JSON for the page, which gets no values before the answer."""

from typing import Any

import msgspec
from django.utils.translation import gettext

from games.core.engine import OptionView
from games.core.engine.view import card_view
from games.core.rules import Fill, Position
from games.site.events.puzzles.answers import Verdict
from games.site.events.puzzles.choices import Valued
from games.site.events.puzzles.models import Puzzle
from games.site.events.puzzles.quality import HUNDREDTHS
from games.site.events.puzzles.reasons import reasons

MAX_SHOWN = 4
"""How many choices are shown after an answer, besides the answer itself."""
ENOUGH_TRIES = 10
"""After this many tries, the share of players who solved a puzzle is shown."""


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle: its position, and its question in words for people who cannot see it."""
    # Without its theme, which would be a hint.
    return {
        "code": puzzle.code,
        "variant": puzzle.variant,
        "rating": round(puzzle.mu),
        "question": question(puzzle),
    } | position_data(puzzle.position)


def position_data(text: str) -> dict[str, Any]:
    """Return a position: its text, dice and card, and the points that each open box would score."""
    position = Position.parse(text)
    fills = position.card.fills(position.dice or (), position.rolls)
    return {
        "position": text,
        "dice": position.dice,
        "rolls": position.rolls,
        "card": msgspec.to_builtins(card_view(position.card)),
        "options": [_box(fill) for fill in fills],
    }


def question(puzzle: Puzzle) -> str:
    """Return a puzzle as a question, for titles: without the answer."""
    position = Position.parse(puzzle.position)
    if position.rolls_left:
        words = gettext("%(variant)s puzzle: what do you keep of %(dice)s?")
    else:
        words = gettext("%(variant)s puzzle: which box for %(dice)s?")
    dice = " ".join(map(str, position.dice or ()))
    return words % {"variant": position.variant.name, "dice": dice}


def answer_data(puzzle: Puzzle, verdict: Verdict) -> dict[str, Any]:
    """Return a judged answer: whether it is right, the best choices and the answer itself with
    their values, and why the best one is best.
    """
    shown = list(verdict.ranked[:MAX_SHOWN])
    if verdict.mine not in shown:
        shown.append(verdict.mine)
    total, best = verdict.position.card.total, verdict.ranked[0].choice
    loss = verdict.mine.loss / HUNDREDTHS
    enough = puzzle.tries >= ENOUGH_TRIES
    return {
        "theme": puzzle.theme,
        "right": verdict.mine.is_right,
        "loss": loss,
        "mine": shown.index(verdict.mine),
        "choices": [_choice(each, total + puzzle.value) for each in shown],
        "why": reasons(verdict.position, best, verdict.mine.choice, loss),
        "missed": puzzle.missed,
        "solved": round(100 * puzzle.solved / puzzle.tries) if enough else None,
    }


def _choice(each: Valued, best: float) -> dict[str, Any]:
    """Return a choice; `value` is the expected final score."""
    loss = each.loss / HUNDREDTHS
    fill = each.choice.fill
    return {
        "keep": None if fill is not None else list(each.choice.keep or ()),
        "box": None if fill is None else _box(fill),
        "value": round(best - loss, 2),
        "loss": loss,
    }


def _box(fill: Fill) -> dict[str, Any]:
    box = OptionView(fill.box.column, fill.box.category, fill.points, fill.bonus, fill.joker)
    built: dict[str, Any] = msgspec.to_builtins(box)
    return built
