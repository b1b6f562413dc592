"""The tables of shapes: kept beside the solver's, and known to be there."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from games.core.rules import find_variant
from games.core.solver import directory as directory_of_tables
from games.core.solver import tables
from games.core.winning import is_ready, outlook, shapes
from games.core.winning.outlook import shapes_of

YACHT = find_variant("yacht")


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(directory_of_tables, "_directory", tmp_path)
    monkeypatch.setattr(tables, "_tables", {})
    monkeypatch.setattr(outlook, "_shapes", {})
    outlook.at_start.cache_clear()
    yield tmp_path
    outlook.at_start.cache_clear()


def test_shapes_are_computed_once_and_then_read(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = shapes_of(YACHT)
    assert len(list(directory.glob("*.shapes"))) == 1
    monkeypatch.setattr(outlook, "_shapes", {})
    monkeypatch.setattr(shapes, "solve_shapes", None)
    read = shapes_of(YACHT)
    assert np.array_equal(made.edges, read.edges)
    assert np.array_equal(made.starts, read.starts)


def test_is_ready_only_if_nothing_has_to_be_computed(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_ready(YACHT)
    tables.table(YACHT)
    assert not is_ready(YACHT)
    shapes_of(YACHT)
    assert is_ready(YACHT)
    monkeypatch.setattr(outlook, "_shapes", {})
    assert is_ready(YACHT)
