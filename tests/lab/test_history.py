"""Histories of load tests and chaos experiments, and what the checker takes from them."""

from pathlib import Path
from typing import Any

from tests.lab.loadtest.checker import check_states
from tests.lab.loadtest.history import History, journal_of, read_history
from tests.lab.loadtest.messages import SeenEvent

ROLL = {"type": "roll", "game": "g", "turn": 1, "roll": 0, "hold": []}
EVENT = SeenEvent("g", 2, "dice.rolled", 0, 1002, '{"dice":[1,2,3,4,5]}', "7:c1")


def test_it_reads_what_was_written(tmp_path: Path) -> None:
    history = History()
    history.add("invoke", 7, room="r", rid="c1", op=ROLL)
    history.add("ok", 7, room="r", rid="c1", op=ROLL, version=2)
    history.add("see", 7, room="r", value=EVENT)
    history.add("invoke", 7, room="r", rid="c2", op=ROLL)
    history.add("err", 7, room="r", rid="c2", op=ROLL)
    history.add("unknown", 8, room="r", rid="c1", op=ROLL)
    history.problem("two players saw different dice")
    history.write(tmp_path / "history.jsonl")
    journal = journal_of(read_history(tmp_path / "history.jsonl"))
    assert [(ack.by, ack.seq, ack.command) for ack in journal.acks] == [("7:c1", 2, ROLL)]
    assert journal.seen == [EVENT]
    assert (journal.refused, journal.unknown) == (["7:c2"], ["8:c1"])
    assert journal.problems == ["two players saw different dice"]
    assert list(journal.states) == ["r"]


def test_it_has_one_line_for_each_record(tmp_path: Path) -> None:
    history = History()
    for number in range(3):
        history.add("invoke", 7, room="r", rid=f"c{number}", op=ROLL)
    history.write(tmp_path / "history.jsonl")
    assert (tmp_path / "history.jsonl").read_bytes().count(b"\n") == 3


def states(*views: tuple[str, str, Any]) -> dict[str, dict[str, list[Any]]]:
    history = History()
    for phase, client, value in views:
        history.add(phase, client, room="r", value=value)
    return journal_of(history.records).states


def view(dice: list[int]) -> dict[str, Any]:
    return {"game": "g", "seats": [], "dice": dice}


def test_it_finds_a_player_with_an_old_view() -> None:
    found = states(("state", "7", view([1])), ("fresh", "7", view([2])))
    [problem, *_] = check_states(found, {})
    assert problem == "room r: player 7 had another view than the server"


def test_it_finds_players_with_different_views() -> None:
    found = states(("fresh", "7", view([1])), ("fresh", "8", view([2])))
    assert "room r: the players have different views" in list(check_states(found, {}))
