"""Around midnight UTC: a game of yesterday can be finished until 00:30."""

from datetime import date, timedelta

import pytest

from games.models import User
from games.site.events.daily.entries import fresh_results
from games.site.events.daily.player_dailies import Streaks, streaks_of
from games.site.events.daily.settling import take_open_results
from tests.site.events.daily.playing import DAY_S, begin, play_out
from tests.site.events.daily.test_pages import browser_of, text
from tests.support.clock import FakeClock

pytestmark = pytest.mark.registered

MINUTE_S = 60.0


def streaks(player: User, today: date) -> Streaks:
    """The player's streaks, which must be the same before and after their results are stored."""
    before = streaks_of(player, today, fresh_results(player))
    take_open_results()
    assert fresh_results(player) == []
    assert streaks_of(player, today, []) == before
    return before


def test_it_keeps_a_streak_while_the_card_of_yesterday_is_played(
    alice: User, bob: User, clock: FakeClock
) -> None:
    for player in (alice, bob):
        play_out(begin(player, clock), clock)
    clock.advance(2 * DAY_S - MINUTE_S)
    game = begin(alice, clock)
    clock.advance(11 * MINUTE_S)
    today = clock.utc_now().date()
    assert [streaks(player, today).current for player in (alice, bob)] == [1, 0]
    play_out(begin(alice, clock), clock)
    assert streaks(alice, today).current == 1
    play_out(game, clock)
    assert streaks(alice, today) == (3, 3)


def test_it_leads_back_to_a_game_of_yesterday_until_it_is_over(
    alice: User, clock: FakeClock
) -> None:
    clock.advance(DAY_S - MINUTE_S)
    game = begin(alice, clock)
    assert game.room is not None
    tomorrow = clock.utc_now().date() + timedelta(days=1)
    closes = f'<time datetime="{tomorrow}T00:30:00+00:00" data-local="time">00:30 UTC</time>'
    link = (
        f'from yesterday still counts until {closes}. <a href="/r/{game.room.code}/">Finish it</a>'
    )
    assert link not in text(browser_of(alice), "/daily/")
    clock.advance(11 * MINUTE_S)
    assert link in text(browser_of(alice), "/daily/")
    play_out(game, clock)
    assert link not in text(browser_of(alice), "/daily/")
