"""Tables for browsers: small, exact enough, and never solved on demand."""

import struct
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from games.core.rules import Variant, find_variant
from games.core.solver import portable, portable_files, tables
from games.core.solver.score_figures import key_of
from games.core.solver.scoring import reachable
from games.core.winning.preparation import with_tables

MOST = {"yacht": 8_000, "yahtzee": 400_000, "yatzy": 1_000_000}
"""Bytes of a packed table, by game."""
HEADER = struct.Struct("<8sHHIII")


def values_in(bare: bytes) -> list[int]:
    """Return the numbers of a body as they are written, one after the other."""
    low = bare[HEADER.size : HEADER.size + (len(bare) - HEADER.size) // 2]
    high = bare[HEADER.size + len(low) :]
    found = []
    for pair in zip(low, high, strict=True):
        written = pair[0] + 256 * pair[1]
        found.append(-(written + 1) // 2 if written % 2 else written // 2)
    return found


@pytest.mark.parametrize("variant", list(with_tables()), ids=key_of)
def test_it_is_small_and_has_every_value_that_differs(variant: Variant) -> None:
    found = tables.make_table(variant)
    path = portable.make(variant)
    assert path is not None
    packed = path.read_bytes()
    assert len(packed) <= MOST[variant.id]
    bare = portable_files.unpacked(packed)
    magic, version, steps, count, rules, body = HEADER.unpack(bare[: HEADER.size])
    assert (magic, version, steps) == (b"YACHTVAL", portable_files.FORMAT, portable.STEPS)
    assert rules == crc32(portable_files.rules_text(variant).encode())
    assert body == crc32(bare[HEADER.size :])
    assert len(bare) == HEADER.size + 2 * count
    assert count <= reachable(found.rules).sum()


def test_its_values_are_off_by_half_a_step_at_most() -> None:
    variant = find_variant("yacht")
    found = tables.make_table(variant)
    values = np.array(values_in(portable.encode(found))) / portable.STEPS
    assert np.abs(values - found.values.ravel()).max() <= 0.5 / portable.STEPS + 1e-9


def test_it_refuses_values_that_do_not_fit() -> None:
    variant = find_variant("yacht")
    found = tables.make_table(variant)
    large = tables.ValueTable(variant, found.rules, np.stack((found.values * 10, found.squares)))
    with pytest.raises(ValueError, match="values beyond"):
        portable.encode(large)


def test_it_solves_nothing(tables_folder: Path) -> None:
    assert portable.make(find_variant("yacht")) is None
    assert portable.make(find_variant("triple_yahtzee")) is None
    assert portable_files.bytes_of(find_variant("yacht")) is None
    assert list(tables_folder.iterdir()) == []


def test_it_is_made_once_from_a_table_that_is_stored(only_yacht_solved: Path) -> None:
    variant = find_variant("yacht")
    path = portable.make(variant)
    assert path is not None
    made = path.stat()
    assert portable_files.bytes_of(variant) == made.st_size
    assert portable.make(variant) == path
    assert path.stat().st_mtime_ns == made.st_mtime_ns
    assert portable_files.read(portable_files.name_of(variant)) == path.read_bytes()
    assert sorted(each.suffix for each in only_yacht_solved.iterdir()) == [".table", ".values"]


def test_other_rules_have_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ("yatzy", "yatzy+no-chance", "yatzy+rolls-2", "yatzy+order-down", "yatzy+bonus-100")
    names = {portable_files.name_of(find_variant(text)) for text in texts}
    jokers = {
        portable_files.name_of(find_variant("yahtzee", joker=each))
        for each in ("forced", "free", "none")
    }
    assert len(names | jokers) == len(texts) + 3
    assert all(portable_files.NAME.fullmatch(each) for each in names | jokers)
    monkeypatch.setattr(portable_files, "FORMAT", portable_files.FORMAT + 1)
    assert portable_files.name_of(find_variant("yatzy")) not in names


def test_those_of_house_rules_are_deleted_like_their_tables(tables_folder: Path) -> None:
    variant = find_variant("yatzy+no-chance")
    path = portable_files.path_of(variant)
    assert path is not None
    path.write_bytes(b"12345")
    assert portable_files.read(portable_files.name_of(variant)) == b"12345"
    assert tables.remove_unused(most=4) == 1
    assert portable_files.read(portable_files.name_of(variant)) is None


@pytest.mark.parametrize(
    "name", ["", "../../etc/passwd", "yacht", "yacht-0123456789abcdeg", "yacht-0123456789abcdef\n"]
)
def test_it_reads_no_other_file(name: str, tables_folder: Path) -> None:
    assert portable_files.read(name) is None
