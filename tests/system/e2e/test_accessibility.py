"""axe finds nothing on any page and in any state of a table, minor things included."""

import hashlib
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import SOLVER_MS, Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.pages import FOR_ACCOUNTS, FOR_ALL
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site

VENDOR = Path(__file__).parent / "vendor" / "axe-core"
PASSWORD = "five sixes in one throw"


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds, of every impact: rule, help and places.

    `rules` are the rules to try, else all.
    """
    if not page.evaluate("'axe' in window"):
        # The page's CSP does not apply to code from the debugger.
        page.evaluate((VENDOR / "axe.min.js").read_text())
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("options => axe.run(options)", options)
    return [
        f"{rule['id']} ({rule['help']}): {[node['target'] for node in rule['nodes']]}"
        for rule in found["violations"]
    ]


def check(person: Person) -> None:
    """No violation, in light and in dark."""
    assert violations(person.page) == [], person.page.url
    person.page.emulate_media(color_scheme="dark")
    assert violations(person.page, "color-contrast") == [], (person.page.url, "dark")
    person.page.emulate_media(color_scheme="light")


def test_it_ships_axe_as_published() -> None:
    for line in (VENDOR / "checksums.txt").read_text().splitlines():
        checksum, name = line.split()
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == checksum


def test_it_would_find_a_violation(alice: Person) -> None:
    alice.page.goto("/")
    alice.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert "button-name" in "".join(violations(alice.page))


def test_it_welcomes_strangers(alice: Person) -> None:
    for path in FOR_ALL.values():
        alice.page.goto(path)
        check(alice)


def test_it_says_that_there_is_no_such_table(alice: Person, problems: Problems) -> None:
    problems.forgiven.append("404")
    alice.page.goto("/r/nothing/")
    check(alice)


def test_it_shows_an_account(alice: Person) -> None:
    alice.page.goto("/sign-up/")
    alice.page.get_by_label("Your name").fill("Alice Liddell")
    alice.page.get_by_label("Password").fill(PASSWORD)
    alice.page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(alice.page.get_by_role("main").get_by_text("Good to see you")).to_be_visible()
    profile = "/@Alice Liddell/"
    for path in (*FOR_ACCOUNTS, profile, f"{profile}games/"):
        alice.page.goto(path)
        check(alice)


def test_it_plays_on_a_phone(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table("triple_yahtzee", seats=1)
    check(alice)
    alice.start(players=1)
    alice.rolls_dice()
    alice.press("1", "3")
    check(alice)
    page = alice.page
    page.get_by_role("navigation", name="Table").get_by_role("button", name="More").tap()
    check(alice)
    page.get_by_role("dialog").get_by_role("button", name="Text mode").tap()
    expect(page.get_by_label("Command")).to_be_focused()
    check(alice)


def test_it_shows_a_table_that_is_full(alice: Person, bob: Person) -> None:
    link = alice.open_special_table("yacht", seats=1)
    bob.page.goto(link)
    expect(bob.page.get_by_text("All seats are taken.")).to_be_visible()
    check(bob)


def test_it_plays(alice: Person, bob: Person, arrive: Arrive, site: Site) -> None:
    link = alice.open_special_table("yahtzee", clock="90")
    # All checks of a turn take longer than any clock that players can choose.
    site.change_room(link, clock=900)
    check(alice)
    bob.page.goto(link)
    check(bob)
    bob.join(link)
    alice.start(players=2)
    alice.waits_for_turn()
    check(alice)
    alice.rolls_dice()
    alice.press("1", "3")
    check(alice)
    charlie = arrive("Charlie")
    charlie.page.goto(link)
    expect(charlie.page.locator(".offer").first).to_be_visible()
    for watcher in (bob, charlie):
        check(watcher)
    check_dialogs(alice)
    alice.offers.first.click()
    alice.press("/")
    alice.page.keyboard.type("boxes")
    alice.press("Enter")
    check(alice)
    alice.page.keyboard.type("quit")
    alice.press("Enter")
    expect(alice.offers.first).to_be_visible()
    alice.writes_best()
    expect(bob.turn_title).to_have_text("Your turn")
    check(bob)
    bob.resigns()
    expect(alice.page.get_by_role("button", name="Rematch")).to_be_visible()
    check(alice)


def check_dialogs(person: Person) -> None:
    """Check everything that opens at the table."""
    for name in ("How to play", "Invite", "Settings", "Resign"):
        person.page.get_by_role("button", name=name, exact=True).click()
        expect(person.page.get_by_role("dialog")).to_be_visible()
        check(person)
        person.closes_dialog()
    person.press("h")
    expect(person.table.locator(".turn-doing .hint-best")).to_be_visible(timeout=SOLVER_MS)
    person.table.get_by_role("button", name="More").click()
    check(person)
    person.press("Escape")


def test_it_counts_down_to_the_score_of_one_tap(alice: Person) -> None:
    alice.page.add_init_script(
        """localStorage.setItem("settings", '{"confirmScore": "one tap"}')"""
    )
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    alice.rolls_dice()
    alice.offers.last.click()
    expect(alice.table.get_by_role("button", name="Undo")).to_be_visible()
    assert violations(alice.page) == []


def test_it_shows_what_was_played(alice: Person, site: Site) -> None:
    site.throw_fair_dice(alice.open_special_table("yacht", seats=1))
    alice.start(players=1)
    alice.takes_turn()
    alice.resigns()
    alice.page.get_by_role("link", name="Review game").click()
    alice.page.get_by_role("tab", name="Proof").click()
    alice.page.get_by_role("button", name="Check these dice").click()
    expect(alice.page.get_by_text("The dice were fair.")).to_be_visible()
    alice.page.locator("details").evaluate_all("all => all.map((each) => { each.open = true; })")
    check(alice)
    for path in ("/", "/games/", "/settings/", "/settings/notices/", "/account/keep/"):
        alice.page.goto(path)
        check(alice)


def test_it_shows_a_table_on_a_screen_and_in_a_frame(
    alice: Person, bob: Person, arrive: Arrive, problems: Problems, site: Site
) -> None:
    problems.forgiven.append("The AudioContext was not allowed to start")
    link = alice.open_special_table("yacht")
    screen = arrive("Screen", viewport={"width": 1920, "height": 1080})
    overlay, frame = arrive("Overlay"), arrive("Frame", phone=True)
    screen.page.goto(f"{link}screen/")
    overlay.page.goto(f"{link}screen/?overlay&parts=turn,dice,totals,card,clock,qr")
    frame.page.goto(link.replace("/r/", "/embed/r/"))
    for watcher in (screen, frame):
        expect(watcher.page.locator(".lobby-seat.taken")).to_have_count(1)
        check(watcher)
    alice.page.get_by_role("button", name="Show on a screen").click()
    expect(alice.page.get_by_role("dialog").get_by_label("Address of the screen")).to_be_visible()
    check(alice)
    alice.closes_dialog()
    bob.join(link)
    alice.start(players=2)
    alice.takes_turn()
    bob.waits_for_turn()
    bob.rolls_dice()
    for watcher in (screen, overlay, frame):
        expect(watcher.page.locator(".offer")).to_have_count(12)
        watcher.page.wait_for_timeout(1500)  # the points appear when the dice lie still
        check(watcher)
    alice.resigns()
    game = str(bob.page.get_by_role("link", name="Review game").get_attribute("href")).replace(
        "/g/", "/embed/g/"
    )
    expect(screen.page.locator(".winner, .round-row")).to_have_count(2)
    expect(screen.page.locator(".celebration")).to_have_count(0)
    for watcher in (screen, frame):
        check(watcher)
    frame.page.goto(game)
    expect(frame.page.get_by_role("slider")).to_be_visible()
    check(frame)
