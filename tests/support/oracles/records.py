"""A second, simple implementation of records, from the rows of the log.

For games of Yacht (12 boxes, no bonus) in which all turns are played by their players.
"""

import json
from collections import defaultdict
from typing import Any

from games.models import Game, GameEvent, Scorecard

BOXES = 12


def points(card: Scorecard) -> int | None:
    """The points of a full card whose player neither left nor asked for a hint, else None."""
    found = []
    for event in GameEvent.objects.filter(game=card.game_id, seat=card.seat):
        if event.type in ("seat.resigned", "hint.given"):
            return None
        if event.type == "box.scored":
            found.append(json.loads(event.data)["points"])
    return sum(found) if len(found) == BOXES else None


def board(people: list[Scorecard]) -> str:
    """The records that a game with these people can set: "table", "solo" or ""."""
    filled = [
        GameEvent.objects.filter(game=card.game_id, seat=card.seat, type="box.scored").count()
        for card in people
    ]
    if len([count for count in filled if 2 * count >= BOXES]) > 1:
        return "table"
    return "solo" if len(people) == 1 else ""


def records() -> dict[tuple[int | None, str], tuple[int, int]]:
    """The highest total of each player on each board, and the first game that reached it."""
    found: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    for game in Game.objects.filter(result_number__isnull=False).order_by("-result_number"):
        start = json.loads(GameEvent.objects.get(game=game, seq=1).data)
        bots = {seat["player"] for seat in start["seats"] if seat.get("bot")}
        people = [card for card in game.scorecards.all() if card.player_id not in bots]
        for card in people:
            total = points(card)
            if total is not None and board(people):
                found[card.player_id, board(people)].append((total, game.pk))
    # The last of the highest: the games are in reverse order.
    return {
        key: [pair for pair in pairs if pair[0] == max(pairs)[0]][-1]
        for key, pairs in found.items()
    }
