"""What the page of a circle shows of its season, its evenings and its newest games."""

from typing import Any

from games.people.circles.models import Circle, CircleMember
from games.platform.clock import utc_now
from games.site.front.circles import evenings, standings
from games.site.front.circles.season import current_season, words_of
from games.site.front.circles.visit import Visit, names_for


def season_part(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    """For templates/circles/_season.html."""
    key = current_season(circle, utc_now())
    table = standings.table_of(circle, key, names_for(visit))
    shown = {
        "season": words_of(key),
        "table": table._replace(rows=table.rows[: standings.IN_PART]),
        "linked": standings.member_ids(circle),
        "has_more": len(table.rows) > standings.IN_PART,
    }
    return {"season_part": shown}


def evenings_part(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    """For templates/circles/_evenings.html."""
    names = names_for(visit)
    shown = {
        "evenings": evenings.evenings_of(circle, names, most=evenings.IN_PART).rows,
        "results": evenings.newest_results(circle, names),
    }
    return {"evenings_part": shown}
