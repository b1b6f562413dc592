"""Follows a server: its log, its health, its process."""

import asyncio
import re
from pathlib import Path

from workshop.lab.fuzz.http_client import exchange
from workshop.lab.fuzz.record import Record
from workshop.lab.loadtest.processes import Server

LOOK_S = 0.5
HEALTH_S = 30.0
SETTLE_S = 2.0
RECORD = re.compile(r"^(?=\d{4}-\d\d-\d\d \d\d:)", re.M)
ERROR = re.compile(r"\S+ \S+ (?:ERROR|CRITICAL) (\S+)")
TRACEBACK = "Traceback (most recent call last)"
REFUSALS = "django.security."
"""Django logs requests that it refuses, such as those with another host, as errors of these."""
SHOWN_LINES = 40
MAX_LINE = 300


class LogFollower:
    """Reads what the server adds to its log."""

    def __init__(self, path: Path, record: Record) -> None:
        self._path = path
        self._record = record
        self._at = 0

    def look(self) -> None:
        """Find errors and tracebacks in what is new."""
        with self._path.open("rb") as log:
            log.seek(self._at)
            new = log.read()
        complete = new[: new.rfind(b"\n") + 1]
        self._at += len(complete)
        for part in RECORD.split(complete.decode("utf-8", "replace")):
            error = ERROR.match(part)
            is_refusal = error is not None and error[1].startswith(REFUSALS)
            if (error and not is_refusal) or TRACEBACK in part:
                what = f"in the server's log:\n{summary(part)}"
                self._record.find(what, self._record.newest(), key_of(part))


def summary(part: str) -> str:
    """Return the first and the last lines of a part of the log, without very long lines."""
    lines = [line[:MAX_LINE] for line in part.splitlines()]
    return "\n".join([*lines[:1], *lines[1:][-SHOWN_LINES:]])


def key_of(part: str) -> str:
    """Return what two occurrences of one error have in common: the lines of code, or its text."""
    places = re.findall(r'File "([^"]+)", line (\d+)', part)
    return str(places) if places else re.sub(r"[\d-]+", "", part.splitlines()[0])[:80]


async def follow(server: Server, record: Record) -> None:
    """Look at log, health and process until the process ends or the task is cancelled."""
    follower = LogFollower(server.log, record)
    while server.runs():
        follower.look()
        await check_health(server.port, record)
        await asyncio.sleep(LOOK_S)
    record.find(f"the server ended:\n{server.tail()}", record.newest())


async def check_health(port: int, record: Record) -> None:
    """Ask for /healthz, and expect an answer within HEALTH_S."""
    try:
        async with asyncio.timeout(HEALTH_S):
            answer = await exchange(
                port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
    except TimeoutError:
        record.find(f"no answer to /healthz for {HEALTH_S:.0f} s", record.newest())
    except OSError as error:
        record.find(f"no connection for /healthz: {error!r}", record.newest())
    else:
        record.statuses["healthz " + answer[9:12].decode("latin1")] += 1
