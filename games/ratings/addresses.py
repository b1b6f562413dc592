"""Compare the internet addresses of the players of rated games."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from games.models import GameAddress


def players_by_mark(games: Collection[str]) -> dict[str, list[set[int]]]:
    """Return for each of these games, by code, the players of each address that was used in it."""
    found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    if games:
        rows = GameAddress.objects.filter(game__in=games)
        for game, player, mark in rows.values_list("game", "player", "mark"):
            found[game][mark].add(player)
    return {game: list(marks.values()) for game, marks in found.items()}


def is_shared(people: Collection[int], addresses: Iterable[set[int]]) -> bool:
    """Whether two of these people used one address. `addresses`: the players of each."""
    return any(len(players.intersection(people)) > 1 for players in addresses)


def forget_addresses(games: Collection[str]) -> None:
    """Delete the marks of these games, by code."""
    if games:
        GameAddress.objects.filter(game__in=games).delete()
