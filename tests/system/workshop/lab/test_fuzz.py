"""The parts of the fuzzer: what it sends, and what it takes for a finding."""

from pathlib import Path
from random import Random

import pytest
from django.urls import Resolver404, resolve

from games.core.protocol.frames import type_of
from games.core.protocol.lobby_commands import LOBBY_DECODER
from games.core.protocol.room_commands import ROOM_DECODER
from workshop.lab.fuzz.http_client import HttpClient
from workshop.lab.fuzz.paths import PathMaker, patterns
from workshop.lab.fuzz.player import EXAMPLES
from workshop.lab.fuzz.record import Record
from workshop.lab.fuzz.site import Person, Site
from workshop.lab.fuzz.watch import LogFollower

SITE = Site(
    [Person(1, "alice", "a" * 32)],
    [Person(2, "bob", "b" * 32)],
    Person(3, "charlie", "c"),
    ["abcd"],
)


SOCKETS = {"From the client": ROOM_DECODER, "To the lobby": LOBBY_DECODER}


@pytest.mark.parametrize("section", SOCKETS)
def test_it_knows_an_example_of_every_command(section: str) -> None:
    known = {each["type"] for each in EXAMPLES[section]}
    assert known == {type_of(command) for command in SOCKETS[section].commands}


def test_it_asks_for_the_paths_of_the_site() -> None:
    found = patterns()
    for path in (
        "/",
        "/g/<code>.json",
        "/api/v1/fair-log/entries",
        "/admin/games/game/",
        "/fair/log/<number:part>.csv",
    ):
        assert path in found
    maker, random = PathMaker(SITE), Random(4)
    known = 0
    for _ in range(300):
        try:
            resolve(maker.make(random).partition("?")[0])
            known += 1
        except Resolver404:
            continue
    assert known > 200


@pytest.mark.parametrize(
    ("answer", "findings"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", 0),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", 0),
        (b"HTTP/1.1 500 Oops\r\n\r\n", 1),
        (b"HTTP/1.1 502 Oops\r\n\r\n", 1),
        (b"HTTP/1.1 503 Busy\r\nRetry-After: 5\r\n\r\n", 0),
        (b"HTTP/1.1 503 Down\r\n\r\n", 1),
        (b"", 1),
    ],
)
def test_it_reports_errors_of_the_server(answer: bytes, findings: int) -> None:
    record = Record()
    client = HttpClient(0, Random(5), 0, SITE, record)
    client.check("/", b"GET / HTTP/1.1", answer, is_odd=False)
    assert len(record.findings) == findings


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("2026-11-22 06:00:00,000 WARNING django.request Not Found: /x\n", 0),
        ("2026-11-22 06:00:00,000 ERROR django.security.DisallowedHost Invalid host\n", 0),
        ("2026-11-22 06:00:00,000 ERROR django.request Internal Server Error: /x\n", 1),
        ("2026-11-22 06:00:00,000 CRITICAL games.worker it stopped\n", 1),
        (
            "2026-11-22 06:00:00,000 WARNING x y\nTraceback (most recent call last):\nValueError\n",
            1,
        ),
        ("Traceback (most recent call last):\n  no logger\n", 1),
        ("2026-11-22 06:00:00,000 ERROR a b\n2026-11-22 06:00:01,000 ERROR a b\n", 1),
        ("2026-11-22 06:00:00,000 ERROR a the line is not complete", 0),
    ],
)
def test_it_reads_the_log_of_the_server(tmp_path: Path, text: str, findings: int) -> None:
    log, record = tmp_path / "server.log", Record()
    log.write_text(text)
    record.send("valid", "alice", "the last input")
    LogFollower(log, record).look()
    assert len(record.findings) == findings
    assert all("the last input" in each.input for each in record.findings)
