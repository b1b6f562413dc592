"""Contact details, measured on lists of what people write: tricks are found, dice talk passes."""

from pathlib import Path

import pytest

from games.people.accounts.contact_details.finder import find_details
from games.people.accounts.contact_details.hosts import FILE
from workshop.make.programs.domains import domains

LINES = Path(__file__).with_name("lines")
MOST_MISSED = 5


def lines_of(*names: str) -> list[str]:
    """The lines of these lists. "# " begins a comment."""
    texts = [LINES.joinpath(f"{name}.txt").read_text(encoding="utf-8") for name in names]
    lines = [line for text in texts for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("# ")]


def test_the_lists_are_long_and_have_no_line_twice() -> None:
    assert len(lines_of("tricks")) >= 200
    assert len(lines_of("honest", "honest_unspaced")) >= 500
    assert len(lines_of("honest_unspaced")) >= 100
    for names in (("tricks",), ("honest", "honest_unspaced")):
        lines = lines_of(*names)
        assert len(set(lines)) == len(lines)


def test_hardly_a_trick_passes() -> None:
    passed = [line for line in lines_of("tricks") if find_details(line) is None]
    assert len(passed) <= MOST_MISSED, passed


def test_no_honest_line_is_held_back() -> None:
    lines = lines_of("honest", "honest_unspaced")
    assert [line for line in lines if find_details(line) is not None] == []


@pytest.mark.parametrize("ending", ["!", " :)", " ok"])
def test_letter_case_and_how_it_ends_hold_back_no_honest_line(ending: str) -> None:
    lines = [line + ending for line in lines_of("honest", "honest_unspaced")]
    assert [line for line in lines if find_details(line.upper()) is not None] == []


def test_the_top_level_domains_are_those_of_the_package() -> None:
    # After an update of hypothesis: script/make domains.
    assert FILE.read_text(encoding="ascii") == domains()
