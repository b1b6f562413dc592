"""Links that chat apps and people have changed: with a dot, brackets or quotation marks around
them, in capitals, or cut down to the code of a table.
"""

from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.encoding import escape_uri_path

from games.accounts.names import find_account
from games.pages.shortcuts import page
from games.rooms.links import read_room

MOST_READ = 300
# They belong to an address: "/@Anna/", and secrets of links may end in "-" or "_".
KEPT = "@~-_"
# Only programs ask for these.
FOR_PROGRAMS = ("/api/", "/language/")


class MendedLinks:
    """Middleware that looks for another page before it says that there is none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. Instead of "not found", redirect to the page that the address means,
        or offer the table that can be read in it.
        """
        response = self.get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        if request.path.startswith(FOR_PROGRAMS) or len(request.path) > MOST_READ:
            return response
        found = request.resolver_match
        address = mended(request.path, has_page=found is not None)
        if address is not None:
            return _redirect(request, address)
        # Other pages say themselves what is not there.
        room = read_room(request.path) if found is None or found.url_name == "room" else None
        if room is None:
            return response
        address = reverse("room", args=[room.code])
        if room.is_sure:
            return _redirect(request, address)
        return page(request, "404.html", 404, table=address, typed=room.code)


def mended(path: str, *, has_page: bool) -> str | None:
    """Return the address of a page that `path` means, or None. `has_page` says that some view
    answers `path`, and found nothing.
    """
    profile = _profile(path)
    if profile is not None or has_page:
        return profile
    for address in _candidates(path):
        if address != path and _leads_somewhere(address):
            return address
    return None


def _profile(path: str) -> str | None:
    """Return the address of a player whose name leads `path` with more signs than it has."""
    words = [bare for part in path.split("/") if (bare := _bare(part, KEPT))]
    if not words or not words[0].startswith("@") or words == path.strip("/").split("/"):
        return None
    player = find_account(words[0].removeprefix("@"))
    return None if player is None else reverse("profile", args=[player.name])


def _candidates(path: str) -> Iterator[str]:
    """Yield what may have been meant, the most careful reading first."""
    for kept in (KEPT, "@~"):
        parts = [bare for part in path.split("/") if (bare := _bare(part, kept))]
        if not parts:
            return
        small_first = [parts[0].lower(), *parts[1:]]
        for words in (parts, small_first, [part.lower() for part in parts]):
            address = "/" + "/".join(words)
            yield from (f"{address}/", address)


def _bare(part: str, kept: str) -> str:
    """Return a part of an address without the signs around it."""
    belongs = [index for index, each in enumerate(part) if each.isalnum() or each in kept]
    return part[belongs[0] : belongs[-1] + 1] if belongs else ""


def _leads_somewhere(address: str) -> bool:
    if address.startswith((*FOR_PROGRAMS, "/@")):
        return False
    try:
        return bool(resolve(address))
    except Resolver404:
        return False


def _redirect(request: HttpRequest, address: str) -> HttpResponseRedirect:
    query = request.META.get("QUERY_STRING", "")
    where = escape_uri_path(address) + (f"?{query}" if query else "")
    return redirect(where)
