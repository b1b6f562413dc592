"""Compares the internet addresses of players of rated games, and of games in arenas."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from games.record.log.models import GameAddress


def players_by_mark(games: Collection[str]) -> dict[str, list[set[int]]]:
    """Return by game code, for each address that was used in the game, its players."""
    found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    if games:
        rows = GameAddress.objects.filter(game__in=games)
        for game, player, mark in rows.values_list("game", "player", "mark"):
            found[game][mark].add(player)
    return {game: list(marks.values()) for game, marks in found.items()}


def sharing(people: Collection[int], addresses: Iterable[set[int]]) -> list[set[int]]:
    """Return the groups of these people who used one address. `addresses`: the players of each."""
    groups = (players.intersection(people) for players in addresses)
    return [group for group in groups if len(group) > 1]


def forget_addresses(games: Collection[str]) -> None:
    """Delete the marks of these games, by code."""
    if games:
        GameAddress.objects.filter(game__in=games).delete()
