"""The lines of the log: as text, and as JSON."""

import asyncio
import json
import logging
from collections.abc import Iterator
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.urls import get_resolver
from django.utils.datastructures import MultiValueDict
from pytest_django import DjangoDbBlocker

from games.platform.database.threads import in_database
from games.platform.server.logs import (
    JsonFormatter,
    LineFormatter,
    log_for_connection,
    without_private,
)


class Lines(logging.Handler):
    """Keeps what it formats."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def last(self) -> dict[str, object]:
        """Return the last line, which is JSON."""
        return dict(json.loads(self.lines[-1]))


@pytest.fixture
def log() -> Iterator[Lines]:
    """The lines of the logger "test", as JSON."""
    handler = Lines()
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("test")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


logger = logging.getLogger("test")


def test_it_writes_one_object_a_line(log: Lines) -> None:
    logger.warning('a "quoted" text,\nin %s lines', 2)
    (line,) = log.lines
    assert "\n" not in line
    found = log.last()
    assert str(found.pop("time")).endswith("Z")
    assert isinstance(found.pop("process"), int)
    assert found == {
        "level": "WARNING",
        "logger": "test",
        "message": 'a "quoted" text,\nin 2 lines',
    }


@pytest.mark.logs_errors("test")
def test_it_has_the_traceback_in_the_same_line(log: Lines) -> None:
    try:
        raise ZeroDivisionError("by alice@example.org")
    except ZeroDivisionError:
        logger.exception("failed")
    (line,) = log.lines
    assert "\n" not in line
    traceback = str(log.last()["traceback"])
    assert "test_log_lines.py" in traceback
    assert traceback.endswith("ZeroDivisionError: by [mail]")


async def test_it_names_the_room_and_the_connection_of_the_task(
    log: Lines, django_db_blocker: DjangoDbBlocker
) -> None:
    def in_thread() -> None:
        logger.warning("in a thread")

    async def serve() -> dict[str, object]:
        log_for_connection("abc")
        await in_database(in_thread)
        return log.last()

    # The thread may have a connection from an earlier test, and looks whether it is still good.
    with django_db_blocker.unblock():
        first, second = [await asyncio.create_task(serve()) for _ in range(2)]
    assert (first["room"], first["message"]) == ("abc", "in a thread")
    assert isinstance(first["connection"], int)
    assert second["connection"] == first["connection"] + 1
    logger.warning("elsewhere")
    assert not {"room", "connection"} & log.last().keys()


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("to alice@example.org now", "to [mail] now"),
        (repr(SMTPRecipientsRefused({"a.b+c@mail.example.org": (550, b"no")})), "[mail]"),
        ("Not Found: /password/reset/MQ/c1k-5d2f9/", "Not Found: /password/reset/[link]/"),
        ("GET /r/abc/screen/?by=7-c1k-5d2f9", "GET /r/abc/screen/?by=[link]"),
        ("Cookie: csrftoken=1a2b; sessionid=3c4d", "csrftoken=[cookie]; sessionid=[cookie]"),
        ("dice 3 3 1 of room abc at 5:30", "dice 3 3 1 of room abc at 5:30"),
    ],
)
def test_it_leaves_out_what_is_private(said: str, written: str) -> None:
    record = logging.LogRecord("test", logging.INFO, "", 1, "%s", (said,), None)
    for formatter in (LineFormatter("%(message)s"), JsonFormatter()):
        line = formatter.format(record)
        assert written in line
        assert not any(word in line for word in ("example.org", "c1k-5d2f9", "1a2b", "3c4d"))


def test_it_never_logs_sql_which_has_secrets_in_it() -> None:
    assert not logging.getLogger("django.db.backends").isEnabledFor(logging.DEBUG)


SECRET = "MQ-secret_123456789012"
"""22 characters, as in the link to a seat."""
VALUES = {"token": SECRET, "uidb64": "MQ", "word": SECRET, "code": "abcde"}


def secret_paths() -> list[str]:
    """The paths of all pages whose address lets somebody in."""
    found = []
    ways: MultiValueDict[Any, Any] = get_resolver().reverse_dict
    for name in [each for each in ways if isinstance(each, str)]:
        for possible, *_ in ways.getlist(name):
            for route, parameters in possible:
                if {"token", "word"} & set(parameters):
                    found.append(f"/{route}" % {each: VALUES[each] for each in parameters})
    return found


def test_it_names_no_link_that_lets_somebody_in() -> None:
    paths = secret_paths()
    assert len(paths) >= 8
    for path in (*paths, *(path.rstrip("/") for path in paths)):
        for line in (f"Not Found: {path}", f"Forbidden (no cookie): {path}", f"GET {path}?x=1"):
            assert SECRET not in without_private(line), line
