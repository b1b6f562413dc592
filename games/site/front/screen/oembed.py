"""oEmbed (https://oembed.com): what another site asks to show a link to a table or game as a frame.

A link to a private table is answered like one to a public table: who has the link may see it.
"""

import re
from html import escape
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.numbers import whole
from games.core.rules import UnknownVariant
from games.platform.site_settings.current import site_name
from games.site.archive.history.final_standings import page_title
from games.site.front.screen.embeds import shown_room
from games.site.front.screen.views import variant_of
from games.site.shared.pages.etags import HOUR
from games.site.shared.sharing.head import absolute
from games.site.study.analysis.finished_game import UnreadableRecord, find_for, read_record
from games.tables.rooms.invitations import shares_dice, with_free_seat, words_of
from games.tables.rooms.models import Room

WIDTH, HEIGHT = 720, 600
"""The usual size of a frame, in CSS pixels."""
LEAST_WIDTH, LEAST_HEIGHT = 280, 320
MOST = 10_000
LINK = re.compile(r"/(?:embed/)?(r|g)/([A-Za-z0-9]{1,16})/(?:screen/)?")


class Unanswered(Exception):
    """A request without an answer: `status`, `code` and words, as in the API."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"error": {"code": code, "message": message}}


@require_safe
def oembed(request: HttpRequest) -> JsonResponse:
    """Answer what to show for the link `url`: a frame, at most `maxwidth` by `maxheight`."""
    try:
        answer = JsonResponse(_answer(request))
        answer["Cache-Control"] = f"public, max-age={HOUR}"
    except Unanswered as refused:
        answer = JsonResponse(refused.body, status=refused.status)
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _answer(request: HttpRequest) -> dict[str, Any]:
    if request.GET.get("format", "json") != "json":
        raise Unanswered(501, "bad_parameter", "format must be json.")
    kind, code = _named(request)
    width = _size(request, "maxwidth", WIDTH, LEAST_WIDTH)
    height = _size(request, "maxheight", HEIGHT, LEAST_HEIGHT)
    path, title = _table(request, code) if kind == "r" else _game(request, code)
    address = escape(absolute(request, path))
    frame = (
        f'<iframe src="{address}" width="{width}" height="{height}" title="{escape(title)}"'
        ' style="border:0" loading="lazy"></iframe>'
    )
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": site_name(),
        "provider_url": absolute(request, reverse("home")),
        "title": title,
        "html": frame,
        "width": width,
        "height": height,
        "cache_age": HOUR,
    }


def _named(request: HttpRequest) -> tuple[str, str]:
    """Return what the link names: "r" or "g", and a code. Raises Unanswered."""
    url = request.GET.get("url", "")
    if not url:
        raise Unanswered(400, "bad_parameter", "url must be the link of a table or game.")
    try:
        parts = urlsplit(url)
        hosts = {request.get_host(), urlsplit(absolute(request, "/")).netloc}
    except ValueError:  # "http://[", for example
        raise Unanswered(400, "bad_parameter", "url is no address.") from None
    found = LINK.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or parts.netloc not in hosts or found is None:
        raise Unanswered(404, "not_found", "This link is not one of a table or game here.")
    return found[1], found[2].lower()


def _size(request: HttpRequest, name: str, usual: int, least: int) -> int:
    """Return a measure of the frame. Raises Unanswered."""
    text = request.GET.get(name, "")
    if not text:
        return usual
    size = whole(text)
    if size is None or not 1 <= size <= MOST:
        raise Unanswered(400, "bad_parameter", f"{name} must be a number from 1 to {MOST}.")
    # A smaller frame could show nothing.
    if size < least:
        raise Unanswered(404, "not_found", f"A frame needs at least {least} for {name}.")
    return min(usual, size)


def _table(request: HttpRequest, code: str) -> tuple[str, str]:
    """Return the address of the frame of a table, and its title. Raises Unanswered."""
    room = with_free_seat(Room.objects.filter(code=code)).first()
    if room is not None and room.game is not None and shares_dice(room):
        return _game(request, room.game.code)
    if room is None:
        raise Unanswered(404, "not_found", "There is no such table to show.")
    try:
        name = variant_of(room).name
    except UnknownVariant:
        raise Unanswered(404, "not_found", "There is no such table to show.") from None
    return reverse("embed-room", args=[room.code]), words_of(room, name, "").headline


def _game(request: HttpRequest, code: str) -> tuple[str, str]:
    """Return the address of the frame of a game, and its title. Raises Unanswered."""
    found = find_for(request, code)
    room = None if found is None or found.is_over else shown_room(found)
    if room is not None:
        return _table(request, room)
    if found is None or not found.is_over or found.is_open:
        raise Unanswered(404, "not_found", "There is no such game to show.")
    try:
        return reverse("embed-game", args=[code]), page_title(read_record(found))
    except UnreadableRecord:
        raise Unanswered(404, "not_found", "The record of this game is damaged.") from None
