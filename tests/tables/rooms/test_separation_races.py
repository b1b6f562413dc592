"""A block, and somebody who sits down, is paired or accepts a challenge at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection

from games.core.protocol.errors import Refused
from games.models import Challenge, Room, Seat, User
from games.site.account.membership.blocks import block
from games.tables.matchmaking import tickets
from games.tables.matchmaking.challenges import accept, challenge
from games.tables.rooms import seating
from games.tables.rooms.game_settings import GameSettings
from games.tables.rooms.opening import open_room
from tests.support.people import account

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 12
SETTINGS = GameSettings("yacht", {}, None, False)


def sit(alice: User, bob: User) -> Callable[[], object]:
    room = open_room(alice, "yacht", {}, 2, None, public=True)
    return lambda: seating.sit(room.pk, bob.pk, None, None)


def be_paired(alice: User, bob: User) -> Callable[[], object]:
    for player in (alice, bob):
        tickets.play(player.pk, SETTINGS, 2)
    return tickets.run_wave


def accept_challenge(alice: User, bob: User) -> Callable[[], object]:
    challenge(alice.pk, bob, SETTINGS)
    made = Challenge.objects.get()
    return lambda: accept(bob.pk, made.pk)


def in_thread(work: Callable[[], object]) -> None:
    try:
        with suppress(Refused):
            work()
    finally:
        connection.close()


@pytest.mark.parametrize("meet", [sit, be_paired, accept_challenge])
@pytest.mark.parametrize("host_blocks", [True, False])
def test_it_never_leaves_both_at_a_table(
    meet: Callable[[User, User], Callable[[], object]], host_blocks: bool
) -> None:
    for number in range(TIMES):
        alice, bob = account(f"Alice{number}"), account(f"Bob{number}")
        pair = (alice.pk, bob.pk) if host_blocks else (bob.pk, alice.pk)
        work = meet(alice, bob)
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(in_thread, (work, lambda pair=pair: block(*pair))))
        for room in Room.objects.all():
            seated = set(Seat.objects.filter(room=room).values_list("player", flat=True))
            assert not {alice.pk, bob.pk} <= seated, (number, room.begins_by)
        Challenge.objects.all().delete()
        tickets.cancel(alice.pk)
        tickets.cancel(bob.pk)
