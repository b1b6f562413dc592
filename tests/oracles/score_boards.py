"""A second, simple implementation of score boards, from the rows of the log.

For games of Yacht (12 boxes, no bonus) in which all turns are played by their players.
"""

import json
from collections import defaultdict
from typing import Any

from games.models import Game, GameEvent, Scorecard

BOXES = 12


def points(card: Scorecard) -> list[int]:
    """The points of the boxes that the player filled before leaving or asking for a hint."""
    found = []
    for event in GameEvent.objects.filter(game=card.game_id, seat=card.seat).order_by("seq"):
        if event.type in ("seat.resigned", "hint.given"):
            break
        if event.type == "box.scored":
            found.append(json.loads(event.data)["points"])
    return found


def board(people: list[Scorecard]) -> str:
    """The score boards of a game with these people: "table", "solo" or ""."""
    filled = [
        GameEvent.objects.filter(game=card.game_id, seat=card.seat, type="box.scored").count()
        for card in people
    ]
    if len([count for count in filled if 2 * count >= BOXES]) > 1:
        return "table"
    return "solo" if len(people) == 1 else ""


def scores() -> dict[tuple[int | None, str], dict[str, Any]]:
    """What the boards "table" and "solo" have of each player."""
    bests: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    totals: dict[Any, list[int]] = defaultdict(list)
    for game in Game.objects.filter(result_number__isnull=False).order_by("result_number"):
        bots = {seat["player"] for seat in started(game)["seats"] if seat.get("bot")}
        people = [card for card in game.scorecards.all() if card.player_id not in bots]
        for card in people:
            key, mine = (card.player_id, board(people)), points(card)
            stopped = GameEvent.objects.filter(
                game=game, seat=card.seat, type__in=("seat.resigned", "hint.given")
            ).exists()
            if len(mine) == BOXES and not stopped:
                bests[key].append((sum(mine), game.pk))
                totals[key].append(sum(mine))
            elif stopped and mine:
                totals[key].append(sum(mine))
    return {key: told(bests[key], totals[key]) for key in set(bests) | set(totals) if key[1]}


def started(game: Game) -> dict[str, Any]:
    """The data of the first event."""
    data: dict[str, Any] = json.loads(GameEvent.objects.get(game=game, seq=1).data)
    return data


def told(bests: list[tuple[int, int]], totals: list[int]) -> dict[str, Any]:
    """The columns of one board."""
    highest = max([total for total, _ in bests], default=None)
    last = totals[-20:]
    return {
        "best": highest,
        "game": next((game for total, game in bests if total == highest), None),
        "totals": last,
        "average": sum(last) / 20 if len(last) == 20 else None,
    }
