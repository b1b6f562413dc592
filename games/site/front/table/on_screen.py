"""Which screens show what only a circle knows.

A TV is signed in as nobody. So the address that a member of a circle gets for it (*Show on a
screen*) says who shows this table, signed: `by`. Without it, who has the link to the table sees
the table, and nothing of the circle.
"""

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.core.numbers import whole
from games.people.accounts.models import User
from games.people.circles.models import CircleMember
from games.people.circles.together import place_in
from games.site.shared.pages.shortcuts import player_of
from games.tables.rooms.models import Room

SIGNED = 12
"""Characters of the signature: people may have to type it on a TV."""


def screen_query(room: Room, viewer: User | None) -> str:
    """Return what is added to the address of a table's screen for this viewer: nothing, or "?" and
    a query. The circle of a table may be chosen later, so anybody with circles gets it.
    """
    if viewer is None or room.public or not CircleMember.objects.filter(player=viewer).exists():
        return ""
    return _query(room, viewer.pk)


def screen_address(request: HttpRequest, room: Room, route: str = "screen") -> str:
    """Return the path of a table's screen, or of a part of it, shown by the same person as what is
    asked for.
    """
    shown_by = _shown_by(request, room)
    path = reverse(route, args=[room.code])
    return path if shown_by is None else path + _query(room, shown_by)


def shows_circle(request: HttpRequest, room: Room) -> bool:
    """Whether a screen is shown by a member of the table's circle, or is a member's own."""
    # Asked first, so that the headers are those of any other table.
    shown_by, player = _shown_by(request, room), player_of(request)
    if room.circle_id is None:
        return False
    seen_by = {shown_by, None if player is None else player.pk} - {None}
    return any(place_in(room.circle_id, each) is not None for each in seen_by)


def _query(room: Room, player_id: int) -> str:
    return f"?{urlencode({'by': f'{player_id}-{_signature(room, player_id)}'})}"


def _shown_by(request: HttpRequest, room: Room) -> int | None:
    number, _, signature = request.GET.get("by", "").partition("-")
    player_id = whole(number)
    if player_id is None or not constant_time_compare(signature, _signature(room, player_id)):
        return None
    return player_id


def _signature(room: Room, player_id: int) -> str:
    said = f"{room.code}|{player_id}"
    return salted_hmac("games.screen", said, algorithm="sha256").hexdigest()[:SIGNED]
