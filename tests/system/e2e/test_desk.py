"""From a report at a table to the appeal, with a keyboard at the desk."""

import pytest
from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site, manage
from tests.system.e2e.test_lobby import sign_up

NAMES = iter(("Mona", "Nora", "Orla"))
"""All tests share one site."""


@pytest.fixture
def moderator(site: Site, arrive: Arrive) -> Person:
    return hired(site, arrive)


def hired(site: Site, arrive: Arrive) -> Person:
    """Return a new moderator who has opened the desk."""
    person = arrive(next(NAMES))
    sign_up(person)
    manage(site.environment, "make_staff", person.name)
    codes = manage(site.environment, "add_second_factor", person.name).split(": ")[-1].split(", ")
    person.page.goto("/desk/")
    person.page.get_by_label("Code of the app").first.fill(codes[0])
    person.page.get_by_role("button", name="Go on").click()
    person.page.goto("/desk/")
    expect(person.page.get_by_role("heading", name="Desk")).to_be_visible()
    return person


def report_line(reporter: Person, writer: Person, words: str, has_account: bool = False) -> None:
    """The writer says something at the reporter's table; the reporter reports it in two taps."""
    link = reporter.open_special_table("yacht")
    if has_account:
        writer.page.goto(link)
        writer.page.get_by_role("button", name="Take a seat").first.click()
    else:
        writer.join(link)
    reporter.start(players=2)
    for person in (reporter, writer):
        person.page.get_by_role("tab", name="Chat").click()
    writer.page.get_by_label("Write a message").fill(words)
    writer.page.get_by_role("button", name="Send").click()
    line = reporter.page.locator(".chat-line").filter(has_text=words)
    line.get_by_role("button", name=writer.name).click()
    reporter.page.get_by_role("button", name="Insults or hate").click()
    expect(reporter.page.get_by_text("A moderator will look at it.")).to_be_visible()


def test_a_report_outlives_the_writer_and_the_reporter_hears_of_it(
    moderator: Person, alice: Person, bob: Person
) -> None:
    report_line(alice, bob, "you are a disgrace")
    bob.page.goto("/account/delete/")
    bob.page.get_by_role("main").get_by_role("textbox").fill("delete")
    bob.page.get_by_role("main").get_by_role("button").last.click()
    desk = moderator.page
    desk.reload()
    desk.keyboard.press("j")
    desk.keyboard.press("Enter")
    expect(desk.locator(".evidence")).to_contain_text("you are a disgrace")
    desk.keyboard.press("0")
    desk.get_by_role("button", name="Decide").click()
    alice.page.goto("/settings/reports/")
    expect(alice.page.get_by_text("We looked at it.")).to_be_visible()


def test_the_person_concerned_reads_why_and_appeals(
    moderator: Person, alice: Person, site: Site, arrive: Arrive
) -> None:
    ben = arrive("Benno")
    sign_up(ben)
    report_line(alice, ben, "nobody likes you", has_account=True)
    desk = moderator.page
    desk.reload()
    desk.get_by_role("link", name="Benno").click()
    desk.wait_for_url("**/cases/*/", wait_until="load")
    desk.keyboard.press("2")
    expect(desk.get_by_role("radio", name="No chat")).to_be_checked()
    desk.get_by_label("In your words").fill("Please be kind.")
    desk.get_by_role("button", name="Decide").click()
    expect(desk.get_by_role("heading", name="Desk")).to_be_visible()
    ben.page.get_by_label("Write a message").fill("and you?")
    ben.page.get_by_role("button", name="Send").click()
    expect(ben.page.get_by_text("You may not chat now.")).to_be_visible()
    ben.page.goto("/rules/")
    ben.page.get_by_role("link", name="There is a decision about your account").click()
    expect(ben.page.get_by_text("Please be kind.")).to_be_visible()
    expect(ben.page.locator(".evidence")).to_contain_text("nobody likes you")
    ben.page.get_by_text("Appeal", exact=True).first.click()
    ben.page.get_by_role("textbox").fill("I was joking.")
    ben.page.get_by_role("button", name="Appeal").click()
    expect(ben.page.get_by_text("Thank you. A moderator will look at it.")).to_be_visible()
    other = hired(site, arrive).page
    desk.reload()
    expect(desk.get_by_text("I was joking.")).to_be_visible()
    expect(desk.get_by_text("Another moderator judges this appeal.")).to_be_visible()
    expect(other.get_by_text("I was joking.")).to_be_visible()
    other.get_by_role("button", name="Grant").click()
    expect(other.get_by_text("Nothing yet")).to_be_visible()
    ben.page.reload()
    expect(ben.page.get_by_text("Your appeal was right")).to_be_visible()
