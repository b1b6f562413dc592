"""The games that the scorecard offers, as data for its page."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from games.core.rules import Variant, find_variant, is_readable
from games.people.accounts.names import NAME_LENGTH, TYPED_LENGTH
from games.site.shared.pages.front_game import offered_games
from games.site.shared.pages.shortcuts import player_of
from games.site.study.house_rules.kept import kept_by
from games.site.study.real_dice.card import MOST_PLAYERS, most_players


def offered(request: HttpRequest, asked: Variant | None = None) -> Iterator[dict[str, Any]]:
    """Yield the games of the site and the rules that the visitor keeps. `asked`: further rules.

    `plain`: what the rules are called where others may read it, if the visitor named them.
    """
    offer = offered_games(request)
    games = [(each.name, each) for each in (*offer.first, *offer.more)]
    if asked is not None:
        games.append((asked.name, asked))
    own = kept_by(request)
    seen = set()
    for at, (name, variant) in enumerate((*games, *own)):
        if variant.id in seen:
            continue
        seen.add(variant.id)
        yield {
            "id": variant.id,
            "name": name,
            **({"plain": variant.name} if at >= len(games) else {}),
            "most_players": most_players(variant),
            "tagline": variant.tagline and gettext(variant.tagline),
            "switches": [
                {
                    "id": switch.id,
                    "name": gettext(switch.name),
                    "choices": [
                        {
                            "value": each.value,
                            "name": gettext(each.name),
                            "hint": gettext(each.hint),
                        }
                        for each in switch.choices
                    ],
                }
                for switch in variant.switch_choices.values()
            ],
        }


def shown_games(request: HttpRequest, here: str, keep: str) -> dict[str, Any]:
    """Return what the scripts of the scorecard and of games without a network need. `here`: the
    name of the page's route. `keep`: where a game is sent to be kept. `?rules=TEXT`: begin with
    these.
    """
    text = request.GET.get("rules", "")
    asked = find_variant(text) if is_readable(text) else None
    player = player_of(request)
    return {
        "games": list(offered(request, asked)),
        "asked": "" if asked is None else asked.id,
        "most_players": MOST_PLAYERS,
        "name_length": NAME_LENGTH,
        "typed_length": TYPED_LENGTH,
        "may_keep": player is not None and not player.is_guest,
        "rules": reverse("scorecard-rules", args=["RULES"]),
        "boxes": reverse("house-rules-boxes", args=["RULES"]),
        "verdict": reverse("scorecard-verdict"),
        "keep": keep,
        "sign_in": f"{reverse('sign-in')}?next={reverse(here)}",
        "editor": reverse("house-rules-editor"),
    }
