"""Bots in the browser choose by a table, or guess without one, as those of the site do."""

import random
from pathlib import Path
from typing import Any

import pytest

from games.core.bots.personalities import PERSONALITIES
from games.core.rules import MORE_GAMES, Position, Variant, find_variant
from games.core.solver import Option, is_exact, one_turn, options, portable, portable_files
from games.core.solver.tables import make_table
from games.site.study.offline_tables.values import bots_of
from games.site.study.real_dice.rule_data import rule_data
from tests.core.rules.house_rules import random_rules
from tests.environment import ROOT
from tests.site.study.offline_tables.games import Turn, box_of, random_game
from tests.site.study.real_dice.test_rules import OFFICIAL, name_of
from tests.support.node import in_the_browser

pytestmark = pytest.mark.process

PROGRAM = ROOT / "tests/system/js/offline_games/choose.mjs"
POSITIONS = 150
LOSS = 0.05
"""What a choice by a table may lose, in points."""
OFF = 0.006
"""What a value may be off by: half a step of a table."""
SAME = 0.1
"""What a guess may differ by: rounding decides between aims with the same mean."""


def asked(variant: Variant, count: int) -> list[tuple[list[Turn], Position, list[Any]]]:
    """Return moments of random games: the turns before, the position, and its rolls."""
    rng = random.Random(f"choices {name_of(variant)}")
    found: list[tuple[list[Turn], Position, list[Any]]] = []
    while len(found) < count:
        turns = list(random_game(variant, rng, players=1))
        for at in sorted(rng.sample(range(len(turns)), 4)):
            rolls = rng.randint(1, len(turns[at].rolls))
            found.append((turns[:at], turns[at].position(rolls), turns[at].rolls[:rolls]))
    return found


def choose(
    variant: Variant, table: Path | None, count: int, folder: Path
) -> list[tuple[Position, dict[str, Any]]]:
    """Return the positions, and what the browser says of each."""
    moments = asked(variant, count)
    lines = [
        {
            "turns": [{"rolls": each.rolls, "box": box_of(each.fill.box)} for each in turns],
            "rolls": rolls,
        }
        for turns, _, rolls in moments
    ]
    head = {"rules": rule_data(variant), "table": None if table is None else str(table)}
    found = in_the_browser([head, *lines], folder, PROGRAM)
    return [(position, each) for (_, position, _), each in zip(moments, found, strict=True)]


def key_of(option: Option) -> tuple[Any, ...]:
    return tuple(option.keep) if option.fill is None else tuple(option.fill.box)  # type: ignore[arg-type]


def check(position: Position, truth: tuple[Option, ...], found: dict[str, Any], off: float) -> None:
    """Compare the values of all choices, and what is done with the best one."""
    values = {key_of(option): option.value for option in truth}
    theirs = {tuple(key): value for key, value in found["choices"]}
    assert theirs == pytest.approx(values, abs=off)
    chosen = found["box"] and tuple(found["box"])
    if chosen is None:
        assert position.dice is not None
        chosen = tuple(sorted(position.dice[at] for at in found["hold"]))
    assert max(values.values()) - values[chosen] <= LOSS


@pytest.mark.parametrize("variant", [each for each in OFFICIAL if is_exact(each)], ids=name_of)
def test_its_choices_by_a_table_lose_next_to_nothing(variant: Variant, tmp_path: Path) -> None:
    make_table(variant)
    packed = portable.make(variant)
    assert packed is not None
    table = tmp_path / "table"
    table.write_bytes(portable_files.unpacked(packed.read_bytes()))
    for position, found in choose(variant, table, POSITIONS, tmp_path):
        check(position, options(position), found, OFF)


@pytest.mark.parametrize(
    "variant", [find_variant("triple_yahtzee"), *MORE_GAMES.values()], ids=name_of
)
def test_without_a_table_it_guesses_as_the_site_does(variant: Variant, tmp_path: Path) -> None:
    for position, found in choose(variant, None, 60, tmp_path):
        check(position, one_turn.options(position), found, SAME)


@pytest.mark.parametrize("number", range(4))
def test_so_it_does_with_house_rules(number: int, tmp_path: Path) -> None:
    _, text = random_rules(random.Random(f"offline choices {number}"))
    for position, found in choose(find_variant(text), None, 24, tmp_path):
        check(position, one_turn.options(position), found, SAME)


def test_the_browser_knows_each_bot() -> None:
    levels = bots_of(find_variant("yahtzee"))
    assert [each["id"] for each in levels] == list(PERSONALITIES)
    mistaken = [each["id"] for each in levels if each["temperature"]]
    assert mistaken == [id_ for id_, each in PERSONALITIES.items() if each.makes_mistakes]
