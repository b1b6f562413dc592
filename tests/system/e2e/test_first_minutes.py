"""The first five minutes of an empty site, from the link to a site with a name.

On a phone, by keyboard alone, and each page in English and German.
"""

import base64
import io
import os
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, ViewportSize, expect

from games.platform.clock import utc_now
from games.site.account.factors import authenticators
from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import until
from tests.system.e2e.site import Site, manage
from tests.system.e2e.test_accessibility import violations

PASSWORD = "five sixes in one throw"
PICTURES = os.environ.get("FIRST_MINUTES_PICTURES", "")
"""A directory: to look at the pages with other eyes."""
WIDE: ViewportSize = {"width": 1440, "height": 900}
TAPPED = "main :is(button, .button, .questions a, label.choice, .field)"
HEIGHTS = "found => found.map((each) => each.getBoundingClientRect().height)"
TARGET = 24
"""Pixels that a finger needs at least (WCAG 2.2, 2.5.8)."""


def keep_picture(page: Page, name: str) -> None:
    """Keep pictures of a page, if somebody wants to look at them."""
    if not PICTURES:
        return
    narrow = page.viewport_size
    assert narrow is not None
    for scheme in ("light", "dark"):
        for size in (narrow, WIDE):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            path = Path(PICTURES, f"{name}-{size['width']}-{scheme}.png")
            page.screenshot(path=path, full_page=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(narrow)


def check_page(page: Page) -> None:
    """Expect a page that does not scroll sideways, buttons that a finger hits, and nothing that axe
    finds, in light and in dark.
    """
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    heights: list[float] = page.locator(TAPPED).evaluate_all(HEIGHTS)
    assert min(heights) >= TARGET
    assert violations(page) == [], page.url
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == [], (page.url, "dark")
    page.emulate_media(color_scheme="light")


def look(page: Page, name: str) -> None:
    """Check a page as it is, and the same page in German as another tab opens it."""
    look_here(page, name)
    page.context.add_cookies([{"name": "language", "value": "de", "url": page.url}])
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("html")).to_have_attribute("lang", "de")
    look_here(other, f"{name}-de")
    other.close()
    page.context.clear_cookies(name="language")


def look_here(page: Page, name: str) -> None:
    keep_picture(page, name)
    check_page(page)


IS_FOCUSED = "element => element === document.activeElement"
STOPS = 60
"""How often somebody presses a key at most, to get somewhere."""


def reach(page: Page, target: Locator) -> None:
    """Press Tab until the focus is there."""
    expect(target).to_be_visible()
    for _ in range(STOPS):
        if target.evaluate(IS_FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} is not reached")


def press(page: Page, target: Locator) -> None:
    reach(page, target)
    page.keyboard.press("Enter")


def write(page: Page, target: Locator, text: str) -> None:
    """Type a text in place of what is there."""
    reach(page, target)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def choose(page: Page, target: Locator) -> None:
    """Choose one of several, with arrows."""
    reach(page, page.locator("main [type=radio]:checked"))
    for _ in range(STOPS):
        if target.is_checked():
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{target} is not reached")


def photo() -> FilePayload:
    """A picture that is too large to be sent as it is."""
    noise = Image.frombytes("RGB", (700, 500), os.urandom(700 * 500 * 3))
    found = io.BytesIO()
    noise.save(found, "PNG")
    return {"name": "photo.png", "mimeType": "image/png", "buffer": found.getvalue()}


def test_a_stranger_with_the_link_opens_a_site(
    site: Site, arrive: Arrive, problems: Problems
) -> None:
    # A wrong code, pages that are not there for others, and a screen that nobody has touched.
    problems.forgiven += ["status of 422", "status of 404"]
    printed = manage(site.environment, "first_link")
    path = re.search(r"/first/\S+", printed)
    assert path is not None
    nora, mallory = arrive("Nora", phone=True), arrive("Mallory")
    page = nora.page
    page.goto(path[0])
    look(page, "1-begin")
    press(page, page.get_by_role("button", name="Go on"))
    write(page, page.get_by_label("Your name"), "Nora")
    write(page, page.get_by_label("Password"), PASSWORD)
    look(page, "2-account")
    press(page, page.get_by_role("button", name="Go on"))
    key = page.locator("code").inner_text().replace(" ", "")
    look(page, "3-app")
    write(page, page.get_by_label("Code that the app shows"), "000000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="That is not the code.")).to_be_visible()
    assert mallory.page.goto(path[0]).status == 404  # type: ignore[union-attr]
    step = authenticators.step_at(utc_now().timestamp())
    code = authenticators.code_at(base64.b32decode(key), step)
    write(page, page.get_by_label("Code that the app shows"), code)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You run this site now")).to_be_visible()
    look_here(page, "4-codes")
    press(page, page.get_by_role("link", name="I have written them down"))
    answer_questions(page)
    expect(page.get_by_role("banner").locator(".brand")).to_contain_text("Dice at Nora’s")
    stranger = mallory.page
    stranger.goto("/imprint/")
    expect(stranger).to_have_title("Imprint · Dice at Nora’s")
    expect(stranger.locator(".brand img")).to_have_js_property("naturalWidth", 256)
    assert stranger.goto("/site/name/").status == 404  # type: ignore[union-attr]
    page.goto("/desk/")
    expect(page.get_by_role("heading", name="Desk", exact=True)).to_be_visible()
    nora.open_special_table("yahtzee", seats=2)
    stranger.goto(f"{page.url}screen/")
    expect(stranger.locator(".lobby-site")).to_have_text("Dice at Nora’s")
    expect(stranger.locator(".lobby-site img")).to_have_js_property("naturalWidth", 256)


IS_SMALL = "document.querySelector('[type=file]').files[0].size <= 40000"


def answer_questions(page: Page) -> None:
    """Answer all five, as a person would."""
    write(page, page.get_by_label("Name of the site"), "Dice at Nora’s")
    page.get_by_label("Logo", exact=True).set_input_files(photo())
    # `wait_for_function` would evaluate a string in the page, which its policy forbids.
    until(lambda: bool(page.evaluate(IS_SMALL)), page)
    look(page, "5-name")
    press(page, page.get_by_role("button", name="Save and go on"))
    choose(page, page.get_by_role("radio", name="Deutsch"))
    look(page, "6-language")
    choose(page, page.get_by_role("radio", name="The language of their browser"))
    press(page, page.get_by_role("button", name="Save and go on"))
    choose(page, page.get_by_role("radio", name=re.compile("^People with an invitation")))
    look(page, "7-who")
    press(page, page.get_by_role("button", name="Save and go on"))
    write(page, page.get_by_label("Mail server", exact=True), "127.0.0.1")
    write(page, page.get_by_label("Port"), "1")
    write(page, page.get_by_label("Send a test to"), "nora@example.org")
    press(page, page.get_by_role("button", name="Save and send a test"))
    expect(page.get_by_role("alert")).to_contain_text("The mail server did not answer")
    expect(page.get_by_label("Mail server", exact=True)).to_have_value("127.0.0.1")
    expect(page.locator("#device [role=switch]")).to_be_visible()
    look(page, "8-mail")
    write(page, page.get_by_label("Mail server", exact=True), "")
    press(page, page.get_by_role("button", name="Save and go on"))
    write(page, page.get_by_label("Imprint"), "# Nora\n\nDicestreet 6")
    look(page, "9-legal")
    press(page, page.get_by_role("button", name="Save and finish"))
    expect(page).to_have_title(re.compile("Dice at Nora’s"))
