"""Several workers at the same instant, on PostgreSQL: each game is counted and weighed once."""

import random

import pytest

from games.models import Circle, Game
from games.platform.database.threads import in_database
from games.site.front.circles.counting import count_games, weigh_games
from tests.site.front.circles import naive
from tests.site.front.circles.making import NOON, analysed, circle_of, finished, plain, stored
from tests.support.races import at_once, people

pytestmark = pytest.mark.usefixtures("real_locks")


async def test_each_game_is_counted_once_though_four_workers_count() -> None:
    players = await people(5)
    chance = random.Random(7)

    def make() -> tuple[Circle, list[Game]]:
        circle = circle_of(*players)
        games = []
        for _ in range(40):
            table = chance.sample(players, 3)
            game = finished(circle, [(who, chance.randint(1, 9), 1) for who in table])
            analysed(game, 0, 3, 1)
            Game.objects.filter(pk=game.pk).update(analysed=4)
            games.append(game)
        return circle, games

    circle, games = await in_database(make)
    counted = sum(await at_once(*[count_games] * 4))
    while more := sum(await at_once(*[count_games] * 4)):
        counted += more
    assert counted == 40
    while sum(await at_once(*[lambda: weigh_games(NOON)] * 4)):
        pass
    found = await in_database(lambda: stored(circle))
    wanted = await in_database(
        lambda: naive.sums([plain(game) for game in games], "UTC", "month", [])
    )
    assert found == wanted
