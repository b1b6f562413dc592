"""The scorecard for real dice: its page, the rules of a game, the verdict, and kept games."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games.core.rules import (
    RulesError,
    Variant,
    find_variant,
    is_house_rules,
)
from games.core.solver import is_exact, is_supported
from games.people.accounts.bot_accounts import bots_json
from games.platform.language import isolated, translated
from games.platform.limits.rates import client_address, spend
from games.record.solving.requests import ask, is_ready, perfect_play, why_not
from games.site.shared.pages.refusals import answers_json
from games.site.shared.pages.shortcuts import page, player_of
from games.site.study.house_rules.form import refusal_words
from games.site.study.real_dice import kept
from games.site.study.real_dice.card import (
    MOST_BYTES,
    BadCard,
    RealGame,
    Upload,
    read_card,
)
from games.site.study.real_dice.offered import shown_games
from games.site.study.real_dice.rule_data import rule_data
from games.site.study.real_dice.verdict import Known, verdict

FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
View = Callable[..., HttpResponse]


# The page's script sends cards, so it needs the cookie although there is no form.
@ensure_csrf_cookie
@require_safe
def scorecard(request: HttpRequest) -> HttpResponse:
    """Show the scorecard. Everything else is in the browser. `?rules=TEXT`: begin with these."""
    shown = shown_games(request, "scorecard", reverse("scorecard-keep"))
    return page(request, "real_dice/scorecard.html", shown=shown)


@require_safe
def rules(request: HttpRequest, text: str) -> HttpResponse:
    """Return the rules of a game as JSON. The query has its switches."""
    try:
        found = find_variant(text, **request.GET.dict())
    except RulesError as refused:
        raise Http404(refusal_words(refused)) from refused
    return JsonResponse(rule_data(found))


def _answers(view: View) -> View:
    """Let a view answer in JSON, also to cards that it refuses."""

    @answers_json
    @wraps(view)
    def answer(request: HttpRequest, **names: Any) -> HttpResponse:
        try:
            spend("scorecard", client_address(request))
            # A form was read already, and is no card.
            is_form = request.content_type in FORMS
            body = b"" if is_form else request.body
            if len(body) > MOST_BYTES:
                return _error(413, "too_large", gettext("The scorecard is too large."))
            return view(request, *read_card(body), **names)
        except RequestDataTooBig:
            return _error(413, "too_large", gettext("The scorecard is too large."))
        except BadCard as refused:
            return _error(400, refused.code, translated(refused))

    return answer


def _error(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


@require_POST
@_answers
def judge(request: HttpRequest, upload: Upload, game: RealGame) -> HttpResponse:
    """Return the verdict on a card. Stores nothing."""
    return JsonResponse(_verdict(request, game))


@require_POST
@_answers
def keep(
    request: HttpRequest, upload: Upload, game: RealGame, offline: UUID | None = None
) -> HttpResponse:
    """Keep a game. `offline`: what the browser calls it if it has rolled its dice itself."""
    player = player_of(request)
    if player is None or player.is_guest:
        return _error(401, "unauthorized", gettext("Please sign in to keep this game."))
    found = _verdict(request, game)
    found.pop("why", None)  # it is about this moment
    row = kept.keep(player, upload, game, found, offline)
    return JsonResponse({"address": reverse("kept-game", args=[row.code])})


@require_POST
@answers_json
def keep_offline(request: HttpRequest, offline: str) -> HttpResponse:
    """Keep a game with dice of a browser, which calls it so: a UUID."""
    try:
        found = UUID(offline)
    except ValueError:
        return _error(404, "not_found", gettext("That is no longer here."))
    return keep(request, offline=found)


def _verdict(request: HttpRequest, game: RealGame) -> dict[str, Any]:
    return verdict(game, _known(request, game.variant))


def _known(request: HttpRequest, variant: Variant) -> Known:
    """Return what can be asked about the rules now, and ask for the table of house rules."""
    if not is_supported(variant):
        return Known("never")
    if not is_exact(variant):
        return Known("estimated")
    expected = None
    if is_house_rules(variant):
        found = perfect_play(variant)
        if found.state != "solved" or not is_ready(variant):
            return _asked_for(request, variant, found.state)
        expected = found.expected
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

    return Known("ready", solver.options, expected)


def _asked_for(request: HttpRequest, variant: Variant, state: str) -> Known:
    """Ask for the table of house rules, and return what is known meanwhile."""
    player = player_of(request)
    asker = None if player is None else player.pk
    asked = ask(variant, asker)
    if state == "failed":
        return Known("failed")
    return Known("waiting") if asked else Known("later", why=why_not(variant, asker))


@require_safe
def kept_game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a kept game to anyone who has its link."""
    row = kept.find(code)
    game = None if row is None else kept.game_in(row)
    if row is None or game is None:
        return page(request, "real_dice/gone.html", 404)
    ranked = sorted(zip(game.places, game.seats, strict=True), key=lambda pair: pair[0])
    standings = [(seat.name, seat.card.total) for _, seat in ranked]
    shown = {
        "card": row.card,
        "rules": rule_data(game.variant),
        "verdict": row.verdict,
        "totals": game.totals,
        "places": game.places,
        "offline": row.offline is not None,
        "bots": row.verdict.get("bots", []),
        "over": round(row.kept_at.timestamp() * 1000),
        "link": request.build_absolute_uri(reverse("kept-game", args=[row.code])),
        "boxes": reverse("house-rules-boxes", args=["RULES"]),
    }
    return page(
        request,
        "real_dice/kept_game.html",
        title=", ".join(f"{isolated(name)} {total}" for name, total in standings),
        shown=shown,
        row=row,
        game=game,
        standings=standings,
        bots_json=bots_json() if row.offline else "{}",
        is_mine=player_of(request) == row.player,
    )


@require_POST
def forget(request: HttpRequest, code: str) -> HttpResponse:
    player = player_of(request)
    if player is None or not kept.forget(player, code):
        raise Http404("That is no longer here.")
    return redirect("my-games")
