"""The games that the scorecard offers, as data for its page."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from games.core.rules import Variant
from games.site.shared.pages.front_game import offered_games
from games.site.study.house_rules.kept import kept_by
from games.site.study.real_dice.card import most_players


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
