"""The games that a host can choose for the next game of a table, for the table's script."""

import json

from games.core.rules import MORE_GAMES, NAMED, VARIANTS, Variant, find_variant
from games.tables.rooms.game_settings import offered_clocks


def games_json(kept: list[tuple[str, Variant]]) -> str:
    """Return the games and clocks as JSON. `kept`: the player's own rules, with their names."""
    others = [(each.name, each) for each in (*MORE_GAMES.values(), *map(find_variant, NAMED))]
    games = [*_official(), *others, *kept]
    return json.dumps(
        {
            "games": [
                {"name": name, "variant": each.id, "switches": dict(each.switches)}
                for name, each in games
            ],
            "clocks": offered_clocks(),
        }
    )


def _official() -> list[tuple[str, Variant]]:
    found = []
    for variant in VARIANTS.values():
        found.append((variant.name, variant))
        for switch in variant.switch_choices.values():
            for choice in switch.choices[1:]:
                changed = find_variant(variant.id, **{switch.id: choice.value})
                found.append((f"{variant.name}, {choice.name}", changed))
    return found
