"""Which games change ratings, and who is on the leaderboard."""

import pytest

from games.ratings import (
    GameSummary,
    SeatSummary,
    Uncounted,
    why_uncounted,
)

ALICE, BOB, CHARLIE = (SeatSummary(player, turns=13) for player in (1, 2, 3))
GAME = GameSummary(rated=True, status="finished", seats=(ALICE, BOB), boxes=13)


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
        (GAME._replace(barred=Uncounted.GUEST), Uncounted.GUEST),
        (GAME._replace(barred=Uncounted.NO_CLOCK, status="aborted"), Uncounted.ABORTED),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=1))), Uncounted.TOO_SHORT),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=2))), Uncounted.BROKEN_OFF),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=6))), Uncounted.BROKEN_OFF),
        (GAME._replace(meetings=10), Uncounted.TOO_OFTEN),
    ],
)
def test_it_tells_why_a_game_does_not_count(game: GameSummary, reason: Uncounted) -> None:
    assert why_uncounted(game) is reason


def test_it_counts_when_one_of_three_left_at_once() -> None:
    gone = CHARLIE._replace(turns=0)
    assert why_uncounted(GAME._replace(seats=(ALICE, BOB, gone))) is None


@pytest.mark.parametrize(("boxes", "half"), [(12, 6), (13, 7), (15, 8), (39, 20)])
def test_it_counts_when_both_have_filled_half_of_their_boxes(boxes: int, half: int) -> None:
    game = GAME._replace(boxes=boxes, seats=(ALICE._replace(turns=boxes), BOB._replace(turns=half)))
    assert why_uncounted(game) is None
    seats = (game.seats[0], BOB._replace(turns=half - 1))
    assert why_uncounted(game._replace(seats=seats)) is Uncounted.BROKEN_OFF


def test_it_counts_the_tenth_game_of_a_day() -> None:
    assert why_uncounted(GAME._replace(meetings=9)) is None


@pytest.mark.parametrize("reason", list(Uncounted))
def test_it_has_words_for_every_reason(reason: Uncounted) -> None:
    assert reason.words.endswith(".")
