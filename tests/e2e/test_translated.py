"""A page that the browser translates: it says the same as one that is not translated."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person, until
from tests.e2e.translator import WAYS, translate, words_at

ROOM = "#room"


def untranslated(person: Person, region: str = "Table") -> Page:
    """Open the page of this person in a second tab, as the server sends it."""
    page = person.page.context.new_page()
    page.goto(person.page.url)
    expect(page.get_by_role("region", name=region, exact=True)).to_be_visible()
    person.page.bring_to_front()
    return page


def agree(translated: Page, plain: Page, place: str = ROOM) -> None:
    """Wait until both pages say the same at this place, and the one is translated."""
    with suppress(AssertionError):
        until(lambda: words_at(translated, place) == words_at(plain, place), plain, 3)
    assert words_at(translated, place) == words_at(plain, place)
    assert translated.locator(f"{place} font").count() > 10


def translated_table(person: Person, way: str = "replaced", late: int = 0, **bots: str) -> Page:
    """Open a table, translated from now on, and start; return a second tab without translation."""
    person.open_special_table()
    translate(person.page, way, late)
    if bots:
        person.page.get_by_role("button", name="Add a bot").click()
        person.page.get_by_role("dialog").get_by_role("button", name=bots["bot"]).first.click()
    person.page.reload()
    person.page.get_by_role("button", name=re.compile("^\\W*START (ALONE|WITH 2)")).click()
    expect(person.table).to_be_visible()
    return untranslated(person)


def score(person: Person, turn: int) -> None:
    """Fill the first free box."""
    person.offers.first.click()
    person.page.locator("button.write").click()
    expect(person.page.locator(".written:not(.writing)").nth(turn)).to_be_attached()


@pytest.mark.parametrize(
    ("way", "late"), [("replaced", 0), ("replaced", 150), ("beside", 0), ("kept", 0)]
)
def test_it_shows_a_whole_game_alone(arrive: Arrive, way: str, late: int) -> None:
    alice = arrive("Alice")
    plain = translated_table(alice, way, late)
    for turn in range(12):
        for _ in range(1 + turn % 2):
            alice.rolls_dice()
            agree(alice.page, plain)
        score(alice, turn)
        agree(alice.page, plain)
    expect(alice.page.locator(".result")).to_be_visible()
    agree(alice.page, plain)


def test_it_shows_a_game_with_a_bot(arrive: Arrive) -> None:
    alice = arrive("Alice")
    alice.page.goto("/")
    alice.page.get_by_label("Your name").fill("Alice")
    alice.chooses("Yacht")
    translate(alice.page)
    alice.page.get_by_role("button", name="Play a bot").click()
    alice.page.wait_for_url("**/r/*/")
    plain = untranslated(alice)
    for turn in range(4):
        expect(alice.turn_title).to_have_text("⟦YOUR TURN⟧")
        agree(alice.page, plain)
        alice.rolls_dice()
        agree(alice.page, plain)
        score(alice, 2 * turn)
        agree(alice.page, plain)
    assert alice.page.locator("font font").count() > 10


def test_it_leaves_numbers_and_the_brand_alone(arrive: Arrive) -> None:
    alice = arrive("Alice")
    plain = translated_table(alice)
    alice.rolls_dice()
    score(alice, 0)
    agree(alice.page, plain)
    left = alice.page.locator(
        ".seat-total, .score-table .total td, .score-table .sum td, .written, .offer"
    )
    assert left.count() > 10
    assert left.locator("font").count() == 0
    assert left.all_inner_texts() == plain.locator(
        ".seat-total, .score-table .total td, .score-table .sum td, .written, .offer"
    ).all_inner_texts()
    alice.page.goto("/")
    expect(alice.page.locator("h1 font").first).to_be_attached()
    assert alice.page.locator(".brand font").count() == 0


STATIC = Path(__file__).resolve().parents[2] / "static"
PAGE = """<!doctype html><html><body><h1>An app</h1><script type="importmap">{"imports": {
  "htm": "/vendor/htm.mjs", "preact": "/vendor/preact.mjs", "preact/hooks": "/vendor/preact-hooks.mjs",
  "@preact/signals": "/vendor/signals.mjs", "@preact/signals-core": "/vendor/signals-core.mjs"
}}</script></body></html>"""
APP = """async () => {
  const { render } = await import("preact");
  const { signal } = await import("@preact/signals");
  const { html } = await import("/js/ui/html.js");
  const shown = signal({ words: "one", list: ["a", "b"], more: false, gone: false });
  const word = signal("one");
  const Bare = () => shown.value.words;
  const App = () => html`<main>
    <p id="changed">${shown.value.words}</p>
    <p id="around">before ${shown.value.words} and <b>bold ${shown.value.words}</b> after</p>
    <p id="own"><${Bare} /></p>
    <p id="signal">${word}</p>
    <p id="inserted">first ${shown.value.more && html`<i>middle</i>`} last</p>
    <p id="removed">${!shown.value.gone && "here"}<b>stays</b></p>
    <p id="turned">${shown.value.gone ? html`<b>element</b>` : "text"}</p>
    <p id="number">${shown.value.list.length}</p>
    <ul>${shown.value.list.map((each) => html`<li key=${each}>item ${each}</li>`)}</ul>
  </main>`;
  document.body.replaceChildren();
  render(html`<${App} />`, document.body);
  window.change = (changes) => { shown.value = { ...shown.value, ...changes }; word.value = shown.value.words; };
}"""


def serve(route: Route) -> None:
    """Answer with the page, or with a module as it is in the repository."""
    file = STATIC / route.request.url.split("/", 3)[3]
    if file.is_file():
        route.fulfill(body=file.read_text(), content_type="text/javascript")
    else:
        route.fulfill(body=PAGE, content_type="text/html")


@pytest.mark.parametrize("late", [0, 30])
@pytest.mark.parametrize("way", WAYS)
def test_it_shows_every_kind_of_change(arrive: Arrive, way: str, late: int) -> None:
    """Texts change, appear between others, and go; elements are moved, added and removed."""
    translated = arrive("Alice").page
    plain = translated.context.new_page()
    translate(translated, way, late)
    for page in (translated, plain):
        page.route("**/*", serve)
        page.goto("http://app.test/")
        page.evaluate(APP)
    expect(translated.locator("#changed font").first).to_be_attached()
    for changes in (
        {"words": "two"},
        {"words": "three", "more": True},
        {"list": ["b", "a", "c"]},
        {"gone": True, "words": ""},
        {"more": False, "gone": False, "words": "four"},
        {"list": ["c"], "words": "five"},
    ):
        for page in (translated, plain):
            page.evaluate("changes => window.change(changes)", changes)
            page.wait_for_timeout(2 * late + 20)
        seen = words_at(translated, "main > *")
        assert seen == words_at(plain, "main > *"), changes
    assert translated.locator("main font").count() > 10
    assert translated.locator("#number").get_attribute("translate") == "no"


def test_it_shows_the_original_again(arrive: Arrive) -> None:
    """Translators put back the texts that they have taken, when people ask for them."""
    page = arrive("Alice").page
    page.route("**/*", serve)
    page.goto("http://app.test/")
    page.evaluate(APP)
    page.evaluate("""() => {
      const text = document.querySelector("#changed").firstChild;
      const font = document.createElement("font");
      font.textContent = "eins";
      text.replaceWith(font);
      window.back = () => font.replaceWith(text);
    }""")
    expect(page.locator("#changed")).to_have_text("eins")
    page.evaluate("window.back()")
    expect(page.locator("#changed")).to_have_text("one")
    page.evaluate("window.change({ words: 'two' })")
    expect(page.locator("#changed")).to_have_text("two")
