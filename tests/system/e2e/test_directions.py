"""Names that are written from right to left stand beside their own numbers, wherever they show."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.system.e2e.browser import box_of, open_window
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.fitting import TURNED_FROM_THE_START, misfits
from tests.system.e2e.person import Person, until
from tests.system.e2e.reading_order import tangled_texts
from tests.system.e2e.site import Site
from tests.system.e2e.whole_browser import whole_browser  # noqa: F401 - its fixture
from tests.system.e2e.witness import Witness

NAMES = ["דנה כהן", "علي رضا", "Bob 118"]
LINES = {
    "דנה כהן": "שלום 5 \u200f",
    "علي رضا": "می\u200cروم 7, \U0001f469\u200d\U0001f680",
    "Bob 118": "hi 3 \U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
}
"""What each of them says: joiners, marks of keyboards and the flag of Scotland."""
COMMANDS = ("scores", "turn", "card", "card 2", "card nobody", "last", "say 7 שלום")


@pytest.fixture
def plain(browser: Browser, site: Site) -> Iterator[Page]:
    window = open_window(browser, site.url)
    yield window.new_page()
    window.close()


@pytest.fixture
def three(arrive: Arrive) -> list[Person]:
    """Three people at one table, whose game has begun."""
    dana, ali, bob = people = [arrive(name) for name in NAMES]
    link = dana.open_special_table(seats=3)
    for each in (ali, bob):
        each.join(link)
    dana.start(players=3)
    return people


def test_it_finds_a_name_between_another_ones_numbers(plain: Page) -> None:
    wrong = "Bob 118 – דנה 55 – علي 44 · Yacht"
    names = ["Bob", "דנה", "علي"]
    problems, _ = tangled_texts(plain, [wrong], names)
    assert problems[0].startswith("علي between 118 and דנה")
    right = "Bob 118 – \u2068דנה\u2069 55 – \u2068علي\u2069 44 · Yacht"
    assert tangled_texts(plain, [right], names) == ([], 8)


def says(person: Person) -> None:
    page = person.page
    if not page.get_by_label("Write a message").is_visible():
        page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write a message").fill(LINES[person.name])
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".chat-line.mine bdi")).to_have_text(LINES[person.name])


def types(person: Person, command: str) -> str:
    """Type a command in text mode; return what is announced."""
    field = person.page.get_by_label("Command")
    lines = person.page.locator(".live-region > p:not(.typed)")
    before = lines.all_text_contents()
    field.fill(command)
    field.press("Enter")
    until(lambda: lines.all_text_contents() != before, person.page)
    return person.live_text


FIRST_LETTERS = """() => {
  const names = document.querySelectorAll("[class$=-name] > bdi, .seat-head bdi");
  return [...names].map((name) => {
  const box = name.parentElement;
  Object.assign(box.style, { width: "2.2em", maxWidth: "2.2em" });
  const range = new Range();
  range.setStart(name.firstChild, 0);
  range.setEnd(name.firstChild, 1);
  const [letter, place] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
  const isInside = place.left - 1 <= letter.left && letter.right <= place.right + 1;
  const text = `${name.textContent} ${isInside ? "begins" : "is cut at its beginning"}`;
  box.removeAttribute("style");
  return place.width === 0 ? "" : text;
}).filter(Boolean);
}"""
"""Makes the places of names too narrow for them."""


def check_beginnings(page: Page) -> None:
    """Check that a name without enough room loses its end."""
    found = page.evaluate(FIRST_LETTERS)
    assert found
    assert [each for each in found if not each.endswith("begins")] == []


def hears_lines(person: Person) -> None:
    """Find the lines of all as they were typed: what shows, and what is announced."""
    announced = person.page.locator(".live-region").text_content() or ""
    for name, line in LINES.items():
        expect(person.page.locator(".chat-lines bdi").get_by_text(line)).to_have_count(1)
        assert name == person.name or line in announced


def play(people: list[Person], witness: Witness) -> None:
    for turn in range(12):
        for each in people:
            each.takes_turn()
            if turn in (0, 11):
                for person in people:
                    witness.looks_at(person.page)
    for each in people:
        expect(each.page.locator("#result-title")).to_be_visible()
        witness.looks_at(each.page)


def reviews(person: Person, witness: Witness, address: str) -> None:
    """Look at all of a game's page, and at its record as text."""
    for tab in ("result", "analysis", "proof", "log"):
        person.page.goto(f"{address}#{tab}")
        witness.looks_at(person.page)
    for _ in range(6):
        person.press("ArrowRight")
        witness.looks_at(person.page)
    record = person.page.request.get(f"{address.rstrip('/')}.txt").text()
    witness.texts.update(record.splitlines())


def test_it_keeps_names_and_numbers_together_in_a_game(three: list[Person], plain: Page) -> None:
    witness = Witness(NAMES)
    dana = three[0]
    for each in three:
        says(each)
    for each in three:
        hears_lines(each)
        witness.looks_at(each.page)
        each.page.get_by_role("tab", name="Log").click()
        each.page.evaluate("document.activeElement.blur()")
    check_beginnings(dana.page)
    play(three, witness)
    check_beginnings(dana.page)
    address = dana.page.get_by_role("link", name="Review game").get_attribute("href") or ""
    dana.press("/")
    for command in COMMANDS:
        types(dana, command)
        witness.looks_at(dana.page)
    reviews(dana, witness, address)
    for path in ("/games/", "/", "/settings/"):
        dana.page.goto(path)
        witness.looks_at(dana.page)
    assert any("\u2068דנה כהן\u2069" in text for text in witness.texts)
    witness.reads_texts_on(plain)
    assert witness.measured > 500


@pytest.mark.parametrize("reading", [1, -1], ids=["from left to right", "from right to left"])
def test_the_first_die_is_where_lines_begin(arrive: Arrive, site: Site, reading: int) -> None:
    alice = arrive("Alice", phone=True)
    if reading < 0:
        alice.page.add_init_script(TURNED_FROM_THE_START)
    site.choose_dice(alice.open_special_table("yacht", seats=1), "31246")
    alice.start(players=1)
    alice.rolls_dice()
    assert alice.page.evaluate("document.dir") == ("rtl" if reading < 0 else "ltr")
    assert alice.dice() == [3, 1, 2, 4, 6]
    alice.hears(re.compile(r"3\D+1\D+2\D+4\D+6"))
    places = [reading * box_of(die)["x"] for die in alice.page.locator(".die").all()]
    assert places == sorted(places)
    alice.press("1")
    assert alice.held() == [0]
    assert misfits(alice.page) == []
