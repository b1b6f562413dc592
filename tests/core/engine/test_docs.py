"""docs/engine.md names every action, event and field, and nothing else."""

import re
from pathlib import Path
from typing import get_args

from games.core.engine import Action
from games.core.engine.decide import decide
from games.core.engine.events import DATA_FIELDS
from tests.environment import ROOT

TEXT = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """Return, for each row of the table below a heading, its first word and the second cell's."""
    section = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| `([\w.]+)` \| (.*?) \|", section, re.MULTILINE)
    return {name: re.findall(r"`(\w+)`", cell) for name, cell in cells}


def test_it_names_every_event_with_its_fields() -> None:
    assert rows("Events") == {name: list(names) for name, names in DATA_FIELDS.items()}


def test_it_names_every_action() -> None:
    assert list(rows("Actions")) == [action.__name__ for action in get_args(Action)]


def test_it_names_every_code_of_a_refusal() -> None:
    source = Path(decide.__code__.co_filename).read_text(encoding="utf-8")
    codes = set(re.findall(r'IllegalAction\("(\w+)"', source)) | {"box_filled", "box_not_allowed"}
    section = TEXT.partition("\n## Actions\n")[2].partition("\n## ")[0]
    assert codes == set(re.findall(r"`([a-z_]+)`", section))
