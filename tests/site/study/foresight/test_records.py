"""Foresight is stored once for each seat, and summed up for its player."""

import pytest

from games.models import Foresight, SeatForesight, User
from games.site.account.membership.signing_in import merge_guest
from games.site.study.foresight.counting import record
from games.site.study.foresight.evidence import evidence
from games.site.study.foresight.index import GameForesight
from tests.record.ratings.games import finished_game

pytestmark = pytest.mark.registered

LUCKY = GameForesight(10, 20.0, 30.0, 90.0, 9.0, (1.0, 2.0, 4.0, 6.0))
PLAIN = GameForesight(5, 10.0, -6.0, 55.0, -1.5, (-0.5, -1.0, -2.0, -4.0))


def test_it_sums_up_the_games_of_a_player(alice: User, bob: User) -> None:
    assert record(finished_game(alice, bob), 0, LUCKY)
    assert record(finished_game(alice, bob), 0, PLAIN)
    row = Foresight.objects.get()
    assert (row.player, row.games, row.choices) == (alice, 2, 15)
    assert (row.loss, row.surplus, row.variance, row.score) == (30.0, 24.0, 145.0, 7.5)
    assert row.evidence == pytest.approx(evidence((0.5, 1.0, 2.0, 2.0)))


def test_it_remembers_the_highest_evidence(alice: User) -> None:
    record(finished_game(alice), 0, LUCKY)
    before = Foresight.objects.get().evidence
    record(finished_game(alice), 0, PLAIN)
    row = Foresight.objects.get()
    assert row.peak == before == pytest.approx(evidence(LUCKY.evidence))
    assert row.evidence < before


def test_it_counts_a_game_once(alice: User) -> None:
    game = finished_game(alice)
    assert record(game, 0, LUCKY)
    assert not record(game, 0, LUCKY)
    assert Foresight.objects.get().games == SeatForesight.objects.count() == 1


def test_it_counts_bots_for_nobody(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    assert record(finished_game(alice, bob, bots=1), 1, LUCKY)
    assert SeatForesight.objects.get().player is None
    assert not Foresight.objects.exists()


def test_it_goes_to_the_account_with_a_guests_games(guest: User, alice: User) -> None:
    record(finished_game(guest), 0, LUCKY)
    record(finished_game(alice), 0, PLAIN)
    merge_guest(guest, alice)
    row = Foresight.objects.get()
    assert (row.player, row.games, row.surplus) == (alice, 2, 24.0)
    assert row.peak == pytest.approx(evidence((0.5, 1.0, 2.0, 2.0)))


def test_it_stays_with_the_guest_where_the_account_was_in_the_game(
    guest: User, alice: User
) -> None:
    record(finished_game(guest, alice), 0, LUCKY)
    merge_guest(guest, alice)
    assert Foresight.objects.get().player == guest
