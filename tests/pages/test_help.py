"""The help page agrees with the code."""

import re
from datetime import timedelta
from pathlib import Path

from django.test import Client
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from games.accounts import leavers
from games.engine import CLOCKS
from games.live.room import AWAY_S
from games.ratings.model import MIN_TURNS

ROOT = Path(__file__).resolve().parent.parent.parent


def told(client: Client) -> str:
    page = client.get("/help/")
    assert page.status_code == 200
    (main,) = re.findall(r"<main.*?</main>", page.content.decode(), re.DOTALL)
    return " ".join(strip_tags(main).split())


def test_it_is_linked_from_every_page_and_asks_no_database(
    outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        outsider.get("/help/")
    assert 'href="/help/"' in outsider.get("/rules/").content.decode()


def test_it_links_to_rules_ratings_and_fair_dice(outsider: Client) -> None:
    page = outsider.get("/help/").content.decode()
    for path in ("/rules/", "/strength/", "/fair/", "/new/"):
        assert f'href="{path}"' in page


def test_it_names_the_numbers_of_the_server(outsider: Client) -> None:
    text = told(outsider)
    seconds = [str(clock) for clock in CLOCKS if clock is not None and clock < 3600]
    assert f"{', '.join(seconds[:-1])} or {seconds[-1]} seconds, one day" in text
    assert 86400 in CLOCKS
    assert f"away for {AWAY_S:.0f} seconds" in text
    assert f"You can resign freely until you have played {MIN_TURNS} turns" in text
    assert leavers.pause_after(1) == timedelta(minutes=5)
    assert "5 minutes the first time" in text
    assert leavers.pause_after(2) == 2 * leavers.pause_after(1)
    assert "twice as long each time after that, up to a day" in text
    assert timedelta(days=1) == leavers.LONGEST_PAUSE


def test_it_lists_the_keys_of_the_table(outsider: Client) -> None:
    text = told(outsider)
    script = (ROOT / "static/js/table/bar/help-dialog.js").read_text()
    meanings = re.findall(r'\], gettext\("([^"]+)"\)\]', script)
    assert len(meanings) == 9
    for meaning in meanings:
        assert meaning in text
