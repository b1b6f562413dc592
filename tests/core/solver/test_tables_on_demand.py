"""Tables of house rules: made in one process, read by others, and not kept for ever."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from games.core.rules import Position, Scorecard, Variant, find_variant
from games.core.solver import NotSolved, is_ready, options, tables
from games.core.solver.kept_tables import KeptTables
from games.core.solver.scoring import scoring, shape
from games.core.solver.support import MOST_BOXES
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


@pytest.fixture
def kept(tables_folder: Path, monkeypatch: pytest.MonkeyPatch) -> KeptTables[tables.ValueTable]:
    """What a process keeps of house rules: four of the tables of `rules`."""
    size = tables.make_table(rules(39)).nbytes
    found: KeptTables[tables.ValueTable] = KeptTables(4 * size + size // 2)
    monkeypatch.setattr(tables, "_house", found)
    return found


def rules(bonus: int) -> Variant:
    return find_variant(f"{SMALL}+bonus-{bonus}")


def bytes_in(kept: KeptTables[tables.ValueTable]) -> int:
    return sum(each.nbytes for each in kept._tables.values())


def test_a_process_keeps_tables_up_to_so_many_bytes(kept: KeptTables[tables.ValueTable]) -> None:
    for bonus in range(40, 50):
        tables.make_table(rules(bonus))
        tables.table(rules(40))  # in use all the time
        assert kept.bytes == bytes_in(kept) <= kept._most
    assert len(kept) == 4
    assert rules(40) in kept
    assert rules(41) not in kept
    assert rules(49) in kept
    tables.table(rules(49))
    assert kept.bytes == bytes_in(kept)


def test_a_table_that_was_dropped_is_the_same_when_it_is_read_again(
    kept: KeptTables[tables.ValueTable],
) -> None:
    position = Position(rules(41), Scorecard(rules(41)), (1, 1, 4, 5, 5), 1)
    first = tables.make_table(rules(41))
    values, squares, choices = first.values.copy(), first.squares.copy(), options(position)
    for bonus in range(42, 50):
        tables.make_table(rules(bonus))
    assert rules(41) not in kept
    again = tables.table(rules(41))
    assert again is not first
    assert np.array_equal(again.values, values, equal_nan=True)
    assert np.array_equal(again.squares, squares, equal_nan=True)
    assert options(position) == choices


def test_a_table_larger_than_all_that_is_kept_stays_alone(
    kept: KeptTables[tables.ValueTable],
) -> None:
    kept._most = 1
    for bonus in (40, 41):
        tables.make_table(rules(bonus))
    assert list(kept._tables) == [rules(41)]
    assert kept.bytes == bytes_in(kept)


def test_the_largest_table_of_house_rules_fits() -> None:
    size = shape(scoring(find_variant("yahtzee+with-one-pair+with-two-pairs+limit-84")))
    assert 2 * 8 * size.filled * size.flags * size.totals <= tables.KEPT_BYTES
    assert size.filled == 2**MOST_BOXES


def test_what_is_computed_is_mapped_like_what_was_there(
    kept: KeptTables[tables.ValueTable],
) -> None:
    made = tables.make_table(rules(50))
    assert made.values.base is not None
    assert isinstance(made.values.base.base, np.memmap)


def test_a_process_plays_official_games_by_tables_that_it_never_drops(
    kept: KeptTables[tables.ValueTable],
) -> None:
    official = tables.table(find_variant("yacht"))
    kept._most = 1
    for bonus in (40, 41):
        tables.make_table(rules(bonus))
    assert tables.table(find_variant("yacht")) is official
    assert find_variant("yacht") not in kept


def test_the_tables_used_least_recently_are_deleted(tables_folder: Path) -> None:
    names = [f"{tables.HOUSE}{number}.table" for number in range(5)]
    for number, name in enumerate((*names, "yatzy-1.table")):
        (tables_folder / name).write_bytes(b"x" * 100)
        os.utime(tables_folder / name, (number, number))
    assert tables.remove_unused(250) == 3
    assert sorted(each.name for each in tables_folder.iterdir()) == [*names[3:], "yatzy-1.table"]
