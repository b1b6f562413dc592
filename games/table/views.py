"""Open a room, and show its page. The page's script connects to the room's socket."""

import io

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.bot_cards import bots_json
from games.accounts.models import User
from games.accounts.names import NAME_LENGTH, NameRefused
from games.accounts.players import note_seen
from games.clock import utc_now
from games.daily.days import closes_at
from games.daily.models import Daily
from games.engine.clocks import LONG_CLOCK_S
from games.history.record import find_game
from games.home.views import variant_cards
from games.language import translated
from games.limits.rates import LimitedError, client_address, spend
from games.live.room import AWAY_S
from games.log.models import Game
from games.pages.shortcuts import LESSON, new_guest, page, player_of, refuse
from games.protocol.fields import MAX_CHAT
from games.rooms.models import Room
from games.rooms.opening import open_room
from games.rules import find_variant
from games.sharing.invitations import with_free_seat
from games.sharing.pages import of_room
from games.table.forms import NewRoomForm, find_variant_or_first
from games.tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def new_room(request: HttpRequest) -> HttpResponse:
    """Show the form for a new room, and open the room. Visitors also enter a name."""
    sent = request.POST if request.method == "POST" else None
    variant = find_variant_or_first((sent or request.GET).get("variant"))
    me = player_of(request)
    may_rate = me is not None and not me.is_guest
    form = NewRoomForm(variant, sent, ask_name=me is None, may_rate=may_rate)
    status = 200
    if sent is not None:
        if form.is_valid():
            try:
                return redirect("room", _open(request, form).code)
            except LimitedError as limited:
                status = refuse(form, limited)
            except NameRefused as refused:
                form.add_error("name", translated(refused))
                status = 422
        else:
            status = 422
    return page(
        request,
        "table/new_room.html",
        status=status,
        form=form,
        variant=variant,
        variants=variant_cards(),
        switches=[
            {"field": form[id_], "choices": zip(form[id_], switch.choices, strict=True)}
            for id_, switch in variant.switch_choices.items()
        ],
    )


def _open(request: HttpRequest, form: NewRoomForm) -> Room:
    """Open the room of a valid form. Raises LimitedError, and NameRefused for a visitor's name."""
    spend("room-address", client_address(request))
    host: User = player_of(request) or new_guest(request, form.cleaned_data["name"])
    spend("room", host.pk)
    data = form.cleaned_data
    return open_room(
        host,
        form.variant.id,
        data["switches"],
        data["seats"],
        data["clock"],
        data["public"],
        data.get("rated", False),
        mode=data.get("mode") or "turns",
        dice=data["dice"],
    )


# The room's script signs guests in by POST, so it needs the CSRF cookie although there is no form.
@ensure_csrf_cookie
@require_safe
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show a room to anyone with the link."""
    found = with_free_seat(Room.objects.filter(code=code)).first()
    if found is None:
        if code != code.lower():
            return redirect("room", code.lower())
        raise Http404("There is no such room.")
    me = player_of(request)
    if me is not None:
        note_seen(me, utc_now())
    if found.game is not None and found.game.share is not None and not _plays(me, found.game):
        return _shared_table(request, found, found.game)
    variant = find_variant(found.variant, **found.switches)
    return page(
        request,
        "table/room.html",
        code=code,
        room=found,
        variant=variant,
        preview=of_room(found, variant.name),
        has_game=found.game is not None and found.game.status != Game.Status.CANCELLED,
        link=request.build_absolute_uri(reverse("room", args=[code])),
        bots_json=bots_json(),
        name_length=NAME_LENGTH,
        line_length=MAX_CHAT,
        away_seconds=round(AWAY_S),
        long_clock=LONG_CLOCK_S,
        lesson=request.session.get(LESSON) == code,
    )


def _plays(player: User | None, game: Game) -> bool:
    return player is not None and game.scorecards.filter(player=player).exists()


def _shared_table(request: HttpRequest, room: Room, game: Game) -> HttpResponse:
    """Tell visitors why they cannot watch a game that shares its dice, and when they can. After the
    reveal, redirect them to the game.
    """
    found = find_game(game.code)
    if found is not None and not found.is_hidden:
        return redirect("game", game.code)
    daily = Daily.objects.filter(share=game.share).first()
    answer = page(
        request,
        "table/shared_table.html",
        preview=of_room(room, find_variant(room.variant).name),
        opens=None if daily is None else closes_at(daily.day),
        event=Tournament.objects.filter(share=game.share).first(),
    )
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@cache_control(max_age=86400, private=True)
@require_safe
def room_qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the room's link as a QR code (SVG), dark on white for scanners."""
    get_object_or_404(Room, code=code)
    link = request.build_absolute_uri(reverse("room", args=[code]))
    svg = io.BytesIO()
    segno.make(link, error="m").save(
        svg, kind="svg", dark="#14293b", light="#ffffff", border=3, omitsize=True
    )
    return HttpResponse(svg.getvalue(), content_type="image/svg+xml")
