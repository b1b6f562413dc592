"""Links that chat apps and people have changed: with a dot, brackets or quotation marks around
them, in capitals, or cut down to the code of a table.
"""

import unicodedata
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.encoding import escape_uri_path

from games.people.accounts.site_rules import allows_strangers
from games.people.family.device import is_locked_for
from games.platform.language.addresses import in_language, read_address
from games.site.archive.profiles.player_profile import find_player
from games.site.shared.pages.shortcuts import page
from games.site.shared.pages.url_converters import NameConverter
from games.tables.rooms.links import read_room

MOST_READ = 300
# Signs that belong to an address: secrets of links may end in "-" or "_".
KEPT = "@~-_"
# As long as the secrets in links, which have capitals.
SECRET_LENGTH = 20
MOST_SIGNS = 6
# What people and chat apps put behind a link.
ENDS = " ./,;:!?)]}>*\"'\u2019\u201d\u00bb\u2026"
# Programs and staff ask for these.
EXACT = ("/api/", "/language/", "/desk/", "/admin/")


class MendedLinks:
    """Middleware that looks for another page before it says that there is none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. Instead of "not found", redirect to the page that the address means,
        or offer the table that can be read in it, or the languages of the page.
        """
        response = self.get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        if request.path.startswith(EXACT) or len(request.path) > MOST_READ:
            return response
        foreign = read_address(request.path)
        if foreign is not None and not foreign.is_ours:
            codes = settings.LANGUAGES
            spoken = [(code, name, in_language(code, foreign.path)) for code, name in codes]
            return page(request, "404.html", 404, spoken=spoken)
        found = request.resolver_match
        # Other pages say themselves what is not there.
        room = read_room(request.path) if found is None or found.url_name == "room" else None
        table = None if room is None else reverse("room", args=[room.code])
        if room is not None and room.is_sure:
            address = table
        else:
            address = _mended(request, has_page=found is not None)
        if address is not None:
            return _redirect(request, address)
        if room is None:
            return response
        return page(
            request, "404.html", 404, table=table, typed=room.code, request_path=request.path
        )


def _mended(request: HttpRequest, *, has_page: bool) -> str | None:
    """Return the address that the request means, encoded, or None. `has_page` says that some view
    answers its path, and found nothing.
    """
    words = [bare for part in request.path.split("/") if (bare := _bare(part, KEPT))]
    if words and words[0].startswith("@"):
        return _profile(request, has_page=has_page)
    address = page_meant(request.path, has_page=has_page)
    return None if address is None else escape_uri_path(address)


def _profile(request: HttpRequest, *, has_page: bool) -> str | None:
    """Return the page of a player in whose address there are more signs than in the name."""
    if is_locked_for(request) or not (allows_strangers() or request.user.is_authenticated):
        return None
    whole = request.path[request.path.index("@") + 1 :]
    first, _, rest = whole.partition("/")
    route = "profile-games" if _bare(rest.strip("/"), "").lower() == "games" else "profile"
    for name in _names(NameConverter().to_python(first)):
        # A view that found nothing has looked for the whole name.
        if has_page and name == first and request.path.endswith("/"):
            continue
        player = find_player(name)
        if player is not None:
            address = reverse(route, args=[player.name])
            return None if address == request.get_full_path() else address
    return None


def _names(text: str) -> Iterator[str]:
    """Yield what a name may be, with fewer and fewer signs behind it."""
    yield text
    for _ in range(MOST_SIGNS):
        if text.endswith(("\u2019s", "'s")):
            text = text[:-1]
        elif not text or unicodedata.category(text[-1])[0] in "LNM":
            return
        text = text[:-1].rstrip()
        if text:
            yield text


def page_meant(path: str, *, has_page: bool) -> str | None:
    """Return the path of a page that `path` means, or None."""
    for address in _near(path) if has_page else _candidates(path):
        if address != path and _leads_somewhere(address):
            return address
    return None


def _near(path: str) -> Iterator[str]:
    """Yield what may have been meant by the path of a view, which tells itself what it misses."""
    end = "/" if path.endswith("/") else ""
    bare = path.rstrip(ENDS)
    yield from (bare + end, bare, f"{bare}/") if bare + end != path else ()
    # Secrets in links have capitals, and so have names.
    if path.isascii() and "@" not in path and all(len(p) < SECRET_LENGTH for p in path.split("/")):
        yield path.lower()


def _candidates(path: str) -> Iterator[str]:
    """Yield what may have been meant, the most careful reading first."""
    for kept in (KEPT, "@~"):
        parts = [bare for part in path.split("/") if (bare := _bare(part, kept))]
        if not parts:
            return
        small_first, small = [parts[0].lower(), *parts[1:]], [part.lower() for part in parts]
        has_secret = any(len(part) >= SECRET_LENGTH for part in parts)
        for words in (parts, small_first) if has_secret else (parts, small):
            address = "/" + "/".join(words)
            yield from (f"{address}/", address)


def _bare(part: str, kept: str) -> str:
    """Return a part of an address without the signs around it."""
    belongs = [index for index, each in enumerate(part) if each.isalnum() or each in kept]
    return part[belongs[0] : belongs[-1] + 1] if belongs else ""


def _leads_somewhere(address: str) -> bool:
    if address.startswith((*EXACT, "/@")):
        return False
    try:
        return bool(resolve(address))
    except Resolver404:
        return False


def _redirect(request: HttpRequest, address: str) -> HttpResponseRedirect:
    query = request.META.get("QUERY_STRING", "")
    return redirect(address + (f"?{query}" if query else ""))
