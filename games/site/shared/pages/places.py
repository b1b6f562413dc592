"""Where on the site somebody reads: what they may tell others of it, without anything secret."""

import re

from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, resolve

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
    which kind of page it is, such as "/r/*/". "" for one whose address is a secret, or for none.
    """
    found = request.resolver_match
    return "" if found is None or _has_secret(request.path) else _masked(request.path, found)


def safe_place(path: str) -> str:
    """Return the same for what a visitor's browser sends as path: "" if it is none of ours."""
    path = path.partition("?")[0].partition("#")[0]
    if _has_secret(path):
        return ""
    address = read_address(path)
    try:
        found = resolve(path if address is None else address.path)
    except Resolver404:
        # What `place_of` said: no address of a page has this sign.
        return path if MASK in path and _is_masked(path) else ""
    return _masked(path, found)


def _has_secret(path: str) -> bool:
    return len(path) > MOST_PATH or without_private(path) != path


def _masked(path: str, found: ResolverMatch) -> str:
    """Return the path without what its page is about, if that is not public."""
    if found.url_name not in routes():
        for value in found.kwargs.values():
            if f"/{value}" not in path:
                return ""
            path = path.replace(f"/{value}", f"/{MASK}")
    return path if len(path) <= PLACE_LENGTH else ""


def _is_masked(path: str) -> bool:
    return len(path) <= PLACE_LENGTH and MASKED.fullmatch(path) is not None
