"""The pages about perfect play, for each variant and each of its rules."""

import pytest
from django.test import Client

from games.rules import VARIANTS
from games.statistics.figures import figures
from tests.support.reading import text_of

SOLVED = ("yacht", "yahtzee", "yatzy")


@pytest.mark.parametrize("variant", SOLVED)
def test_it_tells_the_average_and_every_box(outsider: Client, variant: str) -> None:
    text = text_of(outsider, f"/statistics/{variant}/")
    found = figures(VARIANTS[variant])
    assert found is not None
    assert f"{found.mean:.4f}" in text
    for category, box in zip(VARIANTS[variant].categories, found.boxes, strict=True):
        assert f'<th scope="row">{category.name}</th><td class="number">{box.mean:.2f}' in text
    assert "estimated" not in text


@pytest.mark.parametrize(
    ("joker", "mean"), [("forced", "254.5877"), ("free", "254.5896"), ("none", "245.87")]
)
def test_it_tells_each_rule_of_yahtzee_apart(outsider: Client, joker: str, mean: str) -> None:
    text = text_of(outsider, f"/statistics/yahtzee/?joker={joker}")
    assert mean in text
    assert f'href="?joker={joker}" aria-current="page"' in text
    assert ("Bonus Yahtzees per game" in text) is (joker != "none")


@pytest.mark.parametrize(
    "path", ["/statistics/chess/", "/statistics/yacht/?joker=free", "/statistics/yahtzee/?joker=x"]
)
def test_it_knows_no_others(outsider: Client, path: str) -> None:
    assert outsider.get(path).status_code == 404
