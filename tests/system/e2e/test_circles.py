"""A circle: Anna makes it, a guest's phone comes by a link, and Cleo asks to be let in."""

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.test_accessibility import check

CIRCLE = "Tuesday dice"
PAGES = ("", "members", "settings", "season/", "evenings/", "records/", "news")


def make_circle(person: Person) -> str:
    """Make a circle; return the address of its page."""
    page = person.page
    page.goto("/circles/new")
    page.get_by_label("Name", exact=True).fill(CIRCLE)
    page.locator("label", has=page.get_by_label("Lighthouse")).click()
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("button", name="Make the circle").click()
    page.wait_for_url("**/circles/*/members")
    return page.url.removesuffix("members")


def make_link(person: Person, circle: str, *, asks: bool) -> str:
    page = person.page
    page.goto(f"{circle}members")
    button = page.get_by_role("button", name="New link")
    if not button.is_visible():
        page.locator("summary", has_text="New link").click()
    if asks:
        page.get_by_text("I approve each", exact=True).click()
    links = page.get_by_label("Link", exact=True)
    before = links.count()
    button.click()
    expect(links).to_have_count(before + 1)
    return links.last.input_value()


def comes_in(person: Person, link: str, button: str) -> None:
    page = person.page
    page.goto(link)
    expect(page.get_by_role("heading", name=CIRCLE)).to_be_visible()
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("main").get_by_role("button", name=button).click()


def test_three_people_come_together_and_part(arrive: Arrive) -> None:
    anna, gus, cleo = arrive("Anna"), arrive("Gus", phone=True), arrive("Cleo")
    circle = make_circle(anna)

    comes_in(gus, make_link(anna, circle, asks=False), "Come in")
    gus.page.wait_for_url(circle)
    expect(gus.page.get_by_text("2 members")).to_be_visible()
    expect(gus.page.get_by_role("link", name="Invite")).to_have_count(0)

    comes_in(cleo, make_link(anna, circle, asks=True), "Ask to come in")
    expect(cleo.page.get_by_text("You have asked.")).to_be_visible()
    answer = cleo.page.request.get(circle)
    assert answer.status == 404

    anna.page.goto(circle)
    anna.page.get_by_role("link", name="1 asks to come in").click()
    anna.page.get_by_role("button", name="Let in").click()
    expect(anna.page.get_by_role("heading", name="3 members")).to_be_visible()
    cleo.page.goto("/circles/")
    cleo.page.get_by_role("link", name=CIRCLE).click()
    cleo.page.wait_for_url(circle)

    # Each decides what the others see.
    gus.page.get_by_role("link", name="Settings").first.click()
    gus.page.get_by_text("The others see when I am here").click()
    gus.page.get_by_role("button", name="Save").click()
    expect(gus.page.get_by_text("Saved.")).to_be_visible()
    expect(gus.page.get_by_label("The others see when I am here")).not_to_be_checked()

    # The circle goes on when its owner hands it over and leaves.
    row = anna.page.locator(".circle-member", has_text="Cleo")
    row.get_by_label("What to do with Cleo").click()
    row.get_by_role("button", name="Hand the circle over").click()
    expect(anna.page.locator(".circle-member", has_text="Cleo")).to_contain_text("Owner")
    anna.page.goto(f"{circle}settings")
    anna.page.locator("summary", has_text="Leave").click()
    anna.page.get_by_role("button", name="Leave the circle").click()
    anna.page.wait_for_url("**/circles/")
    assert anna.page.request.get(circle).status == 404

    cleo.page.goto(f"{circle}members")
    row = cleo.page.locator(".circle-member", has_text="Gus")
    row.get_by_label("What to do with Gus").click()
    row.get_by_role("button", name="Remove").click()
    expect(cleo.page.get_by_role("heading", name="1 member")).to_be_visible()
    assert gus.page.request.get(circle).status == 404


def test_its_pages_are_for_everybody(arrive: Arrive) -> None:
    anna, gus = arrive("Anna", phone=True), arrive("Gus")
    circle = make_circle(anna)
    link = make_link(anna, circle, asks=False)
    gus.page.goto(link)
    check(gus)
    comes_in(gus, link, "Come in")
    gus.page.wait_for_url(circle)
    for path in (*(f"{circle}{each}" for each in PAGES), f"{circle}with/Gus", "/circles/"):
        answer = anna.page.goto(path)
        assert answer is not None
        assert answer.ok, path
        check(anna)
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
