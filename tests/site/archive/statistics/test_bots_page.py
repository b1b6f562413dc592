"""The page of the bots."""

import re

import pytest
from django.test import Client

from games.core.bots import PERSONALITIES
from games.core.bots.figures import ladder
from games.core.rules import VARIANTS

MOST_WORDS = 180


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_shows_everybody_with_what_was_measured(outsider: Client, variant: str) -> None:
    answer = outsider.get(f"/bots/{variant}/")
    text = answer.content.decode()
    found = ladder(variant)
    assert found is not None
    for bot in PERSONALITIES.values():
        assert bot.name in text
        assert f"img/bots.svg#{bot.id}" in text
        assert f">{found.figures[bot.id].average:.0f}<" in text
        assert f">{found.figures[bot.id].rating}<" in text
    words = re.sub(r"<[^>]+>", " ", text.split("<main")[1].split("</main>")[0])
    assert len(re.findall(r"[A-Za-z’'-]+", words)) < MOST_WORDS
    assert "script/" not in words


def test_it_shows_four_by_strength_then_those_with_a_style(outsider: Client) -> None:
    by_strength, styles = outsider.get("/bots/").context["groups"]
    assert [rung.bot.name for rung in by_strength] == ["Pip", "Breeze", "Skipper", "Polaris"]
    for group in (by_strength, styles):
        averages = [rung.figures.average for rung in group]
        assert averages == sorted(averages)


def test_it_compares_each_with_each(outsider: Client) -> None:
    rungs = outsider.get("/bots/").context["rungs"]
    assert len(rungs) == len(PERSONALITIES)
    for row, rung in enumerate(rungs):
        for column, cell in enumerate(rung.row):
            assert (cell.percent is None) is (row == column)
            if cell.percent is not None:
                back = rungs[column].row[row].percent
                assert cell.percent + back == pytest.approx(100, abs=0.02)


def test_it_knows_no_other_ladders(outsider: Client) -> None:
    assert outsider.get("/bots/chess/").status_code == 404
