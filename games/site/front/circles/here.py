"""Who of a circle is here now, and where they play: those who let the others see it."""

from datetime import datetime
from typing import Any, NamedTuple

from games.core.rules import name_of as name_of_rules
from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.people.circles.together import circles_of
from games.platform.clock import utc_now
from games.record.log.models import Game, Scorecard
from games.site.front.circles.visit import Visit, name_of
from games.tables.matchmaking.room_lists import ONLINE


class Playing(NamedTuple):
    """A game that goes on: its rules, and the code of its table if the reader may go there."""

    rules: str
    room: str


class HereNow(NamedTuple):
    """A member who is here. `playing`: None between games."""

    player: User
    name: str
    playing: Playing | None


def here_part(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    """For templates/circles/_here.html."""
    found = [] if visit.locked or circle.archived_at else _people(circle, visit, utc_now())
    playing = _games({each.pk for each in found}, visit)
    return {
        "here_now": [HereNow(each, name_of(each, visit), playing.get(each.pk)) for each in found]
    }


def _people(circle: Circle, visit: Visit, now: datetime) -> list[User]:
    here = User.objects.filter(
        circle_places__circle=circle,
        circle_places__shows=True,
        seen_at__gt=now - ONLINE,
        is_active=True,
    ).exclude(pk=visit.player.pk)
    return [each for each in here.order_by("name", "pk") if visit.contact.hears(each.pk)]


def _games(players: set[int], visit: Visit) -> dict[int, Playing]:
    """Return what these people play. Games whose dice others may still throw are nobody's news."""
    if not players:
        return {}
    cards = Scorecard.objects.filter(
        player__in=players,
        finished_at=None,
        resigned=False,
        game__status=Game.Status.PLAYING,
        game__share=None,
    ).order_by("game")
    mine = set(circles_of(visit.player.pk).values_list("pk", flat=True))
    rows = cards.values_list(
        *("player", "game__variant", "game__room__code", "game__room__public", "game__room__circle")
    )
    return {
        player: Playing(name_of_rules(variant), code if public or circle in mine else "")
        for player, variant, code, public, circle in rows
        if player is not None
    }
