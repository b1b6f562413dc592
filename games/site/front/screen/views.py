"""A table on a TV, a projector or a stream."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.core.rules import UnknownVariant, Variant, find_variant
from games.people.accounts.bot_accounts import bots_json
from games.platform.language import translated
from games.site.front.screen.options import BadOption, Options, awake, read_options
from games.site.front.table.on_screen import screen_address, shows_circle
from games.site.front.table.views import shared_table
from games.site.shared.pages.shortcuts import page
from games.site.shared.sharing.qr import qr_code
from games.tables.rooms.invitations import shares_dice
from games.tables.rooms.models import Room


@awake
@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table to everybody in front of a screen: `overlay` shows parts of it on nothing."""
    room = find_room(code)
    if room is None:
        raise Http404("There is no such room.")
    if room.code != code:
        return redirect(screen_address(request, room))
    if room.game is not None and shares_dice(room):
        return shared_table(request, room, room.game)
    try:
        options = read_options(request.GET)
    except BadOption as refused:
        return page(request, "screen/refused.html", 400, words=translated(refused))
    with override(options.language):
        return _screen(request, room, options)


def _screen(request: HttpRequest, room: Room, options: Options) -> HttpResponse:
    try:
        variant = variant_of(room)
    except UnknownVariant:
        return page(request, "table/unreadable.html", 503, text=room.variant)
    facts = room_facts(request, room, variant, options)
    if shows_circle(request, room):
        facts["evening"] = screen_address(request, room, "screen-evening")
    answer = page(request, "screen/screen.html", **facts)
    answer["Content-Language"] = options.language
    return answer


def find_room(code: str) -> Room | None:
    return Room.objects.select_related("game", "circle").filter(code=code.lower()).first()


def variant_of(room: Room) -> Variant:
    """Return the game of a room. Raises UnknownVariant."""
    return find_variant(room.variant, **room.switches)


def room_facts(
    request: HttpRequest, room: Room, variant: Variant, options: Options
) -> dict[str, Any]:
    """Return what the templates of a table need. Nobody is named: that is for the socket."""
    link = request.build_absolute_uri(reverse("room", args=[room.code]))
    return {
        "code": room.code,
        "variant": variant,
        "options": options,
        "link": link,
        "address": link.partition("://")[2],
        "bots_json": bots_json(),
    }


@cache_control(max_age=86400, private=True)
@require_safe
def screen_qr(request: HttpRequest, code: str) -> HttpResponse:
    room = get_object_or_404(Room, code=code)
    return qr_code(request.build_absolute_uri(screen_address(request, room)))
