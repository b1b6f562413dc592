"""Tables on disk: read, checked, computed again if they are damaged."""

import hashlib
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest

from games.core.solver import directory as place
from games.core.solver import files, tables
from tests.core.solver.variants import three_upper
from tests.environment import ROOT

PRINT, OTHER = "ab" * 32, "cd" * 32
SHAPE = (2, 3)
ARRAY = np.arange(6.0).reshape(SHAPE)


def test_it_reads_what_was_written_without_copying(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.table"
    assert files.write(path, PRINT, ARRAY)
    found = files.read(path, PRINT, SHAPE)
    assert found is not None
    assert isinstance(found, np.memmap)
    assert not found.flags.writeable
    assert (found == ARRAY).all()
    assert [each.name for each in path.parent.iterdir()] == ["a.table"]


def damaged(content: bytes) -> dict[str, bytes]:
    """Return damaged versions of a file."""
    return {
        "empty": b"",
        "cut off": content[:-1],
        "longer": content + b"\0",
        "other bits": content[:-1] + bytes([content[-1] ^ 1]),
        "other header": b"X" + content[1:],
        "header only": content[: files.HEADER],
    }


@pytest.mark.parametrize("damage", damaged(b"12"))
def test_it_refuses_damaged_files(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "a.table"
    files.write(path, PRINT, ARRAY)
    path.write_bytes(damaged(path.read_bytes())[damage])
    assert files.read(path, PRINT, SHAPE) is None
    assert "computed again" in caplog.text


def test_it_refuses_the_table_of_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    files.write(path, OTHER, ARRAY)
    assert files.read(path, PRINT, SHAPE) is None
    assert files.read(path, OTHER, (3, 3)) is None


def test_it_computes_a_table_once_and_then_reads_it(
    tables_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tables.table(three_upper())
    (path,) = tables_folder.glob("small-*.table")
    monkeypatch.setattr(tables, "compute_table", None)
    read = tables.table(three_upper())
    assert read is not made
    assert read.start == made.start
    assert np.array_equal(read.squares, made.squares, equal_nan=True)
    assert path.stat().st_size == files.HEADER + read.values.nbytes * 2


def test_it_works_in_memory_where_nothing_can_be_written(
    tmp_path: Path, tables_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # A file where the directory should be stops even root, whom permissions do not.
    (tmp_path / "file").write_text("")
    place.configure(tmp_path / "file" / "solver")
    assert tables.table(three_upper()).start > 0
    assert "stays in memory" in caplog.text


@pytest.mark.process
def test_two_processes_may_compute_a_table_at_the_same_time(tables_folder: Path) -> None:
    program = (
        "import sys; from games.core.solver import configure, table; "
        "from games.core.rules import find_variant; "
        "configure(sys.argv[1]); print(repr(table(find_variant('yacht')).start))"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tables_folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    answers = {process.communicate(timeout=120)[0] for process in both}
    assert len(answers) == 1
    assert round(float(answers.pop()), 6) == 166.955068
    assert [path.suffix for path in tables_folder.iterdir()] == [".table"]


def test_a_file_is_checked_once_and_its_successor_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    files.write(path, PRINT, ARRAY)
    assert files.read(path, PRINT, SHAPE) is not None
    checked = []

    def digest(file: object, name: str) -> object:
        checked.append(name)
        return hashlib.sha256(b"")

    monkeypatch.setattr(hashlib, "file_digest", digest)
    assert files.read(path, PRINT, SHAPE) is not None
    assert files.read(path, OTHER, SHAPE) is None
    assert checked == []
    files.write(path, PRINT, ARRAY + 1)
    assert files.read(path, PRINT, SHAPE) is None
    assert checked == ["sha256"]


def test_it_remembers_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_sound", OrderedDict())
    monkeypatch.setattr(files, "REMEMBERED", 3)
    for number in range(6):
        files.write(tmp_path / f"{number}.table", PRINT, ARRAY)
        assert files.read(tmp_path / f"{number}.table", PRINT, SHAPE) is not None
    assert len(files._sound) == 3


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs Linux")
def test_a_table_that_is_not_used_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.table"
    size = 20_000_000
    files.write(path, PRINT, np.zeros(size // 8))
    found = files.read(path, PRINT, (size // 8,))
    assert found is not None
    _, after = Path("/proc/self/smaps").read_text().split(str(path))
    resident = next(line for line in after.splitlines() if line.startswith("Rss:"))
    assert int(resident.split()[1]) * 1024 < size // 100
