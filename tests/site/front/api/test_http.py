"""The API over HTTP: refusals, caching, cross-origin requests, limits."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Game, User
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from tests.support.played import new_game, play_out, take_turn

pytestmark = pytest.mark.registered


def refusal(api: Client, path: str, method: str = "GET") -> tuple[int, str]:
    """Return status and code of a refusal, after a check of its shape."""
    response = api.generic(method, f"/api/v1/{path}")
    assert response["Content-Type"] == "application/json"
    assert response["Access-Control-Allow-Origin"] == "*"
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    assert body["error"]["message"]
    return response.status_code, body["error"]["code"]


@pytest.mark.parametrize(
    "path",
    [
        "games/nosuchgame22",
        "games/nosuchgame22/events",
        "games/%00",
        "games/..%2f..",
        "players/Nobody",
        "players/Nobody/games",
        "players/%00",
        "players/%0A",
        "players/a%0A/games",
        "players/" + "x" * 5000,
        "leaderboards/chess",
        "leaderboards/%00",
        "nothing",
        "",
        "variants/",
        "players/a/b/c/games",
    ],
)
def test_it_says_what_does_not_exist(api: Client, path: str) -> None:
    assert refusal(api, path) == (404, "not_found")


def test_it_knows_neither_guests_nor_hidden_handles(api: Client, guest: User) -> None:
    for name in (guest.name, guest.username):
        assert refusal(api, f"players/{name}") == (404, "not_found")


@pytest.mark.parametrize(
    "query",
    [
        "events?after=-1",
        "events?after=x",
        "events?after=1.5",
        "events?after=",
        "events?after=1000001",
    ],
)
def test_it_refuses_wrong_parameters_of_a_log(api: Client, over: Game, query: str) -> None:
    assert refusal(api, f"games/{over.code}/{query}") == (400, "bad_parameter")


@pytest.mark.parametrize(
    "query",
    ["variant=chess", "limit=0", "limit=51", "limit=many", "after=!", "after=", "after=MTox%00"],
)
def test_it_refuses_wrong_parameters_of_a_list(api: Client, alice: User, query: str) -> None:
    assert refusal(api, f"players/Alice/games?{query}") == (400, "bad_parameter")


@pytest.mark.parametrize(
    "after", ["x", "____", "MTo5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "OTk5OTk5OTk5OTk5OTk5OTk5OTk6MQ"]
)
def test_it_refuses_cursors_that_no_page_gave(api: Client, alice: User, after: str) -> None:
    assert refusal(api, f"players/Alice/games?after={after}") == (400, "bad_parameter")
    assert refusal(api, f"leaderboards/yacht?after={after}")[1] == "bad_parameter"


@pytest.mark.parametrize("query", ["board=height", "games=chess", "limit=101", "after=!"])
def test_it_refuses_wrong_parameters_of_a_board(api: Client, db: None, query: str) -> None:
    assert refusal(api, f"leaderboards/yacht?{query}") == (400, "bad_parameter")


def test_it_ignores_parameters_that_it_does_not_know(api: Client) -> None:
    assert api.get("/api/v1/variants?colour=red").status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ["variants", "games/nosuchgame22", "openapi.json", "nothing"])
def test_it_can_only_be_read(path: str, method: str) -> None:
    # Also for methods where Django checks a CSRF token first.
    api = Client(enforce_csrf_checks=True)
    assert refusal(api, path, method) == (405, "method_not_allowed")
    assert api.generic(method, f"/api/v1/{path}")["Allow"] == "GET, HEAD, OPTIONS"


def test_it_is_open_to_scripts_of_other_sites(api: Client) -> None:
    response = api.get("/api/v1/variants", headers={"Origin": "https://elsewhere.example"})
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in response["Access-Control-Expose-Headers"]
    asked = api.options("/api/v1/variants")
    assert (asked.status_code, asked.content) == (204, b"")
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match"


def test_it_looks_at_no_cookie(api: Client, over: Game, alice: User) -> None:
    signed_in = Client()
    signed_in.force_login(alice)
    for path in (f"games/{over.code}", "players/Alice", "leaderboards/yacht"):
        answers = [client.get(f"/api/v1/{path}") for client in (api, signed_in)]
        assert answers[0].content == answers[1].content
        assert not any(answer.cookies for answer in answers)
        assert {answer.get("Vary", "Accept-Encoding") for answer in answers} == {"Accept-Encoding"}


@pytest.mark.parametrize(
    "path", ["variants", "games/{code}", "games/{code}/events", "players/Alice"]
)
def test_it_sends_nothing_again_to_a_browser_that_has_it(
    api: Client, over: Game, path: str
) -> None:
    url = f"/api/v1/{path.format(code=over.code)}"
    first = api.get(url)
    for etag in (first["ETag"], f'"other", W/{first["ETag"]}'):
        again = api.get(url, headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        assert again["Cache-Control"] == first["Cache-Control"]
    assert api.get(url, headers={"If-None-Match": '"other"'}).status_code == 200


def test_it_lets_the_log_of_a_game_that_is_over_be_kept_for_good(api: Client, over: Game) -> None:
    answer = api.get(f"/api/v1/games/{over.code}/events")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


def test_it_lets_a_game_be_kept_for_a_day_once_it_is_counted_and_in_the_public_log(
    api: Client, alice: User, bob: User
) -> None:
    game = new_game(alice, bob, public=True)
    url = f"/api/v1/games/{game.code}"
    seen = []
    count, log = lambda game: count_results([game.pk]), lambda _: log_ends()
    for go_on in (take_turn, play_out, count, log):
        go_on(game)
        answer = api.get(url)
        seen.append((answer["Cache-Control"], answer["ETag"]))
    assert [cache for cache, _ in seen] == [
        "public, max-age=2",
        "public, max-age=2",
        "public, max-age=2",
        "public, max-age=86400",
    ]
    assert len({etag for _, etag in seen}) == 4


def test_it_lets_what_changes_be_kept_for_a_minute(api: Client, over: Game) -> None:
    for path in ("players/Alice", "players/Alice/games", "leaderboards/yacht"):
        assert api.get(f"/api/v1/{path}")["Cache-Control"] == "public, max-age=60"


def test_it_limits_how_often_an_address_may_ask(api: Client, settings: Settings, db: None) -> None:
    settings.LIMITS = {**settings.LIMITS, "api": (2, 3600)}
    assert [api.get("/api/v1/variants").status_code for _ in range(3)] == [200, 200, 429]
    assert refusal(api, "variants") == (429, "rate_limited")
    wait = int(api.get("/api/v1/variants")["Retry-After"])
    assert 0 < wait <= 1801
    assert api.get("/api/v1/variants", REMOTE_ADDR="10.1.2.3").status_code == 200


def test_it_answers_head_like_get(api: Client, over: Game) -> None:
    url = f"/api/v1/games/{over.code}"
    got, head = api.get(url), api.head(url)
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == got["ETag"]
