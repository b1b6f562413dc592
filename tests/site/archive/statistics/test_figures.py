"""The stored figures are what the tables say, and what is published."""

import numpy as np
import pytest

from games.core.rules import VARIANTS, find_variant
from games.core.solver.score_figures import Figures, figures, from_data, sample_sizes, to_data
from games.core.solver.tables import table
from tests.core.solver.published import YAHTZEE_BOXES
from workshop.make.statistics.build import exact


def stored(variant: str, **switches: str) -> Figures:
    found = figures(find_variant(variant, **switches))
    assert found is not None
    return found


def test_it_is_what_is_computed_anew() -> None:
    made, found = from_data(to_data(exact(VARIANTS["yacht"]))), stored("yacht")
    assert found.distribution.chances == pytest.approx(made.distribution.chances, rel=1e-4)
    for mine, theirs in zip(found.boxes, made.boxes, strict=True):
        assert mine[:2] == theirs[:2]
        assert mine[2:] == pytest.approx(theirs[2:])
    assert (found.mean, found.sd) == pytest.approx((made.mean, made.sd))
    assert (found.mode, found.quantiles) == (made.mode, made.quantiles)
    assert dict(found.at_least) == pytest.approx(dict(made.at_least))


@pytest.mark.parametrize(
    ("variant", "joker"),
    [("yacht", ""), ("yatzy", ""), ("yahtzee", "forced"), ("yahtzee", "free"), ("yahtzee", "none")],
)
def test_it_is_one_distribution(variant: str, joker: str) -> None:
    switches = {"joker": joker} if joker else {}
    found, solved = stored(variant, **switches), table(find_variant(variant, **switches))
    chances = np.array(found.distribution.chances)
    scores = np.arange(len(chances))
    assert chances.sum() == pytest.approx(1, abs=1e-4)
    assert (chances @ scores, found.mean) == pytest.approx((solved.start,) * 2, rel=1e-4)
    spread = np.sqrt(chances @ scores**2 - (chances @ scores) ** 2)
    assert (spread, found.sd) == pytest.approx((solved.sd,) * 2, rel=1e-3)
    bonus = solved.variant.upper_bonus
    extra = sum(found.upper_bonus) * (bonus[1] if bonus else 0)
    extra += 100 * (found.yahtzee_bonuses or 0)
    assert sum(box.mean for box in found.boxes) + extra == pytest.approx(solved.start)


def test_it_has_the_published_boxes_of_yahtzee() -> None:
    found = stored("yahtzee", joker="free")
    boxes = {box.category: (box.mean, box.sd, box.zero) for box in found.boxes}
    for category, figures_ in YAHTZEE_BOXES.items():
        assert boxes[category] == pytest.approx(figures_, abs=6e-5)
    assert found.upper_bonus == pytest.approx((0.681181,), abs=1e-6)
    assert found.yahtzee_bonuses == pytest.approx(0.095801, abs=1e-6)
    assert found.mode == 266


def test_it_has_the_published_quantiles() -> None:
    published = {0.01: 151, 0.05: 180, 0.1: 194, 0.25: 217, 0.5: 248, 0.75: 272, 0.9: 318}
    published |= {0.95: 388, 0.99: 474, 0.999: 592}
    assert dict(stored("yahtzee", joker="free").quantiles) == published
    reached = dict(stored("yahtzee", joker="free").at_least)
    assert reached[200] == pytest.approx(0.8636, abs=5e-5)
    assert reached[400] == pytest.approx(0.03835, abs=5e-6)
    assert stored("yatzy").upper_bonus == pytest.approx((0.898065,), abs=1e-6)


def test_it_knows_how_many_games_tell_players_apart() -> None:
    # One line of the same measurement, published with 60,000 games: 20 points lost a game.
    row = next(row for row in sample_sizes() if row.temperature == 1.0)
    assert row.loss == pytest.approx(19.95, abs=0.3)
    assert row.loss_sd == pytest.approx(6.55, abs=0.2)
    assert row.wins == pytest.approx(0.382, abs=0.01)
    assert row.by_results > row.by_scores > row.by_losses == 1
