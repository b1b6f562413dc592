"""The page of a game notices when the server shows other things than the browser recorded."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.meddling import change_game, exchange_secret
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site

FAIR = "The dice were fair."
FAILED = "The check failed."


@pytest.fixture
def game(alice: Person, bob: Person, site: Site) -> str:
    """The path of a game that Alice and Bob have played: two turns, then Bob resigns."""
    link = alice.open_special_table("yacht")
    site.throw_fair_dice(link)
    bob.join(link)
    alice.start(players=2)
    alice.takes_turn()
    bob.takes_turn()
    bob.resigns()
    return alice.page.get_by_role("link", name="Review game").get_attribute("href") or ""


def check(page: Page, path: str) -> None:
    page.goto(f"{path}#proof")
    page.get_by_role("button", name="Check these dice").click()


def is_logged(page: Page, path: str) -> bool:
    """Whether the game's end is in the public log."""
    answer = page.request.get(f"{path.rstrip('/')}.json").json()
    return answer["fair_log"]["end"] is not None


def test_it_says_what_this_browser_recorded(game: str, alice: Person, arrive: Arrive) -> None:
    until(lambda: is_logged(alice.page, game), alice.page)
    check(alice.page, game)
    verdict = alice.page.locator(".verdict.success")
    expect(verdict).to_contain_text(FAIR)
    expect(verdict).to_contain_text("2 seeds fit their seals.")
    recorded = r"This browser recorded the fingerprint on .* at \d\d:\d\d, before the first roll\."
    expect(verdict).to_contain_text(re.compile(recorded))
    expect(verdict).to_contain_text("Your seed is in the dice.")
    expect(verdict).to_contain_text(re.compile(r"It saw (\d+) of \1 steps"))
    expect(verdict).to_contain_text(re.compile(r"is entry \d+ of the public log\."))
    stranger = arrive("Charlie").page
    check(stranger, game)
    verdict = stranger.locator(".verdict.success")
    expect(verdict).to_contain_text("This browser recorded nothing")


def test_it_catches_a_server_that_exchanges_secret_and_commitment(
    game: str, alice: Person, arrive: Arrive
) -> None:
    def forge(data: dict[str, Any]) -> None:
        exchange_secret(data)
        data["fair_log"] = None

    stranger = arrive("Charlie").page
    change_game(stranger, game, forge)
    check(stranger, game)
    # The forgery is perfect for everyone who was not there.
    expect(stranger.locator(".verdict.success")).to_contain_text(FAIR)
    change_game(alice.page, game, forge)
    alice.page.goto(game)
    alarm = alice.page.get_by_role("alert")
    expect(alarm).to_contain_text(FAILED)
    expect(alarm).to_contain_text("The fingerprint of the secret has changed.")
    alarm.get_by_role("link").click()
    alice.page.get_by_role("button", name="Check these dice").click()
    verdict = alice.page.locator(".verdict.error")
    expect(verdict).to_contain_text("Steps of the game have changed: 1–")
    expect(alice.page.get_by_text(FAIR)).to_be_hidden()


def test_it_catches_a_forgery_that_keeps_its_place_in_the_public_log(
    game: str, arrive: Arrive
) -> None:
    stranger = arrive("Charlie").page
    change_game(stranger, game, exchange_secret)
    check(stranger, game)
    verdict = stranger.locator(".verdict.error")
    expect(verdict).to_contain_text("The public log says something else about this game.")


def test_it_catches_another_seed_of_another_player(game: str, alice: Person) -> None:
    def forge(data: dict[str, Any]) -> None:
        [shown] = [
            event
            for event in data["events"]
            if event["type"] == "seed.revealed" and event["seat"] == 1
        ]
        shown["data"]["seed"] = "chosen"

    change_game(alice.page, game, forge)
    check(alice.page, game)
    verdict = alice.page.locator(".verdict.error")
    expect(verdict).to_contain_text("Wrong seeds: Bob.")


def drop(entries: list[dict[str, Any]]) -> None:
    del entries[-2]


def change(entries: list[dict[str, Any]]) -> None:
    entries[-2]["value"] = "00" * 32


def renumber(entries: list[dict[str, Any]]) -> None:
    drop(entries)
    entries[-1]["index"] -= 1


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (drop, "Entries of the public log are missing."),
        (renumber, "Entries of the public log are missing."),
        (change, "of the public log is wrong."),
    ],
)
def test_it_catches_a_server_that_drops_or_changes_an_entry_of_the_public_log(
    game: str,
    alice: Person,
    forge: Callable[[list[dict[str, Any]]], None],
    words: str,
) -> None:
    until(lambda: is_logged(alice.page, game), alice.page)

    def answer(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        forge(body["entries"])
        route.fulfill(response=response, json=body)

    alice.page.route(re.compile("/api/v1/fair-log/entries"), answer)
    check(alice.page, game)
    expect(alice.page.locator(".verdict.error")).to_contain_text(words)


def test_it_catches_a_public_log_that_has_become_shorter(game: str, alice: Person) -> None:
    def answer(route: Route) -> None:
        route.fulfill(json={"index": 1, "at": 0, "hash": "00" * 32})

    alice.page.route(re.compile("/api/v1/fair-log$"), answer)
    check(alice.page, game)
    words = "Entries of the public log are missing."
    expect(alice.page.locator(".verdict.error")).to_contain_text(words)
