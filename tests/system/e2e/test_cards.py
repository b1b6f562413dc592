"""A card: Anna makes and plays it, a guest's phone plays two hours later, then both see both."""

import re

from playwright.sync_api import Page, Route, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.quick_play import plays_until
from tests.system.e2e.site import Site
from tests.system.e2e.test_daily import on_database

TWO_HOURS_MS = 2 * 3_600_000
PLAY = re.compile("^Play$")


def make_card(person: Person) -> str:
    """Make a card for Yacht, with a name; return its address."""
    page = person.page
    page.goto("/cards/new?variant=yacht")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("button", name="Make a card").click()
    page.wait_for_url("**/c/*/")
    return page.url


def plays(person: Person, link: str) -> int:
    """Play a card to the end, and come back to its page; return the total."""
    page = person.page
    page.goto(link)
    page.get_by_role("main").get_by_role("button", name=PLAY).click()
    page.wait_for_url("**/r/*/")
    expect(person.table).to_be_visible()
    plays_until(person, 1)
    person.takes_turn()
    page.get_by_role("link", name="The card").click()
    page.wait_for_url(link)
    return int(page.locator(".card-total").inner_text())


def let_two_hours_pass(site: Site) -> None:
    """Move the cards, and what was played, two hours back."""
    on_database(
        site,
        "UPDATE games_card SET created_at = datetime(created_at, '-2 hours'),"
        " closes_at = datetime(closes_at, '-2 hours')",
        "UPDATE games_cardentry SET created_at = datetime(created_at, '-2 hours')",
    )


def names_in(page: Page) -> list[str]:
    return page.locator(".card-page tbody th[scope=row] bdi").all_inner_texts()


def test_a_guest_plays_two_hours_later_and_sees_both(arrive: Arrive, site: Site) -> None:
    anna, guest = arrive("Anna"), arrive("Gus", phone=True)
    link = make_card(anna)
    expect(anna.page.get_by_role("heading", name="Your card")).to_be_visible()
    expect(anna.page.get_by_text("It is the card that this browser made.")).to_be_visible()
    total = plays(anna, link)
    expect(anna.page.get_by_role("heading", name="Standings")).to_be_visible()

    let_two_hours_pass(site)
    later = f"Date.now = ((now) => () => now() + {TWO_HOURS_MS})(Date.now)"
    guest.page.add_init_script(later)
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", name="Anna made a card.")).to_be_visible()
    expect(guest.page.get_by_text("Same dice: can you beat it?").first).to_be_visible()
    expect(guest.page.get_by_text(str(total), exact=True)).to_have_count(0)
    theirs = plays(guest, link)
    assert theirs == total  # the same dice, and the same choices
    expect(guest.page.get_by_role("heading", name="You and Anna, turn by turn")).to_be_visible()
    assert len(names_in(guest.page)) == 2
    anna.page.reload()
    assert len(names_in(anna.page)) == 2
    expect(anna.page.get_by_text("are level.")).to_be_visible()


def test_the_card_opens_later_if_the_connection_breaks_before_the_seed(
    arrive: Arrive, problems: Problems
) -> None:
    anna, guest = arrive("Ada"), arrive("Gil")
    problems.forgiven.append("ERR_INTERNET_DISCONNECTED")

    def cut(route: Route) -> None:
        route.abort("internetdisconnected")

    anna.page.route("**/seed", cut)
    link = make_card(anna)
    expect(anna.page.get_by_text("No connection to the server.")).to_be_visible()
    guest.page.goto(link)
    expect(guest.page.get_by_text("It is not open yet.")).to_be_visible()
    anna.page.unroute("**/seed", cut)
    anna.page.reload()
    expect(anna.page.get_by_role("main").get_by_role("button", name=PLAY)).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_role("main").get_by_role("button", name=PLAY)).to_be_visible()
