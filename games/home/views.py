"""The home page: start, join or continue a game."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.accounts.bot_cards import bot_cards, bots_json
from games.accounts.names import NAME_LENGTH
from games.accounts.players import note_seen
from games.clock import utc_now
from games.engine import CLOCK_NAMES, CLOCKS
from games.learning.first_game import has_played
from games.matchmaking.room_lists import public_tables, tables_of
from games.pages.shortcuts import page, player_of
from games.rules import VARIANTS
from games.tournaments.lists import read_for_home

DEFAULT_CLOCK = 60
MAX_TABLES = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page. `?room=`, which older pages asked for, is looked for in the community."""
    typed = request.GET.get("room", "")
    if typed:
        return redirect(f"{reverse('community')}?{urlencode({'find': typed[:200]})}")
    now = utc_now()
    me = player_of(request)
    if me is not None:
        note_seen(me, now)
    tables = [] if me is None else tables_of(me, now)
    is_new = me is None or (not tables and not has_played(me))
    following, won = read_for_home(now)
    return page(
        request,
        "home/home.html",
        variants=variant_cards(),
        variant_names=json.dumps([[variant.id, variant.name] for variant in VARIANTS.values()]),
        clocks=CLOCK_NAMES.items(),
        clock_values=json.dumps(CLOCKS),
        default_clock=DEFAULT_CLOCK,
        bots=bot_cards(),
        bots_json=bots_json(),
        is_new=is_new,
        tables=tables[:MAX_TABLES],
        more_tables=len(tables) > MAX_TABLES,
        arena=following,
        arena_begun=following is not None and following.tournament.starts_at <= now,
        arena_won=won,
        public=public_tables(now, None if me is None else me.pk),
        name_length=NAME_LENGTH,
    )


def variant_cards() -> list[dict[str, object]]:
    """Return the data of the cards that offer the variants."""
    return [
        {
            "id": variant.id,
            "name": variant.name,
            "tagline": variant.tagline,
            "rounds": variant.rounds,
            "minutes": variant.minutes,
        }
        for variant in VARIANTS.values()
    ]
