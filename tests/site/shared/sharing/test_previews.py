"""The previews of pages: their tags, and the pictures that these lead to."""

import io
import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import Room, Tournament, User
from games.people.accounts.players import create_account
from games.site.account.membership.deletion import delete_player
from games.site.front.table.preview import read_room
from games.site.shared.sharing.contents import Invitation
from games.site.shared.sharing.picture_cache import PICTURES
from tests.fixtures import OpenRoom
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, playing
from tests.support.played import NOW, begin, finished_game, new_game, play_out, take_turn

pytestmark = pytest.mark.registered

SITE = "http://testserver"


@pytest.fixture(autouse=True)
def _fresh_pictures() -> None:
    PICTURES.clear()


def tags(browser: Client, path: str, language: str = "en") -> dict[str, str]:
    """Return the tags of a page by name."""
    answer = browser.get(path, HTTP_ACCEPT_LANGUAGE=language)
    head = answer.content.decode().partition("</head>")[0]
    pairs = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', head)
    return {name: unescape(value) for name, value in pairs}


def picture(browser: Client, path: str, language: str = "en") -> bytes:
    """Return the picture of a page, after checking that it is one."""
    address = tags(browser, path, language)["og:image"]
    assert address.startswith(f"{SITE}/preview/{language}/")
    answer = browser.get(address.removeprefix(SITE))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    drawn: bytes = answer.content
    with Image.open(io.BytesIO(drawn)) as found:
        assert found.size == (1200, 630)
    return drawn


def test_every_page_has_a_title_a_description_and_a_picture(outsider: Client) -> None:
    for path in ("/", "/rules/", "/leaderboards/", "/tournaments/", "/sign-in/"):
        found = tags(outsider, path)
        assert found["og:title"] == found["twitter:title"]
        assert found["og:description"] == found["description"] == found["twitter:description"]
        assert found["og:url"] == f"{SITE}{path}"
        assert found["og:image"] == found["twitter:image"] == f"{SITE}/preview/en/site.png?v=1-0"
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["og:image:alt"] == found["twitter:image:alt"] == "Yacht: five dice on a table"
        assert found["twitter:card"] == "summary_large_image"
    assert tags(outsider, "/rules/")["og:title"] == "How to play"
    assert picture(outsider, "/rules/") == picture(outsider, "/")


def test_it_speaks_the_language_of_the_page(
    alice: User, new_room: OpenRoom, outsider: Client
) -> None:
    path = f"/r/{new_room(alice, variant='yahtzee').code}/"
    english, german = tags(outsider, path), tags(outsider, path, "de")
    assert english["og:title"] == "Alice invites you to a game of Yahtzee"
    assert german["og:title"] == "Alice lädt dich zu einem Spiel Fünferpasch ein"
    assert (english["og:locale"], german["og:locale"]) == ("en_US", "de_DE")
    assert picture(outsider, path) != picture(outsider, path, "de")


def test_it_uses_the_address_in_the_settings(outsider: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://dice.example.org"
    found = tags(outsider, "/rules/")
    assert found["og:url"] == "https://dice.example.org/rules/"
    assert found["og:image"].startswith("https://dice.example.org/preview/")


@pytest.mark.parametrize(
    ("path", "shown"),
    [("//[x/", "//[x/"), ("//a.example/", "//a.example/"), ("/\0", "/%00")],
)
def test_an_odd_path_stays_a_path(
    outsider: Client, settings: Settings, path: str, shown: str
) -> None:
    for site in ("", "https://yacht.example.org"):
        settings.SITE_URL = site
        answer = outsider.get("/", PATH_INFO=path)
        assert answer.status_code == 404
        found = re.findall(r'og:url" content="([^"]*)"', answer.content.decode())
        assert found == [f"{site or SITE}{shown}"]


def test_names_cannot_leave_their_tags(new_room: OpenRoom, outsider: Client, db: None) -> None:
    mallory = create_account('"><b>&Co', PASSWORD)
    found = tags(outsider, f"/r/{new_room(mallory).code}/")
    assert found["og:title"] == '"><b>&Co invites you to a game of Yacht'
    assert found["twitter:image:alt"] == found["og:title"]


def test_a_room_shows_who_waits_and_changes_its_address_with_them(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    room = new_room(alice, seats=3)
    path = f"/r/{room.code}/"
    before = tags(outsider, path)["og:image"], picture(outsider, path)
    begin(room, alice, bob)
    after = tags(outsider, path)
    assert after["og:title"] == "Watch a game of Yacht"
    assert after["og:description"] == "It is being played now."
    assert after["og:image"] != before[0]
    assert picture(outsider, path) != before[1]


def words_of_picture(room: Room) -> tuple[str, str]:
    found = read_room(room.code)
    assert found is not None
    assert isinstance(found.content, Invitation)
    return found.content.headline, found.content.note


def test_a_room_says_the_same_as_its_picture_and_what_is_true(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    room = new_room(alice)
    seen = []

    def look() -> None:
        found = tags(outsider, f"/r/{room.code}/")
        headline, note = words_of_picture(room)
        assert (found["og:title"], found["og:description"]) == (headline, note or headline)
        assert found["description"].startswith(headline)
        seen.append((headline, note))

    look()
    game = begin(room, alice, bob)
    look()
    play_out(game)
    look()
    delete_player(bob)  # which frees the seat
    look()
    Room.objects.filter(pk=room.pk).update(ended=True)
    look()
    invites = ("Alice invites you to a game of Yacht", "Type a name and join. No account needed.")
    assert seen == [
        invites,
        ("Watch a game of Yacht", "It is being played now."),
        ("A game of Yacht", "All seats are taken. You can watch."),
        invites,
        ("This table is closed.", ""),
    ]


def test_a_game_shows_its_result_when_it_is_over(alice: User, bob: User, outsider: Client) -> None:
    game = new_game(alice, bob)
    assert outsider.get(f"/preview/en/g/{game.code}.png").status_code == 404
    over = finished_game(alice, bob, rated=True)
    found = tags(outsider, f"/g/{over.code}/")
    assert found["og:image:alt"].startswith("Final scores: ")
    assert re.search(r"(Alice|Bob) \d+ – (Alice|Bob) \d+ · Yacht", found["og:title"])
    picture(outsider, f"/g/{over.code}/")


def test_a_game_loses_the_name_of_a_player_who_is_gone(
    alice: User, bob: User, outsider: Client
) -> None:
    game = finished_game(alice, bob)
    before = picture(outsider, f"/g/{game.code}/")
    delete_player(bob)
    assert "Bob" not in str(tags(outsider, f"/g/{game.code}/"))
    assert picture(outsider, f"/g/{game.code}/") != before


def test_a_profile_shows_its_rating(alice: User, bob: User, outsider: Client) -> None:
    new = picture(outsider, "/@Alice/")
    finished_game(alice, bob, rated=True)
    found = tags(outsider, "/@Alice/")
    assert re.fullmatch(r"Alice: Yacht \d+\?", found["og:image:alt"])
    assert picture(outsider, "/@Alice/") != new


def test_a_profile_tells_ratings_apart(alice: User, outsider: Client) -> None:
    for pool, games, shown, sigma in (("yahtzee", 9, 1600, 60), ("yahtzee:same", 2, 1520, 250)):
        counts = {"games": games, "rated_games": games}
        alice.ratings.create(pool=pool, mu=shown, shown=shown, sigma=sigma, **counts)
    words = "Yahtzee 1600 · Yahtzee, same dice 1520?"
    assert tags(outsider, "/@Alice/")["og:image:alt"] == f"Alice: {words}"
    page = unescape(outsider.get("/@Alice/").content.decode())
    assert f"Alice plays Yacht\n{words}" in page


def test_a_tournament_shows_its_standings(
    alice: User, bob: User, outsider: Client, clock: FakeClock
) -> None:
    starts = clock.utc_now() + timedelta(minutes=5)
    arena = Tournament.objects.create(
        name="Night of dice", variant="yatzy", clock=30, seats=2, starts_at=starts, ends_at=starts
    )
    path = f"/tournaments/{arena.code}/"
    coming = tags(outsider, path)["og:image:alt"]
    assert re.fullmatch(r"Night of dice · Starts: .+ UTC", coming)
    pictures = [picture(outsider, path)]
    for player, score in ((alice, 8), (bob, 5)):
        common = {"joined_at": starts, "waiting_since": starts, "alive_until": starts}
        arena.entries.create(player=player, score=score, games=3, **common)
    clock.advance(301)
    assert tags(outsider, path)["og:image:alt"] == "Standings: Night of dice"
    pictures.append(picture(outsider, path))
    Tournament.objects.filter(pk=arena.pk).update(finished_at=clock.utc_now())
    pictures.append(picture(outsider, path))
    assert len(set(pictures)) == 3


@pytest.mark.parametrize(
    "path",
    [
        *("en/r/none.png", "en/g/none.png", "en/t/none.png", "en/@Nobody.png", "en/@alice.png"),
        *("en/daily/2026-01-01.png", "en/daily/never.png", "en/daily/2026-01-01/yacht.png"),
        *("en/daily/2026-01-01/chess.png", "xx/site.png", "en/site.jpg"),
    ],
)
def test_there_is_no_picture_of_what_does_not_exist(
    alice: User, outsider: Client, path: str
) -> None:
    assert outsider.get(f"/preview/{path}").status_code == 404


def test_clients_and_proxies_may_keep_a_picture(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    room, game = new_room(alice), finished_game(alice, bob)
    for path, seconds in ((f"r/{room.code}", 300), (f"g/{game.code}", 86400)):
        answer = outsider.get(f"/preview/en/{path}.png")
        assert set(answer["Cache-Control"].split(", ")) == {"public", f"max-age={seconds}"}
        assert "Cookie" not in answer.get("Vary", "")
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert not answer.cookies
        again = outsider.get(f"/preview/en/{path}.png", HTTP_IF_NONE_MATCH=answer["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert again["Cache-Control"] == answer["Cache-Control"]


def test_nobody_can_have_many_pictures_drawn(
    alice: User, new_room: OpenRoom, outsider: Client, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "preview": (1, 60)}
    first, second = (f"/preview/en/r/{new_room(alice, seats=n).code}.png" for n in (2, 3))
    assert outsider.get(first).status_code == 200
    answer = outsider.get(second)
    assert (answer.status_code, answer["Location"]) == (302, "/preview/en/site.png")
    assert "no-store" in answer["Cache-Control"]
    assert outsider.get(answer["Location"]).status_code == 200
    assert outsider.get(first).status_code == 200  # it is drawn already


def test_it_asks_few_queries(
    alice: User,
    bob: User,
    new_room: OpenRoom,
    outsider: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    room, game = new_room(alice, seats=8), finished_game(alice, bob, rated=True)
    for path, queries in ((f"r/{room.code}", 2), (f"g/{game.code}", 3), ("@Alice", 4)):
        with django_assert_num_queries(queries):
            outsider.get(f"/preview/en/{path}.png")
    with django_assert_num_queries(0):
        outsider.get("/preview/en/site.png")


def test_a_running_game_shows_the_same_whatever_its_dice_are(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    room = new_room(alice)
    game = begin(room, alice, bob)
    path = f"/r/{room.code}/"
    before = tags(outsider, path), picture(outsider, path)
    for _ in range(5):
        take_turn(game)
        PICTURES.clear()
        assert (tags(outsider, path), picture(outsider, path)) == before


def test_rounds_show_nothing_of_what_is_hidden(
    alice: User, bob: User, outsider: Client, clock: FakeClock
) -> None:
    clock.ms = NOW - 20_000
    room = playing(alice, bob, mode="rounds", clock=60)
    path = f"/r/{room.code}/"
    before = tags(outsider, path), picture(outsider, path)
    assert room.game is not None
    take_turn(room.game)
    PICTURES.clear()
    assert (tags(outsider, path), picture(outsider, path)) == before
    assert outsider.get(f"/preview/en/g/{room.game.code}.png").status_code == 404
