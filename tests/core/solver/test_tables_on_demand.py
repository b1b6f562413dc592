"""Tables of house rules: made in one process, read by others, and not kept for ever."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.core.rules import Position, Scorecard, find_variant
from games.core.solver import NotSolved, is_ready, options, tables
from tests.environment import ROOT

SMALL = "yacht+no-full-house+no-four-of-a-kind+no-little-straight+no-big-straight+no-choice"


def test_the_first_use_asks_and_does_not_compute(tables_folder: Path) -> None:
    rules = find_variant(f"{SMALL}+bonus-31")
    assert not is_ready(rules)
    with pytest.raises(NotSolved):
        options(Position(rules, Scorecard(rules)))
    assert list(tables_folder.iterdir()) == []


@pytest.mark.process
def test_another_process_makes_it(tables_folder: Path) -> None:
    rules = find_variant(f"{SMALL}+bonus-32")
    command = [
        sys.executable,
        "-m",
        "games.core.solver",
        rules.id,
        str(tables_folder),
        "1000000000",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert is_ready(rules)
    (start,) = options(Position(rules, Scorecard(rules)))
    assert f'"expected": {start.value}' in done.stdout
    assert start.value == pytest.approx(tables.compute_table(rules).start)


def test_official_games_and_unsolved_ones_are_told_apart() -> None:
    assert is_ready(find_variant("yahtzee"))
    assert is_ready(find_variant("triple_yahtzee"))
    assert not is_ready(find_variant("maxi_yatzy"))


def test_a_process_keeps_few_tables(tables_folder: Path) -> None:
    for bonus in range(40, 40 + tables.KEPT + 3):
        tables.make_table(find_variant(f"{SMALL}+bonus-{bonus}"))
    kept = [each for each in tables._tables if each.id.startswith(SMALL)]
    assert len(kept) <= tables.KEPT
    dropped = find_variant(f"{SMALL}+bonus-40")
    assert dropped not in tables._tables
    assert tables.table(dropped).start > 0  # read again


def test_the_tables_used_least_recently_are_deleted(tables_folder: Path) -> None:
    names = [f"{tables.HOUSE}{number}.table" for number in range(5)]
    for number, name in enumerate((*names, "yatzy-1.table")):
        (tables_folder / name).write_bytes(b"x" * 100)
        os.utime(tables_folder / name, (number, number))
    assert tables.remove_unused(250) == 3
    assert sorted(each.name for each in tables_folder.iterdir()) == [*names[3:], "yatzy-1.table"]
