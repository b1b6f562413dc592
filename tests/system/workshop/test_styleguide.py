"""The style guide, which only developers see."""

import json
import os
import re
from collections import Counter

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import find_variant
from tests.support.services import run_python
from workshop.styleguide.game import MOMENTS, TURNS, updates

pytestmark = pytest.mark.django_db


def test_it_is_not_there_in_production(outsider: Client) -> None:
    assert outsider.get("/styleguide/").status_code == 404


@pytest.mark.process
@pytest.mark.parametrize(
    ("debug", "urls"), [("1", "workshop.styleguide.urls"), ("0", "yachtsite.urls")]
)
def test_only_a_site_with_debug_serves_it(debug: str, urls: str) -> None:
    code = "from yachtsite import settings; print(settings.ROOT_URLCONF)"
    assert run_python(["-c", code], {**os.environ, "DEBUG": debug}).split() == [urls]


def test_it_shows_every_component(outsider: Client, settings: Settings) -> None:
    settings.ROOT_URLCONF = "workshop.styleguide.urls"
    settings.DEBUG = True
    answer = outsider.get("/styleguide/")
    text = answer.content.decode()
    assert answer.status_code == 200
    for part in ("button", "field", "segmented", "switch", "notice", "badge", "row", "table"):
        assert re.search(rf'class="{part}\b', text), part
    for part in ("empty", "dialog", "felt", "avatar", "medal", "banner", "chart"):
        assert re.search(rf'class="{part}\b', text), part
    assert len(re.findall(r'class="felt guide-felt"', text)) == 4 * 4 * 2
    assert len(re.findall(r"data-moment=", text)) == len(MOMENTS)
    (sample,) = re.findall(r'<script id="sample-game"[^>]*>(.*?)</script>', text, re.S)
    assert len(json.loads(sample)["updates"]) == 2 * 3 * 13


def test_its_game_has_the_moments_that_it_names() -> None:
    assert Counter(turn[0] for turn in TURNS) == Counter(
        category.id for category in find_variant("yahtzee").categories
    )
    game = updates()
    found = {moment.name: game[moment.place] for moment in MOMENTS}
    kinds = [
        [event.__struct_config__.tag for event in found[moment.name].events] for moment in MOMENTS
    ]
    rolls = {"First roll", "Five of a kind is rolled", "Last roll"}
    for moment, kind in zip(MOMENTS, kinds, strict=True):
        assert kind[0] == ("dice.rolled" if moment.name in rolls else "box.scored")
    assert kinds[-1] == ["box.scored", "game.finished"]
    # 3 + 6 + 12 + 16 + 20 + 24, and 35 for 63 or more.
    columns = found["Upper bonus"].view.seats[0].card.columns[0]
    assert (columns.upper, columns.upper_bonus) == (81, 35)
    assert found["Yahtzee"].view.seats[0].card.columns[0].boxes["yahtzee"] == 50
    assert found["Yahtzee of an opponent"].view.seats[2].card.columns[0].boxes["yahtzee"] == 50
    assert found["Large straight"].view.seats[0].card.columns[0].boxes["large_straight"] == 40
