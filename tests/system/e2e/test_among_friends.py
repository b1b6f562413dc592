"""What is left out at private tables, where people know each other: the marks of guests, and the
words of fair dice, unless somebody asks.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person

SEEDS = re.compile(r"\b(seeds?|seals?|sealed|casual|guests?|hash)\b", re.IGNORECASE)
TABLES: dict[str, dict[str, str]] = {
    "in turns": {},
    "all at once": {"mode": "rounds", "clock": "60"},
    "public": {"public": "on"},
}


def words(person: Person) -> list[str]:
    """Return such words on the page, in sight or in the name of something."""
    text = person.page.evaluate("""() => [
      document.body.innerText,
      ...[...document.querySelectorAll("[aria-label], [title]")]
        .filter((each) => each.checkVisibility())
        .map((each) => `${each.ariaLabel ?? ""} ${each.title}`),
    ].join(" ")""")
    return SEEDS.findall(str(text))


@pytest.mark.parametrize("table", TABLES)
def test_it_speaks_as_friends_do_at_private_tables_only(arrive: Arrive, table: str) -> None:
    alice, bob, screen = arrive("Alice"), arrive("Bob", phone=True), arrive("Screen")
    link = alice.open_special_table("yacht", 2, **TABLES[table])
    bob.join(link)
    screen.page.goto(f"{link}screen/")
    expect(screen.page.get_by_text("Bob").first).to_be_visible()
    expect(alice.seat("Bob")).to_be_visible()
    marked = {"guest"} if table == "public" else set()
    for person in (alice, bob, screen):
        assert set(words(person)) == marked, person.name
    alice.page.get_by_role("button", name="Fair dice").click()
    fold = alice.page.get_by_role("dialog").get_by_text("All figures")
    if table == "public":
        expect(fold).to_have_count(0)
    else:
        assert words(alice) == []
        fold.click()
    expect(alice.page.get_by_label("Your seed")).to_be_visible()
    alice.closes_dialog()
    alice.start(players=2)
    assert words(alice) == []  # a mark beside each name would be noise
    assert set(words(screen)) == marked
    bob.page.get_by_role("button", name="More", exact=True).click()
    bob.resigns()
    expect(alice.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert set(words(alice)) == marked
    alice.page.get_by_role("link", name="Review game").click()
    expect(alice.page.get_by_role("heading", level=1)).to_be_visible()
    marks = alice.page.locator(".guest-mark")
    expect(marks).to_have_count(2 if table == "public" else 0)
    alice.page.goto("/games/")
    expect(alice.page.get_by_text("Bob").first).to_be_visible()
    expect(marks).to_have_count(1 if table == "public" else 0)
