"""Arenas that no list names: for the people of a circle, or for anyone who has the link."""

from datetime import datetime, timedelta

from games.core.engine import is_long
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.together import place_in
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import check_allowed
from games.site.events.tournaments.models import Tournament
from games.tables.rooms.game_settings import checked_settings

SEATS = (2, 3, 4)


def check_may_host(host: User) -> None:
    """Raise Refused unless a player may open an arena."""
    if host.is_guest or not host.is_active:
        raise Refused(ErrorCode.FORBIDDEN, "Opening a tournament needs an account.")
    if host.locked:
        raise Refused(ErrorCode.FORBIDDEN, "The family lock is on.")
    check_allowed(host.pk, Sanction.Kind.NO_EVENTS)


def open_private(
    host: User,
    name: str,
    rules: tuple[str, dict[str, str]],
    clock: int,
    seats: int,
    dice: str,
    starts_at: datetime,
    minutes: int,
    circle_id: int | None,
) -> Tournament:
    """Open an arena that no list names, by house rules too. `rules`: text and switches. Raises
    Refused.
    """
    check_may_host(host)
    settings = checked_settings(*rules, clock, False)
    if is_long(clock) or seats not in SEATS:
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament cannot have these settings.")
    return Tournament.objects.create(
        name=name,
        host=host,
        variant=settings.variant,
        switches=settings.switches,
        clock=clock,
        seats=seats,
        dice=dice,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=minutes),
        circle_id=circle_id,
        unlisted=True,
    )


def may_see(tournament: Tournament, player_id: int | None) -> bool:
    """Whether somebody who knows its code may see a tournament: if it is for a circle, its members
    only.
    """
    return tournament.circle_id is None or place_in(tournament.circle_id, player_id) is not None


def find_visible(code: str, player_id: int | None) -> Tournament | None:
    """Return the tournament with this code for a player (None: a visitor), if they may see it."""
    found = Tournament.objects.filter(code=code).first()
    return found if found is not None and may_see(found, player_id) else None
