"""`script/lab`: every program says what it does."""

from types import ModuleType

import pytest

from workshop.make import entry

PROGRAMS = [entry.find("workshop.lab", name) for name in entry.names_of("workshop.lab")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_it_says_what_each_program_does(program: ModuleType) -> None:
    title = entry.title_of(program)
    assert title.endswith(".")
    assert len(title) < 100


def test_it_lists_every_program_with_one_line() -> None:
    names = [line.split()[0] for line in entry.listing("workshop.lab").splitlines()]
    assert names == entry.names_of("workshop.lab")
    assert {"chaos", "load", "growth"} <= set(names)


@pytest.mark.parametrize("name", entry.names_of("workshop.lab"))
def test_it_explains_the_options_of_each_program(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        entry.call("workshop.lab", name, "--help")
    assert capsys.readouterr().out.startswith(f"usage: {name}")
