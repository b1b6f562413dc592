"""Points by place, streaks and shared places."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.site.events.tournaments.scoring import PlayerScore, places_of, scored, shares
from tests.examples import examples
from tests.support.oracles import tournaments as naive


@st.composite
def tables(draw: st.DrawFn) -> list[int]:
    """The places at a table of two to four, with ties."""
    totals = draw(st.lists(st.integers(0, 3), min_size=2, max_size=4))
    return [naive.place(totals, total) for total in totals]


@given(tables())
@settings(max_examples=examples(200), deadline=None)
def test_it_shares_the_points_of_the_places_that_a_tie_takes(places: list[int]) -> None:
    assert shares(places) == naive.shares(places)


def test_it_refuses_a_table_for_one() -> None:
    with pytest.raises(ValueError, match="two players or more"):
        shares([1])


GAMES = st.lists(
    st.tuples(st.sampled_from([0, 4, 6, 8, 12]), st.booleans(), st.booleans()), max_size=12
)


@given(GAMES)
@settings(max_examples=examples(200), deadline=None)
def test_it_doubles_every_game_after_two_wins_until_one_is_not_won(
    games: list[tuple[int, bool, bool]],
) -> None:
    line = PlayerScore()
    for share, won, left in games:
        line = scored(line, share, won, left)
    assert line.score == naive.score(games) == sum(line.sheet)
    assert line.games == len(games)
    assert line.wins == sum(won and not left for _, won, left in games)


@given(st.lists(st.integers(0, 5), max_size=12))
@settings(max_examples=examples(100), deadline=None)
def test_it_gives_equal_scores_the_same_place(scores: list[int]) -> None:
    assert places_of(scores) == [naive.place(scores, score) for score in scores]
