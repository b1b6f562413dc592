"""docs/fairness.md is enough to check a game: its programs and its example are correct."""

import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import fairness
from tests.core.engine.fairness.programs import TEXT, code_block, log_program, run_saved
from tests.core.engine.fairness.reference import hmac_sha256, reference_die
from tests.environment import ROOT

GOLDEN = sorted((ROOT / "tests/core/engine/golden").glob("*.jsonl"))


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "verify"}
    exec(compile(code_block("python"), "verify.py", "exec"), names)
    return names


def golden_events(path: Path) -> list[dict[str, Any]]:
    """Return the events of a golden game, whose first line is no event."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def example() -> dict[str, str]:
    """Return the four inputs of the page's example."""
    pairs = re.findall(r"^    (code|secret|commitment|seeds)  +(\S+)$", TEXT, re.MULTILINE)
    assert len(pairs) == 4
    return dict(pairs)


def rows() -> list[tuple[str, str, int, int, int]]:
    """Return the lines of the example's table: message, digest, byte, remainder, die."""
    found = re.findall(r"^\| `(\S+)` \| `(\w+)` \| (\d+) \| (\d) \| (\d) \|$", TEXT, re.MULTILINE)
    return [
        (message.replace("\\|", "|"), begins, int(byte), int(rest), int(face))
        for message, begins, byte, rest, face in found
    ]


# The example


def test_it_shows_five_dice_of_the_example_as_they_fall() -> None:
    given = example()
    secret = bytes.fromhex(given["secret"])
    assert len(rows()) == 5
    for position, (message, begins, byte, rest, face) in enumerate(rows()):
        assert message == f"{given['code']}|{given['seeds']}|0|1|1|{position}|0"
        digest = hmac_sha256(secret, message.encode())
        assert digest.hex().startswith(begins)
        assert byte == next(value for value in digest if value < 252)
        assert (rest, face) == (byte % 6, byte % 6 + 1)
        seeds = given["seeds"].split(",")
        assert fairness.die(secret, given["code"], seeds, 0, 1, 1, position) == face


# The program in Python


def test_it_prints_a_program_that_throws_the_dice_of_the_game(program: dict[str, Any]) -> None:
    chance = random.Random(2)
    for _ in range(3000):
        seeds = [f"{chance.getrandbits(64):x}" for _ in range(chance.randint(1, 8))]
        seat = chance.choice([None, *range(len(seeds))])
        place = (seat, chance.randint(1, 39), chance.randint(1, 3), chance.randrange(5))
        inputs = (chance.randbytes(32), f"code{chance.random()}", seeds, *place)
        assert program["die"](*inputs) == fairness.die(*inputs)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_prints_a_program_that_accepts_fair_games(path: Path, program: dict[str, Any]) -> None:
    events = golden_events(path)
    rolls = [event["data"] for event in events if event["type"] == "dice.rolled"]
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    thrown = program["verify"](events, header["secret"] if "share" in events[0]["data"] else None)
    assert thrown == sum(len(roll["dice"]) - len(roll["hold"]) for roll in rolls)


def turned_die(roll: dict[str, Any], position: int) -> None:
    roll["dice"][position] = roll["dice"][position] % 6 + 1


@pytest.mark.parametrize("held", [False, True])
def test_it_prints_a_program_that_finds_a_die_turned_over(
    program: dict[str, Any], held: bool
) -> None:
    events = golden_events(GOLDEN[0])
    seq, roll = next(
        (event["seq"], event["data"])
        for event in events
        if event["type"] == "dice.rolled" and (event["data"]["hold"] or not held)
    )
    position = roll["hold"][0] if held else 0
    turned_die(roll, position)
    with pytest.raises(SystemExit, match=rf"Event {seq}: die {position}"):
        program["verify"](events)


def test_it_prints_a_program_that_finds_another_secret(program: dict[str, Any]) -> None:
    events = golden_events(GOLDEN[0])
    events[-1]["data"]["secret"] = "00" * 32
    with pytest.raises(SystemExit, match="not the one"):
        program["verify"](events)


@pytest.mark.parametrize("change", ["code", "seed", "order"])
def test_it_prints_a_program_that_finds_a_changed_start(
    program: dict[str, Any], change: str
) -> None:
    events = golden_events(next(path for path in GOLDEN if path.stem == "yacht-finished"))
    start = events[0]["data"]
    if change == "code":
        start["code"] += "x"
    elif change == "seed":
        start["seats"][1]["seed"] += "0"
    else:
        start["seats"].reverse()
    with pytest.raises(SystemExit, match="shows"):
        program["verify"](events)


@pytest.mark.process
def test_it_prints_a_program_that_compares_a_noted_commitment(tmp_path: Path) -> None:
    (tmp_path / "verify.py").write_text(code_block("python"), encoding="utf-8")
    events = golden_events(GOLDEN[0])
    (tmp_path / "game.json").write_text(json.dumps({"events": events}))
    for noted, fits in ((events[0]["data"]["commitment"], True), ("0" * 64, False)):
        status, said = run_saved(tmp_path, "verify.py", "game.json", noted)
        assert (status == 0) is fits
        assert ("not the one that you noted" in said) is not fits


# The program that checks the public log


def saved_log(directory: Path) -> list[str]:
    """Write a log in two parts. Return the hashes of its entries."""
    secret = hashlib.sha256(b"secret").digest()
    told = [
        ("commitment", "aaaa", hashlib.sha256(secret).hexdigest()),
        ("commitment", "bbbb", "12" * 32),
        ("reveal", "aaaa", secret.hex()),
    ]
    previous = "0" * 64
    hashes: list[str] = []
    rows: list[str] = []
    for index, fields in enumerate(told, 1):
        line = "|".join(("log", str(index), "1000", *fields, previous))
        hashes.append(hashlib.sha256(line.encode()).hexdigest())
        rows.append(",".join((str(index), "1000", *fields, previous, hashes[-1])))
        previous = hashes[-1]
    columns = "index,time,kind,game,value,previous,hash"
    for number, part in enumerate((rows[:2], rows[2:]), 1):
        (directory / f"{number}.csv").write_text("\n".join([columns, *part]) + "\n")
    return hashes


def checked_log(directory: Path, *noted: str) -> str:
    """Run the program on both parts. Return what it prints."""
    (directory / "verify_log.py").write_text(log_program())
    return run_saved(directory, "verify_log.py", "1.csv", "2.csv", *noted)[1]


@pytest.mark.process
def test_it_prints_a_program_that_checks_the_public_log(tmp_path: Path) -> None:
    hashes = saved_log(tmp_path)
    assert checked_log(tmp_path) == checked_log(tmp_path, f"2:{hashes[1]}") == f"3:{hashes[2]}"
    assert checked_log(tmp_path, f"2:{hashes[0]}") == "Entry 2 is not the one that you noted."
    assert "missing" in checked_log(tmp_path, f"4:{hashes[0]}")


@pytest.mark.process
@pytest.mark.parametrize(
    ("old", "new"),
    [("reveal", "closed"), ("1000", "1001"), ("aaaa", "cccc"), (",aaaa,", ",aaaa,00")],
)
def test_it_prints_a_program_that_finds_a_changed_entry(tmp_path: Path, old: str, new: str) -> None:
    saved_log(tmp_path)
    path = tmp_path / "2.csv"
    path.write_text(path.read_text().replace(old, new, 1))
    assert checked_log(tmp_path) == "Entry 3 breaks the chain."


# What the page says of the site


def test_it_prints_a_program_that_checks_shared_dice(program: dict[str, Any]) -> None:
    secret = bytes(range(32))
    start = {"code": "thegame", "share": "thegroup", "dice": "same", "seats": [{"seed": "shared"}]}
    start["commitment"] = hashlib.sha256(secret).hexdigest()
    dice = [reference_die(secret, "thegroup", [], "-", 1, 1, position) for position in range(5)]
    roll = {"turn": 1, "roll": 1, "hold": [], "dice": dice}
    events = [
        {"type": "game.started", "seq": 1, "seat": None, "data": start},
        {"type": "dice.rolled", "seq": 2, "seat": 0, "data": roll},
        {"type": "game.finished", "seq": 3, "seat": None, "data": {"secret": ""}},
    ]
    assert program["verify"](events, secret.hex()) == 5
    turned_die(roll, 2)
    with pytest.raises(SystemExit, match="Event 2: die 2"):
        program["verify"](events, secret.hex())


def test_it_commits_to_the_secret_of_the_example() -> None:
    secret = bytes.fromhex(example()["secret"])
    assert hashlib.sha256(secret).hexdigest() == example()["commitment"]
    assert fairness.commitment(secret) == example()["commitment"]


def test_it_prints_a_command_for_the_first_line_of_the_example() -> None:
    shell = code_block("sh")
    assert f"'{rows()[0][0]}'" in shell
    assert f"hexkey:{example()['secret']}" in shell
