"""A person at the browser: their actions, and what they see on the page."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.system.e2e.browser import PATIENCE_S

DIE = re.compile(r"Die \d: (\d)")
TURN = re.compile(r"Roll (\d) of \d")
LOAD = "import(document.documentElement.dataset.app)"
"""What a page does by itself after some seconds."""
CONTROLLED = """() => navigator.serviceWorker.controller !== null || new Promise((done, fail) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
  setTimeout(() => fail(new Error("no service worker answers for the page")), 60_000);
})"""


class Person:
    """A person called `name` who uses `page`."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page

    # --- Rooms --------------------------------------------------------------------------------

    def open_table(self, variant: str = "Yacht") -> str:
        """Open a room from the home page, typing a name; return its link."""
        self.page.goto("/")
        self.chooses(variant)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Play with friends").click()
        return self._arrive()

    def chooses(self, *options: str) -> None:
        """Unfold the form of the home page, and choose these: names of games, of who plays, or of
        bots; or numbers of players.
        """
        self.unfolds()
        for option in options:
            if option.isdigit():
                self.page.locator("select[name=players]").select_option(option)
                continue
            name = re.compile(rf"^{re.escape(option)}\b")
            radios = self.page.locator("form:visible").get_by_role("radio", name=name)
            radios.first.check(force=True)

    def unfolds(self) -> None:
        fold = self.page.locator("form:visible [data-more]")
        if fold.get_attribute("open") is None:
            # By key: a click may miss what a late picture moves.
            fold.locator("> summary").press("Enter")
        expect(fold).to_have_attribute("open", "")

    def fills_table_form(self, **values: str) -> None:
        """Choose values in the form for a table: public="on", clock="30"."""
        self.unfolds()
        for name, value in values.items():
            field = self.page.locator(f"form:visible [name={name}]")
            if field.first.evaluate("field => field.matches('select')"):
                field.select_option(value)
            else:
                one = (
                    field.first
                    if value == "on"
                    else field.and_(self.page.locator(f"[value='{value}']"))
                )
                one.evaluate("field => field.click()")

    def opens_the_table(self) -> None:
        """Press the button of the page for a new table."""
        self.page.get_by_role("main").get_by_role("button", name="Play", exact=True).click()
        self.page.wait_for_url("**/r/*/")

    def open_special_table(self, variant: str = "yacht", seats: int = 2, **values: str) -> str:
        """Open a room on the page with all its settings; return its link.

        `values` are further choices, as clock="30".
        """
        self.page.goto(f"/new/?variant={variant}")
        name = self.page.get_by_label("Your name")
        if name.count():
            name.fill(self.name)
        self.fills_table_form(**{"seats": str(seats), **values})
        self.opens_the_table()
        return self._arrive()

    def _arrive(self) -> str:
        self.page.wait_for_url("**/r/*/")
        expect(self.seat(self.name)).to_be_visible()
        return self.page.url

    def join(self, link: str) -> None:
        """Open the link, type a name, take a seat."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Take a seat").click()
        expect(self.seat(self.name)).to_be_visible()

    def seat(self, name: str) -> Locator:
        """The row of the waiting room with the seat of the person called `name`."""
        return self.page.get_by_label("Seats").get_by_role("listitem").filter(has_text=name)

    def start(self, players: int) -> None:
        words = "Start alone" if players == 1 else f"Start with {players} players"
        button = self.page.get_by_role("button", name=words)
        expect(button).to_be_visible()
        # A browser seals its seed a moment after its player sat down: a start does not wait for it.
        expect(self.page.locator("[data-unsealed]")).to_have_count(0)
        button.click()
        expect(self.table).to_be_visible()
        if players == 1:
            self.waits_for_turn()

    # --- What is on the table -----------------------------------------------------------------

    @property
    def table(self) -> Locator:
        return self.page.get_by_role("region", name="Table", exact=True)

    @property
    def turn_title(self) -> Locator:
        return self.table.get_by_role("heading", level=2)

    @property
    def offers(self) -> Locator:
        """The buttons of the boxes that can be filled now."""
        return self.page.locator("button.offer:enabled:visible")

    @property
    def live_text(self) -> str:
        """The last announcement for screen readers."""
        spoken = self.page.locator(".live-region > p:not(.typed)")
        return (spoken.last.text_content() or "").strip() if spoken.count() else ""

    def hears(self, words: str | re.Pattern[str]) -> None:
        """Wait until the last announcement contains these words."""
        pattern = re.compile(re.escape(words)) if isinstance(words, str) else words
        until(lambda: bool(pattern.search(self.live_text)), self.page)

    def rolls(self) -> int:
        """How often the acting player has rolled in this turn."""
        label = self.table.get_by_role("img", name=TURN).get_attribute("aria-label")
        match = TURN.match(label or "")
        assert match, label
        return int(match[1])

    def dice(self) -> list[int]:
        """The five dice, by their accessible names; none before the first roll of a turn."""
        labels = self.page.locator(".die").evaluate_all(
            "dice => dice.map(die => die.getAttribute('aria-label'))"
        )
        faces = [DIE.match(label) for label in labels]
        return [int(face[1]) for face in faces if face]

    def held(self) -> list[int]:
        """The positions (0-4) of the dice that are held."""
        labels = self.page.locator(".die").evaluate_all(
            "dice => dice.map(die => die.getAttribute('aria-label'))"
        )
        return [position for position, label in enumerate(labels) if label.endswith(", held")]

    def written(self) -> list[str]:
        """The points in the boxes that are filled, of all players."""
        return self.page.locator(".written").all_inner_texts()

    def sees(self) -> dict[str, object]:
        """The whole state of the game on the page."""
        return {
            "turn": self.turn_title.text_content(),
            "rolls": self.rolls(),
            "dice": self.dice(),
            "held": self.held(),
            "card": self.page.locator(".score-table").all_inner_texts(),
            "totals": self.page.locator(".seat-total").all_inner_texts(),
            "log": self.page.locator(".log-line").all_inner_texts(),
        }

    def resigns(self) -> None:
        self.page.get_by_role("button", name="Resign", exact=True).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Resign", exact=True).click()
        expect(dialog).to_be_hidden()

    def closes_dialog(self) -> None:
        """Press Escape, and wait until no dialog is open: keys do nothing before that."""
        self.press("Escape")
        expect(self.page.get_by_role("dialog")).to_be_hidden()

    # --- Playing by the keyboard --------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def waits_for_turn(self) -> None:
        """Wait until it is my turn and nothing has been rolled yet."""
        expect(self.turn_title).to_have_text("Your turn")
        expect(self.table.get_by_role("button", name="Roll the dice")).to_be_enabled()

    def rolls_dice(self) -> None:
        """Roll once more, and wait for the dice."""
        expect(self.table.locator("button.roll")).to_be_enabled()
        expected = self.rolls() + 1
        self.press("r")
        expect(
            self.table.get_by_role("img", name=re.compile(f"^Roll {expected} of "))
        ).to_be_visible()
        expect(self.offers.first).to_be_visible()

    def writes_best(self) -> str:
        """Fill the box with most points, by arrow keys and Enter; return what its label said.

        It is done, and the turn over, when this returns.
        """
        expect(self.offers.first).to_be_visible()
        done = self.page.locator(".written:not(.writing)")
        before = done.count()
        labels = self.offers.evaluate_all(
            "boxes => boxes.map(box => [box.ariaLabel, parseInt(box.textContent)])"
        )
        best = max(range(len(labels)), key=lambda index: labels[index][1])
        self.offers.nth(best).focus()
        self.press("Enter")
        self.press("Enter")  # the second time scores it
        expect(done.nth(before)).to_be_attached()
        return str(labels[best][0])

    def takes_turn(self) -> str:
        self.waits_for_turn()
        self.rolls_dice()
        return self.writes_best()


def until(done: Callable[[], bool], page: Page, seconds: float = PATIENCE_S) -> None:
    """Wait until `done()`, while the page keeps running."""
    for _ in range(int(seconds * 20)):
        if done():
            return
        page.wait_for_timeout(50)
    raise AssertionError("the condition never became true")


def start_worker(person: Person) -> None:
    """Wait until the service worker answers for the page."""
    person.page.evaluate(LOAD)
    person.page.evaluate(CONTROLLED)
