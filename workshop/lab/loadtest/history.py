"""What the players of a test did and received, one JSON object in each line.

Phases of a command: `invoke`, then `ok` (acknowledged), `err` (refused: it must have no effect) or
`unknown` (never answered); between them `busy` (refused for now, sent again) and `resent`.
Other phases: `see` (an event that a player received), `state` and `fresh` (the last view that a
player received, and the view that the server sends when asked at the end), `problem`.
"""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from workshop.lab.loadtest.messages import AckRecord, Journal, SeenEvent

MAX_PROBLEMS = 50


class Record(msgspec.Struct, omit_defaults=True):
    """One line.

    t: seconds since 1970. client: the player's id. rid, op: the id of a command, and its content.
    version: the seq of an ack or an event. value: an event, a view, or a text.
    """

    t: float
    phase: str
    client: str = ""
    room: str = ""
    rid: str = ""
    op: dict[str, Any] | None = None
    version: int | None = None
    value: Any = None


class History:
    """The records of one process, in order."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.problems: list[str] = []

    def add(self, phase: str, client: int | str = "", **content: Any) -> None:
        self.records.append(Record(time.time(), phase, str(client), **content))

    def problem(self, text: str) -> None:
        """Record a violation. Only the first ones are kept: a broken server causes many."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(text)
            self.add("problem", value=text)

    def write(self, path: str | Path) -> None:
        encode = msgspec.json.Encoder().encode
        with Path(path).open("wb") as file:
            file.writelines(encode(record) + b"\n" for record in self.records)


def read_history(path: str | Path) -> Iterator[Record]:
    """Yield the records of a file. Raises msgspec.DecodeError."""
    decode = msgspec.json.Decoder(Record).decode
    with Path(path).open("rb") as file:
        for line in file:
            yield decode(line)


def journal_of(records: Iterable[Record]) -> Journal:
    """Return what the checker compares with the log."""
    journal = Journal([], [], [], [], {}, [])
    for record in records:
        by = f"{record.client}:{record.rid}"
        if record.room:
            journal.states.setdefault(record.room, {})
        match record.phase:
            case "ok" if record.op is not None and record.version is not None:
                journal.acks.append(AckRecord(record.op["game"], by, record.version, record.op))
            case "err":
                journal.refused.append(by)
            case "unknown":
                journal.unknown.append(by)
            case "see":
                journal.seen.append(msgspec.convert(record.value, SeenEvent))
            case "state":
                journal.states[record.room].setdefault(record.client, []).append(record.value)
            case "fresh":
                journal.states[record.room].setdefault(record.client, []).append(record.value)
            case "problem":
                journal.problems.append(record.value)
    return journal
