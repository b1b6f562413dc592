"""Games without a network: their page, and what a browser takes along for them."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.core.rules import RulesError, find_variant
from games.people.accounts.bot_accounts import bots_json
from games.platform.language.addresses import in_language
from games.site.shared.pages.etags import short_version
from games.site.shared.pages.shortcuts import page, player_of
from games.site.study.house_rules.form import refusal_words
from games.site.study.offline_games.taking import data_addresses, table_bytes
from games.site.study.offline_tables.values import bots_of, values_of
from games.site.study.real_dice.offered import shown_games

NO_GAME = "00000000-0000-0000-0000-000000000000"
"""What the page's script replaces in the address under which it keeps a game."""
PAGES = ("offline-games", "scorecard")
"""The pages that open without a network, once they were taken along."""


# The page's script sends games, so it needs the cookie although there is no form.
@ensure_csrf_cookie
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the page. Everything else is in the browser. `?rules=TEXT`: begin with these."""
    player = player_of(request)
    keep = reverse("offline-game-keep", args=[NO_GAME]).replace(NO_GAME, "GAME")
    shown = {
        **shown_games(request, "offline-games", keep),
        "name": "" if player is None else player.name,
        "bots": reverse("offline-games-bots", args=["RULES"]),
        "taken": reverse("offline-games-taken", args=[request.LANGUAGE_CODE]),
        "bytes": table_bytes(),
    }
    return page(request, "offline_games/games.html", shown=shown, bots_json=bots_json())


@require_safe
def bots(request: HttpRequest, text: str) -> HttpResponse:
    """Return how bots play a game: their values, and their tempers. The query has its switches."""
    try:
        found = find_variant(text, **request.GET.dict())
    except RulesError as refused:
        raise Http404(refusal_words(refused)) from refused
    return JsonResponse({"values": values_of(found), "bots": bots_of(found)})


@require_safe
def taken(request: HttpRequest, language: str) -> HttpResponse:
    """Return what a browser takes along in a language: pages, which may name nobody, and data.
    The files of the pages are in them.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404("There is no such language.")
    answer = JsonResponse(
        {
            "version": short_version(),
            "language": language,
            "pages": {reverse(name): in_language(language, reverse(name)) for name in PAGES},
            "data": list(data_addresses()),
        }
    )
    patch_cache_control(answer, no_cache=True)
    return answer
