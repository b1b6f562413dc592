"""A name that is taken: one tap puts a free one into the field, wherever one types a name."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.test_accessibility import check
from tests.system.e2e.test_history import sign_up

NAMES = iter(["\u1ecc\u0300\u1e63un", "\u0130pek", "\u4f50\u3005\u6728", "Ka\u02bbiulani", "Zoe"])


@pytest.fixture
def owner(arrive: Arrive, problems: Problems) -> Person:
    """Somebody with an account, whose name others try to get."""
    problems.forgiven += ["status of 400", "status of 422"]
    person = arrive(next(NAMES))
    sign_up(person)
    return person


def uses_the_free_name(page: Page, field: Locator, name: str) -> None:
    """Tap the button below the field of a name that was refused."""
    expect(page.get_by_text(f"This name is taken. How about “{name} 2”?")).to_be_visible()
    expect(field).to_have_value(name)
    button = page.get_by_role("button", name=f"Use “{name} 2”")
    expect(button).to_have_count(1)
    button.click()
    expect(field).to_have_value(f"{name} 2")
    expect(button).to_have_count(0)


def test_on_the_home_page(owner: Person, arrive: Arrive) -> None:
    visitor = arrive("Visitor")
    page = visitor.page
    page.goto("/")
    field = page.get_by_label("Your name")
    field.fill(owner.name)
    page.get_by_role("button", name="Play with friends").click()
    uses_the_free_name(page, field, owner.name)
    expect(field).to_be_focused()
    check(visitor)
    page.get_by_role("button", name="Play with friends").click()
    page.wait_for_url("**/r/*/")
    expect(visitor.seat(f"{owner.name} 2")).to_be_visible()


def test_at_a_table(owner: Person, arrive: Arrive) -> None:
    link = owner.open_special_table()
    visitor = arrive("Visitor")
    page = visitor.page
    page.goto(link)
    field = page.get_by_label("Your name")
    field.fill(owner.name)
    page.get_by_role("button", name="Take a seat").click()
    uses_the_free_name(page, field, owner.name)
    expect(field).to_be_focused()
    page.get_by_role("button", name="Take a seat").click()
    expect(visitor.seat(f"{owner.name} 2")).to_be_visible()


def test_for_a_player_on_the_same_device(owner: Person, arrive: Arrive) -> None:
    host = arrive("Host")
    host.open_special_table()
    page = host.page
    page.get_by_role("button", name="Add a player on this device").click()
    field = page.get_by_label("Name of a player")
    field.fill(owner.name)
    page.get_by_role("button", name="Add", exact=True).click()
    uses_the_free_name(page, field, owner.name)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(host.seat(f"{owner.name} 2")).to_be_visible()
    expect(field).to_have_value("")


@pytest.mark.parametrize("scripts", [True, False])
def test_at_sign_up(owner: Person, arrive: Arrive, scripts: bool) -> None:
    page = arrive("Visitor", java_script_enabled=scripts).page
    page.goto("/sign-up/")
    name, password = page.get_by_label("Your name"), page.get_by_label("Password")
    name.fill(owner.name)
    password.fill("correct horse battery")
    page.get_by_label("Email").fill("anna@example.com")
    send = page.get_by_role("main").get_by_role("button", name="Sign up")
    send.click()
    uses_the_free_name(page, name, owner.name)
    if scripts:
        expect(password).to_be_focused()
    expect(page.get_by_label("Email")).to_have_value("anna@example.com")
    password.fill("correct horse battery")
    send.click()
    expect(page).to_have_url(re.compile(r"/$"))
