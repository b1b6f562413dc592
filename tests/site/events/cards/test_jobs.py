"""The worker stores results of cards, ends and reveals them, and analyses their games."""

import pytest

from games.models import Card, CardEntry, User
from games.platform.database.threads import in_database
from games.site.events.cards.closing import end_card
from games.site.events.cards.jobs import judge_cards, sweep_cards, sweep_results
from games.tables.live.registry import Hubs
from tests.site.events.cards.playing import DAY_S, begin_a_turn, open_card, played
from tests.support.client import visit
from tests.support.clock import FakeClock

pytestmark = pytest.mark.registered


async def test_it_takes_a_card_from_its_end_to_its_analysis(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    card = await in_database(lambda: open_card(alice, clock))
    total = await in_database(lambda: played(card, alice, clock))
    running = await in_database(lambda: begin_a_turn(card, bob, clock))
    assert running.room is not None
    tab = await visit(running.room, bob)
    assert await sweep_results() == 1
    await in_database(lambda: end_card(card.pk, clock.utc_now()))
    clock.advance(DAY_S)
    assert await sweep_cards() == 1
    await tab.reach_room(status="over")
    await in_database(running.refresh_from_db)
    assert running.status == "aborted"
    while not (await in_database(Card.objects.get)).judged:
        await judge_cards()
    entries = await in_database(
        lambda: list(CardEntry.objects.order_by("pk").values_list("total", "loss"))
    )
    assert entries[0][0] == total
    assert entries[0][1] is not None
    assert entries[1] == (None, None)
