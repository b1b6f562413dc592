"""The proof of a card as a file, for people who check it with a program of their own."""

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.platform.limits.rates import client_address, spend
from games.site.events.cards.access import find_card
from games.site.events.cards.api import proof
from games.site.shared.pages.shortcuts import player_of


@require_safe
def card_json(request: HttpRequest, code: str) -> HttpResponse:
    """Return the proof of a card as JSON; the dice come with the reveal."""
    spend("api", client_address(request))
    found = find_card(code, player_of(request))
    if found is None:
        raise Http404("There is no such card.")
    answer = HttpResponse(msgspec.json.encode(proof(found)), content_type="application/json")
    answer["X-Robots-Tag"] = "noindex"
    if found.revealed_at is None or found.circle is not None:
        patch_cache_control(answer, private=True, no_store=True)
    else:
        patch_cache_control(answer, no_cache=True)
    return answer
