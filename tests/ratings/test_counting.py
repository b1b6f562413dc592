"""Which games change ratings, and who is on the leaderboard."""

import pytest

from games.ratings import (
    GameSummary,
    Rating,
    SeatSummary,
    Uncounted,
    on_board,
    on_small_board,
    why_uncounted,
)

ALICE, BOB, CHARLIE = (SeatSummary(player, turns=13) for player in (1, 2, 3))
GAME = GameSummary(rated=True, status="finished", seats=(ALICE, BOB))


def test_it_counts_a_rated_game_of_different_people() -> None:
    assert why_uncounted(GAME) is None


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (GAME._replace(rated=False), Uncounted.UNRATED),
        (GAME._replace(status="playing"), Uncounted.UNFINISHED),
        (GAME._replace(status="aborted"), Uncounted.ABORTED),
        (GAME._replace(seats=(ALICE,)), Uncounted.ALONE),
        (GAME._replace(seats=(ALICE, ALICE)), Uncounted.ALONE),
        (GAME._replace(seats=(ALICE, BOB, ALICE)), Uncounted.ALONE),
        (GAME._replace(seats=(ALICE, BOB, CHARLIE._replace(is_bot=True))), Uncounted.BOT),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=1))), Uncounted.TOO_SHORT),
    ],
)
def test_it_tells_why_a_game_does_not_count(game: GameSummary, reason: Uncounted) -> None:
    assert why_uncounted(game) is reason


def test_it_counts_when_one_of_three_left_at_once() -> None:
    gone = CHARLIE._replace(turns=0)
    assert why_uncounted(GAME._replace(seats=(ALICE, BOB, gone))) is None


def test_it_counts_when_both_played_two_turns_and_one_resigned() -> None:
    seats = (ALICE._replace(turns=2), BOB._replace(turns=2))
    assert why_uncounted(GAME._replace(seats=seats)) is None


@pytest.mark.parametrize(
    ("sigma", "idle_days", "listed"),
    [(50, 0, True), (50.1, 0, False), (30, 30, True), (30, 30.1, False)],
)
def test_it_lists_certain_and_active_ratings(sigma: float, idle_days: float, listed: bool) -> None:
    assert on_board(Rating(1600, sigma), idle_days) is listed


@pytest.mark.parametrize(
    ("games", "idle_days", "listed"), [(5, 30, True), (4, 0, False), (500, 31, False)]
)
def test_it_fills_a_small_board_with_the_provisional(
    games: int, idle_days: float, listed: bool
) -> None:
    assert on_small_board(games, idle_days) is listed
