"""Pages on paper: dark text on white, all players, nothing that only a screen can do."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.pages import FOR_ALL
from tests.system.e2e.person import Person, until
from tests.system.e2e.test_first_visit import finished_game
from tests.system.e2e.test_real_dice import fill, start, type_dice

A4 = {"width": 718, "height": 1000}
LEAST_CONTRAST = 3.0  # of the Web Content Accessibility Guidelines, for large text and pictures
# Browsers print no backgrounds: text must be dark enough for white paper.
PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#fff";
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = (part) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = (color) => {
    const [r, g, b] = rgb(color).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const words = walker.currentNode.data.trim();
    if (!words || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("svg, script, style, .visually-hidden")) continue;
    const contrast = 1.05 / (light(getComputedStyle(element).color) + 0.05);
    found.push([Math.round(contrast * 10) / 10, words.slice(0, 40)]);
  }
  return found;
}"""
DARK = """() => ((PLAIN) => ["body", "main", ".felt", ".scorecard", ".panel"].flatMap((place) =>
  [...document.querySelectorAll(place)]
    .filter((each) => each.checkVisibility())
    .map((each) => getComputedStyle(each))
    .map(({ backgroundColor, backgroundImage }) => [place, backgroundColor, backgroundImage])
    .filter(([, color, image]) => !PLAIN.includes(color) || image !== "none")))(
  ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"])"""

LOAD = """() => document.head.append(Object.assign(document.createElement("link"),
  { rel: "stylesheet", media: "print", href: document.documentElement.dataset.print }))"""


def print_(page: Page) -> None:
    # The site loads it when the page has been open for a while.
    page.evaluate(LOAD)
    until(lambda: bool(page.evaluate("!!document.querySelector('link[media=print]')?.sheet")), page)
    page.set_viewport_size(A4)  # type: ignore[arg-type]
    page.emulate_media(media="print")


def check_paper(page: Page) -> None:
    """Check that what is printed can be read on white paper, and needs no ink for surfaces."""
    texts: list[list[Any]] = page.evaluate(PALE)
    assert texts
    assert [each for each in texts if each[0] < LEAST_CONTRAST] == []
    assert page.evaluate(DARK) == []
    buttons = page.locator(".button, form, .site-header, .site-footer, .tray, .real-entry")
    assert [each for each in buttons.all() if each.is_visible()] == []


def heads(page: Page) -> list[str]:
    """Return the names above the columns of the card."""
    names = page.locator(".scorecard table").first.locator("thead .seat-head")
    return [each.inner_text().strip() for each in names.all() if each.is_visible()]


@pytest.fixture
def window(arrive: Arrive) -> Person:
    """Alice in a window with dark colours."""
    return arrive("Alice", color_scheme="dark")


def test_the_scorecard_for_real_dice_has_all_players(window: Person) -> None:
    page = window.page
    start(page, "Mia", "Leo", "Zoë", rules="yahtzee")
    type_dice(page, "11123")
    fill(page, 3, "Ones")
    type_dice(page, "22213")
    fill(page, 6, "Twos")
    print_(page)
    assert heads(page) == ["Mia", "Leo", "Zoë"]
    written = page.locator(".written")
    assert [each.inner_text()[-1] for each in written.all() if each.is_visible()] == ["3", "6"]
    check_paper(page)


def test_a_running_card_and_a_finished_game_have_all_players(
    window: Person, arrive: Arrive
) -> None:
    link = window.open_special_table(seats=2)
    bob = arrive("Bob", phone=True)
    bob.join(link)
    window.start(2)
    window.takes_turn()
    bob.takes_turn()
    for person in (window, bob):
        print_(person.page)
        assert sorted(heads(person.page)) == ["Alice", "Bob"]
        assert (
            len([each for each in person.page.locator(".written").all() if each.is_visible()]) == 2
        )
        check_paper(person.page)
        person.page.emulate_media(media="screen")
        person.page.set_viewport_size({"width": 1280, "height": 900})
    bob.page.emulate_media(media="screen")
    window.resigns()
    expect(window.page.locator(".standing-name")).to_have_count(2)
    print_(window.page)
    assert sorted(heads(window.page)) == ["Alice", "Bob"]
    check_paper(window.page)


def test_the_page_of_a_game_is_dark_on_white(window: Person) -> None:
    address = finished_game(window)
    window.page.goto(address)
    print_(window.page)
    expect(window.page.locator(".game-head")).to_contain_text("Alice")
    check_paper(window.page)


def test_a_page_that_has_been_open_for_a_while_can_be_printed(alice: Person) -> None:
    alice.page.goto("/rules/")
    expect(alice.page.locator("link[media=print]")).to_have_count(1)


def test_other_pages_are_dark_on_white(window: Person) -> None:
    pale = {}
    for path in FOR_ALL.values():
        window.page.emulate_media(media="screen")
        window.page.goto(path)
        print_(window.page)
        found = [each for each in window.page.evaluate(PALE) if each[0] < LEAST_CONTRAST]
        if found:
            pale[path] = found
    assert pale == {}
