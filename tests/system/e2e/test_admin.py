"""The admin works in a browser under the content security policy of all pages.

Violations of the policy are errors in the console, which fail the test.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site, manage

PASSWORD = "five sixes in one throw"


@pytest.fixture(scope="module")
def staff(site: Site) -> Iterator[str]:
    """The recovery codes of a member of staff with all rights, called root."""
    environment = {**site.environment, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    manage(environment, "createsuperuser", "--no-input", "--username=root", "--name=Root")
    return iter(manage(environment, "add_second_factor", "root").split(": ")[-1].split(", "))


@pytest.fixture
def root(staff: Iterator[str], arrive: Arrive) -> Person:
    """The same person on the first page of the admin."""
    person = arrive("Root")
    person.page.goto("/admin/")
    person.page.get_by_label("Name").fill("root")
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.page.get_by_role("button", name="Sign in", exact=True).click()
    person.page.get_by_label("Code").fill(next(staff))
    person.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(person.page.get_by_role("heading", name="Site administration")).to_be_visible()
    return person


def test_it_finds_and_changes_a_player(root: Person, arrive: Arrive) -> None:
    zelda = arrive("Zelda")
    zelda.open_table()
    page = root.page
    page.goto("/admin/games/user/")
    page.get_by_role("searchbox").or_(page.locator("#searchbar")).first.fill(zelda.name)
    page.get_by_role("button", name="Search").click()
    page.locator("#result_list").get_by_role("link", name=zelda.name).click()
    page.get_by_label("Email address").fill("zelda@example.com")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    page.locator("#action-toggle").check()
    expect(page.locator(".action-counter")).to_contain_text(
        f"{page.locator('.action-select').count()} of"
    )


def test_it_shows_rooms_games_and_their_filters(root: Person, alice: Person) -> None:
    link = alice.open_table()
    page = root.page
    page.goto("/admin/games/room/")
    page.get_by_role("link", name=link.rstrip("/").rsplit("/", 1)[1]).click()
    expect(page.get_by_text("View room")).to_be_visible()
    for table in ("game", "scorecard", "skill", "chatmessage"):
        page.goto(f"/admin/games/{table}/")
        expect(page.locator("#changelist")).to_be_visible()
    # The theme is changed by a script of the admin.
    before = page.locator("html").get_attribute("data-theme")
    page.locator("button.theme-toggle:visible").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", str(before))
