"""Other languages: German chosen in the footer, and the pseudo-language, which shows texts that are
not marked for translation, and places without room for longer words, in both directions of lines.
"""

import re
from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.core.bots import PERSONALITIES
from games.core.rules import KNOWN_AS, MORE_GAMES, NAMED, VARIANTS, name_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.fitting import misfits_both_ways
from tests.system.e2e.pages import FOR_ALL, FOR_GUESTS
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site

NARROW = {"width": 320, "height": 568}
# Every visible text and label, without code, keys and what is in another language.
TEXTS = """() => {
  const left = "script, style, noscript, code, pre, kbd, svg, [lang]:not(html), .code, .hash";
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest(left)) texts.push(walker.currentNode.data);
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(left)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      if (element.getAttribute(name)) texts.push(element.getAttribute(name));
    }
  }
  return texts;
}"""
WORD = re.compile(r"[^\W\d_]{2,}")
PLAIN = re.compile(r"[A-Za-z]*[aeiouAEIOU][A-Za-z]*")
# Browsers and Django write dates and times in their own translations.
DATES = {*month_name, *month_abbr, *day_name, *day_abbr} - {""}
DATES |= {"Sept", "noon", "midnight", "AM", "PM", "today", "tomorrow"}
NAMES = {
    *("Alice", "Yacht", "API", "UTC", "SHA", "HMAC", "CSV", "English", "Deutsch", *DATES),
    "and",  # in lists, which browsers write
    *(word for id_ in (*VARIANTS, *MORE_GAMES, *NAMED) for word in name_of(id_).split()),
    *(name for name, _ in KNOWN_AS.values()),
    *(bot.name for bot in PERSONALITIES.values()),
}


def unmarked(page: Page) -> set[str]:
    """Return the texts of the page that have a plain English word, besides names and dates."""
    found = set()
    for text in page.evaluate(TEXTS):
        words = (word for word in WORD.findall(text) if PLAIN.fullmatch(word))
        if any(word not in NAMES for word in words):
            found.add(" ".join(text.split())[:120])
    return found


def speak(person: Person, site: Site, language: str) -> None:
    """Set the cookie that the footer sets."""
    person.page.context.add_cookies([{"name": "language", "value": language, "url": site.url}])


def test_it_shows_unmarked_texts_and_what_has_no_room_in_the_pseudo_language(
    arrive: Arrive, site: Site
) -> None:
    alice = arrive("Alice", phone=True, viewport=NARROW)
    speak(alice, site, "en-xa")
    page = alice.page
    found: dict[str, set[str]] = {}
    tight = {}

    def look(place: str) -> None:
        found[place] = unmarked(page)
        tight[place] = misfits_both_ways(page)

    play_alone(page, look)
    for path in (*FOR_ALL.values(), *FOR_GUESTS):
        page.goto(path)
        page.wait_for_load_state("load")
        look(path)
    assert {place: texts for place, texts in found.items() if texts} == {}
    assert {place: both for place, both in tight.items() if both} == {}


def play_alone(page: Page, look: Callable[[str], None]) -> None:
    """Open a table for two, start, roll and hold; look at each state."""
    page.goto("/new/?variant=yahtzee")
    page.locator("input[name=name]").fill("Alice")
    page.locator("[data-more] > summary").click()
    look("form for a table")
    page.locator("main form button[type=submit]").last.click()
    page.locator(".start button").wait_for()
    look("waiting room")
    page.locator(".start button").first.click()
    page.locator(".turn-line.mine").wait_for()
    page.keyboard.press("r")
    page.locator("button.die").first.click()
    expect(page.locator("button.die.held")).to_have_count(1)
    look("table")


WORSE = """() => {
  const add = (words, style) => {
    const added = document.createElement("p");
    added.textContent = words;
    added.style.cssText = style;
    document.querySelector("main").prepend(added);
  };
  add("A cut text", "width: 2rem; overflow: hidden; white-space: nowrap");
  add("A low text", "height: 0.5rem; overflow: hidden");
  add("A wide text", "margin-inline-start: 99vw; white-space: nowrap");
  add("A text", "position: absolute; top: 300px; inset-inline-start: 0");
  add("Another text", "position: absolute; top: 300px; inset-inline-start: 0");
}"""


def test_it_would_find_what_has_no_room(alice: Person) -> None:
    alice.page.goto("/privacy/")
    assert misfits_both_ways(alice.page) == {}
    alice.page.evaluate(WORSE)
    for found in misfits_both_ways(alice.page).values():
        told = "\n".join(found)
        for words in ("px wide", "cuts “A cut", "cuts “A low", "A wide text” leaves", "overlap"):
            assert words in told


def test_it_speaks_german_when_asked_in_the_footer(arrive: Arrive) -> None:
    alice = arrive("Alice")
    page = alice.page
    page.goto("/rules/")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("So wird gespielt")
    assert page.locator("html").get_attribute("lang") == "de"
    page.goto("/analysis/")
    # Written by the browser's modules, with their own translations.
    expect(page.get_by_role("heading", name="Was tun?")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Kleine Straße").first).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="What to do")).to_be_visible()
