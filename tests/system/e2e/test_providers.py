"""Sign in with a school: a guest at a table on one browser, then the same account on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.account.providers.school import School, name_key, running_school
from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.site import Site, running_site
from tests.system.e2e.test_accessibility import check


@pytest.fixture(scope="module")
def school() -> Iterator[School]:
    """A provider that runs, beside the site."""
    with pytest.MonkeyPatch.context() as patch:
        # The provider's own rule: it runs without HTTPS on this machine.
        patch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
        name_key(patch)
        with running_school() as running:
            yield running


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, collected: Path, school: School
) -> Iterator[Site]:
    """A site that offers the provider."""
    given = {f"OIDC_SCHOOL_{key}": each for key, each in school.settings().items()}
    with running_site(
        tmp_path_factory.mktemp("school"), collected, OIDC_PROVIDERS="school", **given
    ) as running:
        yield running


@pytest.fixture(autouse=True)
def school_has_its_own_problems(problems: Problems) -> None:
    """Its pages ask for a stylesheet elsewhere, and have no icon."""
    problems.forgiven += ["cdn.jsdelivr.net", "/favicon.ico"]


def goes_to_school(page: Page, sub: str) -> None:
    """Sign in there. The page of the provider is its own."""
    page.get_by_role("button", name="Continue with School").click()
    page.wait_for_url("**/oauth2/authorize?**")
    page.locator("input[name=sub]").fill(sub)
    page.locator("input[name=sub]").press("Enter")


def test_a_guest_keeps_the_table_and_signs_in_on_a_phone(
    school: School, site: Site, arrive: Arrive
) -> None:
    school.person("d1", nickname="Dora Dee")
    dora = arrive("Dora")
    link = dora.open_table()
    page = dora.page
    page.goto("/account/keep/")
    goes_to_school(page, "d1")
    expect(page.get_by_role("heading", name="Your name here")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Dora")
    check(dora)
    page.get_by_role("button", name="Start").click()
    page.goto(link)
    expect(dora.seat("Dora")).to_be_visible()

    phone = arrive("Dora", phone=True)
    page = phone.page
    page.goto("/sign-in/?next=/settings/providers/")
    check(phone)
    page.get_by_role("button", name="Continue with School").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/oauth2/authorize?**")
    page.locator("input[name=sub]").fill("d1")
    page.locator("input[name=sub]").press("Enter")
    expect(page.get_by_role("heading", name="You sign in with")).to_be_visible()
    expect(page.get_by_text("School", exact=True)).to_be_visible()
    check(phone)
    page.goto(link)
    expect(phone.seat("Dora")).to_be_visible()


def test_a_change_of_the_account_asks_the_school_again(
    school: School, site: Site, arrive: Arrive
) -> None:
    school.person("e1", nickname="Emil")
    emil = arrive("Emil")
    page = emil.page
    page.goto("/sign-up/")
    goes_to_school(page, "e1")
    page.get_by_role("button", name="Start").click()
    page.goto("/account/delete/")
    check(emil)
    page.get_by_role("link", name="Sign in again").click()
    check(emil)
    goes_to_school(page, "e1")
    page.wait_for_url("**/account/delete/")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Everything is deleted.")).to_be_visible()
