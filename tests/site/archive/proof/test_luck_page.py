"""How lucky many games were, and the page that tells it."""

from fractions import Fraction
from math import comb

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, SeatAnalysis, User
from games.record.log.damage import mark_damaged
from games.site.study.analysis.game_analysis import analyse_game
from games.site.study.analysis.luck import chance_of_less, luck_of_games, one_in
from tests.fixtures import As
from tests.record.ratings.games import DAY, finished_game
from tests.support.people import START
from tests.support.reading import text_of

pytestmark = pytest.mark.registered


def chances_by_counting(rolls: int, one: int) -> list[Fraction]:
    """For each number of hits in so many rolls with a chance of 1 in `one`: the chance of fewer,
    and half the chance of exactly as many.
    """
    all_ways, fewer, chances = one**rolls, 0, []
    for hits in range(rolls + 1):
        ways = comb(rolls, hits) * (one - 1) ** (rolls - hits)
        chances.append(Fraction(2 * fewer + ways, 2 * all_ways))
        fewer += ways
    assert fewer == all_ways
    return chances


@pytest.mark.parametrize(("rolls", "one"), [(111, 6), (400, 20), (1000, 36)])
def test_it_gives_the_chance_of_dice_that_seldom_please(rolls: int, one: int) -> None:
    # Each roll wins one - 1 points with a chance of 1 in `one`, and else loses 1.
    compared = 0
    for hits, exact in enumerate(chances_by_counting(rolls, one)):
        if 0.02 < exact < 0.98:
            found = chance_of_less([one - 1] * hits + [-1] * (rolls - hits))
            assert found == pytest.approx(float(exact), abs=0.005)
            compared += 1
    assert compared > 10


def test_it_sums_up_games_and_judges_only_enough_of_them() -> None:
    assert luck_of_games([]) is None
    two = luck_of_games([[1.5, -2.0], [-4.0]])
    assert two is not None
    assert (two.points, two.games, two.per_game) == (-4.5, 2, -2.25)
    assert (two.chance, two.one_in) == (None, None)
    three = luck_of_games([[1.5, -2.0], [-4.0], [0.5] * 9])
    assert three is not None
    assert three.chance == chance_of_less([1.5, -2.0, -4.0, *[0.5] * 9])
    nothing = luck_of_games([[], [], []])
    assert nothing is not None
    assert nothing.one_in is None


@pytest.mark.parametrize(
    ("chance", "players"),
    [(0.5, 2), (0.3, 3), (0.21, 5), (0.104, 10), (0.06, 20), (0.011, 90), (0.003, 100), (0.0, 100)],
)
def test_it_says_one_in_how_many(chance: float, players: int) -> None:
    assert one_in(chance) == players


def analysed(*people: User, number: int) -> Game:
    game = finished_game(*people, seed=number, at=START + number * DAY)
    assert analyse_game(game.pk)
    return game


@pytest.mark.django_db
def test_its_page_tells_only_the_viewer_about_their_newest_games(
    alice: User,
    bob: User,
    signed_in: As,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.site.archive.proof.luck_views.MOST_GAMES", 3)
    games = [analysed(alice, bob, number=number) for number in range(4)]
    browser = signed_in(alice)
    with django_assert_num_queries(4):  # the session, its player, their games, all dice
        answer = browser.get("/fair/")
    assert "private" in answer["Cache-Control"]
    rows = SeatAnalysis.objects.filter(game__in=games[1:], player=alice)
    assert answer.context["luck"].points == pytest.approx(
        sum(row.data["luck"] for row in rows), abs=0.01
    )
    told = [(game.code, game.points) for game, *_ in answer.context["games"]]
    assert told == [
        (game.code, pytest.approx(rows.get(game=game).data["luck"], abs=0.01))
        for game in reversed(games[1:])
    ]
    text = answer.content.decode()
    assert f'href="/g/{games[3].code}/#proof"' in text
    assert "Only your newest 3 games count." in text


@pytest.mark.logs_errors("games.record.log.damage")
@pytest.mark.django_db
def test_it_leaves_out_damaged_games(alice: User, bob: User, signed_in: As) -> None:
    mark_damaged(analysed(alice, bob, number=0), "broken")
    assert signed_in(alice).get("/fair/").context["luck"] is None


def test_visitors_learn_what_they_will_see(outsider: Client) -> None:
    text = text_of(outsider, "/fair/")
    assert "Play a game, then see here how lucky your dice were." in text
    assert "#proof" not in text
