"""Players' pages: who has one, and what it shows."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.core.rules import VARIANTS, find_variant
from games.models import Game, Rating, Scorecard, User
from games.people.accounts.bot_accounts import find_bots
from games.people.accounts.facts import profile_path
from games.people.accounts.players import create_account
from games.site.account.membership.deletion import delete_player
from games.site.archive.profiles import player_profile
from games.tables.rooms.opening import open_room
from tests.fixtures import As
from tests.support.people import PASSWORD
from tests.support.played import begin, finished_game
from tests.support.reading import plain

pytestmark = pytest.mark.registered


@pytest.fixture(autouse=True)
def _fresh_averages() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


# --- Who has a page ---------------------------------------------------------------------------


def test_it_shows_everybody_the_page_of_an_account(
    alice: User, bob: User, guest: User, signed_in: As, outsider: Client
) -> None:
    for browser in (outsider, signed_in(guest), signed_in(bob), signed_in(alice)):
        answer = browser.get("/@Alice/")
        assert answer.status_code == 200
        assert alice.email not in answer.content.decode()


@pytest.mark.parametrize("typed", ["alice", "ALICE", "aLiCe"])
def test_it_leads_to_the_right_spelling(alice: User, outsider: Client, typed: str) -> None:
    assert outsider.get(f"/@{typed}/")["Location"] == "/@Alice/"
    asked = outsider.get(f"/@{typed}/games/?variant=yacht")
    assert asked["Location"] == "/@Alice/games/?variant=yacht"
    assert outsider.get(f"/@{typed}/?variant=yatzy")["Location"] == "/@Alice/?variant=yatzy"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë Ångström",
        "a/b",
        "100% ?#",
        "//evil.example",
        "蘭",
        "a/../b",
        "Bob/games",
        "~s",
        "./",
        "...",
    ],
)
def test_it_is_found_whatever_the_name_holds(db: None, outsider: Client, name: str) -> None:
    player = create_account(name, PASSWORD)
    path = profile_path(player)
    assert path is not None
    assert path.startswith("/@")
    for page in (path, f"{path}games/"):
        answer = outsider.get(page)
        assert (answer.status_code, answer.context["player"]) == (200, player)


def test_it_says_plainly_that_guests_bots_and_the_deleted_have_none(
    guest: User, bob: User, outsider: Client
) -> None:
    (bot,) = User.objects.filter(pk__in=find_bots(1))
    delete_player(bob)
    nobody = ("Nobody", "Bob", "Deleted player", guest.name, guest.username, bot.name, bot.username)
    for name in (*nobody, bob.username, "%00", "x" * 3000):
        for page in ("", "games/"):
            answer = outsider.get(f"/@{name}/{page}")
            assert answer.status_code == 404
            assert "Player not found" in answer.content.decode()


# --- Records and ratings ----------------------------------------------------------------------


def test_it_invites_a_player_without_games(alice: User, signed_in: As, outsider: Client) -> None:
    invitation = '<a class="button" href="/new/">'
    assert invitation in signed_in(alice).get("/@Alice/").content.decode()
    text = outsider.get("/@Alice/").content.decode()
    assert "No games yet" in text
    assert invitation not in text


def test_it_shows_the_rating_of_each_variant_with_its_mark(
    alice: User, bob: User, outsider: Client
) -> None:
    finished_game(alice, bob, rated=True)
    finished_game(alice, bob, variant="yatzy")
    finished_game(alice, bob, variant="yatzy")
    records = outsider.get("/@Alice/").context["records"]
    # The most played one first; without a rated game there is no number.
    assert [record.variant.id for record in records] == ["yatzy", "yacht"]
    assert [(record.rating is None, record.provisional) for record in records] == [
        (True, True),
        (False, True),
    ]
    Rating.objects.filter(player=alice, pool="yacht").update(sigma=40, shown=1613)
    text = outsider.get("/@Alice/?variant=yacht").content.decode()
    assert "1613" in text
    assert "1613<abbr" not in text


def test_it_tells_the_variant_that_was_asked_for(alice: User, bob: User, outsider: Client) -> None:
    finished_game(alice, bob)
    finished_game(alice, bob, variant="yatzy")
    for asked, shown in (("yatzy", "yatzy"), ("triple_yahtzee", "yacht"), ("", "yacht")):
        assert outsider.get(f"/@Alice/?variant={asked}").context["chosen"].variant.id == shown


def test_it_charts_the_rating_and_tells_the_same_in_a_table(
    alice: User, bob: User, outsider: Client
) -> None:
    games = [finished_game(alice, bob, rated=True) for _ in range(3)]
    finished_game(alice, bob)  # not rated: not in the chart
    cards = Scorecard.objects.filter(player=alice, game__in=games).order_by("pk")
    answer = outsider.get("/@Alice/")
    details = answer.context["details"]
    shown = [round(card.mu_after or 0) for card in cards]
    assert [rating for _, rating in details["chart"]["points"]] == shown
    assert details["highest"].rating.after == max(shown)
    text = answer.content.decode()
    assert 'id="rating-data"' in text
    assert "/static/vendor/uplot.css" in text
    for game in games:
        assert text.count(f'<th scope="row"><a href="/g/{game.code}/">') == 1


def test_it_charts_games_in_the_order_in_which_they_counted(
    alice: User, bob: User, outsider: Client
) -> None:
    first, second = (finished_game(alice, bob, rated=True) for _ in range(2))
    now = timezone.now()
    for game, ago in ((first, 1), (second, 2)):
        game.scorecards.update(finished_at=now - timedelta(hours=ago))
    points = outsider.get("/@Alice/").context["details"]["chart"]["points"]
    after = [round(game.scorecards.get(player=alice).mu_after or 0) for game in (first, second)]
    assert [rating for _, rating in points] == after
    # The chart's library needs times in order.
    assert [at for at, _ in points] == [round((now - timedelta(hours=1)).timestamp())] * 2


def test_it_charts_no_more_than_so_many_games(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [finished_game(alice, bob, rated=True) for _ in range(3)]
    monkeypatch.setattr(player_profile, "CHART_GAMES", 2)
    assert [game.code for game in player_profile.rated_games(alice, "yacht")] == [
        game.code for game in games[1:]
    ]


def test_it_loads_no_chart_for_a_player_without_rated_games(
    alice: User, bob: User, outsider: Client
) -> None:
    finished_game(alice, bob)
    text = outsider.get("/@Alice/").content.decode()
    assert 'id="rating-data"' not in text
    assert "vendor/uplot.css" not in text
    assert not re.search(r"<script[^>]+rating-chart", text)


def test_it_shows_the_best_cards(alice: User, bob: User, outsider: Client) -> None:
    games = [finished_game(alice, bob) for _ in range(4)]
    for game, total in zip(games, (120, 250, 90, 180), strict=True):
        game.scorecards.filter(player=alice).update(total=total, final_total=total)
    best = outsider.get("/@Alice/").context["details"]["best"]
    assert [(card.total, card.game.code) for card in best] == [
        (250, games[1].code),
        (180, games[3].code),
        (120, games[0].code),
    ]


def test_it_marks_the_best_cards_of_solo_games(alice: User, bob: User, outsider: Client) -> None:
    shared, solo = finished_game(alice, bob), finished_game(alice)
    answer = outsider.get("/@Alice/")
    marks = {card.game_id: card.solo for card in answer.context["details"]["best"]}
    assert marks == {shared.pk: False, solo.pk: True}
    assert answer.content.decode().count('<span class="badge">Solo</span>') == 1


# --- Averages ---------------------------------------------------------------------------------


def naive_average(cards: list[str], box: int) -> float:
    """Return the mean of one box, computed from the texts of cards with one column."""
    points = [int(text.split(" ")[1].split(",")[box]) for text in cards]
    return sum(points) / len(points)


def test_it_averages_every_box_of_the_players_cards(
    alice: User, bob: User, outsider: Client
) -> None:
    for _ in range(3):
        finished_game(alice, bob)
    finished_game(alice, bob, variant="yatzy")
    cards = Scorecard.objects.filter(player=alice, pool="yacht")
    positions = list(cards.values_list("position", flat=True))
    details = outsider.get("/@Alice/?variant=yacht").context["details"]
    assert details["averages"].cards == 3
    for place, row in enumerate(details["table"]):
        assert row["name"] == VARIANTS["yacht"].categories[place].name
        assert row["mine"] == pytest.approx(naive_average(positions, place))
        assert row["site"] is None  # too few cards to compare with


def test_it_compares_with_the_cards_of_the_people_here(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch, outsider: Client
) -> None:
    monkeypatch.setattr(player_profile, "SITE_CARDS", 4)
    finished_game(alice, bob)
    finished_game(bob, charlie)
    (bot,) = User.objects.filter(pk__in=find_bots(1))
    Scorecard.objects.filter(player=charlie).update(player=bot)
    finished_game(bob, alice)
    people = Scorecard.objects.exclude(player=bot).values_list("position", flat=True)
    assert len(people) == 5
    row, *_ = outsider.get("/@Alice/").context["details"]["table"]
    site = naive_average(list(people), 0)
    assert row["site"] == pytest.approx(site)
    assert row["difference"] == round(row["mine"] - site, 1)


def test_it_averages_the_columns_of_a_card_and_its_bonuses() -> None:
    triple = find_variant("triple_yahtzee")
    ones = (
        "3,6,9,12,15,18,0,0,0,0,0,0,5",
        "1,2,3,4,5,6,0,0,0,0,0,0,5",
        "3,2,3,4,5,6,0,0,0,0,0,0,8",
    )
    found = player_profile.average(triple, [f"triple_yahtzee {'/'.join(ones)} 0/0/0 - 0"])
    assert found is not None
    assert (found.cards, found.boxes["ones"], found.boxes["chance"]) == (1, 7 / 3, 6)
    assert found.bonus == pytest.approx(1 / 3)  # 63 in the first column, 21 and 23 in the others


def test_it_leaves_out_cards_that_were_not_filled() -> None:
    yacht = find_variant("yacht")
    assert player_profile.average(yacht, ["yacht 1,2,-,-,-,-,-,-,-,-,-,- 0 - 0"]) is None


def test_it_computes_the_sites_averages_once_in_a_while(
    alice: User, bob: User, outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    finished_game(alice, bob)
    player_profile.site_averages()
    with django_assert_num_queries(0):
        player_profile.site_averages()


# --- Against me, and the list -----------------------------------------------------------------


def test_it_tells_my_record_against_the_player(
    alice: User, bob: User, charlie: User, guest: User, signed_in: As, outsider: Client
) -> None:
    for places in ((1, 2), (1, 2), (2, 1), (1, 1), (3, 2)):
        game = finished_game(alice, bob, *([charlie] if 3 in places else []))
        for player, place in zip((alice, bob), places, strict=True):
            game.scorecards.filter(player=player).update(place=place)
    finished_game(alice, charlie)
    answer = signed_in(alice).get("/@Bob/")
    against = answer.context["against"]
    assert (against.games, against.ahead, against.behind, against.level) == (5, 2, 2, 1)
    assert "5 games together" in answer.content.decode()
    assert signed_in(alice).get("/@Alice/").context["against"] is None
    assert outsider.get("/@Bob/").context["against"] is None
    assert "games together" not in signed_in(guest).get("/@Bob/").content.decode()


def test_it_lists_finished_games_a_page_at_a_time(
    alice: User, bob: User, guest: User, outsider: Client
) -> None:
    games = [finished_game(alice, bob if number % 2 else guest) for number in range(22)]
    begin(open_room(alice, "yacht", {}, 2, None, False), alice, bob)  # running: not told
    newest = [game.code for game in reversed(games)]
    shown = outsider.get("/@Alice/")
    assert [row.code for row in shown.context["games"].rows] == newest[:8]
    assert 'href="/@Alice/games/"' in shown.content.decode()
    first = outsider.get("/@Alice/games/")
    assert [row.code for row in first.context["games"].rows] == newest[:20]
    text = first.content.decode()
    assert 'href="/@Bob/"' in text
    assert "/@Gus/" not in text
    last = outsider.get("/@Alice/games/", {"after": first.context["games"].after})
    assert [row.code for row in last.context["games"].rows] == newest[20:]
    assert outsider.get("/@Alice/games/?after=nonsense").context["games"] == first.context["games"]


def test_it_lists_the_games_of_one_variant(alice: User, bob: User, outsider: Client) -> None:
    finished_game(alice, bob)
    yatzy = finished_game(alice, bob, variant="yatzy")
    rows = outsider.get("/@Alice/games/?variant=yatzy").context["games"].rows
    assert [row.code for row in rows] == [yatzy.code]
    none = plain(outsider.get("/@Alice/games/?variant=yahtzee").content.decode())
    assert "Alice has not finished a game of this variant." in none


def test_it_tells_games_that_ended_at_the_same_moment_once_each(
    alice: User, bob: User, outsider: Client
) -> None:
    games = [finished_game(alice, bob) for _ in range(21)]
    now = timezone.now() - timedelta(days=1)
    Game.objects.update(finished_at=now)
    Scorecard.objects.update(finished_at=now)
    first = outsider.get("/@Alice/games/").context["games"]
    last = outsider.get("/@Alice/games/", {"after": first.after}).context["games"]
    codes = [row.code for row in (*first.rows, *last.rows)]
    assert sorted(codes) == sorted(game.code for game in games)


def test_it_asks_the_database_little(
    alice: User,
    bob: User,
    signed_in: As,
    outsider: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(2):
        finished_game(alice, bob, rated=True)
    player_profile.site_averages()
    # The player, records, accuracy, chart, averages, best cards, games, their cards, names and
    # analyses.
    with django_assert_num_queries(12):
        outsider.get("/@Alice/")
    browser = signed_in(bob)
    # And session, viewer, the viewer's record against the player, and blocks.
    with django_assert_num_queries(17):
        browser.get("/@Alice/")
    # The player, what they have played, games, their cards, names and analyses.
    with django_assert_num_queries(6):
        outsider.get("/@Alice/games/")
