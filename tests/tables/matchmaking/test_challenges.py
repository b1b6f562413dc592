"""Challenges between players."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Challenge, User
from games.people.accounts.players import create_guest
from games.platform.database.threads import in_database
from games.site.account.membership import blocks
from games.tables.live.jobs import CLOSED_AFTER
from games.tables.live.registry import Hubs
from games.tables.matchmaking.jobs import sweep_tickets
from tests.tables.matchmaking.database import change, game_settings, room_of, tables
from tests.tables.matchmaking.tab import AsgiTab, look

DAY_S = 86_400


async def account(user: User, name: str) -> User:
    """Turn the guest into an account of this name."""

    def turn() -> None:
        User.objects.filter(pk=user.pk).update(
            name=name, username=name.casefold(), is_guest=False, is_active=True
        )
        user.refresh_from_db()

    await change(turn)
    return user


@pytest.fixture
async def pair(hubs: Hubs, alice: User, bob: User) -> tuple[AsgiTab, AsgiTab]:
    await account(alice, "Alice")
    await account(bob, "Bob")
    return await look(alice), await look(bob)


async def asked(one: AsgiTab, two: AsgiTab, name: str = "Bob", **differing: Any) -> int:
    """Have the one ask the other; return the challenge's id once the other knows it."""
    assert (await one.ask("challenge", name=name, **game_settings(**differing)))["type"] == "ack"
    id_: int = (await two.has_challenge("open"))["id"]
    return id_


Pair = tuple[AsgiTab, AsgiTab]


async def test_it_shows_each_only_what_concerns_him(
    pair: Pair, alice: User, bob: User, charlie: User
) -> None:
    one, two = pair
    await account(charlie, "Charlie")
    three = await look(charlie)
    await asked(one, two)
    await asked(one, three, "Charlie")
    await asked(three, one, "Alice")
    for tab, count in ((one, 3), (two, 1), (three, 2)):
        await tab.has_challenges(count)
    # A newcomer's reading must not take from the others what it does not know.
    again = await look(bob)
    assert again.challenges == two.challenges
    frames = len(one.frames)
    assert (await one.ask("ping"))["type"] == "ack"
    assert not [frame for frame in one.frames[frames:] if frame["type"] == "challenges"]


async def test_it_takes_both_to_a_table_when_it_is_accepted(pair: Pair, alice: User) -> None:
    one, two = pair
    more = await look(alice)
    id_ = await asked(one, two, variant="yatzy", clock=30, rated=True)
    assert (await two.ask("accept", challenge=id_))["type"] == "ack"
    codes = {await tab.room_found() for tab in (one, two, more)}
    code = codes.pop()
    assert codes == set()
    assert await tables() == {code: ["Alice", "Bob"]}
    room = await room_of(code)
    assert (room.variant, room.clock, room.rated) == ("yatzy", 30, True)
    assert (await two.has_challenge("accepted"))["room"] == code
    assert one.paired == [code]


async def test_it_is_also_for_house_rules_but_never_rated(pair: Pair) -> None:
    one, two = pair
    rules = "yatzy+bonus-100"
    id_ = await asked(one, two, variant="yatzy+bonus-100+limit-63", rated=False)
    assert (await two.has_challenge("open"))["variant"]["name"] == "Yatzy+"
    assert (await two.ask("accept", challenge=id_))["type"] == "ack"
    room = await room_of(await one.room_found())
    assert (room.variant, room.rated) == (rules, False)
    for asking in (
        one.ask("challenge", name="Bob", **game_settings(variant=rules, rated=True, clock=60)),
        one.ask("play", **game_settings(variant=rules, clock=60)),
    ):
        answer = await asking
        assert (answer["type"], answer["code"]) == ("error", "bad_message")


async def test_it_waits_until_a_game_that_is_about_to_begin_has_begun(
    pair: Pair, charlie: User
) -> None:
    one, two = pair
    id_ = await asked(one, two)
    three = await look(charlie)
    for tab in (one, three):
        await tab.ask("play", **game_settings())
    await sweep_tickets()
    await one.room_found()
    assert (await two.ask("accept", challenge=id_))["code"] == "already_started"
    assert (await two.has_challenge("open"))["id"] == id_


@pytest.mark.parametrize("answer", ["decline", "withdraw"])
async def test_it_ends_by_no_and_by_never_mind(pair: Pair, answer: str) -> None:
    one, two = pair
    id_ = await asked(one, two)
    answering = two if answer == "decline" else one
    assert (await answering.ask(answer, challenge=id_))["type"] == "ack"
    status = {"decline": "declined", "withdraw": "withdrawn"}[answer]
    for tab in (one, two):
        assert (await tab.has_challenge(status))["room"] is None
    for again in ("accept", "decline"):
        assert (await two.ask(again, challenge=id_))["code"] == "stale"
    assert (await one.ask("withdraw", challenge=id_))["code"] == "stale"
    assert await tables() == {}
    # The answer is shown for a while; then it is gone, and may be asked again.
    assert (await one.ask("challenge", name="Bob", **game_settings()))["type"] == "ack"


async def test_it_is_open_for_a_day_if_a_turn_may_take_one(pair: Pair) -> None:
    one, two = pair
    id_ = await asked(one, two, clock=DAY_S)
    left = two.challenges[0]["expires"] - one.frames[0]["time"]
    assert 0 <= left - DAY_S * 1000 < 60_000
    assert (await two.ask("accept", challenge=id_))["type"] == "ack"
    code = await one.room_found()
    # The table waits for both, for most of a day: neither has to be there at once.
    room = await room_of(code)
    assert room.begins_by is not None
    wait = room.begins_by - timezone.now()
    assert timedelta(hours=22) < wait < CLOSED_AFTER
    await sweep_tickets()
    assert (await room_of(code)).game is None
    # Meanwhile they play elsewhere.
    elsewhere: dict[str, Any] = {"variant": "yacht", "switches": {}, "clock": None, "bots": 1}
    assert (await two.ask("company", **elsewhere))["type"] == "ack"
    assert len(await tables()) == 2


async def test_it_is_only_for_the_two(pair: Pair, charlie: User) -> None:
    one, two = pair
    three = await look(charlie)
    id_ = await asked(one, two)
    for tab, answer in (
        (one, "accept"),
        (one, "decline"),
        (two, "withdraw"),
        (three, "accept"),
        (three, "decline"),
        (three, "withdraw"),
    ):
        assert (await tab.ask(answer, challenge=id_))["code"] == "stale"
    assert (await two.ask("accept", challenge=10**9))["code"] == "stale"
    assert (await two.has_challenge("open"))["id"] == id_


async def test_it_refuses_who_is_not_there(pair: Pair, charlie: User) -> None:
    one, _ = pair
    await change(lambda: User.objects.create(username="pip", name="Pip", is_bot=True))
    # Charlie is a guest, and not online.
    long_ago = timezone.now() - timedelta(hours=1)
    await change(lambda: User.objects.filter(pk=charlie.pk).update(seen_at=long_ago))
    for name in ("Charlie", "nobody", charlie.username[:20], "Pip", "a\0b"):
        answer = await one.ask("challenge", name=name, **game_settings())
        assert (answer["code"], answer["message"]) == (
            "not_found",
            f"There is no player called {name}.",
        )


async def test_it_finds_a_guest_who_is_online_if_no_other_has_the_name(pair: Pair) -> None:
    one, _ = pair
    await change(lambda: create_guest("Quirin"))
    tab = await look(await in_database(lambda: User.objects.get(name="Quirin")))
    answer = await one.ask("challenge", name="quirin", **game_settings(rated=True))
    assert answer["message"] == "Quirin is a guest, and cannot play rated."
    await asked(one, tab, "quirin")
    await change(lambda: [create_guest("Quirina"), create_guest("QUIRIN")])
    answer = await one.ask("challenge", name="Quirin", **game_settings(variant="yatzy"))
    assert answer["message"] == "There is no player called Quirin."


async def test_it_refuses_oneself_and_the_same_one_twice(pair: Pair) -> None:
    one, two = pair
    assert (await one.ask("challenge", name="Alice", **game_settings()))["code"] == "forbidden"
    await asked(one, two)
    again = await one.ask("challenge", name="Bob", **game_settings(variant="yatzy"))
    assert (again["code"], again["message"]) == ("forbidden", "You have already challenged Bob.")
    # The other way round is another question.
    assert (await two.ask("challenge", name="Alice", **game_settings()))["type"] == "ack"


async def test_it_refuses_what_cannot_be_played(pair: Pair) -> None:
    one, _ = pair
    for wrong in ({"variant": "chess"}, {"clock": 7}, {"switches": {"x": "y"}}):
        answer = await one.ask("challenge", name="Bob", **game_settings(**wrong))
        assert answer["code"] == "bad_message"


async def test_it_lets_nobody_ask_everybody(pair: Pair, hubs: Hubs) -> None:
    one, _ = pair

    def crowd() -> None:
        for number in range(6):
            User.objects.create(username=f"p{number}", name=f"p{number}")

    await change(crowd)
    answers = [await one.ask("challenge", name=f"p{n}", **game_settings()) for n in range(6)]
    assert [answer["type"] for answer in answers] == ["ack"] * 5 + ["error"]
    # What has expired does not count.
    past = timezone.now() - timedelta(seconds=1)
    await change(lambda: Challenge.objects.filter(challenged__name="p0").update(expires_at=past))
    assert (await one.ask("challenge", name="p5", **game_settings()))["type"] == "ack"


@pytest.mark.parametrize("alice_blocks", [True, False])
async def test_it_refuses_who_has_blocked_or_is_blocked(
    pair: Pair, alice: User, bob: User, alice_blocks: bool
) -> None:
    one, two = pair
    blocker, blocked = (alice, bob) if alice_blocks else (bob, alice)
    await change(lambda: blocks.block(blocker.pk, blocked.pk))
    answer = await one.ask("challenge", name="Bob", **game_settings())
    assert answer["code"] == "forbidden"
    assert answer["message"] == (
        "You have blocked Bob." if alice_blocks else "Bob is not available."
    )
    await change(lambda: blocks.unblock(blocker.pk, blocked.pk))
    await asked(one, two)


async def test_it_ends_when_one_blocks_the_other(
    pair: Pair, alice: User, bob: User, charlie: User
) -> None:
    one, two = pair
    await account(charlie, "Charlie")
    three = await look(charlie)
    id_ = await asked(one, two)
    await asked(one, three, "Charlie")
    await change(lambda: blocks.block(bob.pk, alice.pk))
    await two.has_no_challenge()
    assert (await two.ask("accept", challenge=id_))["code"] == "stale"
    assert [each["to"]["name"] for each in one.challenges] == ["Charlie"]
