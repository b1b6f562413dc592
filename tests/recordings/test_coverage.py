"""The recordings hold every kind of message, in both directions, and every way to be refused."""

import json
from collections import Counter
from functools import cache
from typing import Any

from tests.recordings import packing
from tests.recordings.comparing import differences
from tests.recordings.script import LOBBY
from tests.recordings.world import ALL_VARIANTS, declared

# What is declared and never recorded, and why.
NOT_RECORDED = {
    # The server itself closes with it, at its stop, and there is none in these processes.
    "closes": {1012},
}
EVENTS = {
    "game.started",
    "seed.revealed",
    "dice.rolled",
    "box.scored",
    "hint.given",
    "turn.timed_out",
    "seat.away",
    "seat.back",
    "seat.resigned",
    "round.revealed",
    "game.finished",
    "game.aborted",
    "game.cancelled",
}
ENDED = {"playing", "finished", "aborted", "cancelled"}


class Seen:
    """All that occurs in the recordings."""

    def __init__(self) -> None:
        self.by: dict[str, Counter[Any]] = {}
        self.refusals: set[tuple[str, str]] = set()
        self.games: set[tuple[str, str, tuple[tuple[str, str], ...]]] = set()
        for name in packing.names():
            self._read(packing.read(name))

    def _count(self, what: str, value: Any) -> None:
        self.by.setdefault(what, Counter())[value] += 1

    def _read(self, steps: list[dict[str, Any]]) -> None:
        where: dict[str, str] = {}
        switches: dict[str, str] = {}
        for step in steps:
            if step["do"] == "open":
                where[step["client"]] = "lobby" if step["path"] == LOBBY else "room"
            if step["do"] == "send" and "text" in step:
                self._command(where[step["client"]], step["text"])
            for client, frames in step["got"].items():
                for frame in frames:
                    self._frame(where[client], frame, switches)

    def _command(self, place: str, text: str) -> None:
        try:
            command = json.loads(text)
        except (ValueError, RecursionError):
            return
        if isinstance(command, dict):
            self._count(f"{place} commands", command.get("type"))

    def _frame(self, place: str, frame: dict[str, Any], switches: dict[str, str]) -> None:
        for how in ("close", "refused"):
            if how in frame:
                self._count("closes", frame[how])
                return
        self._count(f"{place} messages", frame["type"])
        if frame["type"] == "error":
            self._count("errors", frame["code"])
            self.refusals.add((frame["code"], frame["message"]))
        for event in frame.get("events", ()):
            self._count("events", event["type"])
            if event["type"] == "game.started":
                switches.clear()
                switches.update(event["data"]["switches"])
        if frame.get("view"):
            view = frame["view"]
            self._count("endings", view["status"])
            key = (view["variant"]["id"], view["status"], tuple(sorted(switches.items())))
            self.games.add(key)


@cache
def seen() -> Seen:
    return Seen()


def test_it_has_every_command_message_error_and_close_code() -> None:
    for what, values in declared().items():
        missing = values - set(seen().by[what]) - NOT_RECORDED.get(what, set())
        assert missing == set(), what


def test_it_misses_nothing_that_it_holds() -> None:
    for what, values in NOT_RECORDED.items():
        assert not values & set(seen().by[what])


def test_it_has_every_event_and_ending() -> None:
    assert set(seen().by["events"]) == EVENTS
    assert set(seen().by["endings"]) == ENDED


def test_it_has_a_whole_game_of_every_variant_and_joker() -> None:
    finished = {
        (variant, switches) for variant, status, switches in seen().games if status == "finished"
    }
    assert {variant for variant, _ in finished} == set(ALL_VARIANTS)
    jokers = {dict(switches).get("joker") for variant, switches in finished if variant == "yahtzee"}
    assert jokers == {"forced", "free", "none"}


def test_it_has_refusals_for_many_reasons() -> None:
    assert len(seen().refusals) >= 90


def test_comparing_finds_what_differs() -> None:
    recorded = {"code": "stale", "message": "Too late.", "id": "a", "seq": 1, "who": None}
    assert differences(recorded, dict(recorded), "error") == []
    assert differences(recorded, {**recorded, "message": "Sorry."}, "error") == []
    for other in (
        {"message": None},
        {"code": "busy"},
        {"seq": True},
        {"seq": 2},
        {"more": None},
        {"who": 0},
    ):
        assert len(differences(recorded, {**recorded, **other}, "error")) == 1
    assert len(differences(recorded, {"code": "stale"}, "error")) == 4


def test_packing_loses_nothing() -> None:
    views = [{"a": [1, {"b": None}], "c": True}, {"a": [1, {}], "c": 1}, {"a": [], "c": 1}, {}]
    steps = [
        {"do": "wait", "got": {"x": [{"view": each}], "y": [{"view": each}]}} for each in views
    ]
    assert json.dumps(packing.unpack(packing.pack(steps)), sort_keys=True) == json.dumps(
        steps, sort_keys=True
    )
