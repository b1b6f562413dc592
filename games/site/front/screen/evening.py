"""The sums of an evening, for a screen of a circle's table.

Nobody is named: the screen knows names by its socket, which knows the family lock. Who merely has
the link to a table learns nothing of the circle.
"""

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games.platform.clock import utc_now
from games.record.log.models import Scorecard
from games.site.front.circles.evenings import places_of
from games.site.front.circles.nights import night_of
from games.site.front.circles.sums import key_of
from games.site.front.screen.views import find_room
from games.site.front.table.on_screen import shows_circle
from games.tables.rooms.models import Room


@require_safe
def evening(request: HttpRequest, code: str) -> JsonResponse:
    room = find_room(code)
    if room is None or not shows_circle(request, room):
        raise Http404("There is no such evening.")
    answer = JsonResponse(sums_of(room))
    answer["Cache-Control"] = "private, no-store"
    return answer


def sums_of(room: Room) -> dict[str, Any]:
    """Return the sums of the people of a room's game, by their numbers. `counted`: whether they
    include that game.
    """
    game, circle = room.game, room.circle
    if game is None or circle is None:
        return {"game": None, "counted": False, "games": 0, "people": []}
    cards = Scorecard.objects.filter(game=game).exclude(player__is_bot=True)
    people = list(cards.values_list("player", "name"))
    night = night_of(game.finished_at or utc_now(), circle.zone)
    games, places = places_of(circle.pk, night, key_of(people))
    return {
        "game": game.code,
        "counted": game.circle_counted,
        "games": games,
        "people": [
            {"player": each.player, "wins": each.wins, "points": each.points} for each in places
        ],
    }
