"""Where on the site somebody reads: what they may tell others of it, without anything secret."""

import re

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from games.platform.language.addresses import read_address, routes
from games.platform.server.logs import without_private

PLACE_LENGTH = 120
MOST_PATH = 2000
MASK = "*"
"""What stands for the code of a table or game, or for a name."""
MASKED = re.compile(r"(?:/(?:[a-z-]+|\*))+/?")
"""A path that `place_of` has masked: a code or name beside the sign is none."""


def place_of(request: HttpRequest) -> str:
    """Return the path of a public page. Of a page whose address names a table, a game or a person:
    which kind of page it is, such as "/r/*/". "" for one whose address is a secret.
    """
    return safe_place(request.path)


def safe_place(path: str) -> str:
    """Return the same for what a visitor's browser sends as path: "" if it is none of ours."""
    path = path.partition("?")[0].partition("#")[0]
    if len(path) > MOST_PATH or without_private(path) != path:
        return ""
    address = read_address(path)
    try:
        found = resolve(path if address is None else address.path)
    except Resolver404:
        # What `place_of` said: no address of a page has this sign.
        return path if MASK in path and _is_masked(path) else ""
    if found.url_name not in routes():
        for value in found.kwargs.values():
            if f"/{value}" not in path:
                return ""
            path = path.replace(f"/{value}", f"/{MASK}")
    return path if len(path) <= PLACE_LENGTH else ""


def _is_masked(path: str) -> bool:
    return len(path) <= PLACE_LENGTH and MASKED.fullmatch(path) is not None
