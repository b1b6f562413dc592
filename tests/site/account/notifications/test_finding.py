"""The worker finds what has to be told: once, to those who are away, in games with a long clock."""

import json
from typing import Any

import pytest
from django.core import mail

from games.core.engine.clocks import LONG_CLOCK_S
from games.models import Notice, NoticeMark, Room, Tournament, TurnWatch, User
from games.platform.database.threads import in_database
from games.record.ratings.counting import count_results
from games.site.account.notifications import jobs
from games.site.account.notifications.finding import WAIT_S, NewEnd, new_turns
from games.site.account.notifications.queue import MAIL_AFTER, Event
from games.site.events.tournaments.duplicates.calling_off import call_off_all
from games.tables.live.registry import Hubs
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.push_service import PushService
from tests.site.account.notifications.subscribers import subscribed, wants_mail
from tests.site.account.notifications.sweeping import DAY_S, send_all, sweep_after, sweep_news, told
from tests.site.events.tournaments.duplicates.event import duplicate, join
from tests.support.client import visit
from tests.support.clock import FakeClock, let_pass
from tests.support.people import begun, current_game, open_room, registered

pytestmark = pytest.mark.registered


async def started(
    clock: FakeClock, host: User, *others: User, seconds: int = DAY_S, **settings: str
) -> Room:
    """A room where a game has begun, found by nobody yet; the worker has looked before."""
    await sweep_news()

    def make() -> Room:
        for player in (host, *others):
            subscribed(player, PushBrowser(f"https://push.example.net/{player.name}"))
        room = open_room(host, 1 + len(others), clock=seconds, **settings)
        begun(room, host, *others, now=clock.now_ms())
        return room

    return await in_database(make)


async def test_it_tells_whose_turn_it_is_once_after_a_while(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    await started(clock, alice, bob)
    clock.advance(WAIT_S - 1)
    await sweep_news()
    assert await told() == []
    clock.advance(2)
    for _ in range(3):
        await sweep_news()
        clock.advance(3600)
    assert await told() == ["Alice"]


async def test_it_tells_nobody_who_is_at_the_table(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await started(clock, alice, bob)
    await visit(room, alice)
    clock.advance(WAIT_S + 1)
    await sweep_news()
    assert await told() == []


async def test_it_tells_who_has_left_when_little_of_the_turn_is_left(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await started(clock, alice, bob)
    client = await visit(room, alice)
    await sweep_after(clock, WAIT_S + 1)
    await client.leave()
    await sweep_after(clock, DAY_S - LONG_CLOCK_S / 4)
    assert await told() == ["Alice"]


async def test_it_tells_who_was_at_the_table_at_first_once_they_have_left(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await started(clock, alice, bob)
    client = await visit(room, alice)
    await sweep_after(clock, WAIT_S + 1)
    await let_pass(clock, 130, client)
    await sweep_news()
    assert await told() == []
    await client.leave()
    await sweep_after(clock, 60)
    assert await told() == []
    for _ in range(3):
        await sweep_after(clock, 200)
        assert await told() == ["Alice"]
    assert not await in_database(TurnWatch.objects.exists)


async def test_it_looks_less_often_at_who_stays_at_the_table_and_no_more_after_the_turn(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await started(clock, alice, bob)
    client = await visit(room, alice)
    await sweep_after(clock, WAIT_S + 1)
    pauses = []
    for _ in range(6):
        watch = await in_database(TurnWatch.objects.get)
        pauses.append((watch.look_at - clock.utc_now()).total_seconds() / 60)
        await let_pass(clock, pauses[-1] * 60, client)
        await sweep_news()
    assert pauses == [2, 4, 8, 16, 30, 30]
    await client.roll()
    await client.score("choice")
    await let_pass(clock, 1800, client)
    await sweep_news()
    assert await told() == ["Bob"]
    assert not await in_database(TurnWatch.objects.exists)


async def test_it_tells_in_rounds_who_leaves_and_not_who_was_told(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    room = await started(clock, alice, bob, charlie, mode="rounds")
    one, two = await visit(room, alice), await visit(room, bob)
    await sweep_after(clock, WAIT_S + 1)
    assert await told() == ["Charlie"]
    await one.roll()
    await one.score("choice")
    for client in (one, two):
        await client.leave()
    await sweep_after(clock, 121)
    assert await told() == ["Bob", "Charlie"]


async def test_it_tells_of_each_new_turn(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await started(clock, alice, bob)
    client = await visit(room, alice)
    await client.roll()
    await client.score("choice")
    clock.advance(WAIT_S + 1)
    await sweep_news()
    assert await told() == ["Bob"]
    facts = await in_database(lambda: json.loads(Notice.objects.get().facts))
    game = await in_database(lambda: current_game(room))
    assert facts["game"] == game.code
    assert game.deadline is not None
    assert facts["deadline"] == round(game.deadline.timestamp() * 1000)


async def test_it_tells_nobody_of_a_turn_that_is_over(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await started(clock, alice, bob)
    clock.advance(WAIT_S + 1)
    client = await visit(room, alice)
    await client.roll()
    await client.score("choice")
    await client.leave()
    await sweep_news()
    assert await told() == []


async def test_it_tells_everybody_of_a_round_that_all_play_at_once(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    await started(clock, alice, bob, mode="rounds")
    clock.advance(WAIT_S + 1)
    await sweep_news()
    assert await told() == ["Alice", "Bob"]


@pytest.mark.parametrize("seconds", [30, 90])
async def test_it_tells_nothing_of_games_with_a_short_clock(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, seconds: int
) -> None:
    room = await started(clock, alice, bob, seconds=seconds)
    clock.advance(WAIT_S + 1)
    await sweep_news()
    await resigned(clock, room, alice, bob)
    await sweep_news()
    assert await told() == await told("over") == []


async def test_it_goes_on_where_the_worker_stopped(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    await started(clock, alice, bob)
    clock.advance(6 * 3600)  # without a worker
    await sweep_news()
    assert await told() == ["Alice"]


async def test_two_workers_tell_once(hubs: Hubs, clock: FakeClock, alice: User, bob: User) -> None:
    await started(clock, alice, bob)
    clock.advance(WAIT_S + 1)

    def forget() -> None:  # as if the other worker had read the mark at the same time
        NoticeMark.objects.filter(name=f"turn-{DAY_S}").update(upto=0)

    await sweep_news()
    await in_database(forget)
    await sweep_news()
    assert await told() == ["Alice"]


async def test_it_does_not_tell_what_was_before_the_first_worker(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    await started(clock, alice, bob)
    clock.advance(3600)
    await in_database(NoticeMark.objects.all().delete)
    await sweep_news()
    assert await told() == []


async def resigned(clock: FakeClock, room: Room, *people: User) -> None:
    """All but the first one resign and leave, which ends the game 15 s ago."""
    game = await in_database(lambda: current_game(room))
    _, *others = [await visit(room, each) for each in people]
    for client in others:
        assert (await client.ask("resign", game=game.code))["type"] == "ack"
        await client.leave()
    assert (await in_database(lambda: current_game(room))).status == "finished"
    clock.advance(15)
    await in_database(lambda: count_results([game.pk]))


async def test_it_tells_those_who_are_away_that_a_game_is_over(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    room = await started(clock, alice, bob, charlie)
    await resigned(clock, room, alice, bob, charlie)
    for _ in range(2):
        await sweep_news()
    assert await told("over") == ["Bob", "Charlie"]
    facts = await in_database(
        lambda: json.loads(Notice.objects.filter(kind="over").first().facts)  # type: ignore[union-attr]
    )
    # The later somebody resigns, the better their place.
    assert [person[1:3] for person in facts["people"]] == [["Alice", 1], ["Bob", 3], ["Charlie", 2]]


async def test_it_tells_by_mail_where_no_browser_is_told(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    await sweep_news()

    def make() -> list[User]:
        people = [registered(name) for name in ("Dora", "Emil", "Frida", "Gustav")]
        for dora in people[:3]:
            wants_mail(dora, "turn", mail="always" if dora.name == "Emil" else "instead")
        for emil in people[1:3]:
            subscribed(emil, PushBrowser(f"https://push.example.net/{emil.name}"))
        room = open_room(people[0], 4, mode="rounds", clock=DAY_S)
        begun(room, *people, now=clock.now_ms())
        return people

    await in_database(make)
    clock.advance(WAIT_S + 1)
    await sweep_news()

    def read() -> list[tuple[str, bool]]:
        notices = Notice.objects.select_related("player")
        return sorted((notice.player.name, notice.target == 0) for notice in notices)

    # Dora has no browser, Emil wants both, Frida does not, Gustav wants no mail.
    assert await in_database(read) == [
        ("Dora", True),
        ("Emil", False),
        ("Emil", True),
        ("Frida", False),
    ]


async def test_a_step_that_fails_keeps_no_other_one_from_being_done(
    hubs: Hubs,
    clock: FakeClock,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await started(clock, alice, bob)
    clock.advance(WAIT_S + 1)

    def fail(clock: int, *rest: Any) -> Any:
        if clock == DAY_S:
            raise LookupError("no turns")
        return new_turns(clock, *rest)

    done = []

    def ends(*_: object) -> tuple[list[NewEnd], None]:
        done.append("ends")
        return [], None

    def challenges(*_: object) -> list[Event]:
        done.append("challenges")
        return []

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "new_turns", fail)
        patch.setattr(jobs, "new_ends", ends)
        patch.setattr(jobs, "new_challenges", challenges)
        with pytest.raises(ExceptionGroup) as raised:
            await sweep_news()
    assert [type(each) for each in raised.value.exceptions] == [LookupError]
    assert done == ["ends", "challenges"]
    await sweep_news()
    assert await told() == ["Alice"]


async def test_nothing_is_sent_to_who_has_played_their_round_by_then(
    hubs: Hubs, clock: FakeClock, service: PushService, alice: User, bob: User
) -> None:
    await sweep_news()

    def make() -> Room:
        for player in (alice, bob):
            subscribed(player, PushBrowser(service.endpoint(player.name)))
            wants_mail(player, "turn", mail="always")
        room = open_room(alice, 2, mode="rounds", clock=DAY_S)
        begun(room, alice, bob, now=clock.now_ms())
        return room

    room = await in_database(make)
    await sweep_after(clock, WAIT_S + 1)
    service.status = 503
    await in_database(send_all)
    assert len(service.received) == 2
    client = await visit(room, bob)
    await client.roll()
    await client.score("choice")
    service.status = 201
    clock.advance(MAIL_AFTER.total_seconds())
    await in_database(send_all)
    assert [request.path for request in service.received[2:]] == ["/send/Alice"]
    assert [message.to for message in mail.outbox] == [["alice@example.com"]]


async def test_it_tells_those_who_joined_that_an_event_was_called_off(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    def call_off() -> Tournament:
        subscribed(alice, PushBrowser("https://push.example.net/alice"))
        subscribed(charlie, PushBrowser("https://push.example.net/charlie"))
        wants_mail(bob, "over")
        event = duplicate(3600)
        join(event, alice, bob)
        assert call_off_all() == 1
        return event

    event = await in_database(call_off)
    await sweep_news()
    assert await told("over") == []
    for _ in range(3):
        await sweep_after(clock, 6)
        assert await told("over") == ["Alice", "Bob"]
    await in_database(send_all)
    (letter,) = mail.outbox
    assert letter.subject == (
        "Yacht, same dice: Cancelled: there are no more events with the same dice."
    )
    assert f"/tournaments/{event.code}/" in str(letter.body)
