"""Several workers and players at the same instant, on PostgreSQL: nobody is at two tables, nobody
is forgotten.
"""

import random
from collections import Counter
from functools import partial

import pytest

from games.core.protocol.errors import Refused
from games.models import Challenge, Room, Ticket
from games.platform.database.threads import in_database
from games.tables.matchmaking import challenges, tickets
from games.tables.rooms.game_settings import GameSettings
from tests.support.races import at_once, people, seats

ROUNDS = 25
WISH = GameSettings("yacht", {}, 60, False)
OTHER = GameSettings("yatzy", {}, 60, False)


pytestmark = pytest.mark.usefixtures("real_locks")


def looking() -> set[int]:
    return set(Ticket.objects.filter(room=None).values_list("player_id", flat=True))


def refused(results: list[object]) -> int:
    return sum(isinstance(result, Refused) for result in results)


async def test_it_pairs_everybody_once_though_four_workers_pair() -> None:
    players = await people(61)
    rng = random.Random(1)

    def look() -> None:
        for player in players:
            tickets.play(player.pk, WISH, rng.choice([0, 2, 2, 3, 4]))

    await in_database(look)
    paired: list[str] = []
    for _ in range(4):
        for result in await at_once(*[tickets.run_wave] * 4):
            assert isinstance(result, list)
            paired += result
    rooms = await in_database(lambda: set(Room.objects.values_list("code", flat=True)))
    assert sorted(rooms) == sorted(paired)
    seated, waiting = await in_database(seats), await in_database(looking)
    assert set(seated.values()) == {1}
    assert set(seated) | waiting == {player.pk for player in players}
    assert set(seated) & waiting == set()
    assert len(waiting) < 10
    left = await in_database(lambda: Ticket.objects.exclude(room=None).count())
    assert left == len(seated)


async def test_it_takes_nobody_who_changes_his_wish_to_two_tables() -> None:
    alice, bob, charlie = await people(3)
    outcomes = set()
    for _ in range(ROUNDS):
        await in_database(lambda: (Room.objects.all().delete(), Ticket.objects.all().delete()))
        for player, settings in ((alice, WISH), (bob, WISH), (charlie, OTHER)):
            await in_database(partial(tickets.play, player.pk, settings, 0))
        results = await at_once(
            tickets.run_wave, lambda: tickets.play(alice.pk, OTHER, 0), tickets.run_wave
        )
        await in_database(tickets.run_wave)
        seated, waiting = await in_database(seats), await in_database(looking)
        assert seated[alice.pk] == 1
        assert set(seated) | waiting == {alice.pk, bob.pk, charlie.pk}
        assert set(seated) & waiting == set()
        outcomes.add(refused(results))
    print(f"of {ROUNDS} races some were won by the worker: {outcomes}")


async def test_it_takes_nobody_to_two_tables_who_accepts_while_he_is_paired() -> None:
    alice, bob, charlie, dora = await people(4)
    for _ in range(ROUNDS):
        await in_database(lambda: (Room.objects.all().delete(), Ticket.objects.all().delete()))
        for player in (alice, bob, charlie, dora):
            await in_database(partial(tickets.play, player.pk, WISH, 0))
        await in_database(lambda: challenges.challenge(alice.pk, dora, OTHER))
        id_ = (await in_database(lambda: Challenge.objects.latest("pk"))).pk
        await at_once(tickets.run_wave, partial(challenges.accept, dora.pk, id_), tickets.run_wave)
        seated, waiting = await in_database(seats), await in_database(looking)
        assert set(seated.values()) == {1}
        assert set(seated) | waiting == {alice.pk, bob.pk, charlie.pk, dora.pk}
        assert set(seated) & waiting == set()
        await in_database(lambda: Challenge.objects.all().delete())


async def test_it_lets_one_of_accept_withdraw_and_decline_win() -> None:
    alice, bob = await people(2)
    winners = Counter[str]()
    for _ in range(ROUNDS):
        await in_database(lambda: Challenge.objects.all().delete())
        before = await in_database(Room.objects.count)
        await in_database(lambda: challenges.challenge(alice.pk, bob, WISH))
        id_ = (await in_database(Challenge.objects.get)).pk
        results = await at_once(
            partial(challenges.accept, bob.pk, id_),
            partial(challenges.withdraw, alice.pk, id_),
            partial(challenges.decline, bob.pk, id_),
            partial(challenges.accept, bob.pk, id_),
        )
        assert refused(results) == 3
        asked = await in_database(Challenge.objects.get)
        assert asked.status != "open"
        made = await in_database(Room.objects.count) - before
        assert made == (asked.status == "accepted")
        winners[asked.status] += 1
        await in_database(lambda: Room.objects.all().delete())
    print(dict(winners))


async def test_it_gives_one_ticket_one_challenge_and_one_table_with_bots() -> None:
    alice, bob = await people(2)
    for number in range(8):
        players = 2 + number % 3
        results = await at_once(*[partial(tickets.play, alice.pk, WISH, players)] * 4)
        assert refused(results) == 0
        assert await in_database(Ticket.objects.count) == 1
        results = await at_once(*[lambda: challenges.challenge(alice.pk, bob, WISH)] * 4)
        assert refused(results) == 3
        codes = await at_once(*[lambda: tickets.play_with_bots(alice.pk, WISH, 2)] * 4)
        assert len(set(codes)) == 1
        await in_database(lambda: (Room.objects.all().delete(), Challenge.objects.all().delete()))
