"""A table on a TV, over a stream, and in a frame on another site."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Frame, Locator, Page, expect

from tests.system.e2e.browser import Problems, box_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site, code
from tests.system.e2e.whole_browser import whole_browser  # noqa: F401 - its fixture

TV = {"width": 1920, "height": 1080}
SMALLEST = 0.022
"""Of the height of a TV, the least size of a text."""
MOST_BYTES = 90_000
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.getElementById("screen"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node.parentElement;
    const box = place.getBoundingClientRect();
    if (!node.textContent.trim() || box.width <= 1 || place.closest(".visually-hidden")) continue;
    const size = parseFloat(getComputedStyle(place).fontSize);
    found.push({ text: node.textContent, size, bottom: box.bottom, right: box.right });
  }
  return found;
}"""


def screen_of(arrive: Arrive, link: str, query: str = "", **options: Any) -> Page:
    """Open the screen of a table in a window of its own."""
    page = arrive("Screen", **{"viewport": TV, **options}).page
    page.goto(f"{link}screen/{query}")
    return page


def plays_round(*people: Person) -> None:
    for person in people:
        person.takes_turn()


def check_sizes(page: Page, height: int) -> None:
    """Check that each text can be read from far away, and that all of it is on the screen."""
    found = page.evaluate(TEXTS)
    assert len(found) > 6
    for each in found:
        assert each["size"] >= SMALLEST * height, each
        assert each["bottom"] <= height + 1, each
        assert each["right"] <= height * 16 / 9 + 1, each


def test_a_tv_shows_a_game_of_two_phones_to_the_end(
    arrive: Arrive, problems: Problems, site: Site
) -> None:
    alice, bob = arrive("Alice", phone=True), arrive("Bob", phone=True)
    link = alice.open_special_table("yacht", seats=2)
    tv = screen_of(arrive, link)
    # The page's headers allow it, as no other page's do.
    asked = "navigator.wakeLock.request('screen').then(() => 'awake', error => error.message)"
    assert tv.evaluate(asked) == "awake"
    sharp = screen_of(arrive, link, viewport={"width": 3840, "height": 2160})
    expect(tv.locator(".lobby-seat.taken")).to_have_text([re.compile("Alice")])
    expect(tv.get_by_text("Scan to join")).to_be_visible()
    expect(tv.locator(".join-address")).to_have_text(re.sub("^https?://", "", link))
    check_sizes(tv, 1080)
    tv.evaluate("window.mark = 1")
    bob.join(link)
    expect(tv.locator(".lobby-seat.taken")).to_have_text([re.compile("Alice"), re.compile("Bob")])
    alice.start(players=2)
    expect(tv.get_by_role("heading", name="Alice’s turn")).to_be_visible()
    alice.waits_for_turn()
    alice.rolls_dice()
    faces = [str(face) for face in alice.dice()]
    until(lambda: faces_of(tv) == faces, tv)
    alice.page.get_by_label("Die 2", exact=False).click()
    expect(tv.locator(".tv-die.held")).to_have_count(1)
    expect(tv.locator(".offer")).to_have_count(12)
    check_sizes(tv, 1080)
    check_sizes(sharp, 2160)
    alice.writes_best()
    bob.takes_turn()
    for _ in range(11):
        plays_round(alice, bob)
    totals = alice.page.locator(".standing-total").all_inner_texts()
    expect(tv.locator(".winner-total, .round-row b")).to_have_text(totals)
    expect(tv.locator(".screen-felt h1")).to_have_text(re.compile("wins|tie"))
    check_sizes(tv, 1080)
    check_sizes(sharp, 2160)
    check_end(tv)
    assert tv.get_by_role("button").count() + tv.get_by_role("link").count() == 0
    assert tv.evaluate("window.mark") == 1
    for person in (alice, bob):
        person.page.get_by_role("button", name="Rematch").click()
    expect(tv.get_by_text("Round 1 of 12")).to_be_visible()
    expect(tv.locator(".written")).to_have_count(0)


def check_end(tv: Page) -> None:
    """Check that the winner is at least as large as a die, and the end as large as the felt."""
    felt, picture = tv.locator(".screen-felt"), tv.locator(".winner-picture").first
    here = box_of(felt)
    assert box_of(picture)["height"] >= 0.11 * TV["height"]
    last = felt.locator(".round-row, h1").last
    height = box_of(last)["y"] + box_of(last)["height"] - box_of(picture)["y"]
    assert height >= 0.5 * here["height"]
    assert box_of(last)["y"] + box_of(last)["height"] <= here["y"] + here["height"]
    assert box_of(tv.locator(".screen-join"))["y"] >= here["y"] + here["height"]
    assert box_of(tv.locator(".screen-card"))["x"] >= here["x"] + here["width"]


def faces_of(page: Page | Frame) -> list[str | None]:
    """Return the faces of the dice on a screen."""
    faces: list[str | None] = page.locator(".tv-die").evaluate_all(
        "dice => dice.map(die => die.dataset.face)"
    )
    return faces


def test_an_overlay_is_transparent_where_it_shows_nothing(
    arrive: Arrive, problems: Problems
) -> None:
    alice, bob = arrive("Alice"), arrive("Bob")
    link = alice.open_special_table("yacht", seats=2)
    bob.join(link)
    alice.start(players=2)
    page = screen_of(arrive, link, "?overlay&parts=turn,dice,totals,qr")
    expect(page.locator(".tv-die")).to_have_count(5)
    expect(page.locator(".screen-card, .screen-head")).to_have_count(0)
    alpha = Image.open(io.BytesIO(page.screenshot(omit_background=True))).getchannel("A")
    assert alpha.getextrema() == (0, 255)
    assert alpha.getpixel((960, 300)) == 0
    assert alpha.getpixel((1910, 1070)) == 0
    for part in (".screen-felt", ".screen-totals", ".screen-join"):
        box = page.locator(part).bounding_box()
        assert box is not None
        top = (int(box["x"] + box["width"] / 2), int(box["y"] + 4))
        assert alpha.crop((*top, top[0] + 1, top[1] + 1)).tobytes()[0] > 200, part
    alice.takes_turn()
    expect(page.locator(".screen-total").first).to_have_text(re.compile(r"Alice.*[1-9]"))


# --- What a round hides --------------------------------------------------------------------------


def play_hidden_round(people: list[Person], link: str, site: Site, dice: str) -> None:
    """Let all but the last of these people play the first round, with these dice."""
    site.choose_dice(link, dice)
    people[0].start(players=len(people))
    for person in people[:-1]:
        roll = person.table.get_by_role("button", name="Roll the dice")
        expect(roll).to_be_enabled()
        roll.focus()
        person.rolls_dice()
        person.writes_best()


def shown(page: Page, link: str) -> str:
    """Return everything on a screen, byte by byte, but for the code of the table and the time."""
    html = str(page.evaluate("document.documentElement.outerHTML"))
    html = re.sub(r'nonce="[^"]*"', "", html).replace(code(link), "CODE")
    return re.sub(r'(class="number">)\d+ ?(:\d\d|min)', r"\1TIME", html)


def test_in_rounds_it_shows_the_same_whatever_the_players_hide(
    arrive: Arrive, site: Site, problems: Problems
) -> None:
    worlds = []
    for dice in ("66666", "12345"):
        people = [arrive(name) for name in ("Alice", "Bob", "Charlie")]
        link = people[0].open_special_table("yacht", seats=3, mode="rounds", clock="90")
        site.change_room(link, clock=900)
        for person in people[1:]:
            person.join(link)
        # One of the screens belongs to a player: it shows nothing of their round either.
        pages = [screen_of(arrive, link), people[0].page.context.new_page()]
        pages[1].set_viewport_size({"width": 1920, "height": 1080})
        pages[1].goto(f"{link}screen/")
        overlay = screen_of(arrive, link, "?overlay&parts=turn,dice,card,totals")
        for page in pages:
            expect(page.locator(".lobby-seat.taken")).to_have_count(3)
        play_hidden_round(people, link, site, dice)
        for page in (*pages, overlay):
            expect(page.locator(".round-row.done")).to_have_count(2)
            expect(page.locator(".written, .tv-die")).to_have_count(0)
        worlds.append([shown(page, link) for page in (*pages, overlay)])
        # The reveal shows it: the worlds do differ.
        last = people[-1]
        last.table.get_by_role("button", name="Roll the dice").focus()
        last.rolls_dice()
        last.writes_best()
        expect(pages[0].locator(".written")).to_have_count(3)
        worlds[-1].append(pages[0].locator(".screen-card").inner_text())
    one, other = worlds
    # The people of the two worlds have other pictures, and see them at another time.
    picture = re.compile(r'avatars[^"]*\.svg#[A-Z]+|data-(player|account)="\d+"|\d+ min')
    for mine, theirs in zip(one[:-1], other[:-1], strict=True):
        assert picture.sub("", mine) == picture.sub("", theirs)
    assert one[-1] != other[-1]


# --- Frames on other sites -----------------------------------------------------------------------


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another site with one frame: `/?frame=<address>`."""

    def do_GET(self) -> None:
        [frame] = parse_qs(urlsplit(self.path).query).get("frame", [""])
        style = "border:0;width:100vw;height:100vh"
        body = f'<!doctype html><body style="margin:0"><iframe src="{frame}" style="{style}">'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def another_site() -> Iterator[str]:
    """Serve pages with frames at another origin (and site: "localhost" is not "127.0.0.1")."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


FORBID_STORAGE = """
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, { get() { throw new Error(`${name} was used`); } });
  }
  Object.defineProperty(Document.prototype, "cookie", {
    get() { throw new Error("a cookie was read"); },
    set() { throw new Error("a cookie was set"); },
  });
"""


def frame_in(page: Page, elsewhere: str, address: str) -> Frame:
    """Show the address in a frame on the other site."""
    page.goto(f"{elsewhere}/?frame={address}")
    frame = page.frames[-1]
    assert frame is not page.main_frame
    return frame


def weighed(page: Page) -> Callable[[], float]:
    """Return a function that says how many bytes the page has loaded from now on, as sent."""
    loaded: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda done: loaded.append(done["encodedDataLength"]))
    return lambda: sum(loaded)


def test_a_frame_on_another_site_shows_the_next_roll_and_the_table_itself_refuses(
    arrive: Arrive, site: Site, problems: Problems
) -> None:
    problems.forgiven += ["Refused to frame", "Framing", "net::ERR_BLOCKED_BY_RESPONSE"]
    alice, bob = arrive("Alice"), arrive("Bob")
    link = alice.open_special_table("yacht", seats=2)
    bob.join(link)
    alice.start(players=2)
    path = f"{site.url}/embed/r/{code(link)}/"
    visitor = arrive("Visitor", viewport={"width": 390, "height": 844}).page
    visitor.add_init_script(FORBID_STORAGE)
    weight = weighed(visitor)
    with another_site() as elsewhere:
        frame = frame_in(visitor, elsewhere, path)
        expect(frame.get_by_role("heading", name="Alice’s turn")).to_be_visible()
        alice.waits_for_turn()
        alice.rolls_dice()
        faces = [str(face) for face in alice.dice()]
        until(lambda: faces_of(frame) == faces, visitor, seconds=2)
        assert 0 < weight() <= MOST_BYTES
        assert visitor.context.cookies() == []
        width = frame.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, "nothing is cut off at the side"

        alice.writes_best()
        bob.resigns()
        review = alice.page.get_by_role("link", name="Review game")
        game = str(review.get_attribute("href")).split("/")[2]
        frame = frame_in(visitor, elsewhere, f"{site.url}/embed/g/{game}/")
        steps_through(frame)
        assert visitor.context.cookies() == []
        refused = frame_in(visitor, elsewhere, link)
        expect(visitor.locator("iframe")).to_be_visible()
        assert refused.locator("#room").count() == 0


def steps_through(frame: Frame) -> None:
    """Step through the finished game in a frame, by buttons and keys."""
    expect(frame.get_by_role("heading", name="Alice wins")).to_be_visible()
    frame.get_by_role("button", name="First turn").click()
    expect(frame.locator(".written")).to_have_count(0)
    frame.get_by_role("button", name="Next turn").press("ArrowRight")
    expect(frame.locator(".embed-roll")).to_have_count(1)
    expect(frame.locator(".written")).to_have_count(1)
    frame.get_by_role("slider").fill("0")
    expect(frame.get_by_role("status")).to_have_text(re.compile(r"^Step 0 of \d+$"))
    expect(frame.locator("form")).to_have_count(0)


@pytest.mark.parametrize("kind", ["r", "g"])
def test_a_frame_of_a_finished_game_weighs_little(arrive: Arrive, site: Site, kind: str) -> None:
    alice = arrive("Alice")
    link = alice.open_special_table("yatzy", seats=1)
    alice.start(players=1)
    for _ in range(15):
        alice.takes_turn()
    review = alice.page.get_by_role("link", name="Review game")
    game = str(review.get_attribute("href")).split("/")[2]
    address = f"/embed/{kind}/{code(link) if kind == 'r' else game}/"
    visitor = arrive("Visitor").page
    weight = weighed(visitor)
    visitor.goto(address)
    expect(found_total(visitor)).to_have_text(re.compile(r"^\d+$"))
    assert 0 < weight() <= MOST_BYTES


def found_total(page: Page) -> Locator:
    """The total of the only player in a frame."""
    return page.locator(".total td")
