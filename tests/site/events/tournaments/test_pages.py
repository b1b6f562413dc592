"""The pages of tournaments, and what profiles, the home page and programs say about them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from msgspec import UNSET
from pytest_django.fixtures import Settings

from games.models import Tournament, TournamentEntry, User
from games.platform.clock import utc_now
from games.site.account.membership.deletion import delete_player
from games.site.events.tournaments import standings
from tests.fixtures import As
from tests.support.people import passes_second_factor

pytestmark = pytest.mark.registered

FORM = {
    "name": "Harbour Cup",
    "variant": "yatzy",
    "seats": "3",
    "clock": "60",
    "length": "45",
    "delay": "15",
}


def arena(begins: float = -10, lasts: float = 60, **differing: Any) -> Tournament:
    """A tournament; times in minutes from now."""
    starts_at = utc_now() + timedelta(minutes=begins)
    ends_at = starts_at + timedelta(minutes=lasts)
    values = {"name": "Harbour Cup", "variant": "yacht", "clock": 30, "seats": 2, **differing}
    return Tournament.objects.create(starts_at=starts_at, ends_at=ends_at, **values)


def finished(*results: tuple[User, int, int]) -> Tournament:
    """A tournament that is over; results of (player, place, score)."""
    tournament = arena(-100, 60, finished_at=utc_now() - timedelta(minutes=39))
    for player, place, score in results:
        enter(tournament, player, place=place, score=score, games=2, sheet=[score], state="paused")
    return tournament


def enter(tournament: Tournament, player: User, **columns: Any) -> TournamentEntry:
    joining_at = {"joined_at": utc_now(), "waiting_since": utc_now(), "alive_until": utc_now()}
    return TournamentEntry.objects.create(
        tournament=tournament, player=player, **joining_at, **columns
    )


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_lists_what_runs_what_comes_and_who_has_won(
    client: Client, alice: User, bob: User
) -> None:
    arena(name="Running")
    arena(begins=60, name="Coming")
    arena(begins=120, name="", every="week", variant="yatzy")
    finished((alice, 1, 36), (bob, 2, 12))
    page = text_of(client, "/tournaments/")
    found = [page.index(each) for each in ("Running", "Coming", "Weekly Yatzy arena")]
    assert found == sorted(found)
    assert page.index("Harbour Cup") < page.index(alice.name) < page.index(bob.name)


def test_a_deleted_player_has_no_profile_to_link_to(client: Client, alice: User, bob: User) -> None:
    tournament = finished((alice, 1, 36), (bob, 2, 12))
    delete_player(alice)
    state = standings.read_state(tournament.pk)
    assert state is not None
    assert [row.closed for row in state.view.rows] == [True, UNSET]
    rows = client.get(f"/api/v1/tournaments/{tournament.code}").json()["standings"]
    assert [(row["name"], row.get("closed")) for row in rows] == [
        ("Deleted player", True),
        (bob.name, None),
    ]
    client.cookies["language"] = "de"
    for path in ("/tournaments/", f"/tournaments/{tournament.code}/"):
        page = text_of(client, path)
        assert "Gelöschtes Konto" in page
        assert "Deleted player" not in page


def test_it_tells_the_script_what_a_win_is_worth(client: Client, db: None) -> None:
    assert 'data-win="12"' in text_of(client, f"/tournaments/{arena().code}/")


def test_it_finds_a_code_typed_in_capitals_and_no_other(client: Client, db: None) -> None:
    tournament = arena()
    answer = client.get(f"/tournaments/{tournament.code.upper()}/")
    if tournament.code != tournament.code.upper():
        assert answer.headers["Location"] == f"/tournaments/{tournament.code}/"
    assert client.get("/tournaments/nosuch/").status_code == 404


def test_it_opens_a_tournament_for_an_account(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/tournaments/new/", FORM)
    opened = Tournament.objects.get()
    assert answer.headers["Location"] == f"/tournaments/{opened.code}/"
    assert (opened.name, opened.host, opened.seats, opened.rated) == (
        "Harbour Cup",
        alice,
        3,
        False,
    )


def test_it_sends_guests_to_choose_a_password(client: Client, guest: User) -> None:
    client.force_login(guest)
    assert client.get("/tournaments/new/").headers["Location"] == "/account/keep/"
    client.logout()
    assert "/sign-in/" in client.get("/tournaments/new/").headers["Location"]


@pytest.mark.parametrize("change", [{"name": "x"}, {"seats": "9"}, {"delay": "1"}, {"clock": "5"}])
def test_it_says_what_is_wrong_with_the_form(
    client: Client, alice: User, change: dict[str, str]
) -> None:
    client.force_login(alice)
    assert client.post("/tournaments/new/", {**FORM, **change}).status_code == 422
    assert not Tournament.objects.exists()


def test_it_says_in_one_sentence_what_is_chosen(client: Client, alice: User) -> None:
    client.force_login(alice)
    usual = "2 players, 30 s a turn, starts in 5 minutes, lasts 45 minutes<"
    assert usual in text_of(client, "/tournaments/new/")
    answer = client.post("/tournaments/new/", {**FORM, "name": ""})
    text = answer.content.decode()
    assert "Please enter a name." in text
    assert "60 s a turn, starts in 15 minutes, lasts 45 minutes<" in text


def test_it_refuses_a_third_open_tournament(client: Client, alice: User) -> None:
    client.force_login(alice)
    for status in (302, 302, 422):
        assert client.post("/tournaments/new/", FORM).status_code == status


def test_it_limits_the_tournaments_that_one_address_opens(
    alice: User, bob: User, charlie: User, signed_in: As, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "tournament-address": (2, 86_400)}
    path = "/tournaments/new/"
    answers = [signed_in(each).post(path, FORM).status_code for each in (alice, bob, charlie)]
    assert answers == [302, 302, 429]
    other = signed_in(charlie).post(path, FORM, REMOTE_ADDR="203.0.113.9")
    assert other.status_code == 302


def test_it_shows_results_on_profiles(client: Client, alice: User, bob: User) -> None:
    tournament = finished((alice, 1, 36), (bob, 2, 12))
    page = text_of(client, f"/@{alice.name}/")
    assert f"/tournaments/{tournament.code}/" in page
    assert "36 points" in page
    assert "2 players" in page


def test_the_home_page_has_a_line_for_an_arena_that_runs(client: Client, alice: User) -> None:
    arena(begins=60, name="Coming")
    finished((alice, 1, 12))
    assert "/tournaments/" not in text_of(client, "/")
    running = arena(begins=-5, name="Running")
    assert f"/tournaments/{running.code}/" in text_of(client, "/")


def test_it_tells_programs(client: Client, alice: User, bob: User) -> None:
    running = arena(begins=-5)
    enter(running, alice, score=24, games=2, wins=2, sheet=[12, 12])
    enter(running, bob, score=24, games=3)
    over = finished((alice, 1, 36))
    lists = client.get("/api/v1/tournaments").json()
    assert [each["code"] for each in lists["running"]] == [running.code]
    assert lists["running"][0]["players"] == 2
    assert lists["over"][0]["podium"][0]["name"] == alice.name
    page = client.get(f"/api/v1/tournaments/{running.code}").json()
    assert [entry["place"] for entry in page["standings"]] == [1, 1]
    assert page["standings"][0]["sheet"] == [12, 12]
    assert page["tournament"]["podium"] == []
    part = client.get(f"/api/v1/tournaments/{running.code}?after=1&limit=1").json()
    assert [entry["name"] for entry in part["standings"]] == [bob.name]
    assert client.get(f"/api/v1/tournaments/{over.code}").json()["tournament"]["finished"]
    assert client.get("/api/v1/tournaments/nosuch").status_code == 404


def test_it_exports_a_players_tournaments(client: Client, alice: User) -> None:
    tournament = finished((alice, 1, 36))
    client.force_login(alice)
    export = client.get("/account/export/").json()
    assert [(each["code"], each["place"]) for each in export["tournaments"]] == [
        (tournament.code, 1)
    ]


def test_staff_can_end_one(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    client.force_login(alice)
    passes_second_factor(client)
    running, coming = arena(), arena(begins=30)
    client.post(
        "/admin/games/tournament/", {"action": "end", "_selected_action": [running.pk, coming.pk]}
    )
    running.refresh_from_db()
    assert running.ends_at <= utc_now()
    assert list(Tournament.objects.all()) == [running]
