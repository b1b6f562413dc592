"""The sums of a circle are those of its games, each counted once."""

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.models import Circle, CircleEveningPlace, CirclePlay, CircleStanding, Game, User
from games.people.accounts.bot_accounts import find_bot
from games.people.circles import membership
from games.platform.clock import utc_now
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.signing_in import merge_guest
from games.site.front.circles import counting
from games.site.front.circles.counting import count_game, count_games, weigh_games
from games.site.study.analysis.game_analysis import analyse_game
from games.tables.rooms import opening
from tests.site.front.circles import naive
from tests.site.front.circles.making import (
    NOON,
    analysed,
    circle_of,
    finished,
    plain,
    stored,
    stored_sums,
)
from tests.support.people import account, person
from tests.support.played import begin, play_out

pytestmark = pytest.mark.django_db

AROUND = [
    datetime(2026, 3, 28, 12, tzinfo=UTC),  # clocks go forward, and a quarter ends soon
    datetime(2026, 10, 24, 12, tzinfo=UTC),  # they go back
    datetime(2026, 10, 31, 12, tzinfo=UTC),  # America: back on the night of a new month
    datetime(2026, 12, 31, 12, tzinfo=UTC),
]


def the_bot() -> User:
    return User.objects.get(pk=find_bot("breeze"))


def counted(circle: Circle) -> Circle:
    while count_games():
        pass
    while weigh_games(NOON):
        pass
    circle.refresh_from_db()
    return circle


def random_games(circle: Circle, people: list[User], chance: random.Random) -> list[Game]:
    games = []
    for _ in range(24):
        at = chance.choice(AROUND) + timedelta(minutes=chance.randrange(2 * 24 * 60))
        table = chance.sample(people, chance.randint(2, min(5, len(people))))
        totals = [chance.randint(-5, 12) for _ in table]  # ties are common
        places = [1 + sum(other > mine for other in totals) for mine in totals]
        game = finished(circle, list(zip(table, totals, places, strict=True)), at)
        games.append(game)
        if chance.random() < 0.6:
            for seat in range(len(table)):
                if chance.random() < 0.8:
                    loss, luck = chance.random() * 40, chance.gauss(0, 20)
                    analysed(game, seat, loss, luck, hints=int(chance.random() < 0.2))
            Game.objects.filter(pk=game.pk).update(analysed=4)
    chance.shuffle(games)
    return games


def expected(circle: Circle, games: list[Game], began: list[date]) -> dict[str, Any]:
    human = [plain(game) for game in games]
    return naive.sums(
        [game for game in human if len(game.people) > 1], circle.zone, circle.season, began
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("length", ["month", "quarter", "open"])
def test_sums_are_those_of_a_naive_count(seed: int, length: str) -> None:
    chance = random.Random(f"{seed}/{length}")
    zone = chance.choice(["Europe/Berlin", "America/New_York", "UTC", "Pacific/Chatham"])
    people = [person(name) for name in ("Alice", "Bob", "Charlie", "Dora", "Emil")]
    circle = circle_of(*people, zone=zone, season=length)
    Circle.objects.filter(pk=circle.pk).update(season_began_at=datetime(2026, 3, 1, tzinfo=UTC))
    bot = the_bot()
    games = random_games(circle, [*people, bot], chance)
    counted(circle)
    found = stored(circle)
    assert found == expected(circle, games, [date(2026, 3, 1)])
    assert len(found["evenings"]) > 3
    assert not count_games()
    assert not weigh_games(NOON)


def test_a_game_is_counted_once() -> None:
    alice, bob = person("Alice"), person("Bob")
    game = finished(circle_of(alice, bob), [(alice, 9, 1), (bob, 3, 2)])
    assert count_game(game.pk)
    assert not count_game(game.pk)
    assert CirclePlay.objects.count() == 2


@pytest.mark.parametrize(
    "columns",
    [
        {"fault": "a wrong hash"},
        {"demo": True},
        {"share": "abcd"},
        {"status": "aborted"},
        {"status": "cancelled"},
    ],
)
def test_some_games_count_nowhere(columns: dict[str, Any]) -> None:
    alice, bob = person("Alice"), person("Bob")
    circle = circle_of(alice, bob)
    finished(circle, [(alice, 9, 1), (bob, 3, 2)], **columns)
    finished(None, [(alice, 9, 1), (bob, 3, 2)])
    finished(circle, [(alice, 9, 1), (the_bot(), 3, 2)])
    counted(circle)
    assert stored(circle) == {"standings": {}, "evenings": {}, "pairs": {}}
    assert not Game.objects.filter(circle__isnull=False, circle_counted=False).exists()


def test_games_of_a_shared_device_count() -> None:
    alice, bob = person("Alice"), person("Bob")
    circle = circle_of(alice)
    finished(circle, [(alice, 9, 1), (bob, 3, 2)], replay=True)
    assert len(stored(counted(circle))["standings"]) == 2


def test_ties_share_a_win_and_bots_have_no_place() -> None:
    alice, bob, charlie = person("Alice"), person("Bob"), person("Charlie")
    circle = circle_of(alice, bob, charlie)
    bot = the_bot()
    finished(circle, [(alice, 5, 2), (bot, 9, 1), (bob, 5, 2), (charlie, 1, 4)])
    counted(circle)
    places = dict(CirclePlay.objects.values_list("name", "place"))
    assert places == {"Alice": 1, "Bob": 1, "Charlie": 3}
    wins = dict(CircleStanding.objects.values_list("name", "wins"))
    assert wins == {"Alice": 1, "Bob": 1, "Charlie": 0}


def test_a_real_game_counts_with_its_analysis() -> None:
    alice, bob = person("Alice"), person("Bob")
    circle = circle_of(alice, bob)
    room = opening.open_room(alice, "yacht", {}, 2, None, False, False)
    type(room).objects.filter(pk=room.pk).update(circle=circle)
    room.refresh_from_db()
    game = play_out(begin(room, alice, bob))
    assert game.circle_id == circle.pk
    assert count_games() == 1
    assert not CircleStanding.objects.exclude(weighed=0).exists()
    assert analyse_game(game.pk)
    counted(circle)
    assert stored(circle) == naive.sums([plain(game)], "UTC", "month", [])
    assert set(CircleStanding.objects.values_list("weighed", flat=True)) == {1}


def test_a_game_waits_for_its_analysis_for_a_month() -> None:
    alice, bob = person("Alice"), person("Bob")
    circle = circle_of(alice, bob)
    game = finished(circle, [(alice, 9, 1), (bob, 3, 2)])
    counted(circle)
    assert CirclePlay.objects.filter(weighed=False).count() == 2
    weigh_games(NOON + counting.WEIGHED_WITHIN + timedelta(seconds=1))
    assert not CirclePlay.objects.filter(weighed=False).exists()
    assert not weigh_games(utc_now())
    assert game.circle_plays.count() == 2


def test_a_changed_time_zone_leaves_old_evenings() -> None:
    alice, bob = person("Alice"), person("Bob")
    circle = circle_of(alice, bob)
    at = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
    finished(circle, [(alice, 9, 1), (bob, 3, 2)], at)
    counted(circle)
    Circle.objects.filter(pk=circle.pk).update(zone="Asia/Tokyo")
    finished(circle, [(alice, 9, 1), (bob, 3, 2)], at)
    counted(circle)
    nights = circle.evenings.order_by("night").values_list("night", "games")
    assert list(nights) == [(date(2026, 11, 30), 1), (date(2026, 12, 1), 1)]
    assert set(CircleStanding.objects.values_list("season", flat=True)) == {"2026-11", "2026-12"}


@pytest.mark.parametrize("seed", range(4))
def test_a_merged_guest_has_no_double_rows(seed: int) -> None:
    chance = random.Random(seed)
    guest, bob, charlie, dora = (person(name) for name in ("Gus", "Bob", "Charlie", "Dora"))
    alice = account("Alice")
    circle = circle_of(alice, guest, bob, zone="Europe/Berlin")
    games = random_games(circle, [guest, alice, bob, charlie, dora], chance)
    counted(circle)
    merge_guest(guest, alice)
    # Where both were, the guest's card stays the guest's.
    assert stored(circle) == expected(circle, games, [])


def test_whoever_deletes_their_account_leaves_no_sums() -> None:
    alice, bob, charlie = account("Alice"), person("Bob"), person("Charlie")
    circle = circle_of(bob, alice, charlie)
    games = [
        finished(circle, [(alice, 9, 1), (bob, 3, 2), (charlie, 2, 3)]),
        finished(circle, [(bob, 9, 1), (charlie, 2, 2)]),
    ]
    late = finished(circle, [(alice, 8, 1), (bob, 2, 2), (charlie, 1, 3)], circle_counted=True)
    counted(circle)
    delete_player(alice)
    Game.objects.filter(pk=late.pk).update(circle_counted=False)
    counted(circle)
    alice.refresh_from_db()
    assert not CirclePlay.objects.filter(player=alice).exists()
    plays = CirclePlay.objects.filter(player=None)
    assert set(plays.values_list("name", flat=True)) == {"Deleted player"}
    wanted = expected(circle, [*games, late], [])
    wanted.pop("evenings")
    assert stored_sums(circle) == wanted
    assert not CircleEveningPlace.objects.filter(player=None).exists()


def test_whoever_leaves_keeps_their_games_in_the_sums() -> None:
    alice, bob = person("Alice"), person("Bob")
    circle = circle_of(alice, bob)
    games = [finished(circle, [(alice, 9, 1), (bob, 3, 2)])]
    counted(circle)
    membership.leave(circle.pk, bob.pk)
    games.append(finished(circle, [(alice, 9, 1), (bob, 3, 2)]))
    counted(circle)
    assert stored(circle) == expected(circle, games, [])
