"""How log lines look, what they leave out, and the room and the connection that they name."""

import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple

import msgspec
from django.core.exceptions import BadRequest, PermissionDenied
from django.http.multipartparser import MultiPartParserError

from games.platform.clock import monotonic

ONE_EVERY_S = 30.0


class LogContext(NamedTuple):
    """A room's code, or "", and the number of a connection in this process, or 0."""

    room: str = ""
    connection: int = 0


NOTHING = LogContext()
_current: ContextVar[LogContext] = ContextVar("log_context", default=NOTHING)
_numbers = count(1)


def log_for_connection(room: str) -> None:
    """Name this room ("" for none) and a new connection in all log lines of the current task.

    Tasks that it starts, and functions that it runs in database threads, inherit both.
    """
    _current.set(LogContext(room, next(_numbers)))


def log_for_room(room: str) -> None:
    _current.set(LogContext(room))


def log_context() -> LogContext:
    return _current.get()


REFUSALS = (BadRequest, MultiPartParserError, PermissionDenied)
"""Errors that Django answers with 400 or 403. It logs a traceback for each."""


PRIVATE = (
    # Mail servers repeat addresses in their errors, and visitors type them into the address bar.
    # It begins where a word does: else a long word takes time that grows with its square.
    (re.compile(r"(?<![\w.+'-])[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"), "[mail]"),
    # Links that let into an account, a seat, a circle or a new site, or show a circle on a TV.
    (re.compile(r"(/password/reset/)[\w-]+/[\w-]+"), r"\1[link]"),
    (
        re.compile(
            r"(/(?:first|welcome|invited|decisions|settings/second-factor/link"
            r"|notifications/(?:confirm|stop)|r/[^/\s]+/seat|j)/)[^/\s]+"
        ),
        r"\1[link]",
    ),
    (re.compile(r"([?&]by=)[\w-]+"), r"\1[link]"),
    (re.compile(r"\b(sessionid|csrftoken)=[^;,\s\"']+"), r"\1=[cookie]"),
)


def without_private(text: str) -> str:
    """Return a text without mail addresses, links for a new password and cookies.

    Our own code does not log them, but messages from elsewhere, such as a mail server, may.
    """
    for pattern, mark in PRIVATE:
        text = pattern.sub(mark, text)
    return text


class LineFormatter(logging.Formatter):
    """Plain text."""

    def format(self, record: logging.LogRecord) -> str:
        return without_private(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time (UTC), level, logger, message and process, and what else is known: the
        code of a room, the number of a connection in this process, a traceback.
        """
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_private(record.getMessage()),
            "process": record.process,
        }
        room, connection = log_context()
        if room:
            line["room"] = room
        if connection:
            line["connection"] = connection
        if record.exc_info:
            line["traceback"] = without_private(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = without_private(self.formatStack(record.stack_info))
        return msgspec.json.encode(line).decode()


class NoTraceback(logging.Filter):
    """Removes the traceback of records whose message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback; keep the record."""
        record.exc_info = record.exc_text = None
        return True


class OneOfMany(NoTraceback):
    """Lets one record through in ONE_EVERY_S seconds, without its traceback: while Redis is down,
    channels_redis logs one every second.
    """

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._next_at = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is the first one for some time."""
        now = monotonic()
        if now < self._next_at:
            return False
        self._next_at = now + ONE_EVERY_S
        return super().filter(record)


class NoTracebackOfRefusals(logging.Filter):
    """Removes the traceback of requests that were refused by one of REFUSALS."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback of a refusal; keep the record."""
        if record.exc_info and isinstance(record.exc_info[1], REFUSALS):
            record.exc_info = record.exc_text = None
        return True
