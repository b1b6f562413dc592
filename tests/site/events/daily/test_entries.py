"""Everybody plays a daily once, with the same dice; only accounts are ranked."""

import pytest
from pytest_django.fixtures import Settings

from games.core.engine import Resign
from games.models import DailyEntry, DiceShare, Rating, User
from games.record.log.loading import load_game
from games.site.account.membership.signing_in import merge_guest
from games.site.events.daily.entries import NotOpen, enter, take_results
from tests.site.events.daily.playing import DAY_S, begin, do, entry, play_out
from tests.support.clock import FakeClock
from tests.support.people import account, person

pytestmark = pytest.mark.registered


def results() -> dict[str, tuple[int | None, bool]]:
    take_results(DailyEntry.objects.all())
    rows = DailyEntry.objects.select_related("player").order_by("pk")
    return {row.player.name: (row.total, row.ranked) for row in rows if row.player is not None}


def test_it_begins_one_game_however_often_a_player_asks(alice: User, clock: FakeClock) -> None:
    first = begin(alice, clock)
    assert begin(alice, clock) == first
    play_out(first, clock)
    assert begin(alice, clock) == first
    assert DailyEntry.objects.count() == 1
    assert begin(alice, clock, "yatzy") != first


def test_it_gives_everybody_the_same_dice_and_another_day_others(
    alice: User, bob: User, clock: FakeClock
) -> None:
    places = [(turn, roll, at) for turn in range(1, 13) for roll in (1, 2, 3) for at in range(5)]

    def dice_of(player: User) -> list[int]:
        thrown = load_game(begin(player, clock).pk).dice
        return [thrown.throw(0, *place) for place in places]

    assert dice_of(alice) == dice_of(bob)
    before = dice_of(alice)
    clock.advance(DAY_S)
    assert dice_of(alice) != before


def test_it_counts_the_day_of_the_start(alice: User, clock: FakeClock) -> None:
    day = clock.utc_now().date()
    clock.advance(DAY_S - 1)
    game = begin(alice, clock)
    clock.advance(60)
    total = play_out(game, clock)
    assert results() == {"Alice": (total, True)}
    assert entry(alice).day == day


def test_it_has_no_result_of_a_card_that_is_late_or_not_full(
    alice: User, bob: User, clock: FakeClock
) -> None:
    late, given_up = begin(alice, clock), begin(bob, clock)
    do(given_up, Resign(), clock)
    clock.advance(DAY_S + 1801)
    play_out(late, clock)
    assert results() == {"Alice": (None, False), "Bob": (None, False)}


def test_it_ranks_accounts_only(clock: FakeClock, alice: User) -> None:
    guest = person("Gus")
    totals = [play_out(begin(player, clock), clock) for player in (alice, guest)]
    assert results() == {"Alice": (totals[0], True), "Gus": (totals[1], False)}


def test_it_ranks_who_has_played_enough_rated_games(
    alice: User, bob: User, clock: FakeClock, settings: Settings
) -> None:
    settings.SAME_DICE_RATED_GAMES = 3
    for player, variant, games in ((alice, "yacht", 2), (alice, "yatzy", 1), (bob, "yacht", 2)):
        Rating.objects.create(
            player=player, pool=variant, mu=25, sigma=8, shown=1500, rated_games=games
        )
    for player in (alice, bob):
        play_out(begin(player, clock), clock)
    assert [ranked for _, ranked in results().values()] == [True, False]


def test_it_never_ranks_the_entry_of_a_guest_who_merges(clock: FakeClock, alice: User) -> None:
    guest = person("Gus")
    play_out(begin(guest, clock), clock)
    merge_guest(guest, alice)
    (mine,) = DailyEntry.objects.filter(player=alice)
    assert begin(alice, clock) == mine.game
    assert [ranked for _, ranked in results().values()] == [False]


def test_it_keeps_the_own_entry_of_an_account_when_a_guest_merges(
    clock: FakeClock, alice: User
) -> None:
    guest = person("Gus")
    mine, theirs = begin(alice, clock), begin(guest, clock)
    play_out(theirs, clock)
    merge_guest(guest, alice)
    assert entry(alice).game == mine
    assert entry(guest).game == theirs


def test_it_never_ranks_a_guest_who_chooses_a_password_afterwards(
    clock: FakeClock, db: None
) -> None:
    guest = person("Gus")
    play_out(begin(guest, clock), clock)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert [ranked for _, ranked in results().values()] == [False]


def test_it_refuses_dice_that_are_public(clock: FakeClock, db: None) -> None:
    begin(account("Alice"), clock)
    DiceShare.objects.update(closed=True)
    with pytest.raises(NotOpen):
        enter(account("Bob"), "yacht", clock.utc_now())
