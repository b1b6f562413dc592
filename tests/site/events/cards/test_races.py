"""Several workers and players at the same instant, on PostgreSQL."""

from functools import partial

import pytest

from games.models import Card, CardEntry, FairLogEntry, Room, User
from games.platform.database.threads import in_database
from games.site.events.cards.closing import end_card, settle, take_open_results
from games.site.events.cards.entries import NotOpen, enter
from tests.site.events.cards.playing import begin, ends_in_log, open_card, played
from tests.support.clock import FakeClock
from tests.support.people import account, person
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("real_locks")

PLAYERS = 6


def prepared(clock: FakeClock) -> Card:
    card = open_card(account("Alice"), clock)
    for number in range(PLAYERS):
        played(card, account(f"P{number}"), clock)
    return card


async def test_four_workers_take_each_step_once(clock: FakeClock) -> None:
    card = await in_database(partial(prepared, clock))
    assert sum(await at_once(*[take_open_results] * 4)) == PLAYERS
    clock.advance(7 * 86_400)
    await at_once(*[partial(settle, clock.utc_now())] * 4)

    def check() -> None:
        assert ends_in_log(card) == {card.share: "reveal", card.base: "closed"}
        assert FairLogEntry.objects.filter(code=card.share).count() == 3
        assert CardEntry.objects.filter(over=True, total__isnull=False).count() == PLAYERS

    await in_database(check)


async def test_one_player_in_six_tabs_begins_once(clock: FakeClock) -> None:
    card = await in_database(partial(prepared, clock))
    bob = await in_database(partial(person, "Bob"))
    rooms = await at_once(*[partial(enter, card.pk, bob, "b", clock.utc_now())] * 6)
    assert len({room.pk for room in rooms}) == 1
    assert await in_database(Room.objects.count) == PLAYERS + 1


async def test_who_begins_while_the_sender_ends_it_plays_or_is_refused(clock: FakeClock) -> None:
    card = await in_database(partial(prepared, clock))
    people = await in_database(lambda: [person(f"Q{number}") for number in range(5)])

    def follow(player: User) -> bool:
        try:
            begin(card, player, clock)
        except NotOpen:
            return False
        return True

    now = clock.utc_now()
    tries = [partial(follow, player) for player in people]
    found = await at_once(*tries[:3], partial(end_card, card.pk, now), *tries[3:])
    await in_database(partial(settle, now))

    def check() -> None:
        began = sum(each is True for each in found)
        assert CardEntry.objects.filter(card=card).count() == PLAYERS + began
        # Nobody plays on with public dice.
        assert (ends_in_log(card) == {}) == (began > 0)

    await in_database(check)
