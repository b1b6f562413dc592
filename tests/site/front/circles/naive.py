"""The sums of circles once more, slowly: from a list of games, with loops."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


@dataclass
class PlainGame:
    """A game as a test made it: places are those of the whole table. `people`: who (None: gone),
    total, place; `choices`: loss and luck by person.
    """

    at: datetime
    variant: str
    people: list[tuple[int | None, int, int]]
    choices: dict[int, tuple[float, float]] = field(default_factory=dict)


def night(at: datetime, zone: str) -> date:
    """Go back minute by minute to a clock that shows 04:00."""
    place = ZoneInfo(zone)
    minute = at.replace(second=0, microsecond=0)
    while True:
        local = minute.astimezone(place)
        if (local.hour, local.minute) == (4, 0):
            return local.date()
        minute -= MINUTE


def season(day: date, length: str, began: list[date]) -> str:
    if length == "month":
        return day.isoformat()[:7]
    if length == "quarter":
        quarter = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4][day.month - 1]
        return f"{day.year}-Q{quarter}"
    return max(each for each in began if each <= day).isoformat()


def sums(games: list[PlainGame], zone: str, length: str, began: list[date]) -> dict[str, Any]:
    """Return standings, evenings and pairs, each by what names it."""
    standings: dict[Any, list[float]] = defaultdict(lambda: [0, 0, 0, 0, 0.0, 0.0])
    evenings: dict[Any, dict[int, list[int]]] = {}
    counts: dict[Any, int] = defaultdict(int)
    pairs: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in games:
        day = night(game.at, zone)
        best = min(place for _, _, place in game.people)
        who = [player for player, _, _ in game.people if player is not None]
        named = tuple(sorted(who)) + ("gone",) * (len(who) < len(game.people))
        counts[day, named] += 1
        evening = evenings.setdefault((day, named), {})
        for player, total, place in game.people:
            if player is None:
                continue
            loss, luck = game.choices.get(player, (0.0, 0.0))
            row = standings[season(day, length, began), player]
            added = (1, place == best, total, player in game.choices, loss, luck)
            standings[season(day, length, began), player] = [
                a + b for a, b in zip(row, added, strict=True)
            ]
            mine = evening.get(player, [0, 0, 0])
            evening[player] = [mine[0] + 1, mine[1] + (place == best), mine[2] + total]
            for other, _, theirs in game.people:
                if other is not None and player < other:
                    row_of_pair = pairs[player, other]
                    row_of_pair[0] += 1
                    row_of_pair[1] += place < theirs
                    row_of_pair[2] += theirs < place
    return {
        "standings": {key: tuple(round(each, 6) for each in row) for key, row in standings.items()},
        "evenings": {key: (counts[key], rows) for key, rows in evenings.items()},
        "pairs": dict(pairs),
    }
