"""Open a room, and show its page. The page's script connects to the room's socket."""

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from games.core.engine.clocks import LONG_CLOCK_S
from games.core.numbers import whole
from games.core.protocol.frames import MAX_CHAT
from games.core.rules import UnknownVariant, find_variant
from games.people.accounts.bot_accounts import bots_json
from games.people.accounts.models import User
from games.people.accounts.names import TYPED_LENGTH
from games.people.accounts.players import note_seen
from games.people.accounts.site_rules import allows_chat
from games.people.circles.together import company_of
from games.people.family.device import is_locked_for
from games.platform.clock import utc_now
from games.platform.limits.rates import client_address, spend
from games.platform.server.headers import keep_nowhere
from games.record.log.models import Game
from games.record.reveals.visibility import has_page, is_open
from games.record.solving.requests import why_not
from games.site.archive.history.story import CLOSE_TO_BONUS, MAX_BEST
from games.site.events.cards.access import seen_by
from games.site.events.cards.models import Card
from games.site.events.daily.models import Daily
from games.site.events.daily.opening import closes_at
from games.site.events.tournaments.models import Tournament
from games.site.front.table.game_choices import games_json
from games.site.front.table.inviting import (
    MAX_OFFERED,
    find_circle,
    invite_all,
    offered_people,
    seat_page,
)
from games.site.front.table.on_screen import screen_query
from games.site.front.table.preview import of_room
from games.site.shared.pages.front_game import offered_games
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import LESSON, nameless_guest, new_guest, page, player_of
from games.site.shared.sharing.head import oembed_address
from games.site.shared.sharing.qr import qr_code
from games.site.shared.table_form.forms import SWITCHES, TableForm, asked_rules
from games.site.study.house_rules.kept import kept_by
from games.tables.matchmaking.companions import Companion
from games.tables.matchmaking.tickets import play_with_bots
from games.tables.rooms.game_settings import GameSettings
from games.tables.rooms.invitations import with_free_seat
from games.tables.rooms.models import Room
from games.tables.rooms.opening import max_seats, open_room
from games.tables.rooms.permissions import AWAY_S

QUICK = ("variant", "name", "bot", "invite", *SWITCHES)
"""What a button for a quick start sends besides who plays: the rest is as usual."""


@require_http_methods(["GET", "HEAD", "POST"])
def new_room(request: HttpRequest) -> HttpResponse:
    """Show the form for a new room (`?circle=` for whom), and open the room. Visitors may enter a
    name.

    `quick`, from a button of the home page, says who plays at a table that is otherwise as usual.
    """
    me, asked = player_of(request), asked_rules(request.GET)
    company = None if me is None else company_of(me)
    form = TableForm(
        offered_games(request, kept_by(request)),
        _sent(request),
        ask_name=me is None,
        may_rate=me is not None and not me.is_guest,
        circles=() if company is None else company.circles,
        initial={**asked, "circle": request.GET.get("circle", "")},
    )
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            return _begin(request, form)
        except REFUSALS as refused:
            status = show_in(form, refused)
    people: list[tuple[Companion, bool]] = []
    # A device may be locked though the account is not.
    if me is not None and company is not None and not is_locked_for(request):
        people = offered_people(me, company, _invited(request))
    # Scripts know which game this browser chose last.
    begins = not form.is_bound and not asked
    return page(
        request, "table/new_room.html", status=status, form=form, people=people, begins=begins
    )


def _sent(request: HttpRequest) -> dict[str, str] | None:
    if request.method != "POST":
        return None
    sent = {name: str(value) for name, value in request.POST.items()}
    if "quick" not in sent:
        return sent
    return {**{name: sent[name] for name in QUICK if name in sent}, "who": sent["quick"]}


def _begin(request: HttpRequest, form: TableForm) -> HttpResponse:
    """Begin what a valid form asks for: a table for friends, a game with a bot, or a search, which
    the home page does. Raises LimitedError, Refused, and NameRefused for a visitor's name.
    """
    spend("room-address", client_address(request))
    host = player_of(request) or _visitor(request, form.cleaned_data["name"])
    data = form.cleaned_data
    if data["who"] == "strangers":
        return redirect(f"{reverse('home')}?play")
    spend("room", host.pk)
    if data["who"] == "bot":
        settings = GameSettings(data["variant"], data["switches"], None, False)
        return redirect("room", play_with_bots(host.pk, settings, 1, (data["bot"],)))
    people = _invited(request)
    most = max_seats(data["mode"], data.get("rated", False))
    # Nobody who is invited finds the table full because the host has left the seats as they were.
    seats = max(data["seats"], min(1 + len(people), most))
    room = _open(host, {**data, "seats": seats})
    for problem in invite_all(room, host, people, data.get("circle", "")):
        messages.error(request, problem)
    return redirect("room", room.code)


def _invited(request: HttpRequest) -> list[int]:
    """Return the ids of those whom the form invites, each once."""
    found = (whole(text) for text in request.POST.getlist("invite"))
    return list(dict.fromkeys(each for each in found if each is not None))[:MAX_OFFERED]


def _visitor(request: HttpRequest, name: str) -> User:
    return new_guest(request, name) if name else nameless_guest(request)


def _open(host: User, data: dict[str, Any]) -> Room:
    return open_room(
        host,
        data["variant"],
        data["switches"],
        data["seats"],
        data["clock"],
        data["public"],
        data.get("rated", False),
        mode=data["mode"],
        dice=data["dice"],
        circle=find_circle(data["circle"]) if data.get("circle") else None,
    )


# The room's script signs guests in by POST, so it needs the CSRF cookie although there is no form.
@ensure_csrf_cookie
@require_safe
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show a room to anyone with the link."""
    found = with_free_seat(Room.objects.filter(code=code)).first()
    if found is None:
        # Codes have small letters; people also type capitals.
        if code != code.lower():
            return redirect("room", code.lower())
        raise Http404("There is no such room.")
    me = player_of(request)
    if me is not None:
        note_seen(me, utc_now())
    if "take" in request.GET and (asked := seat_page(request, code)) is not None:
        return asked
    if found.game is not None and found.game.share is not None:
        if not _plays(me, found.game):
            return shared_table(request, found, found.game)
        if is_open(found.game):
            keep_nowhere(request)
    try:
        variant = find_variant(found.variant, **found.switches)
    except UnknownVariant:
        return page(request, "table/unreadable.html", 503, text=found.variant)
    if without := why_not(variant, None if me is None else me.pk):
        messages.info(request, without)
    return page(
        request,
        "table/room.html",
        code=code,
        room=found,
        card=_card_of(found, me),
        variant=variant,
        games_json=games_json(kept_by(request)),
        preview=of_room(found, variant.name, names_host=not is_locked_for(request)),
        has_game=found.game is not None and found.game.status != Game.Status.CANCELLED,
        starts_at_once=_starts_at_once(me, found),
        link=request.build_absolute_uri(reverse("room", args=[code])),
        oembed=oembed_address(request),
        bots_json=bots_json(),
        name_length=TYPED_LENGTH,
        line_length=MAX_CHAT,
        away_seconds=round(AWAY_S),
        near_bonus=CLOSE_TO_BONUS,
        most_best=MAX_BEST,
        long_clock=LONG_CLOCK_S,
        chat_off="" if allows_chat() else "site",
        lesson=request.session.get(LESSON) == code,
        screen_query=screen_query(found, me),
    )


def _card_of(room: Room, viewer: User | None) -> Card | None:
    if room.game is None or room.game.share is None:
        return None
    return seen_by(Card.objects.filter(share=room.game.share), viewer).first()


def _starts_at_once(me: User | None, room: Room) -> bool:
    """Return whether the first game of a room waits for the browser of its host alone: everybody is
    ready, and all others are bots or share its device.
    """
    if me is None or room.host_id != me.pk or room.game is not None:
        return False
    mine = Q(player=me) | Q(player__is_bot=True) | Q(operator=me)
    return not room.seats.exclude(mine, ready=True).exists()


def _plays(player: User | None, game: Game) -> bool:
    return player is not None and game.scorecards.filter(player=player).exists()


def shared_table(request: HttpRequest, room: Room, game: Game) -> HttpResponse:
    """Tell visitors why they cannot watch a game that shares its dice, and when they can. After the
    reveal, or if they may see it before, redirect them to the game.
    """
    keep_nowhere(request)
    me = player_of(request)
    if has_page(game, None if me is None else me.pk):
        return redirect("game", game.code)
    daily = Daily.objects.filter(share=game.share).first()
    return page(
        request,
        "table/shared_table.html",
        preview=of_room(room, find_variant(room.variant).name),
        opens=None if daily is None else closes_at(daily.day),
        event=Tournament.objects.filter(share=game.share).first(),
    )


@cache_control(max_age=86400, private=True)
@require_safe
def room_qr(request: HttpRequest, code: str) -> HttpResponse:
    get_object_or_404(Room, code=code)
    return qr_code(request.build_absolute_uri(reverse("room", args=[code])))
