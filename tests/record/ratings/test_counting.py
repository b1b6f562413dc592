"""Which games change ratings."""

import pytest

from games.record.ratings.model import GameSummary, SeatSummary, UnratedReason, find_unrated_reason

ALICE, BOB, CHARLIE = (SeatSummary(player, turns=13) for player in (1, 2, 3))
GAME = GameSummary(rated=True, status="finished", seats=(ALICE, BOB), boxes=13)
AT_START = GAME._replace(reason_at_start=UnratedReason.GUEST)


def test_it_counts_a_rated_game_of_different_people() -> None:
    assert find_unrated_reason(GAME) is None


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (GAME._replace(rated=False), UnratedReason.UNRATED),
        (GAME._replace(status="playing"), UnratedReason.UNFINISHED),
        (GAME._replace(status="aborted"), UnratedReason.ABORTED),
        (GAME._replace(seats=(ALICE,)), UnratedReason.ALONE),
        (GAME._replace(seats=(ALICE, ALICE)), UnratedReason.ALONE),
        (GAME._replace(seats=(ALICE, BOB, ALICE)), UnratedReason.ALONE),
        (AT_START, UnratedReason.GUEST),
        (AT_START._replace(status="aborted"), UnratedReason.ABORTED),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=1))), UnratedReason.TOO_SHORT),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=2))), UnratedReason.BROKEN_OFF),
        (GAME._replace(seats=(ALICE, BOB._replace(turns=6))), UnratedReason.BROKEN_OFF),
        (GAME._replace(meetings=10), UnratedReason.TOO_OFTEN),
    ],
)
def test_it_tells_why_a_game_does_not_count(game: GameSummary, reason: UnratedReason) -> None:
    assert find_unrated_reason(game) is reason


def test_it_counts_when_one_of_three_left_at_once() -> None:
    gone = CHARLIE._replace(turns=0)
    assert find_unrated_reason(GAME._replace(seats=(ALICE, BOB, gone))) is None


@pytest.mark.parametrize(("boxes", "half"), [(12, 6), (13, 7), (15, 8), (39, 20)])
def test_it_counts_when_both_have_filled_half_of_their_boxes(boxes: int, half: int) -> None:
    game = GAME._replace(boxes=boxes, seats=(ALICE._replace(turns=boxes), BOB._replace(turns=half)))
    assert find_unrated_reason(game) is None
    seats = (game.seats[0], BOB._replace(turns=half - 1))
    assert find_unrated_reason(game._replace(seats=seats)) is UnratedReason.BROKEN_OFF


def test_it_counts_the_tenth_game_of_a_day() -> None:
    assert find_unrated_reason(GAME._replace(meetings=9)) is None


@pytest.mark.parametrize("reason", list(UnratedReason))
def test_it_has_words_for_every_reason(reason: UnratedReason) -> None:
    assert reason.words.endswith(".")
