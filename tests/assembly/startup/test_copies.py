"""Copies from before an update stay for a month, and the newest three for ever."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from games.assembly.startup.copies import delete_old_copies, name_of_copy

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("ages", "left"),
    [
        ([], []),
        ([400, 300, 200], [400, 300, 200]),
        ([400, 300, 200, 100], [300, 200, 100]),
        ([40, 31, 30, 29, 2, 1, 0], [29, 2, 1, 0]),
        ([50, 40, 20, 0], [40, 20, 0]),
        ([29, 28, 27, 26, 25], [29, 28, 27, 26, 25]),
    ],
)
def test_it_deletes_what_is_neither_young_nor_among_the_newest(
    ages: list[int], left: list[int], tmp_path: Path
) -> None:
    def names(days: list[int]) -> set[str]:
        return {name_of_copy(f"1.{age}.0", TODAY - timedelta(days=age)) for age in days}

    for name in names(ages):
        (tmp_path / name).touch()
    delete_old_copies(tmp_path, TODAY)
    assert {path.name for path in tmp_path.iterdir()} == names(left)


@pytest.mark.parametrize(
    "name",
    [
        "before-1.1.0-2001-01-01-000000.backup",
        "before-1.1.0-2001-13-45.backup",
        "before-the-party.backup",
        "before-1.1.0-2001-01-01.backup.part",
        "my-before-1.1.0-2001-01-01.backup",
        "yacht-2001-01-01.backup",
    ],
)
def test_it_leaves_files_of_others(name: str, tmp_path: Path) -> None:
    for index in range(3):
        (tmp_path / name_of_copy("1.1.0", TODAY - timedelta(days=index))).touch()
    (tmp_path / name).touch()
    delete_old_copies(tmp_path, TODAY)
    assert (tmp_path / name).exists()
