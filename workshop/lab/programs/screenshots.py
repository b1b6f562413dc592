"""Take pictures of every page of a real site with real games.

On a phone and a desktop, tables also on a tablet and a wide screen, light and dark.

There are no checks: a person looks at the pictures.
"""

import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect

from games.site.front.app.views import SCREENSHOT_LANGUAGES
from tests.environment import ROOT
from tests.support.services import find_chromium
from tests.system.e2e.browser import open_window, running_browser
from tests.system.e2e.first_game import follows_pip
from tests.system.e2e.pages import FOR_ALL, OFFLINE
from tests.system.e2e.person import Person, start_worker
from tests.system.e2e.site import Site, running_site

README_DESKTOP = {"width": 1200, "height": 800}
# For the README: the dice of each turn, Alice's and Bob's in turn, and those of the last turn.
README_TURNS = ("33322", "66652", "23456", "55541", "66664", "44466", "22214", "12345")
README_DICE = "66651"
# For the manifest: the size of the window.
APP_PICTURES: dict[str, tuple[str, dict[str, Any]]] = {
    "narrow": ("phone", {"device_scale_factor": 1.5}),
    "wide": ("desktop", {"viewport": {"width": 1280, "height": 800}}),
}
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
# Only tables look different there.
TABLE_SIZES = {"tablet": {"width": 820, "height": 1180}, "wide": {"width": 1920, "height": 1080}}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Else letters stand where whole pixels are, which people see on few devices.
EVEN_LETTERS = "--font-render-hinting=none"
PASSWORD = "five sixes in one throw"
# The demo player with most games.
KEENEST = "Marta"
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Frida", "Gustav", "Hanna")


@dataclass
class Scenes:
    """What to photograph: (name of the picture, person, path)."""

    stranger: Person
    alice: Person
    pictures: list[tuple[str, Person, str]]

    def add(self, name: str, person: Person, path: str) -> None:
        self.pictures.append((name, person, path))


class Studio:
    """A site and a browser."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser = browser
        self.site = site

    def person(self, name: str) -> Person:
        """Return a person at a desktop computer."""
        window = open_window(self.browser, self.site.url, viewport=SIZES["desktop"])
        return Person(name, window.new_page())

    @contextmanager
    def look(
        self, person: Person, path: str, size: str, scheme: str = "light", **options: Any
    ) -> Iterator[Page]:
        """Open the page for the same person on another screen."""
        options = {
            "storage_state": person.page.context.storage_state(),
            "color_scheme": scheme,
            "viewport": {**SIZES, **TABLE_SIZES}[size],
            **options,
        }
        window = open_window(self.browser, self.site.url, phone=size == "phone", **options)
        page = window.new_page()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready")
        yield page
        window.close()


def hold_most_common(person: Person, most: int = 5) -> None:
    """Hold up to `most` dice of the most common face (the higher one of a tie)."""
    dice = person.dice()
    face, _ = max(Counter(dice).items(), key=lambda item: (item[1], item[0]))
    wanted = [position for position, die in enumerate(dice) if die == face][:most]
    for position in set(wanted) ^ set(person.held()):
        person.press(str(position + 1))


def take_turn(person: Person) -> None:
    """Play a turn: keep the most common face, roll three times, fill the best box."""
    person.waits_for_turn()
    person.rolls_dice()
    for _ in range(2):
        hold_most_common(person)
        if len(person.held()) == 5:
            break
        person.rolls_dice()
    person.writes_best()


def seat(studio: Studio, variant: str, names: tuple[str, ...], **radios: str) -> list[Person]:
    """Open a table and seat people; Alice is the host."""
    people = [studio.person(name) for name in names]
    link = people[0].open_special_table(variant, max(2, len(names)), **radios)
    for person in people[1:]:
        person.join(link)
    return people


def begin(studio: Studio, variant: str, names: tuple[str, ...], turns: int) -> list[Person]:
    """Start a game, play some turns, and stop in the middle of one, with two dice held."""
    people = seat(studio, variant, names)
    people[0].start(len(names))
    for turn in range(turns):
        take_turn(people[turn % len(people)])
    actor = people[turns % len(people)]
    actor.waits_for_turn()
    actor.rolls_dice()
    hold_most_common(actor, 2)
    actor.rolls_dice()
    actor.page.wait_for_timeout(400)  # until the others see the held dice
    return people


def finished_game(studio: Studio) -> tuple[Person, Person, str]:
    """Play a game of Yacht to the end; return both players and the room's link."""
    alice, bob = seat(studio, "yacht", NAMES[:2])
    alice.start(2)
    for _ in range(12):
        for person in (alice, bob):
            take_turn(person)
    expect(alice.page.get_by_role("button", name="Rematch")).to_be_visible()
    return alice, bob, alice.page.url


def prepare(studio: Studio) -> Scenes:
    """Create everything that the pictures show."""
    studio.site.manage("seed_demo")
    stranger = studio.person("Stranger")
    alice, _, link = finished_game(studio)
    scenes = Scenes(stranger, alice, [])
    game = alice.page.get_by_role("link", name="Review game").get_attribute("href")
    assert game
    others = {
        "profile": f"/@{KEENEST}/",
        "profile-games": f"/@{KEENEST}/games/",
        "not-found": "/r/nothing/",
        "offline": OFFLINE,
    }
    for name, path in {**FOR_ALL, **others}.items():
        scenes.add(name, stranger, path)
    scenes.add("result", alice, link)
    scenes.add("game", alice, game)
    scenes.add("game-first-turn", alice, f"{game}#1")
    for tab in ("analysis", "log", "proof"):
        scenes.add(f"game-{tab}", alice, f"{game}#{tab}")
    scenes.add("practice", alice, f"{game}practice/")
    scenes.add("my-games", alice, "/games/")
    scenes.add("home-guest", alice, "/")
    scenes.add("settings-player", alice, "/settings/")
    scenes.add("keep", alice, "/account/keep/")
    add_rooms(studio, scenes)
    return scenes


def talking(people: list[Person]) -> Person:
    """Have them chat; return the one whose chat is to be shown."""
    for person, words in zip(people, ("Good luck!", "You too. Four sixes next"), strict=True):
        person.page.get_by_role("tab", name="Chat").click()
        person.page.get_by_label("Message").fill(words)
        person.page.get_by_role("button", name="Send").click()
        expect(person.page.locator(".chat-line").last).to_contain_text(words)
    return people[0]


def open_chat(page: Page) -> None:
    """Show the chat, wherever it is."""
    for control in (
        page.get_by_role("button", name="Chat and log"),
        page.get_by_role("tab", name="Chat"),
    ):
        if control.count() and control.is_visible():
            control.click()
            page.wait_for_timeout(400)
            return


def add_rooms(studio: Studio, scenes: Scenes) -> None:
    host, _ = seat(studio, "yahtzee", NAMES[:2], clock="60")
    scenes.add("lobby-host", host, host.page.url)
    host = seat(studio, "yacht", NAMES[:1])[0]
    scenes.add("lobby-stranger", scenes.stranger, host.page.url)
    two = begin(studio, "yacht", NAMES[:2], 8)
    scenes.add("table", two[0], two[0].page.url)
    scenes.add("table-waiting", two[1], two[0].page.url)
    scenes.add("table-spectator", scenes.stranger, two[0].page.url)
    scenes.add("table-chat", talking(two), two[0].page.url)
    four = begin(studio, "yahtzee", NAMES[:4], 12)
    scenes.add("table-4", four[0], four[0].page.url)
    eight = begin(studio, "yatzy", NAMES, 9)
    scenes.add("table-8", eight[0], eight[0].page.url)
    triple = begin(studio, "triple_yahtzee", NAMES[:2], 10)
    scenes.add("table-triple", triple[0], triple[0].page.url)
    member = signed_up(studio, "Alice Liddell")
    for tab in ("", "notices/", "privacy/"):
        scenes.add(f"settings-member-{tab.rstrip('/') or 'you'}", member, f"/settings/{tab}")
    scenes.add("account-delete", member, "/account/delete/")
    scenes.add("home-member", member, "/")
    scenes.add("profile-new", member, "/@Alice Liddell/")
    scenes.add("challenge", member, f"/?challenge={KEENEST}")


def take_all(studio: Studio, scenes: Scenes, folder: Path) -> None:
    """Take every page at each size and in each scheme; tables as high as the window, then whole."""
    for name, person, path in scenes.pictures:
        live = name.startswith(("table", "lobby", "result"))
        for size in [*SIZES, *TABLE_SIZES] if live else SIZES:
            for scheme in SCHEMES:
                with studio.look(person, path, size, scheme) as page:
                    if name == "table-chat":
                        open_chat(page)
                    stem = f"{name}-{size}-{scheme}"
                    page.screenshot(path=folder / f"{stem}.png", full_page=not live)
                    if live and size == "phone" and scheme == "light":
                        page.screenshot(path=folder / f"{stem}-whole.png", full_page=True)


def take_scheme(page: Page, folder: Path, stem: str) -> None:
    """Take what a page shows now, in each scheme."""
    page.wait_for_timeout(400)  # until what has just come does not move any more
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / f"{stem}-{scheme}.png")


def opened_tournament(studio: Studio) -> str:
    """Open a tournament that starts soon; return its address."""
    page = signed_up(studio, "Bob Harbour").page
    page.goto("/tournaments/new/")
    page.get_by_label("Name").fill("Harbour Cup")
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Cup")
    return page.url


def take_previews(studio: Studio, scenes: Scenes, folder: Path) -> None:
    """Take the pictures that apps show of links, as the server draws them."""
    page = scenes.stranger.page
    shown = {name: path for name, _, path in scenes.pictures}
    places = {name: shown[name] for name in ("lobby-stranger", "table", "game", "profile", "daily")}
    places["tournament"] = opened_tournament(studio)
    for name, path in {"home": "/", **places}.items():
        page.goto(path)
        picture = page.locator("meta[property='og:image']").get_attribute("content")
        assert picture
        (folder / f"preview-{name}.png").write_bytes(page.request.get(picture).body())


def take_first_game(studio: Studio, folder: Path) -> None:
    """Take each step of the first game, until a box is filled."""
    for size, viewport in SIZES.items():
        options: dict[str, Any] = {"phone": size == "phone", "has_touch": True}
        window = open_window(studio.browser, studio.site.url, viewport=viewport, **options)
        person = Person("Newcomer", window.new_page())
        page = person.page
        page.goto("/")
        page.get_by_role("button", name="Your first game").tap()
        expect(page.locator(".coach-bubble")).to_be_visible()
        numbers = count(1)

        def look(step: str, page: Page = page, size: str = size, numbers: Any = numbers) -> None:
            take_scheme(page, folder, f"first-game-{next(numbers):02}-{step}-{size}")

        follows_pip(person, look)
        look("filled")
        window.close()


def take_answered_puzzle(studio: Studio, folder: Path) -> None:
    """Take a puzzle after its answer: two dice held, or the first box."""
    for size, viewport in SIZES.items():
        window = open_window(
            studio.browser, studio.site.url, phone=size == "phone", viewport=viewport
        )
        page = window.new_page()
        page.goto("/puzzles/?variant=yahtzee")
        roll = page.locator("button.roll")
        expect(page.locator(".puzzle-page .actions")).to_be_visible()
        if roll.count():
            page.keyboard.press("1")
            page.keyboard.press("2")
            roll.click()
        else:
            page.locator("button.offer:visible").first.click()
            page.locator("button.write").click()
        expect(page.locator(".puzzle-values")).to_be_visible()
        take_scheme(page, folder, f"puzzle-answered-{size}")
        window.close()


def take_question(studio: Studio, folder: Path) -> None:
    """Take the question for notifications, while a player waits."""
    for size, viewport in SIZES.items():
        options: dict[str, Any] = {"viewport": viewport, "permissions": ["notifications"]}
        window = open_window(
            studio.browser, studio.site.url, phone=size == "phone", worker=True, **options
        )
        person = Person("Alice", window.new_page())
        person.open_special_table("yahtzee", clock="86400")
        start_worker(person)
        expect(person.page.locator(".question")).to_be_visible()
        take_scheme(person.page, folder, f"question-notifications-{size}")
        window.close()


def signed_up(studio: Studio, name: str) -> Person:
    """Return a person with an account."""
    person = studio.person(name)
    person.page.goto("/sign-up/")
    person.page.get_by_label("Your name").fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("main").get_by_role("button").last.click()
    person.page.wait_for_url(lambda url: "/sign-up/" not in url)
    return person


def game_for_readme(studio: Studio) -> Person:
    """Play to the middle of a game of Yahtzee with chosen dice; return whose turn it is."""
    alice, bob = (signed_up(studio, name) for name in NAMES[:2])
    link = alice.open_special_table("yahtzee", 2)
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Take a seat").click()
    game = studio.site.next_game(link)
    alice.start(2)
    for turn, dice in enumerate(README_TURNS):
        studio.site.choose_game_dice(game, dice)
        (alice, bob)[turn % 2].takes_turn()
    studio.site.choose_game_dice(game, README_DICE)
    alice.waits_for_turn()
    alice.rolls_dice()
    hold_most_common(alice)
    alice.rolls_dice()
    return alice


def take_for_readme(studio: Studio) -> None:
    """Take the two pictures of the README."""
    # JPEG, because the noise of the felt makes PNG large.
    images = ROOT / "docs" / "images"
    images.mkdir(parents=True, exist_ok=True)
    person = game_for_readme(studio)
    path = person.page.url
    with studio.look(
        person, path, "desktop", viewport=README_DESKTOP, device_scale_factor=2
    ) as page:
        page.screenshot(path=images / "table.jpg", type="jpeg", quality=86)
    with studio.look(person, path, "phone", device_scale_factor=2) as page:
        page.screenshot(path=images / "phone.jpg", type="jpeg", quality=86)


def take_for_app(studio: Studio) -> None:
    """The pictures of the manifest, which browsers show when somebody installs the site. JPEG, as
    Chromium asks for: https://web.dev/articles/add-manifest
    """
    folder = ROOT / "static" / "img" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    person = game_for_readme(studio)
    for form, (size, options) in APP_PICTURES.items():
        for language in SCREENSHOT_LANGUAGES:
            state: Any = person.page.context.storage_state()
            cookie = {"name": "language", "value": language, "domain": "127.0.0.1", "path": "/"}
            state["cookies"].append(cookie)
            with studio.look(person, person.page.url, size, **options, storage_state=state) as page:
                path = folder / f"{form}-{language}.jpg"
                page.screenshot(path=path, type="jpeg", quality=72)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "var" / "screenshots")
    parser.add_argument("--readme", action="store_true", help="only those of the README")
    parser.add_argument("--app", action="store_true", help="only those of the installed site")


def run(options: Namespace) -> None:
    options.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="yacht-screenshots-") as data,
        running_site(Path(data)) as site,
        running_browser(find_chromium(), EVEN_LETTERS) as browser,
    ):
        studio = Studio(browser, site)
        if options.readme:
            take_for_readme(studio)
        elif options.app:
            take_for_app(studio)
        else:
            scenes = prepare(studio)
            take_previews(studio, scenes, options.folder)
            take_first_game(studio, options.folder)
            take_answered_puzzle(studio, options.folder)
            take_question(studio, options.folder)
            take_all(studio, scenes, options.folder)
