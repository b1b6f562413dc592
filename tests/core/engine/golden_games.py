"""The golden games: whole games in `golden/`, a header and then one event a line."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from games.core.engine import Event, event_from_data

DIRECTORY = Path(__file__).parent / "golden"

Line = dict[str, Any]


@dataclass(frozen=True)
class Golden:
    """A golden game as it was read."""

    name: str
    header: Line
    lines: list[Line]

    @cached_property
    def log(self) -> list[Event]:
        return [
            event_from_data(line["type"], line["seat"], line["at"], line["data"])
            for line in self.lines
        ]

    @property
    def start(self) -> Line:
        data: Line = self.lines[0]["data"]
        return data

    @property
    def dice_of(self) -> tuple[str, list[str]]:
        """The code and the seeds that the dice depend on."""
        share = self.start.get("share")
        return (share, []) if share else (self.start["code"], self.header["seeds"])

    @property
    def has_same_dice(self) -> bool:
        return self.start.get("dice") == "same"

    def data(self, type_: str) -> list[Line]:
        return [line["data"] for line in self.lines if line["type"] == type_]


def read(path: Path) -> Golden:
    header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return Golden(path.stem, header, lines)


GOLDEN_GAMES = [read(path) for path in sorted(DIRECTORY.glob("*.jsonl"))]
