"""The checker finds each kind of damage."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from workshop.lab.loadtest.checker import (
    Orders,
    Replay,
    Row,
    check_acks,
    check_once,
    check_seen,
)
from workshop.lab.loadtest.messages import AckRecord, SeenEvent

GAME = "game"


def row(seq: int, type_: str, seat: int | None, by: str = "", **data: Any) -> Row:
    return Row(GAME, seq, type_, seat, 1000 + seq, msgspec.json.encode(data).decode(), by)


def valid_log() -> list[Row]:
    """Two turns of a game of Yacht: alice rolls twice and scores, bob rolls once and scores."""
    seats = [{"player": 1}, {"player": 2}]
    started: dict[str, Any] = {"variant": "yacht", "switches": {}, "first": 0, "seats": seats}
    first = {"turn": 1, "roll": 1, "hold": [], "dice": [1, 2, 2, 3, 4]}
    second = {"turn": 1, "roll": 2, "hold": [1, 2], "dice": [5, 2, 2, 2, 6]}
    twos = {"turn": 1, "column": 0, "category": "twos", "points": 6, "bonus": 0, "joker": False}
    yacht = {"turn": 1, "roll": 1, "hold": [], "dice": [4, 4, 4, 4, 4]}
    scored = {"turn": 1, "column": 0, "category": "yacht", "points": 50, "bonus": 0, "joker": False}
    return [
        row(1, "game.started", None, **started),
        row(2, "dice.rolled", 0, "1:c1", **first),
        row(3, "dice.rolled", 0, "1:c2", **second),
        row(4, "box.scored", 0, "1:c3", **twos),
        row(5, "dice.rolled", 1, "2:c1", **yacht),
        row(6, "box.scored", 1, "2:c2", **scored),
    ]


def changed(log: list[Row], seq: int, **data: Any) -> list[Row]:
    old = log[seq - 1]
    new = {**msgspec.json.decode(old.data), **data}
    return [*log[: seq - 1], old._replace(data=msgspec.json.encode(new).decode()), *log[seq:]]


def complaints(ack: AckRecord, log: list[Row]) -> Iterator[str]:
    return check_acks([ack], done(log), Orders({GAME: log}))


def done(log: list[Row]) -> dict[tuple[str, str], list[Row]]:
    found: dict[tuple[str, str], list[Row]] = {}
    for line in log:
        if line.by:
            found.setdefault((line.game, line.by), []).append(line)
    return found


ROLL = {"type": "roll", "game": GAME, "turn": 1, "roll": 1, "hold": [1, 2]}


def test_it_finds_nothing_in_a_valid_log() -> None:
    replay = Replay(GAME)
    assert list(replay.run(valid_log())) == []
    assert replay.totals() == [6, 50]
    assert list(complaints(AckRecord(GAME, "1:c2", 3, ROLL), valid_log())) == []
    assert list(check_once(done(valid_log()))) == []


@pytest.mark.parametrize(
    ("seq", "damage"),
    [
        (3, {"dice": [5, 2, 1, 2, 6]}),
        (3, {"dice": [5, 2, 2, 2, 7]}),
        (3, {"roll": 3}),
        (4, {"points": 7}),
        (4, {"category": "yacht"}),
        (5, {"turn": 2}),
        (6, {"bonus": 100}),
    ],
)
def test_it_finds_an_invalid_game(seq: int, damage: dict[str, Any]) -> None:
    assert list(Replay(GAME).run(changed(valid_log(), seq, **damage)))


def test_it_finds_a_gap() -> None:
    log = valid_log()
    assert list(Replay(GAME).run([*log[:3], *log[4:]]))


def test_it_finds_a_move_out_of_turn() -> None:
    log = valid_log()
    log[4] = log[4]._replace(seat=0)
    assert list(Replay(GAME).run(log))


def test_it_finds_a_lost_command() -> None:
    log = [line for line in valid_log() if line.by != "1:c2"]
    [problem] = complaints(AckRecord(GAME, "1:c2", 3, ROLL), log)
    assert problem.startswith("LOST")


def test_it_finds_an_answer_with_another_seq() -> None:
    assert list(complaints(AckRecord(GAME, "1:c2", 2, ROLL), valid_log()))


def test_it_finds_a_command_that_did_something_else() -> None:
    asked = {**ROLL, "hold": [0]}
    assert list(complaints(AckRecord(GAME, "1:c2", 3, asked), valid_log()))


def test_it_finds_a_command_done_twice() -> None:
    log = valid_log()
    log[2] = log[2]._replace(by="1:c1")
    [problem] = check_once(done(log))
    assert problem.startswith("TWICE")


def test_it_finds_dice_that_were_shown_differently() -> None:
    log = valid_log()
    seen = SeenEvent(*log[1])
    assert list(check_seen([seen], Orders({GAME: log}))) == []
    assert list(check_seen([seen], Orders({GAME: changed(log, 2, dice=[6, 2, 2, 3, 4])})))
    assert list(check_seen([seen], Orders({GAME: log[:1]})))


def rounds_log() -> list[Row]:
    """One round of Yacht: alice and bob play at the same time, and bob is done first."""
    seats = [{"player": 1}, {"player": 2}]
    started: dict[str, Any] = {"variant": "yacht", "switches": {}, "first": 0, "seats": seats}
    roll = {"turn": 1, "roll": 1, "hold": []}
    score = {"turn": 1, "column": 0, "bonus": 0, "joker": False}
    return [
        row(1, "game.started", None, **started, mode="rounds"),
        row(2, "dice.rolled", 0, "1:c1", **roll, dice=[1, 2, 2, 3, 4]),
        row(3, "dice.rolled", 1, "2:c1", **roll, dice=[4, 4, 4, 4, 4]),
        row(4, "box.scored", 1, "2:c2", **score, category="yacht", points=50),
        row(5, "box.scored", 0, "1:c2", **score, category="twos", points=4),
        row(6, "round.revealed", None, "1:c2", round=1, begins=9000),
    ]


def test_it_finds_nothing_in_a_valid_round() -> None:
    replay = Replay(GAME)
    assert list(replay.run(rounds_log())) == []
    assert replay.totals() == [4, 50]


def test_it_finds_a_second_turn_in_a_round() -> None:
    log = rounds_log()
    again = row(5, "dice.rolled", 1, "2:c3", turn=2, roll=1, hold=[], dice=[1, 1, 1, 1, 1])
    assert list(Replay(GAME).run([*log[:4], again]))


def test_it_finds_a_round_that_is_revealed_too_early() -> None:
    log = rounds_log()
    assert list(Replay(GAME).run([*log[:4], log[5]._replace(seq=5)]))


@pytest.mark.parametrize(
    ("player", "order"), [("1", [1, 2, 5, 3, 4, 6]), ("2", [1, 3, 4, 2, 5, 6])]
)
def test_it_knows_in_which_order_players_learn_of_a_round(player: str, order: list[int]) -> None:
    log = rounds_log()
    orders = Orders({GAME: log})
    assert [each.seq for each in orders.of(GAME, player)] == order
    seen = [
        SeenEvent(*log[seq - 1]._replace(seq=number), player) for number, seq in enumerate(order, 1)
    ]
    assert list(check_seen(seen, orders)) == []
    assert list(check_seen([seen[1]], Orders({GAME: log[:1]})))


def test_it_compares_an_answer_with_the_number_that_its_player_knows() -> None:
    asked = {"type": "score", "game": GAME, "turn": 1, "category": "yacht", "column": 0}
    assert list(complaints(AckRecord(GAME, "2:c2", 3, asked), rounds_log())) == []
    assert list(complaints(AckRecord(GAME, "2:c2", 4, asked), rounds_log()))


def generala_log() -> list[Row]:
    """A turn of Generala: a straight in the first roll has five points more."""
    seats = [{"player": 1}, {"player": 2}]
    started: dict[str, Any] = {"variant": "generala", "switches": {}, "first": 0, "seats": seats}
    shown = {"salt": "00", "seed": "lucky"}
    straight = {"turn": 1, "column": 0, "category": "straight", "bonus": 0, "joker": False}
    return [
        row(1, "game.started", None, **started),
        row(2, "seed.revealed", 1, "2:c1", **shown),
        row(3, "dice.rolled", 0, "1:c1", turn=1, roll=1, hold=[], dice=[1, 2, 3, 4, 5]),
        row(4, "box.scored", 0, "1:c2", **straight, points=25),
    ]


def maxi_log(rolls: int) -> list[Row]:
    """A turn of Maxi Yatzy with one roll, which saves two, and one with so many."""
    seats = [{"player": 1}]
    started: dict[str, Any] = {"variant": "maxi_yatzy", "switches": {}, "first": 0, "seats": seats}
    box = {"column": 0, "bonus": 0, "joker": False}
    dice = [1, 1, 1, 1, 1, 2]
    thrown = [
        row(roll + 3, "dice.rolled", 0, f"1:d{roll}", turn=2, roll=roll, hold=[], dice=dice)
        for roll in range(1, rolls + 1)
    ]
    return [
        row(1, "game.started", None, **started),
        row(2, "dice.rolled", 0, "1:c1", turn=1, roll=1, hold=[], dice=dice),
        row(3, "box.scored", 0, "1:c2", turn=1, category="ones", points=5, **box),
        *thrown,
        row(rolls + 4, "box.scored", 0, "1:c3", turn=2, category="chance", points=7, **box),
    ]


def test_it_knows_games_with_other_dice_and_rolls() -> None:
    assert list(Replay(GAME).run(generala_log())) == []
    assert list(Replay(GAME).run(changed(generala_log(), 4, points=20)))
    assert list(Replay(GAME).run(maxi_log(5))) == []
    assert list(Replay(GAME).run(maxi_log(6)))


def test_it_finds_a_box_that_must_not_be_filled() -> None:
    log = valid_log()
    again = {"turn": 2, "column": 0, "category": "twos", "points": 2, "bonus": 0, "joker": False}
    rolled = row(7, "dice.rolled", 0, "1:c9", turn=2, roll=1, hold=[], dice=[2, 1, 1, 1, 1])
    [problem] = Replay(GAME).run([*log, rolled, row(8, "box.scored", 0, "1:c10", **again)])
    assert "must not be filled" in problem


def test_it_finds_a_seed_that_was_shown_late_or_differently() -> None:
    log = generala_log()
    late = [log[0], log[2]._replace(seq=2), log[1]._replace(seq=3)]
    assert list(Replay(GAME).run(late))
    asked = {"type": "reveal", "game": GAME, "salt": "00", "text": "lucky"}
    assert list(complaints(AckRecord(GAME, "2:c1", 2, asked), log)) == []
    assert list(complaints(AckRecord(GAME, "2:c1", 2, {**asked, "text": "better"}), log))
