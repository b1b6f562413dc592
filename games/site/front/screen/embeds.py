"""Games in frames on other sites: a table now, and a finished game step by step.

They set no cookies, and depend on no viewer. A private room is embedded by its link only: the code
of a game, which is in the public log, leads to no room.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from games.core.rules import UnknownVariant
from games.people.accounts.bot_accounts import bots_json
from games.people.accounts.names import DELETED_NAME
from games.platform.language import translated
from games.site.archive.history.final_standings import page_title
from games.site.archive.history.page import game_page
from games.site.front.screen.options import BadOption, Options, framable, read_options
from games.site.front.screen.views import find_room, room_facts, variant_of
from games.site.shared.pages.shortcuts import page
from games.site.study.analysis.finished_game import (
    FoundGame,
    GameRecord,
    UnreadableRecord,
    find_for,
    read_record,
)
from games.tables.rooms.invitations import shares_dice

SHOWN = ("sheet", "view", "events", "steps")
"""What a frame needs of the data of a game's page."""


@framable
@require_safe
def embed_room(request: HttpRequest, code: str) -> HttpResponse:
    return _as_asked(request, lambda options: _room(request, code, options))


def _room(request: HttpRequest, code: str, options: Options) -> HttpResponse:
    room = find_room(code)
    if room is None:
        return _note(request, gettext("There is no such table."), 404, options)
    if room.game is not None and shares_dice(room):
        found = find_for(request, room.game.code)
        if found is not None and not found.is_open:
            return _to(request, "embed-game", room.game.code)
        words = gettext("Others still play these dice. You can see the game when all are done.")
        return _note(request, words, options=options)
    try:
        variant = variant_of(room)
    except UnknownVariant:
        words = gettext("This table waits for an update")
        return _note(request, words, 503, options)
    return page(request, "screen/embed.html", **room_facts(request, room, variant, options))


@framable
@require_safe
def embed_game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished game step by step. A running game in a public room is shown live."""
    return _as_asked(request, lambda options: _game(request, find_for(request, code), options))


def _as_asked(request: HttpRequest, show: Callable[[Options], HttpResponse]) -> HttpResponse:
    """Return what `show` makes of the options of the address, in the language that these ask for.
    The frame is read again each time.
    """
    try:
        options = read_options(request.GET)
    except BadOption as refused:
        return _note(request, translated(refused), 400)
    with override(options.language):
        answer = show(options)
    answer["Content-Language"] = options.language
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def shown_room(found: FoundGame) -> str | None:
    """Return the code of the room of a game if everybody may see it there."""
    return None if found.is_open else found.room_code


def _to(request: HttpRequest, route: str, code: str) -> HttpResponse:
    query = request.GET.urlencode()
    address = reverse(route, args=[code])
    return redirect(f"{address}?{query}" if query else address)


def _game(request: HttpRequest, found: FoundGame | None, options: Options) -> HttpResponse:
    if found is None:
        return _note(request, gettext("That is no longer here."), 404, options)
    room = None if found.is_over else shown_room(found)
    if room is not None:
        return _to(request, "embed-room", room)
    if found.is_open or not found.is_over:
        return _note(request, gettext("This game is still being played."), options=options)
    try:
        record = read_record(found, gettext(DELETED_NAME))
    except UnreadableRecord:
        return _note(request, gettext("The record of this game is damaged."), options=options)
    return page(
        request,
        "screen/embed_game.html",
        title=page_title(record),
        game=game_data(record),
        options=options,
        bots_json=bots_json(),
        link=request.build_absolute_uri(reverse("game", args=[found.game.code])),
    )


def game_data(record: GameRecord) -> dict[str, Any]:
    whole = game_page(record)
    return {
        **{name: whole[name] for name in SHOWN},
        "avatars": [seat["avatar"] for seat in whole["seats"]],
        "guests": [seat["guest"] for seat in whole["seats"]],
    }


def _note(
    request: HttpRequest, words: str, status: int = 200, options: Options | None = None
) -> HttpResponse:
    return page(request, "screen/embed_note.html", status, words=words, options=options)
