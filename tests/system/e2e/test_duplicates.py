"""A duplicate event that runs when a site is updated, in browsers: two tables with the same dice,
one clock, and one field.
"""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import until
from tests.system.e2e.site import Site, manage

# With the longest clock of a round: a slow machine needs more than the usual 30 seconds.
BEGIN = """
from django.db import transaction
from games.models import Seat, User
from tests.site.events.tournaments.duplicates.event import duplicate, join, seat_all
players = list(User.objects.filter(name__startswith="Racing").order_by("pk"))
# At once: the worker calls off what has not begun.
with transaction.atomic():
    event = duplicate(0, name="Harbour Race", clock=90)
    join(event, *players, state="playing")
    seat_all(event, players)
seats = Seat.objects.filter(room__tournament=event.pk).order_by("player")
print(event.code, *seats.values_list("room__code", flat=True))
"""
SHARE = re.compile(r"Place 1 of 4 · \d+% of perfect play")


def standings(page: Page) -> list[str]:
    """The points of each player, as the page of the event shows them."""
    return page.locator(".arena-table tbody .arena-score").all_inner_texts()


def test_four_people_at_two_tables_play_one_field(site: Site, arrive: Arrive) -> None:
    alice, *others = people = [
        arrive(f"Racing {name}") for name in ("Alice", "Bob", "Charlie", "Dora")
    ]
    for person in people:
        person.open_table()
    words = manage(site.environment, "shell", "-c", BEGIN).split()
    code, *tables = words[-1 - len(people) :]
    address = f"{site.url}/tournaments/{code}/"
    for person, table in zip(people, tables, strict=True):
        person.page.goto(f"{site.url}/r/{table}/")
    assert len(set(tables)) == 2
    # Nobody else may look at them.
    stranger = arrive("Stranger").page
    stranger.goto(address)
    expect(stranger.get_by_text("This event has begun.")).to_be_visible()
    for person in people:
        person.rolls_dice()
    assert {tuple(person.dice()) for person in people} == {tuple(alice.dice())}
    assert standings(stranger) == []
    for person in people:
        person.writes_best()
    for person in people:
        expect(person.page.locator(".at-tournament")).to_have_text("Harbour Race · Place 1")
    # The same dice in the same boxes.
    until(lambda: len(standings(stranger)) == 4, stranger)
    assert len(set(standings(stranger))) == 1
    expect(alice.page.get_by_role("button", name="Resign")).to_be_hidden()
    # Time is up: the places count by the rounds that are over.
    site.move_tournaments("ends_at", minutes=-600)
    # The page follows its link "To the tournament" by itself after some seconds.
    others[0].page.wait_for_url(address)
    expect(stranger.get_by_text("Finished")).to_be_visible()
    until(lambda: stranger.locator(".podium .step").count() == 3, stranger)
    # The worker computes what perfect play scores.
    expect(others[0].page.get_by_text(SHARE)).to_be_visible(timeout=SOLVER_MS)
    for page in (stranger, others[0].page):
        expect(page.get_by_text("with these dice.")).to_be_visible()
