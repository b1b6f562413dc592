"""A page that the browser translates: it says the same as one that is not translated."""

from contextlib import suppress

import pytest
from playwright.sync_api import Page, Route, expect

from tests.environment import ROOT
from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_ending import BOXES, SHORT, WHOLE
from tests.system.e2e.test_real_dice import start as start_scorecard
from tests.system.e2e.translator import WAYS, seen_and_meant, translate, words_at

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


def translated_table(
    person: Person, way: str = "replaced", late: int = 0, variant: str = "yacht"
) -> Page:
    """Open a table, translated from now on, and start; return a second tab without translation."""
    person.open_special_table(variant)
    translate(person.page, way, late)
    person.page.reload()
    person.page.get_by_role("button", name="START ALONE").click()
    expect(person.table).to_be_visible()
    return untranslated(person)


def score(person: Person, turn: int) -> None:
    """Fill the first free box."""
    person.offers.first.click()
    person.page.locator("button.write").click()
    expect(person.page.locator(".written:not(.writing)").nth(turn)).to_be_attached()


# All texts of the card once; that each way to translate lasts to the end needs fewer boxes.
@pytest.mark.parametrize(
    ("way", "late", "game"),
    [
        ("replaced", 0, WHOLE),
        ("replaced", 150, SHORT),
        ("beside", 0, SHORT),
        pytest.param("kept", 0, SHORT, marks=pytest.mark.release),
    ],
    ids=["replaced", "replaced late", "beside", "kept"],
)
def test_it_shows_a_whole_game_alone(arrive: Arrive, way: str, late: int, game: str) -> None:
    alice = arrive("Alice")
    plain = translated_table(alice, way, late, game)
    for turn in range(BOXES[game]):
        for _ in range(1 + turn % 2):
            alice.rolls_dice()
            agree(alice.page, plain)
        score(alice, turn)
        agree(alice.page, plain)
    expect(alice.page.locator(".result")).to_be_visible()
    agree(alice.page, plain)


@pytest.mark.release
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
    plain = translated_table(alice, variant="yahtzee")
    alice.rolls_dice()
    score(alice, 0)
    alice.rolls_dice()
    agree(alice.page, plain)
    numbers = ".seat-total, .score-table .total td, .score-table .sum td, .written, .offer"
    left = alice.page.locator(numbers)
    assert left.count() > 10
    assert left.locator("font").count() == 0
    assert left.all_inner_texts() == plain.locator(numbers).all_inner_texts()
    alice.page.goto("/")
    expect(alice.page.locator("h1 font").first).to_be_attached()
    assert alice.page.locator(".brand font").count() == 0


STATIC = ROOT / "static"
PAGE = """<!doctype html><html><body><h1>An app</h1><script type="importmap">{"imports": {
  "htm": "/vendor/htm.mjs", "preact": "/vendor/preact.mjs",
  "preact/hooks": "/vendor/preact-hooks.mjs",
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
  window.change = (changes) => {
    shown.value = { ...shown.value, ...changes };
    word.value = shown.value.words;
  };
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
    # Texts change, appear between others, and go; elements are moved, added and removed.
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
    # Translators put back the texts that they have taken, when people ask for them.
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


ENOUGH = 5
"""A page with fewer translated texts is not translated yet."""


def shows_what_is_meant(page: Page) -> None:
    """Wait until each app of the page shows what it means to."""

    def shown() -> bool:
        seen, meant, fonts = seen_and_meant(page)
        return seen == meant and fonts > ENOUGH

    with suppress(AssertionError):
        until(shown, page)
    seen, meant, fonts = seen_and_meant(page)
    assert seen == meant
    assert fonts > ENOUGH


@pytest.mark.release
def test_it_shows_puzzles(arrive: Arrive) -> None:
    page = arrive("Alice").page
    translate(page)
    page.goto("/puzzles/")
    expect(page.locator("#puzzles font").first).to_be_attached()
    for _ in range(4):
        shows_what_is_meant(page)
        page.locator("button.offer:visible").first.click()
        shows_what_is_meant(page)
        page.locator("button.write").click()
        more = page.locator("button[aria-keyshortcuts=n]")
        expect(more).to_be_visible()
        shows_what_is_meant(page)
        more.click()
        expect(page.locator("button.offer:visible").first).to_be_visible()


@pytest.mark.release
def test_it_shows_the_scorecard_for_real_dice(arrive: Arrive) -> None:
    page = arrive("Alice").page
    start_scorecard(page, "Mia", "Leo")
    translate(page)
    page.reload()
    expect(page.locator("main font").first).to_be_attached()
    for at in range(12):
        for face in "12345":
            page.keyboard.press(face)
        shows_what_is_meant(page)
        page.locator("button.offer:visible").first.click()
        expect(page.locator(".written")).to_have_count(at + 1)
        shows_what_is_meant(page)


@pytest.mark.release
def test_it_shows_the_analysis_board(arrive: Arrive) -> None:
    page = arrive("Alice").page
    translate(page)
    page.goto("/analysis/yahtzee/-,-,-,-,-,18,-,-,-,-,-,50,-_0_66166_3")
    expect(page.locator(".board-best")).to_have_text("⟦SCORE 25 IN FOUR OF A KIND⟧")
    shows_what_is_meant(page)
    page.get_by_role("button", name="Die 3: 1").click()
    expect(page.locator(".board-best")).to_have_text("⟦SCORE 26 IN FOUR OF A KIND⟧")
    shows_what_is_meant(page)


@pytest.mark.release
def test_it_shows_the_lobby_and_another_persons_table(
    arrive: Arrive, bob: Person, site: Site, problems: Problems
) -> None:
    problems.forgiven += ["AudioContext was not allowed to start"]  # nobody touches a screen
    alice = arrive("Alice")
    translate(alice.page)
    link = bob.open_special_table(public="on")
    site.unlist_rooms_except(link)  # the TV shows no game of another test
    alice.page.goto("/")
    expect(alice.page.locator("#tables .row").filter(has_text="Bob")).to_be_visible()
    shows_what_is_meant(alice.page)
    watcher, screen = (alice.page.context.new_page() for _ in range(2))
    for page, address in ((watcher, link), (screen, f"{link}screen/")):
        translate(page)
        page.goto(address)
        expect(page.locator("main font, #screen font").first).to_be_attached()
    bob.page.bring_to_front()
    bob.start(1)
    for _ in range(3):
        bob.takes_turn()
        shows_what_is_meant(watcher)
        shows_what_is_meant(screen)
    total = words_at(bob.page, ".seat-total")[".seat-total"]
    # It counts up by itself.
    until(lambda: words_at(alice.page, ".tv-total")[".tv-total"] == total, alice.page)
