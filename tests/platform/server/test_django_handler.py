"""A page is computed by one thread, from the first middleware to the last."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from asgiref.sync import AsyncToSync, SyncToAsync

from games.platform.server.overrides.django_handler import ThreadedHandler


async def test_it_goes_from_its_thread_to_the_loop_only_with_the_answer(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    for kind in (AsyncToSync, SyncToAsync):
        original = kind.__call__

        def noted(
            self: Any, *args: Any, kind: type = kind, call: Any = original, **rest: Any
        ) -> Any:
            steps.append(kind.__name__)
            return call(self, *args, **rest)

        monkeypatch.setattr(kind, "__call__", noted)
    answer: list[Mapping[str, Any]] = []
    requests = asyncio.Queue[dict[str, Any]]()
    requests.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    async def send(message: Mapping[str, Any]) -> None:
        answer.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/rules/yahtzee/",
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    await ThreadedHandler()(scope, requests.get, send)
    assert answer[0]["status"] == 200
    assert b"</html>" in answer[1]["body"]
    # What runs before the page, the page, and what closes it.
    assert steps == ["SyncToAsync"] * 3
