"""Requests that leave nothing behind, and what they must not do."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any

from django.core.signals import got_request_exception
from django.db import transaction
from django.test import Client

from games.platform.limits.rates import BUCKETS


class Visitor:
    """A browser. What its requests change in the database, in cookies and in limits is undone, so
    that thousands of them share one site.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.client.raise_request_exception = False
        self.cookies = client.cookies.output()
        self.asked = 0

    def ask(self, method: str, path: str, data: Any = None, **more: Any) -> int:
        """Return the status of the answer. An answer that comes in parts is read."""
        BUCKETS.clear()
        self.client.cookies = SimpleCookie(self.cookies.replace("Set-Cookie: ", ""))
        self.asked += 1
        with transaction.atomic():
            ask: Any = self.client.generic if data is None else self.client.post
            answer = ask(method, path, **more) if data is None else ask(path, data, **more)
            answer.getvalue()
            transaction.set_rollback(True)
        return int(answer.status_code)


@contextmanager
def failures() -> Iterator[list[str]]:
    """Collect what views raise and do not answer."""
    found: list[str] = []

    def note(sender: object, request: object, **_: object) -> None:
        found.append(repr(sys.exc_info()[1]))

    got_request_exception.connect(note)
    yield found
    got_request_exception.disconnect(note)
