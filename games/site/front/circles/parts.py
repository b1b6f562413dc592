"""What the page of a circle shows beside its people: each part brings its own context."""

from collections.abc import Callable
from typing import Any

from games.people.circles.models import Circle, CircleMember
from games.site.events.appointments import lists
from games.site.front.circles.card_part import cards_part, hook_part
from games.site.front.circles.counted_parts import evenings_part, season_part
from games.site.front.circles.here import here_part
from games.site.front.circles.visit import Visit

Part = Callable[[Circle, CircleMember, Visit], dict[str, Any]]


def _appointments(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    return lists.of_circle(circle, place.player_id, visit.contact)


PARTS: tuple[Part, ...] = (
    *(here_part, season_part, evenings_part, _appointments, cards_part, hook_part),
)
"""Functions that return what a template of a part shows: `circles/_here.html`, `_season.html`,
`_evenings.html`, `_appointments.html`, `_cards.html`, `_hook.html`.
"""


def context_of(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in PARTS:
        found |= part(circle, place, visit)
    return found
