"""Streaks, the calendar, standings and the text to share."""

from datetime import date, timedelta

import pytest

from games.core.rules import Position
from games.site.events.daily.boards import DailyStanding, Scores
from games.site.events.daily.player_dailies import streaks
from games.site.events.daily.preview import share_text, signs

TODAY = date(2026, 3, 10)


def days(*before: int) -> set[date]:
    return {TODAY - timedelta(days=number) for number in before}


@pytest.mark.parametrize(
    ("played", "current", "best"),
    [
        (days(), 0, 0),
        (days(0), 1, 1),
        (days(1), 1, 1),
        (days(2), 0, 1),
        (days(0, 1, 2), 3, 3),
        (days(1, 2, 4, 5, 6, 7), 2, 4),
        (days(0, 2), 1, 1),
    ],
)
def test_it_counts_days_in_a_row(played: set[date], current: int, best: int) -> None:
    assert streaks(played, TODAY) == (current, best)


def naive_standing(totals: list[int], mine: int, ranked: bool) -> DailyStanding:
    """Compare with each of the others."""
    others = list(totals)
    if ranked:
        others.remove(mine)
    beaten = sum(1.0 if mine > each else 0.5 if mine == each else 0.0 for each in others)
    share = 100 * beaten / len(others) if others else 100.0
    return DailyStanding(1 + sum(each > mine for each in totals), len(totals), share)


@pytest.mark.parametrize("totals", [[7], [5, 5], [9, 7, 7, 7, 3, 1], [4, 8, 15, 16, 23, 42]])
def test_it_says_where_a_total_stands(totals: list[int]) -> None:
    scores = Scores([(total, totals.count(total)) for total in set(totals)])
    for mine in totals:
        assert scores.standing(mine, True) == pytest.approx(naive_standing(totals, mine, True))
    assert scores.standing(6, False) == pytest.approx(naive_standing(totals, 6, False))


def test_it_says_nothing_about_the_order_of_turns_in_the_text_to_share() -> None:
    # Yacht: ones to sixes, full house, four of a kind, two straights, choice, yacht.
    position = Position.parse("yacht 5,0,3,0,15,0,0,24,30,0,22,50 0 - 0")
    text = signs(position.card)
    assert text == "".join(sorted(text, key="🟩🟨⬜".index))
    assert len(text) == 12


def test_the_text_to_share_has_the_day_the_result_and_the_signs() -> None:
    position = Position.parse("yacht 5,0,3,0,15,0,0,24,30,0,22,50 0 - 0")
    lines = share_text(position.card, TODAY, "149 points").split("\n")
    assert lines == ["Yacht · Yacht · 2026-03-10", "149 points", signs(position.card)]
