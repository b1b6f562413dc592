"""The page of the bots."""

import pytest
from django.test import Client

from games.bots import PERSONALITIES
from games.bots.figures import ladder
from games.rules import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_shows_everybody_with_what_was_measured(outsider: Client, variant: str) -> None:
    answer = outsider.get(f"/bots/{variant}/")
    text = answer.content.decode()
    found = ladder(variant)
    assert found is not None
    for bot in PERSONALITIES.values():
        assert bot.name in text
        assert f"img/bots.svg#{bot.id}" in text
        assert f"{found.figures[bot.id].average:.1f}" in text
    assert f"script/make ladder --variant {variant} --games" in text
    assert ("estimated" in text) is (variant == "triple_yahtzee")


def test_it_puts_the_strongest_first_and_compares_each_with_each(outsider: Client) -> None:
    rungs = outsider.get("/bots/").context["rungs"]
    averages = [rung.figures.average for rung in rungs]
    assert averages == sorted(averages, reverse=True)
    assert rungs[0].bot.name == "Polaris"
    for row, rung in enumerate(rungs):
        for column, cell in enumerate(rung.row):
            assert (cell.percent is None) is (row == column)
            if cell.percent is not None:
                back = rungs[column].row[row].percent
                assert cell.percent + back == pytest.approx(100, abs=0.02)


def test_it_knows_no_other_ladders(outsider: Client) -> None:
    assert outsider.get("/bots/chess/").status_code == 404
