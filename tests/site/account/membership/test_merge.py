"""A guest's seats and games move to the account: all or nothing, whatever happens meanwhile."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.core.protocol.errors import Refused
from games.core.rules import find_variant
from games.models import Scorecard, User
from games.people.accounts.players import create_account, create_guest
from games.site.account.membership.signing_in import merge_guest
from games.site.study.house_rules.kept import keep, kept_rules
from games.tables.rooms import hosting, local_seats, seating, starting
from games.tables.rooms.player_changes import StillPlaying
from tests.fixtures import OpenRoom
from tests.support.played import begin, play_out

pytestmark = pytest.mark.registered


def test_it_frees_the_guests_seat_where_the_account_sits_already(
    guest: User, alice: User, new_room: OpenRoom
) -> None:
    room = new_room(guest)
    for player in (guest, alice):
        seating.sit(room.pk, player.pk, None, None)
    merge_guest(guest, alice)
    assert [seat.player for seat in room.seats.all()] == [None, alice]


def test_it_leaves_the_guest_the_card_of_a_game_that_the_account_was_in(
    guest: User, alice: User, new_room: OpenRoom
) -> None:
    game = play_out(begin(new_room(guest), guest, alice))
    merge_guest(guest, alice)
    cards = Scorecard.objects.filter(game=game)
    assert [card.player for card in cards] == [guest, alice]


def test_the_account_plays_on_for_the_players_on_the_device_and_keeps_the_rules(
    guest: User, alice: User, new_room: OpenRoom
) -> None:
    room = new_room(guest)
    seating.sit(room.pk, guest.pk, None, "seed")
    local_seats.add(room.pk, guest.pk, "Tom")
    keep(guest, "Ours", find_variant("yatzy+bonus-100"))
    keep(guest, "Hers", find_variant("yatzy+bonus-10"))
    keep(alice, "Hers", find_variant("yatzy+bonus-20"))
    merge_guest(guest, alice)
    tom = room.seats.exclude(operator=None).get()
    assert (tom.operator, tom.lender) == (alice, alice)
    kept = {name: rules.id for name, rules in kept_rules(alice)}
    assert kept == {"Ours": "yatzy+bonus-100", "Hers": "yatzy+bonus-20"}


def test_it_gives_no_seat_to_an_account_that_was_sent_away(
    guest: User, alice: User, bob: User, new_room: OpenRoom
) -> None:
    room = new_room(bob, seats=3)
    for player in (bob, alice, guest):
        seating.sit(room.pk, player.pk, None, None)
    hosting.remove(room.pk, bob.pk, 1)
    merge_guest(guest, alice)
    assert [seat.player for seat in room.seats.all()] == [bob, None, None]


def test_an_account_that_was_sent_away_neither_hosts_nor_acts_for_anybody(
    guest: User, alice: User, bob: User, new_room: OpenRoom
) -> None:
    room = new_room(bob, seats=4)
    for player in (alice, guest):
        seating.sit(room.pk, player.pk, None, None)
    hosting.remove(room.pk, bob.pk, 1)
    local_seats.add(room.pk, guest.pk, "Tom")
    seating.stand(room.pk, bob.pk)
    room.refresh_from_db()
    assert room.host == guest
    merge_guest(guest, alice)
    room.refresh_from_db()
    assert room.host is None
    assert not room.seats.exclude(player=None).exists()


def test_an_account_that_was_sent_away_takes_over_no_running_game(
    guest: User, alice: User, bob: User, new_room: OpenRoom
) -> None:
    room = new_room(bob, seats=3)
    for player in (alice, bob, guest):
        seating.sit(room.pk, player.pk, None, None)
    hosting.remove(room.pk, bob.pk, room.seats.get(player=alice).number)
    local_seats.add(room.pk, guest.pk, "Tom")
    seating.stand(room.pk, guest.pk, number=room.seats.get(player=guest).number)
    local_seats.add(room.pk, bob.pk, "Mia")
    word, _ = local_seats.offer(room.pk, bob.pk, room.seats.get(player__name="Mia").number)
    local_seats.claim(room.pk, word, guest.pk)
    for seat in room.seats.exclude(operator=None):
        seating.set_seed(room.pk, seat.operator_id or 0, "plain", number=seat.number)
    starting.start(room.pk, bob.pk)
    with pytest.raises(StillPlaying):
        merge_guest(guest, alice)
    assert not room.seats.filter(operator=alice).exists()


def test_it_counts_as_a_change_of_the_room(guest: User, alice: User, new_room: OpenRoom) -> None:
    room = new_room(guest)
    seating.sit(room.pk, guest.pk, None, None)
    room.refresh_from_db()
    before = room.rev
    merge_guest(guest, alice)
    room.refresh_from_db()
    assert room.rev > before


def test_it_moves_all_or_nothing(guest: User, alice: User, bob: User, new_room: OpenRoom) -> None:
    over, running = new_room(guest), new_room(guest)
    play_out(begin(over, guest, bob))
    begin(running, guest, bob)
    with pytest.raises(StillPlaying) as refused:
        merge_guest(guest, alice)
    assert refused.value.room == running.code
    assert not Scorecard.objects.filter(player=alice).exists()
    assert over.seats.get(number=0).player == guest


@pytest.mark.django_db(transaction=True)
def test_it_agrees_with_a_game_that_begins_at_the_same_moment(new_room: OpenRoom) -> None:
    bob = create_account("Bob", "x")
    alice = create_account("Alice", "x")
    for _ in range(8):
        guest = create_guest("Gus")
        room = new_room(bob)
        for player in (bob, guest):
            seating.sit(room.pk, player.pk, None, None)
        together = threading.Barrier(2)

        def hand_over(guest: User = guest, together: threading.Barrier = together) -> None:
            together.wait()
            try:
                merge_guest(guest, alice)
            except StillPlaying:
                pass
            finally:
                connection.close()

        def start(room_id: int = room.pk, together: threading.Barrier = together) -> None:
            together.wait()
            try:
                starting.start(room_id, bob.pk)
            except Refused:
                pass
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as threads:
            done = [threads.submit(work) for work in (hand_over, start)]
        for work in done:
            work.result()
        sitting = room.seats.get(number=1).player
        room.refresh_from_db()
        assert room.game is not None
        assert room.game.scorecards.get(seat=1).player == sitting
