"""Published values, and relations between our own. docs/solver.md has the sources."""

import pytest

from games.core.rules import Variant, find_variant
from games.core.solver import table
from games.core.solver.scoring import reachable, scoring, upper_totals
from tests.core.solver import variants

YAHTZEE = {joker: find_variant("yahtzee", joker=joker) for joker in ("forced", "free", "none")}
YATZY = find_variant("yatzy")


@pytest.mark.parametrize(
    ("variant", "start", "sd"),
    [
        (YAHTZEE["forced"], 254.587729, 59.6079),
        (YAHTZEE["free"], 254.5896, 59.6117),
        (YAHTZEE["none"], 245.87, 39.8201),
        (YATZY, 248.44, 38.4964),
    ],
    ids=["forced", "free", "none", "yatzy"],
)
def test_it_finds_the_published_scores(variant: Variant, start: float, sd: float) -> None:
    places = len(str(start).partition(".")[2])
    assert round(table(variant).start, places) == start
    # Standard deviations depend on the choice between equal options in the fourth decimal.
    assert table(variant).sd == pytest.approx(sd, abs=1e-3)


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        (variants.five_alike_as_full_house(), 245.904728),
        (variants.no_upper_bonus(), 229.64),
        (variants.pair_as_two_pairs(), 248.63),
    ],
    ids=["five alike are a full house", "no upper bonus", "one pair is two pairs"],
)
def test_it_finds_the_scores_of_other_rules(variant: Variant, start: float) -> None:
    assert round(table(variant).start, len(str(start).partition(".")[2])) == start


def test_it_counts_the_reachable_states() -> None:
    rules = scoring(YAHTZEE["forced"])
    assert upper_totals(rules).sum() == 2794
    assert reachable(rules).sum() == 536_448
    assert reachable(scoring(find_variant("yacht"))).sum() == 2**12


def test_it_finds_the_value_of_a_state_by_category_ids() -> None:
    found = table(YAHTZEE["forced"])
    assert found.value(()) == found.start
    everything = [category.id for category in found.variant.categories]
    assert found.value(everything, 63, yahtzee_scored=True) == 0.0
    # Only Ones open, and 62 in the others: one more is the bonus, 1 - (5/6)**15 of the time.
    assert found.value(everything[1:], 62) == pytest.approx(
        5 * (1 - (5 / 6) ** 3) + 35 * (1 - (5 / 6) ** 15)
    )


@pytest.mark.parametrize(
    ("filled", "total", "yahtzee"),
    [
        ((), 5, False),
        (("ones",), 6, False),
        (("sixes",), 7, False),
        (("ones",), -1, False),
        (("ones",), 3, True),
    ],
)
def test_it_refuses_states_that_no_play_reaches(
    filled: tuple[str, ...], total: int, yahtzee: bool
) -> None:
    with pytest.raises(ValueError, match="no play"):
        table(YAHTZEE["forced"]).value(filled, total, yahtzee)


def test_it_has_no_table_of_three_columns() -> None:
    with pytest.raises(ValueError, match="3 columns"):
        table(find_variant("triple_yahtzee"))
