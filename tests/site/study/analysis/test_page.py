"""The analysis board."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from games.core.rules import VARIANTS, Position, Scorecard
from tests.support.reading import data_in

pytestmark = pytest.mark.registered

POSITION = "yahtzee:joker=free 3,-,-,-,-,-,-,-,25,-,-,50,- 1 66116 2"
TRIPLE = Position(VARIANTS["triple_yahtzee"], Scorecard(VARIANTS["triple_yahtzee"]))


def board(browser: Client, path: str = "", status: int = 200) -> dict[str, Any]:
    """The board's data."""
    answer = browser.get(f"/analysis/{path}")
    assert answer.status_code == status
    return data_in(answer.content.decode(), "board-data")


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_it_shows_an_empty_card_of_each_variant(db: None, outsider: Client, variant: str) -> None:
    shown = board(outsider, f"{variant}/")
    empty = Position(VARIANTS[variant], Scorecard(VARIANTS[variant]))
    assert (shown["position"], shown["named"]) == (str(empty), False)
    told = next(each for each in shown["variants"] if each["id"] == variant)
    for category, possible in zip(
        VARIANTS[variant].categories, VARIANTS[variant].possible_points, strict=True
    ):
        assert set(told["points"][category.id]) == possible


@pytest.mark.parametrize("text", [POSITION, str(TRIPLE)])
def test_it_shows_the_position_that_its_address_names(
    db: None, outsider: Client, text: str
) -> None:
    rules, *fields = text.split(" ")
    for path in (
        f"{rules}/{'_'.join(fields)}",
        f"{rules}/{quote(' '.join(fields))}",
        f"{rules.partition(':')[0]}/{quote(text)}",
    ):
        shown = board(outsider, path)
        assert (shown["position"], shown["named"]) == (text, True)


@pytest.mark.parametrize(
    "path",
    ["chess/", "yacht/nonsense", "yacht/-,-_0_12347_1", "yahtzee:joker=odd/", "yacht/" + "x" * 500],
)
def test_it_says_kindly_that_an_address_is_no_position(
    db: None, outsider: Client, path: str
) -> None:
    answer = outsider.get(f"/analysis/{path}")
    assert answer.status_code == 404
    text = answer.content.decode()
    assert "This address is not a valid position" in text
    assert data_in(text, "board-data")["named"] is False
