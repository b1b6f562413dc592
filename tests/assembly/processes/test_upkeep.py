"""Abandoned games are aborted, and rows that nobody needs are deleted."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError
from django.db.models import signals

from games.core.engine import Roll
from games.core.engine.fairness import commitment
from games.models import DiceSecret, Game, GameAddress, Room, Session, Tally, User
from games.platform.database.threads import in_database
from games.record.log.loading import load_game
from games.record.ratings.jobs import UNUSED_ADDRESS_AFTER, delete_unused_addresses
from games.record.ratings.rows import forget_old_tallies
from games.site.account.membership.deletion import IDLE_GUEST_AFTER, IdleGuests
from games.site.account.membership.jobs import delete_expired_sessions
from games.tables.live.jobs import sweep_abandoned
from games.tables.live.registry import Hubs
from games.tables.rooms import chat
from games.tables.rooms.jobs import UNUSED_ROOM_AFTER, delete_unused_rooms
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.desk import act
from tests.support.people import (
    START,
    begun,
    cookie_of,
    current_game,
    open_room,
    person,
    seated,
)

DAY_MS = 86_400_000


async def test_it_ends_a_game_that_nobody_has_touched_for_two_weeks_and_reveals_its_secret(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    def make() -> tuple[Room, Room]:
        old, lively = open_room(alice), open_room(bob)
        begun(old, alice, bob)
        act(begun(lively, bob), 0, Roll(1, 0), now=START + 2 * DAY_MS)
        return old, lively

    old, lively = await in_database(make)
    client = await visit(old)
    clock.set(START + 14 * DAY_MS - 1)
    await sweep_abandoned()
    assert client.table["status"] == "playing"
    clock.set(START + 15 * DAY_MS)
    await sweep_abandoned()
    view = await client.reach(2)
    assert view["status"] == "aborted"
    revealed = bytes.fromhex(view["fairness"]["secret"])
    assert commitment(revealed) == view["fairness"]["commitment"]
    assert (await client.reach_room(status="over"))["game"] == view["game"]
    game = await in_database(lambda: current_game(lively))
    assert game.status == "playing"
    # A second sweep finds nothing more to do.
    await sweep_abandoned()
    assert (await in_database(lambda: load_game(current_game(old).pk))).state.seq == 2


async def test_a_long_turn_is_not_abandoned_before_its_deadline_is_two_weeks_ago(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await in_database(lambda: open_room(alice, clock=86_400))
    game = await in_database(lambda: begun(room, alice, bob))

    async def status_after(days: float) -> str:
        clock.set(round(START + days * DAY_MS))
        await sweep_abandoned()
        return (await in_database(lambda: Game.objects.get(pk=game.pk))).status

    due = START + 20 * DAY_MS
    at = datetime.fromtimestamp(due / 1000, UTC)
    await in_database(lambda: Game.objects.filter(pk=game.pk).update(deadline=at))
    assert await status_after(19) == "playing"
    assert await status_after(33.9) == "playing"
    assert await status_after(34.1) == "aborted"


def test_it_deletes_only_rooms_that_never_saw_a_game(alice: User, clock: FakeClock) -> None:
    unused, used, fresh = open_room(alice), open_room(alice), open_room(alice)
    begun(used, alice)
    long_ago = clock.utc_now() - UNUSED_ROOM_AFTER - timedelta(days=1)
    Room.objects.filter(pk__in=[unused.pk, used.pk]).update(active_at=long_ago)
    Room.objects.filter(pk=fresh.pk).update(active_at=clock.utc_now())
    delete_unused_rooms()
    assert set(Room.objects.values_list("pk", flat=True)) == {used.pk, fresh.pk}
    # The public log still has to end.
    assert DiceSecret.objects.filter(code=unused.next_code, open=True).exists()
    assert Game.objects.count() == 1


def test_it_deletes_marks_of_addresses_that_no_result_waits_for(
    alice: User, clock: FakeClock
) -> None:
    rooms = {name: open_room(alice) for name in ("running", "finished", "counted", "aborted")}
    codes = {name: begun(room, alice).code for name, room in rooms.items()}
    Game.objects.filter(code=codes["finished"]).update(status="finished")
    Game.objects.filter(code=codes["counted"]).update(status="finished", result_at=clock.utc_now())
    Game.objects.filter(code=codes["aborted"]).update(status="aborted")
    for code in (*codes.values(), "soon", "never"):
        GameAddress.objects.create(game=code, player=alice.pk, mark="0123456789abcdef")
    now = clock.utc_now()
    GameAddress.objects.update(at=now - UNUSED_ADDRESS_AFTER + timedelta(minutes=1))
    GameAddress.objects.filter(game="never").update(at=now - UNUSED_ADDRESS_AFTER * 2)
    delete_unused_addresses()
    kept = set(GameAddress.objects.values_list("game", flat=True))
    assert kept == {codes["running"], codes["finished"], "soon"}


def test_it_deletes_guests_who_never_played_and_nobody_else(
    transactional_db: None, clock: FakeClock
) -> None:
    idle, recent, account = person("Idle"), person("Recent"), person("Account")
    sitting, played = person("Sitting"), person("Played")
    seated(sitting)
    game_room = open_room(played)
    begun(game_room, played)
    chat.say(game_room.pk, idle.pk, "k", "hello")
    old = clock.utc_now() - IDLE_GUEST_AFTER - timedelta(days=1)
    User.objects.update(seen_at=old)
    User.objects.filter(pk=recent.pk).update(seen_at=clock.utc_now())
    User.objects.filter(pk=account.pk).update(is_guest=False)
    IdleGuests().delete_some(clock.utc_now())
    assert set(User.objects.values_list("name", flat=True)) == {
        "Recent",
        "Account",
        "Sitting",
        "Played",
    }
    # What was said stays.
    assert [line.name for line in chat.recent(game_room.pk)] == ["Idle"]


def test_it_looks_at_some_idle_guests_at_a_time_and_at_all_of_them_in_turn(
    transactional_db: None, clock: FakeClock
) -> None:
    names = [f"Guest {number}" for number in range(7)]
    people = [person(name) for name in names]
    old = clock.utc_now() - IDLE_GUEST_AFTER
    for number, guest in enumerate(people):
        # Two of them at the same moment.
        User.objects.filter(pk=guest.pk).update(seen_at=old - timedelta(hours=9 - number // 2))
    seated(people[1])
    idle = IdleGuests()
    left = []
    for _ in range(4):
        idle.delete_some(clock.utc_now(), most=2)
        left.append(sorted(User.objects.values_list("name", flat=True)))
    assert left == [
        [names[1], *names[2:]],
        [names[1], *names[4:]],
        [names[1], names[6]],
        [names[1]],
    ]
    # Then it begins again.
    people[1].seats.update(player=None)
    idle.delete_some(clock.utc_now(), most=2)
    assert not User.objects.exists()


@pytest.mark.parametrize(("days", "left"), [(-1, 0), (1, 1)])
def test_it_deletes_sessions_that_have_ended(
    alice: User, clock: FakeClock, days: int, left: int
) -> None:
    cookie_of(alice)
    Session.objects.update(expire_date=clock.utc_now() + timedelta(days=days))
    delete_expired_sessions()
    assert Session.objects.count() == left


def test_it_forgets_the_tallies_of_weeks_long_over(alice: User, clock: FakeClock) -> None:
    today = clock.utc_now().date()
    for days in (0, 28, 29):
        begins = today - timedelta(days=days)
        Tally.objects.create(player=alice, pool="yacht", begins=begins, wins=1)
    for _ in range(2):
        forget_old_tallies(clock.utc_now())
        assert {(today - row.begins).days for row in Tally.objects.all()} == {0, 28}


def test_it_keeps_a_secret_if_its_room_cannot_be_deleted(
    alice: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    unused = open_room(alice)
    Room.objects.update(active_at=clock.utc_now() - UNUSED_ROOM_AFTER - timedelta(days=1))

    def fail(*_: object, **__: object) -> None:
        raise DatabaseError

    signals.pre_delete.connect(fail, sender=Room)
    try:
        with pytest.raises(DatabaseError):
            delete_unused_rooms()
    finally:
        signals.pre_delete.disconnect(fail, sender=Room)
    assert DiceSecret.objects.filter(code=unused.next_code).exists()
