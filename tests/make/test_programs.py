"""`script/make`: every program says what it does, and one runs by its name."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from games.rules import VARIANTS
from games.solver import table
from make import entry
from make.__main__ import make_all
from make.programs import dice_paths, messages, puzzles, statistics

PROGRAMS = [entry.find("make", name) for name in entry.names_of("make")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_it_says_what_each_program_does_and_how_long_it_takes(program: ModuleType) -> None:
    title = entry.title_of(program)
    assert title.endswith(".")
    assert len(title) < 80
    assert program.TAKES.endswith(".")


def test_it_lists_every_program_with_one_line() -> None:
    lines = entry.listing("make").splitlines()
    assert [line.split()[0] for line in lines] == entry.names_of("make")
    assert "dice_paths" in entry.names_of("make")


def test_it_refuses_an_unknown_program() -> None:
    with pytest.raises(SystemExit, match="There is no no_such"):
        entry.main("make", ["no_such"])


def test_it_runs_what_is_cheap_and_names_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[ModuleType] = []
    for program in (dice_paths, messages, puzzles, statistics):
        monkeypatch.setattr(program, "run", lambda options, made=program: ran.append(made))
    make_all()
    assert ran == [dice_paths, messages, puzzles, statistics]
    assert "script/make ladder: Measure the bots" in capsys.readouterr().out


def test_it_stores_the_command_that_made_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "statistics.json"
    monkeypatch.setattr(statistics, "FILE", file)
    entry.call("make", "statistics", "--variant", "yacht")
    made = json.loads(file.read_text())["yacht"]
    assert made["command"] == "script/make statistics --variant yacht"
    assert made["figures"]["mean"] == pytest.approx(table(VARIANTS["yacht"]).start)
