"""The page of puzzles: no values before the answer, few queries, limits."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.models import Puzzle, PuzzleAnswer, User
from games.site.events.puzzles.player_puzzles import record_of
from tests.site.events.puzzles.making import RIGHT, WRONG, puzzle, puzzles
from tests.support.clock import FakeClock
from tests.support.people import passes_second_factor

pytestmark = pytest.mark.registered

DAY_S = 24 * 3600


def browser_of(player: User | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def shown(client: Client, path: str = "/puzzles/?variant=yacht") -> dict[str, Any]:
    """The data of the page's script."""
    answer = client.get(path)
    assert answer.status_code == 200
    found = re.search(
        r'id="puzzle-data" type="application/json">(.*?)</script>', answer.content.decode()
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def send(client: Client, code: str, choice: str, **fields: str) -> dict[str, Any]:
    form = {"puzzle": code, "choice": choice, "variant": "yacht", **fields}
    answer = client.post("/puzzles/answer", form)
    assert answer.status_code == 200
    data: dict[str, Any] = answer.json()
    return data


def test_it_tells_no_values_and_no_theme_before_the_answer(db: None) -> None:
    puzzle(value=987.25, losses=[int(at != 10) * 43210 for at in range(12)])
    text = Client().get("/puzzles/").content.decode()
    assert "987" not in text
    assert "432" not in text
    asked = shown(Client())["puzzle"]
    assert set(asked) == {
        *("code", "variant", "position", "dice", "rolls", "card", "options", "rating"),
        "question",
    }
    assert "missed" not in asked


def test_it_answers_with_the_verdict_and_the_next_puzzle(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = puzzles(1500, 1510)
    browser = browser_of(alice)
    with django_assert_num_queries(22):
        told = send(browser, first.code, WRONG)
    assert (told["right"], told["loss"], told["first"]) == (False, 4.0, True)
    assert told["choices"][0]["box"]["category"] == "choice"
    assert told["choices"][told["mine"]]["box"]["category"] == "ones"
    assert told["choices"][0]["value"] == 150.0
    assert told["choices"][told["mine"]]["value"] == 146.0
    assert told["record"]["tries"] == 1
    assert told["next"]["code"] == second.code
    assert send(browser, second.code, RIGHT)["next"] is None


def test_it_counts_repeated_answers_once(alice: User) -> None:
    asked = puzzle()
    browser = browser_of(alice)
    send(browser, asked.code, WRONG)
    for _ in range(3):
        assert not send(browser, asked.code, RIGHT)["first"]
    assert record_of(alice).solved == 0
    assert PuzzleAnswer.objects.count() == 1


@pytest.mark.parametrize("asks", ["a visitor", "a guest", "another account"])
def test_no_account_gets_a_rating_for_a_solution_that_it_asked_for_without_one(
    alice: User, bob: User, guest: User, clock: FakeClock, asks: str
) -> None:
    before, later = puzzle("12466"), puzzle("12366")
    asker = {"a visitor": None, "a guest": guest, "another account": bob}[asks]
    for asked in (before, later):
        send(browser_of(asker), asked.code, WRONG)
    learnt = asks != "another account"
    answer = send(browser_of(alice), before.code, RIGHT)
    assert answer["first"]
    assert (answer["change"] == 0) is learnt
    before.refresh_from_db()
    assert (before.mu == 1500) is learnt
    clock.advance(DAY_S)
    assert send(browser_of(alice), later.code, RIGHT)["change"] > 0


def test_guests_at_one_address_are_not_one_person(guest: User, alice: User, db: None) -> None:
    asked, other = puzzle("12466"), puzzle("12366")
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    send(browser_of(alice), asked.code, RIGHT)
    assert send(browser_of(guest), asked.code, RIGHT)["change"] > 0
    # Whoever was told without a name may be any of them.
    send(browser_of(None), other.code, WRONG)
    assert send(browser_of(guest), other.code, RIGHT)["change"] == 0


def test_it_plays_a_streak_for_an_account(alice: User) -> None:
    puzzles(*range(1000, 1500, 50))
    browser = browser_of(alice)
    code = shown(browser, "/puzzles/streak/?variant=yacht")["puzzle"]["code"]
    for run in (1, 2, 3):
        told = send(browser, code, RIGHT, mode="streak")
        assert told["record"]["run"] == run
        code = told["next"]["code"]
    assert shown(browser, "/puzzles/streak/?variant=yacht")["puzzle"]["code"] == code
    assert send(browser, code, WRONG, mode="streak")["record"] == {
        **{"rating": 1500, "tries": 4, "solved": 3, "run": 0, "best": 3},
    }


def test_it_lets_visitors_play_and_stores_nothing(db: None) -> None:
    first, second, third = puzzles(1000, 1050, 1100)
    told = send(Client(), first.code, RIGHT, seen=f"{second.code}", mode="streak", run="1")
    assert told["next"]["code"] == third.code
    assert "record" not in told
    assert not PuzzleAnswer.objects.exists()
    assert set(Puzzle.objects.values_list("tries", flat=True)) == {0}
    other = Client().post("/puzzles/next", {"variant": "yacht", "seen": first.code}).json()
    assert other["next"]["code"] in (second.code, third.code)


def title_of(client: Client, path: str) -> str:
    """The title of a page for apps that show a link to it."""
    found = re.search(r'property="og:title" content="(.*?)"', client.get(path).content.decode())
    assert found is not None
    return found[1]


def test_a_puzzle_has_a_page_of_its_own_also_for_those_who_have_answered_it(alice: User) -> None:
    asked, _ = puzzle("12466", rolls=2), puzzle("12455")
    browser, path = browser_of(alice), f"/puzzles/{asked.code}/"
    for client in (browser, Client()):
        data = shown(client, path)
        assert (data["puzzle"]["code"], data["chosen"]) == (asked.code, True)
    assert title_of(Client(), path) == "Yacht puzzle: what do you keep of 1 2 4 6 6?"
    assert send(browser, asked.code, RIGHT)["first"]
    assert shown(browser, path)["puzzle"]["code"] == asked.code
    assert not send(browser, asked.code, RIGHT)["first"]


@pytest.mark.parametrize("code", ["today-", "23456789ab", "x" * 500])
def test_a_puzzle_that_is_gone_leads_to_others(db: None, code: str) -> None:
    answer = Client().get(f"/puzzles/{code}/")
    assert answer.status_code == 404
    assert "This puzzle has gone" in answer.content.decode()


def test_the_puzzle_of_the_day_is_the_same_for_everybody_until_midnight(
    alice: User, clock: FakeClock
) -> None:
    old = {each.code for each in puzzles(*range(1000, 3000, 50))}
    clock.advance(DAY_S - clock.utc_now().timestamp() % DAY_S)  # midnight UTC
    for rolls in (1, 2):
        code = shown(browser_of(alice), "/puzzles/today/")["puzzle"]["code"]
        assert code in old
        send(browser_of(alice), code, RIGHT)
        puzzles(*range(1000, 3000, 50), rolls=rolls)  # new ones change nothing
        clock.advance(DAY_S - 1)
        for player in (alice, None):
            assert shown(browser_of(player), "/puzzles/today/")["puzzle"]["code"] == code
        old = set(Puzzle.objects.values_list("code", flat=True))
        clock.advance(1)
    assert shown(Client(), "/puzzles/today/")["puzzle"]["code"] != code


@pytest.mark.parametrize("query", ["variant=chess", "variant=triple_yahtzee", "theme=chess"])
def test_it_knows_only_exact_variants_and_its_themes(db: None, query: str) -> None:
    assert Client().get(f"/puzzles/?{query}").status_code == 404


def test_it_refuses_what_is_no_answer(db: None) -> None:
    asked = puzzle()
    fields = {"puzzle": asked.code, "choice": RIGHT, "variant": "yacht"}
    for change, status in (
        ({"puzzle": "unknown"}, 404),
        ({"puzzle": "a\x00b"}, 404),
        ({"choice": "box:nothing"}, 422),
        ({"choice": "x" * 5000}, 422),
        ({"variant": "chess"}, 404),
    ):
        assert Client().post("/puzzles/answer", fields | change).status_code == status
    assert Client().get("/puzzles/answer").status_code == 405


def test_it_is_safe_against_other_sites_and_limited(alice: User, settings: Settings) -> None:
    asked = puzzle()
    fields = {"puzzle": asked.code, "choice": RIGHT, "variant": "yacht"}
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/puzzles/answer", fields).status_code == 403
    strict.get("/puzzles/")
    token = {"csrfmiddlewaretoken": strict.cookies["csrftoken"].value}
    assert strict.post("/puzzles/answer", fields | token).status_code == 200
    settings.LIMITS = {**settings.LIMITS, "puzzle": (2, 60)}
    browser = browser_of(alice)
    statuses = [browser.post("/puzzles/answer", fields).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_it_shows_when_nothing_is_left(alice: User) -> None:
    asked = puzzle()
    browser = browser_of(alice)
    send(browser, asked.code, RIGHT)
    assert shown(browser)["puzzle"] is None


def test_staff_see_a_list(db: None) -> None:
    root = User.objects.create_superuser("root", "", "pass", name="root")
    asked = puzzle()
    text = passes_second_factor(browser_of(root)).get("/admin/games/puzzle/").content.decode()
    assert asked.code in text
    assert "1500 ± 150" in text
