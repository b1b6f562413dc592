"""Rated tables over sockets: who may sit, what is forbidden, and what the room shows at the end."""

from games.models import Scorecard, User
from games.people.conduct import leavers
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from games.tables.live.results import sweep_results
from tests.support.client import visit
from tests.support.people import keep, open_room, playing


async def test_it_seats_no_guest_at_a_rated_table(hubs: Hubs, alice: User, bob: User) -> None:
    await in_database(lambda: keep(alice))
    room = await in_database(lambda: open_room(alice, rated=True, clock=60, public=True))
    guest = await visit(room, bob)
    refusal = await guest.ask("sit")
    assert (refusal["type"], refusal["code"]) == ("error", "forbidden")
    assert "account" in refusal["message"]
    assert [seat["player"] for seat in guest.room["seats"]] == [alice.pk, None]


async def test_it_seats_no_leaver_during_the_pause(hubs: Hubs, alice: User, bob: User) -> None:
    await in_database(lambda: keep(alice, bob))
    room = await in_database(lambda: open_room(alice, rated=True, clock=60, public=True))
    await in_database(lambda: leavers.note_rated_game([bob.pk], []))
    leaver = await visit(room, bob)
    refusal = await leaver.ask("sit")
    assert (refusal["type"], refusal["code"]) == ("error", "forbidden")
    assert "pauses rated games" in refusal["message"]


async def test_it_gives_no_hint_and_shows_how_ratings_changed(
    hubs: Hubs, alice: User, bob: User
) -> None:
    await in_database(lambda: keep(alice, bob))
    room = await in_database(lambda: playing(alice, bob, rated=True, clock=60, public=True))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.roll()
    refusal = await one.ask("hint", **one.moment())
    assert (refusal["type"], refusal["code"]) == ("error", "forbidden")
    await one.score("choice")
    for client, box in ((two, "choice"), (one, "ones"), (two, "ones")):
        assert (await client.roll())["type"] == "ack"
        assert (await client.score(box))["type"] == "ack"
    await one.ask("resign", game=one.table["game"])
    assert await sweep_results() == 1
    loser, winner = await in_database(lambda: list(Scorecard.objects.order_by("seat")))
    assert winner.mu_after is None, "a game that was broken off changes no rating of who stayed"
    assert loser.mu_after is not None
    fall = {"before": 1500, "after": round(loser.mu_after), "provisional": True}
    assert fall["after"] < 1500
    broken_off = "It ended before half of the boxes were filled."
    await two.reach_room(result={"counted": True, "uncounted": broken_off, "seats": [fall, None]})
