"""Compute the figures of Triple Yahtzee from games simulated with its estimated values."""

from typing import NamedTuple

import numpy as np

from games.core.rules import Variant
from games.core.solver.score_figures import BoxFigures, Distribution, Figures
from games.core.solver.triple.cards import BONUS as YAHTZEE_BONUS
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    FULL,
    THRESHOLD,
    UPPER_BONUS,
    Floats,
    Ints,
)
from games.core.solver.triple.weights import load
from workshop.make.solver.triple_simulation import Games, play_games
from workshop.make.statistics.build import EVERY, STEP, at_least, quantiles


class Filled(NamedTuple):
    """What each turn of each game scored: arrays (games, 39)."""

    box: Ints
    """Column times 13 plus category."""
    points: Ints
    """Points before the multiplier, without bonuses."""
    upper: Ints
    """1 if the turn earned the upper bonus of its column."""
    yahtzees: Ints
    """1 if the turn earned a Yahtzee bonus."""


def estimated(variant: Variant, games: int, seed: int, exact: int) -> Figures:
    """Return the figures of `games` simulated games of Triple Yahtzee.

    exact: how many of the last boxes are played with exact values.
    """
    joker = variant.switches["joker"]
    played = play_games(load(joker), joker, games, seed=seed, exact=exact)
    filled = read_turns(played)
    chances: Floats = np.bincount(played.totals) / games
    return Figures(
        mean=float(played.totals.mean()),
        sd=float(played.totals.std(ddof=1)),
        games=games,
        error=float(played.totals.std(ddof=1) / games**0.5),
        mode=STEP * int(_grouped(chances).argmax()),
        distribution=Distribution(0, STEP, tuple(_grouped(chances).tolist())),
        quantiles=quantiles(chances),
        at_least=at_least(chances, EVERY[COLUMNS]),
        boxes=tuple(_box(variant, filled, place) for place in range(BOXES)),
        upper_bonus=tuple(
            float(filled.upper[filled.box // CATEGORIES == column].sum() / games)
            for column in range(COLUMNS)
        ),
        yahtzee_bonuses=None if joker == "none" else float(filled.yahtzees.sum() / games),
    )


def read_turns(played: Games) -> Filled:
    """Return what each turn scored, from the cards before and after it."""
    count = len(played.totals)
    full = np.zeros((count, 1, played.states.shape[2]), np.int64)
    full[:, :, :COLUMNS] = FULL
    cards = np.concatenate((played.states[:, :BOXES], full), axis=1)
    points = np.concatenate((played.points, played.totals[:, np.newaxis]), axis=1)
    masks, uppers = cards[:, :, :COLUMNS], cards[:, :, COLUMNS : 2 * COLUMNS]
    new = masks[:, 1:] & ~masks[:, :-1]
    column = new.argmax(axis=2)
    category = np.log2(new.max(axis=2)).astype(np.int64)
    gained = np.diff(points, axis=1) // (column + 1)
    # The card after the last turn is not stored, so bonuses are inferred from the points.
    before = np.take_along_axis(uppers[:, :-1], column[:, :, np.newaxis], 2)[:, :, 0]
    is_upper = category < CATEGORIES - 7
    face = np.where(is_upper, category + 1, 1)
    bonus = gained >= YAHTZEE_BONUS
    rest = gained - YAHTZEE_BONUS * bonus
    # An upper box holds at most 30 points, so 35 points or more include the bonus.
    upper = is_upper & (before < THRESHOLD) & (rest >= UPPER_BONUS)
    upper &= before + (rest - UPPER_BONUS) >= THRESHOLD
    raw = rest - UPPER_BONUS * upper
    assert ((raw % face == 0) | ~is_upper).all()
    return Filled(
        column * CATEGORIES + category, raw, upper.astype(np.int64), bonus.astype(np.int64)
    )


def _grouped(chances: Floats) -> Floats:
    padded = np.zeros(-(-len(chances) // STEP) * STEP)
    padded[: len(chances)] = chances
    grouped: Floats = padded.reshape(-1, STEP).sum(axis=1)
    return grouped


def _box(variant: Variant, filled: Filled, place: int) -> BoxFigures:
    points = filled.points[filled.box == place]
    column, category = divmod(place, CATEGORIES)
    return BoxFigures(
        column,
        variant.categories[category].id,
        float(points.mean()),
        float(points.std()),
        float((points == 0).mean()),
    )
