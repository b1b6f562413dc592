"""New ratings after a game, compared with the published algorithm."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.record.ratings.model import Rating, is_provisional, rate, shown, win_chance
from tests.support.oracles.plackett_luce import plackett_luce

NEW = Rating()
ELO = 400 / math.log(10)

ratings = st.builds(Rating, st.floats(1100, 1900), st.floats(15, 110))
games = st.lists(st.tuples(ratings, st.integers(1, 8)), min_size=2, max_size=8)


@given(games)
def test_it_follows_the_published_algorithm(game: list[tuple[Rating, int]]) -> None:
    before, places = zip(*game, strict=True)
    expected = plackett_luce(before, places, ELO, tau=1.5)
    for rating, (mu, sigma) in zip(rate(before, places), expected, strict=True):
        assert rating.mu == pytest.approx(mu, abs=2e-6)
        assert rating.sigma == pytest.approx(sigma, abs=2e-6)


def test_it_rates_the_first_game_of_two() -> None:
    # By hand: c^2 = 400^2 / ln(10)^2 + 2 (100^2 + 1.5^2), the step is 100^2 + 1.5^2 over 2 c.
    alice, bob = rate([NEW, NEW], [1, 2])
    assert alice.mu == pytest.approx(1522.33, abs=0.01)
    assert bob.mu == pytest.approx(1477.67, abs=0.01)
    assert alice.sigma == bob.sigma == pytest.approx(97.49, abs=0.01)


@given(games)
def test_it_gives_the_same_floats_every_time(game: list[tuple[Rating, int]]) -> None:
    before, places = zip(*game, strict=True)
    assert rate(before, places) == rate(list(before), list(places))


def test_it_raises_the_better_places_and_lowers_the_others() -> None:
    after = rate([NEW] * 4, [1, 2, 3, 4])
    assert all(better.mu > worse.mu for better, worse in pairwise(after))
    assert after[0].mu > 1500 > after[3].mu


def test_it_changes_no_guess_when_equals_share_the_place() -> None:
    assert [rating.mu for rating in rate([NEW, NEW], [1, 1])] == [1500, 1500]


def test_it_moves_unequal_players_together_when_they_share_the_place() -> None:
    strong, weak = rate([Rating(1600, 50), Rating(1400, 50)], [1, 1])
    assert strong.mu < 1600
    assert weak.mu > 1400


def test_it_learns_more_at_a_bigger_table() -> None:
    assert rate([NEW] * 4, [1, 2, 3, 4])[3].sigma < rate([NEW] * 2, [1, 2])[1].sigma


@pytest.mark.parametrize(("count", "places"), [(1, [1]), (0, []), (2, [1]), (2, [1, 2, 3])])
def test_it_refuses_what_is_no_game(count: int, places: list[int]) -> None:
    with pytest.raises(ValueError, match="rat"):
        rate([NEW] * count, places)


@pytest.mark.parametrize(("distance", "chance"), [(0, 0.5), (100, 0.640), (400, 10 / 11)])
def test_it_has_the_scale_of_chess(distance: float, chance: float) -> None:
    # Elo's: 100 points are 64 %, 400 points are odds of ten to one.
    assert win_chance(Rating(1500 + distance, 0), Rating(1500, 0)) == pytest.approx(
        chance, abs=0.0005
    )


def test_it_trusts_differences_less_when_uncertain() -> None:
    assert 0.5 < win_chance(Rating(1600, 100), NEW) < win_chance(Rating(1600, 0), Rating(1500, 0))


def test_it_shows_the_best_guess() -> None:
    assert shown(Rating(1523.6, 20)) == 1524


def test_it_calls_a_rating_provisional_for_about_twenty_games() -> None:
    rating, games = NEW, 0
    while is_provisional(rating):
        rating, _ = rate([rating, Rating(1500, 40)], [1 + games % 2, 2 - games % 2])
        games += 1
    assert 15 <= games <= 25
