"""Puzzles: a visitor answers right and wrong with the keyboard, and plays a streak on a phone."""

import json
import re
from decimal import ROUND_HALF_UP, Decimal

from playwright.sync_api import Page, Route, expect

from games.core.rules import Position
from games.site.events.puzzles.choices import Valued, valued
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.test_accessibility import check
from tests.system.e2e.test_daily import on_database


def choices(site: Site, page: Page) -> list[Valued]:
    """All choices in the puzzle that the page shows, best first."""
    expect(page.get_by_role("group", name="Dice").locator(".die")).to_have_count(5)
    dice = "".join(re.findall(r": (\d)", " ".join(labels(page))))
    shown = on_database(site, "SELECT position, losses FROM games_puzzle")
    card = page.locator(".written").all_inner_texts()
    for text, losses in shown:
        position = Position.parse(text)
        if "".join(map(str, position.dice or ())) == dice:
            filled = [str(entry) for entry in position.card.entries if entry is not None]
            if filled == card and position.rolls == page.locator(".rolls .made").count():
                return valued(position, json.loads(losses))
    raise AssertionError(f"no puzzle has the dice {dice} and the card {card}")


def labels(page: Page) -> list[str]:
    dice = page.get_by_role("group", name="Dice").locator(".die")
    return [each.get_attribute("aria-label") or "" for each in dice.all()]


def answer(person: Person, chosen: Valued) -> None:
    """Answer as a person does: hold dice and roll, or pick a box and score it."""
    page = person.page
    if chosen.choice.fill is not None:
        index = page.locator(".score-table tbody tr").filter(has=page.locator("button.offer"))
        name = chosen.choice.fill.box.category.replace("_", " ")
        index.filter(has_text=re.compile(name, re.IGNORECASE)).first.locator(".offer").click()
        page.locator(".actions .write").click()
        return
    faces = [int(label.split(": ")[1][0]) for label in labels(page)]
    for face in chosen.choice.keep or ():
        place = faces.index(face)
        faces[place] = 0
        person.press(str(place + 1))
    person.press("r")


def points_lost(chosen: Valued) -> Decimal:
    """Return the points with one decimal place. Halves are rounded up, as browsers do."""
    return Decimal(chosen.loss / 100).quantize(Decimal("0.1"), ROUND_HALF_UP)


def without_next(route: Route) -> None:
    """Answer as the server does when the player has seen all puzzles."""
    answered = route.fetch()
    route.fulfill(response=answered, json={**answered.json(), "next": None})


def test_it_is_solved_with_the_keyboard_and_as_a_streak_on_a_phone(
    arrive: Arrive, site: Site
) -> None:
    alice = arrive("Alice")
    page = alice.page
    page.goto("/learn/")
    page.get_by_role("main").get_by_role("link", name=re.compile("^Puzzles")).click()
    menu = page.locator(".puzzle-menu > summary")
    for choice in ("Yahtzee", "Straights"):
        menu.click()
        page.get_by_role("link", name=choice, exact=True).click()
        expect(menu).to_contain_text(choice)
    expect(page).to_have_url(re.compile(r"\?variant=yahtzee&theme=straights$"))
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(re.compile(r"What do you keep\?|Which box\?"))
    solution = page.get_by_role("region", name="Answer")
    before = page.locator("#puzzle-data").text_content() or ""
    assert "loss" not in before
    page.get_by_role("button", name="Full house", exact=True).click()
    expect(page.get_by_role("dialog", name="Full house")).to_be_visible()
    alice.press("Escape")
    answer(alice, choices(site, page)[0])
    expect(title).to_have_text("Right!")
    expect(solution.get_by_role("row").nth(1)).to_contain_text("best")
    check(alice)
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    alice.press("n")
    expect(title).to_have_text(re.compile(r"What do you keep\?|Which box\?"))
    expect(title).to_be_focused()
    worst = choices(site, page)[-1]
    page.route("**/puzzles/answer", without_next)
    answer(alice, worst)
    expect(title).to_have_text(f"You give up {points_lost(worst)} points")
    expect(solution.locator(".mine")).to_have_count(1)
    alice.hears(re.compile("^You give up"))
    alice.press("n")
    expect(title).to_have_text("No puzzles left")
    expect(title).to_be_focused()

    bob = arrive("Bob", phone=True)
    page = bob.page
    page.goto("/puzzles/streak/?variant=yatzy")
    streak = page.locator(".puzzle-streak")
    for run in ("1", "2"):
        answer(bob, choices(site, page)[0])
        expect(streak.locator("b")).to_have_text(run)
        page.get_by_role("button", name="Next puzzle").tap()
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height == page.evaluate("innerHeight")
    answer(bob, choices(site, page)[-1])
    expect(page.get_by_role("button", name="New streak")).to_be_visible()
    expect(streak).to_contain_text("best 2")
    check(bob)
    page.reload()
    expect(streak).to_contain_text("best 2")
