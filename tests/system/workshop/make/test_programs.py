"""`script/make`: every program says what it does, and one runs by its name."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from games.core.rules import VARIANTS
from games.core.solver import table
from workshop.make import entry
from workshop.make.programs import statistics

PROGRAMS = [entry.find("workshop.make", name) for name in entry.names_of("workshop.make")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_it_says_what_each_program_does_and_how_long_it_takes(program: ModuleType) -> None:
    title = entry.title_of(program)
    assert title.endswith(".")
    assert len(title) < 80
    assert program.TAKES.endswith(".")


def test_it_stores_the_command_that_made_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "statistics.json"
    monkeypatch.setattr(statistics, "FILE", file)
    entry.call("workshop.make", "statistics", "--variant", "yacht")
    made = json.loads(file.read_text())["yacht"]
    assert made["command"] == "script/make statistics --variant yacht"
    assert made["figures"]["mean"] == pytest.approx(table(VARIANTS["yacht"]).start)
