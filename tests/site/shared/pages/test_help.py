"""The questions on the page of the rules agree with the code."""

import re
from datetime import timedelta

from django.test import Client
from django.utils.html import strip_tags

from games.people.conduct import leavers
from games.record.ratings.model import MIN_TURNS
from games.tables.rooms.permissions import AWAY_S

MOST_WORDS = 400


def told(client: Client) -> str:
    (main,) = re.findall(
        r"<main.*?</main>", client.get("/rules/").content.decode(), flags=re.DOTALL
    )
    return " ".join(strip_tags(main).split())


def test_every_page_leads_to_it_and_so_does_its_old_address(outsider: Client) -> None:
    assert '<a href="/rules/">Help</a>' in outsider.get("/fair/log/").content.decode()
    answer = outsider.get("/help/")
    assert (answer.status_code, answer["Location"]) == (308, "/rules/")


def test_it_is_brief(outsider: Client) -> None:
    assert len(told(outsider).split()) < MOST_WORDS


def test_it_names_the_numbers_of_the_server(outsider: Client) -> None:
    text = told(outsider)
    assert f"ask for that after {AWAY_S:.0f} seconds" in text
    assert f"a rated one until you have played {MIN_TURNS} turns" in text
    assert leavers.pause_after(1) == timedelta(minutes=5)
    assert "5 minutes, twice as long each further time, up to a day" in text
    assert leavers.pause_after(2) == 2 * leavers.pause_after(1)
    assert timedelta(days=1) == leavers.LONGEST_PAUSE
