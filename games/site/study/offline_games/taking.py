"""What a browser takes along besides pages and their files: the rules of all games of the site, and
the tables of values that bots need.
"""

from collections.abc import Iterator
from itertools import product
from urllib.parse import urlencode

from django.urls import reverse

from games.core.rules import MORE_GAMES, NAMED, VARIANTS, Variant, find_variant
from games.site.study.offline_tables.values import values_of


def official_games() -> Iterator[Variant]:
    """Yield each game of the site, with each choice of its switches; at first the usual one."""
    for text in (*VARIANTS, *MORE_GAMES, *NAMED):
        switches = find_variant(text).switch_choices
        for values in product(*([each.value for each in s.choices] for s in switches.values())):
            yield find_variant(text, **dict(zip(switches, values, strict=True)))


def data_addresses() -> Iterator[str]:
    """Yield the addresses of the rules and bots of each game, as the page asks for them."""
    for variant in official_games():
        for route in ("scorecard-rules", "offline-games-bots"):
            address = reverse(route, args=[variant.id]).replace("+", "%2B")
            for chosen in _queries(variant):
                yield address + chosen


def _queries(variant: Variant) -> Iterator[str]:
    """Yield the queries that name these switches: none, if they are the usual ones."""
    if variant == find_variant(variant.id):
        yield ""
    if variant.switches:
        yield f"?{urlencode(dict(variant.switches))}"


def table_bytes() -> int:
    """Return how large the tables are that the addresses lead to, in bytes."""
    found = [values_of(variant) for variant in official_games()]
    return sum(each["bytes"] for each in found if each)
