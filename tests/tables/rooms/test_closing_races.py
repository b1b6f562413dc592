"""An account that is closed while its player sits down, asks for a rematch or moves."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection

from games.core.engine import IllegalAction, Roll
from games.core.protocol.errors import Refused
from games.models import Game, Room, Seat, User
from games.record.log.verifying import problems_of
from games.site.account.membership.moderation import ban
from games.tables.rooms import seating, starting
from games.tables.rooms.opening import open_room
from tests.record.ratings.games import finished_game
from tests.support.desk import act
from tests.support.people import account, current_game, playing

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 12


def sit(alice: User, bob: User) -> Callable[[], object]:
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    return lambda: seating.sit(room.pk, bob.pk, None, None)


def ask_again(alice: User, bob: User) -> Callable[[], object]:
    room = finished_game(alice, bob, rated=False).room
    assert room is not None
    starting.rematch(room.pk, alice.pk, None)
    return lambda: starting.rematch(room.pk, bob.pk, None)


def move(alice: User, bob: User) -> Callable[[], object]:
    game = current_game(playing(bob, alice))
    return lambda: act(game, 0, Roll(1, 0))


def at_once(*works: Callable[[], object]) -> None:
    def in_thread(work: Callable[[], object]) -> None:
        try:
            with suppress(Refused, IllegalAction):
                work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        list(threads.map(in_thread, works))


@pytest.mark.parametrize("do", [sit, ask_again, move])
def test_it_leaves_nobody_at_a_table_that_waits_and_no_log_damaged(
    do: Callable[[User, User], Callable[[], object]],
) -> None:
    for number in range(TIMES):
        alice, bob = account(f"Alice{number}"), account(f"Bob{number}")
        work = do(alice, bob)
        at_once(work, lambda bob=bob: ban(bob))  # type: ignore[misc]
        assert not User.objects.get(pk=bob.pk).is_active
        waiting = Room.objects.exclude(game__status=Game.Status.PLAYING)
        assert not Seat.objects.filter(room__in=waiting, player=bob).exists(), number
        for game in Game.objects.all():
            assert problems_of(game) == []
        with suppress(Refused, IllegalAction):
            work()
        assert not Seat.objects.filter(room__in=waiting, player=bob).exists(), "afterwards"
        Game.objects.exclude(status=Game.Status.PLAYING).update(room=None)


def test_a_move_that_came_first_stays(db: None) -> None:
    alice, bob = account("Alice"), account("Bob")
    move(alice, bob)()
    game = Game.objects.get()
    before = game.events.count()
    ban(bob)
    assert game.events.count() == before
    assert problems_of(game) == []
