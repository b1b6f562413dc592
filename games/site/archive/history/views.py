"""Pages and exports of games, and the player's own list of games."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.core.rules import find_variant
from games.core.solver import is_exact
from games.people.accounts.bot_accounts import bots_json
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.platform.clock import utc_now
from games.site.archive.history.page import game_page, game_review
from games.site.archive.history.preview import of_game
from games.site.archive.history.text import game_text
from games.site.archive.profiles.game_lists import read_own
from games.site.archive.profiles.views import asked_games, asked_pool, pool_links
from games.site.events.cards.same_rules import rules_query
from games.site.events.daily.models import Daily
from games.site.shared.pages.etags import HOUR, not_modified, page_etag
from games.site.shared.pages.shortcuts import me, page, player_of
from games.site.shared.sharing.head import oembed_address
from games.site.study.analysis.finished_game import (
    FoundGame,
    UnreadableRecord,
    find_or_404,
    read_record,
)
from games.site.study.analysis.seen_choices import seen_choices
from games.site.study.real_dice.kept import kept_games
from games.tables.matchmaking.room_lists import tables_of
from games.tables.rooms.rules_names import rules_name


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished game. A running game redirects to its room, if the room is public or the
    visitor plays there.
    """
    found, viewer = find_or_404(request, code), player_of(request)
    room = _room_for(viewer, found)
    if not found.has_page_for(viewer):
        return _hidden(request, found, room)
    if not found.is_over and found.game.room is not None:
        return _running(request, found, room)
    played = found.game.room
    called = "" if played is None else rules_name(played, found.game.variant)
    is_kept = found.is_over and not found.is_open
    etag = page_etag(request, f"{found.fingerprint} {room} {called}") if is_kept else None
    kept = None if etag is None else not_modified(request, etag)
    if kept is not None:
        return kept
    link = request.build_absolute_uri(reverse("game", args=[found.game.code]))
    try:
        record = read_record(found, gettext(DELETED_NAME))
    except UnreadableRecord:
        return page(request, "history/damaged.html", code=found.game.code)
    data = {**game_page(record), "room": room}
    answer = page(
        request,
        "history/game.html",
        code=found.game.code,
        preview=of_game(record),
        link=link,
        oembed=oembed_address(request),
        rules_name=called,
        page=data,
        mine=next(
            (card.seat for card in found.cards if viewer and card.player_id == viewer.pk), ""
        ),
        daily=_daily_of(found),
        rules_query=rules_query(record.state.variant),
        is_open=found.is_open,
        bots_json=bots_json(),
        **game_review(record, data["steps"]),
    )
    if etag is not None:
        answer["ETag"] = etag
        patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _hidden(request: HttpRequest, found: FoundGame, room: str | None) -> HttpResponse:
    """Redirect a player of a game whose dice others may still play to its room. Tell other visitors
    when they can see the game.
    """
    if room is not None:
        return redirect("room", room)
    return page(request, "history/hidden.html", code=found.game.code)


def _running(request: HttpRequest, found: FoundGame, room: str | None) -> HttpResponse:
    """Redirect to the room of a running game, or say that the game is not over."""
    if room is not None:
        return redirect("room", room)
    return page(request, "history/running.html", code=found.game.code)


@require_safe
def game_json(request: HttpRequest, code: str) -> HttpResponse:
    """Return a game, running or finished, as JSON (see `game_page`)."""
    found = find_visible_or_404(request, code)
    return _export(request, found, "json", lambda: JsonResponse(game_page(read_record(found))))


@require_safe
def game_txt(request: HttpRequest, code: str) -> HttpResponse:
    found = find_visible_or_404(request, code)
    address = request.build_absolute_uri(reverse("game", args=[found.game.code]))

    def write() -> HttpResponse:
        text = game_text(read_record(found), address)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    return _export(request, found, "txt", write)


@require_safe
def game_choices(request: HttpRequest, code: str) -> HttpResponse:
    """Return the choices of a finished game that is shown before the reveal, like the API's
    analysis, but without perfect play. Raises Http404.
    """
    found, viewer = find_or_404(request, code), player_of(request)
    if not found.is_open or not found.has_page_for(viewer):
        raise Http404("This game is not over, or its analysis is public.")
    seats = seen_choices(found.game)
    variant = find_variant(found.game.variant, **found.game.switches)
    status = "pending" if seats is None else "ready" if seats else "none"
    return JsonResponse({"status": status, "exact": is_exact(variant), "seats": seats or []})


def _daily_of(found: FoundGame) -> Daily | None:
    if found.game.share is None:
        return None
    return Daily.objects.filter(share=found.game.share).first()


def find_visible_or_404(request: HttpRequest, code: str) -> FoundGame:
    """Return the game with this code. Raises Http404, also for a running game in a private room if
    the visitor does not play there, unless the query names the room.
    """
    # The public log has the codes of all games, but not of rooms. People who watch by a private
    # room's link know its code, and its page puts it into the query.
    found, viewer = find_or_404(request, code), player_of(request)
    if not found.is_seen_by(viewer):
        raise Http404("This game is not over.")
    if found.is_over:
        return found
    room = found.game.room
    watches = room is not None and request.GET.get("room") == room.code
    if found.is_private_now and not watches and _room_for(viewer, found) is None:
        raise Http404("This game is not over.")
    return found


def _room_for(viewer: User | None, found: FoundGame) -> str | None:
    """Return the code of the game's room, if the viewer played, or if everybody may see the game
    there; else None.
    """
    room = found.game.room
    played = viewer is not None and any(card.player_id == viewer.pk for card in found.cards)
    if room is not None and played:
        return room.code
    return None if found.is_open else found.room_code


def _export(
    request: HttpRequest, found: FoundGame, form: str, write: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the answer of `write`, or 304 if the client already has it."""
    etag = f'"{found.fingerprint}-{form}"'
    try:
        answer = not_modified(request, etag) or write()
    except UnreadableRecord as damaged:
        raise Http404("The record of this game is damaged.") from damaged
    answer["ETag"] = etag
    answer["X-Robots-Tag"] = "noindex"  # the page is there for search engines
    if found.is_settled:
        patch_cache_control(answer, public=True, max_age=HOUR)
    else:
        patch_cache_control(answer, no_cache=True)
    return answer


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """List the player's open tables and finished games."""
    player = me(request)
    pool = asked_pool(request)
    lines = kept_games(player)
    return page(
        request,
        "profiles/my_games.html",
        tables=tables_of(player, utc_now()),
        real_dice=[line for line in lines if line.row.offline is None],
        offline=[line for line in lines if line.row.offline is not None],
        games=asked_games(request, partial(read_own, player, pool)),
        path=reverse("my-games"),
        pool=pool,
        pools=pool_links(player),
    )
