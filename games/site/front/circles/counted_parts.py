"""What the page of a circle shows of its season, its evenings and its newest games."""

from typing import Any

from games.people.circles.models import Circle
from games.platform.clock import utc_now
from games.site.front.circles import evenings, standings
from games.site.front.circles.season import current_season, words_of


def season_part(circle: Circle) -> dict[str, Any]:
    """For templates/circles/_season.html."""
    key = current_season(circle, utc_now())
    table = standings.table_of(circle, key)
    return {
        "season": words_of(key),
        "table": table._replace(rows=table.rows[: standings.IN_PART]),
        "has_more": len(table.rows) > standings.IN_PART,
    }


def evenings_part(circle: Circle) -> dict[str, Any]:
    """For templates/circles/_evenings.html."""
    return {
        "evenings": evenings.evenings_of(circle, most=evenings.IN_PART).rows,
        "results": evenings.newest_results(circle),
    }
