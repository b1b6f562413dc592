"""Read pages."""

import json
import re
from typing import Any

from django.test import Client


def text_of(client: Client, path: str, **query: str) -> str:
    """Return the HTML of an existing page, with runs of white space as one space."""
    answer = client.get(path, query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def plain(page: str) -> str:
    """Return a page without the marks around names, so that its sentences can be read."""
    return re.sub(r"</?bdi[^>]*>", "", page)


def data_in(page: str, name: str) -> dict[str, Any]:
    """Return the data that the server wrote into a page for its script."""
    match = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    assert match
    found: dict[str, Any] = json.loads(match[1])
    return found
