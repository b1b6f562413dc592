"""docs/rules.md and the docstrings agree with the code."""

import doctest
import re

import pytest

import games.core.rules
from games.core.rules import VARIANTS, Position, Variant
from tests.environment import ROOT

PAGE = ROOT / "docs" / "rules.md"
TEXT = PAGE.read_text()


def section(variant: Variant) -> str:
    """Return the part of the page under the heading with the variant's name."""
    found = re.search(rf"^## {variant.name}\n(.*?)^## ", TEXT, re.DOTALL | re.MULTILINE)
    assert found, f"docs/rules.md has no heading for {variant.name}"
    return found[1]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_it_documents_the_variant(variant: Variant) -> None:
    text = section(variant)

    assert f"Id `{variant.id}`" in text
    assert f"{len(variant.boxes)} boxes, {variant.rounds} rounds" in text
    for switch in variant.switch_choices.values():
        assert f"`{switch.id}`" in text
        assert all(f"`{value}`" in text for value in switch.values)


@pytest.mark.parametrize("variant", ["yacht", "yahtzee", "yatzy"])
def test_it_documents_every_category_in_card_order(variant: str) -> None:
    table = section(VARIANTS[variant]).partition("| Box | Points |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    lower = [
        category.id for category in VARIANTS[variant].categories if category.section != "upper"
    ]

    assert rows == lower
    for category in VARIANTS[variant].categories[:6]:
        assert f"`{category.id}`" in TEXT


def test_it_documents_the_error_codes() -> None:
    for word in ("InvalidDice", "UnknownCategory", "IllegalBox", "box_filled", "box_not_allowed"):
        assert f"`{word}`" in TEXT


def test_it_shows_positions_that_can_be_read() -> None:
    blocks = re.findall(r"```position\n(.*?)```", TEXT, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]

    assert {Position.parse(line).variant.id for line in lines} == {*VARIANTS, "maxi_yatzy"}
    example = Position.parse(lines[0])
    assert example.variant.switches == {"joker": "free"}
    assert [example.card.points(box) for box in ("ones", "full_house", "yahtzee")] == [3, 25, 50]
    assert (example.card.bonus(0), example.dice, example.rolls) == (100, (6, 6, 1, 1, 6), 2)
    assert lines[0] in (Position.__doc__ or "")


def test_it_shows_examples_that_work() -> None:
    page = doctest.testfile(str(PAGE), module_relative=False)
    package = doctest.testmod(games.core.rules)

    assert page.attempted >= 6
    assert package.attempted >= 6
    assert page.failed == package.failed == 0
