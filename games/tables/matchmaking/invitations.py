"""Invitations: somebody at a table asks others to join."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.core.engine import is_long
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.lobby_messages import InvitationView
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.people.circles.together import are_together, members_told, place_in
from games.people.conduct.contact import are_apart, is_stranger
from games.platform.clock import utc_now
from games.platform.limits.rates import spend
from games.record.log.models import Game
from games.record.ratings.pools import pool_of
from games.record.ratings.shown_ratings import ShownRatings, person_view, read_standings
from games.tables.matchmaking import tickets
from games.tables.matchmaking.companions import have_played
from games.tables.matchmaking.models import Invitation
from games.tables.rooms.game_settings import settings_view
from games.tables.rooms.models import Room
from games.tables.rooms.seating import sit

OPEN_FOR = timedelta(hours=1)
# For a game with a long clock, nobody needs to come at once.
OPEN_FOR_LONG = timedelta(days=1)
KEPT_FOR = timedelta(days=2)
"""An invitation stays this long after its end: who declined is not asked again for that table."""

Status = Invitation.Status


def invite(sender: User, code: str, asked: User) -> None:
    """Ask one person to come to a table where `sender` sits. Asking again changes nothing. Raises
    Refused and LimitedError.
    """
    room = _table_of(sender, code)
    if sender.pk == asked.pk or asked.is_bot or not asked.is_active:
        raise Refused(ErrorCode.FORBIDDEN, "%(name)s is not available.", name=asked.name)
    # Nobody is told that somebody has blocked them, or has a family lock.
    if not _may_ask(sender, asked):
        raise Refused(ErrorCode.FORBIDDEN, "%(name)s is not available.", name=asked.name)
    spend("invite", sender.pk)
    spend("invite-person", f"{sender.pk}|{asked.pk}")
    _ask(room, sender, [asked], None)


def invite_circle(sender: User, code: str, circle: Circle) -> int:
    """Ask all members who want to be told of tables of a circle. Return how many were asked. Raises
    Refused and LimitedError.
    """
    room = _table_of(sender, code)
    if place_in(circle.pk, sender.pk) is None or circle.archived_at is not None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")
    spend("invite-circle", sender.pk)
    people = [each for each in members_told(circle, sender.pk) if not _is_locked_out(sender, each)]
    return _ask(room, sender, people, circle)


def invite_expected(sender: User, room: Room, people: Iterable[User]) -> int:
    """Ask those who have said that they come to a table which has just opened, and whom neither a
    block nor a family lock keeps away. Return how many were asked.
    """
    welcome = [
        each
        for each in people
        if not are_apart([sender.pk, each.pk]) and not _is_locked_out(sender, each)
    ]
    return _ask(room, sender, welcome, room.circle)


def _may_ask(sender: User, asked: User) -> bool:
    if are_apart([sender.pk, asked.pk]) or _is_locked_out(sender, asked):
        return False
    return are_together(sender.pk, asked.pk) or have_played(sender, asked.pk)


def _is_locked_out(sender: User, asked: User) -> bool:
    """Whether the family lock of one of two people does not know the other, and they share no
    circle, which a child joins by the code of their parents.
    """
    if are_together(sender.pk, asked.pk):
        return False
    return is_stranger(asked, sender.pk) or is_stranger(sender, asked.pk)


def _table_of(sender: User, code: str) -> Room:
    """Return a table where `sender` sits, and others can sit down. Raises Refused."""
    seats = Room.objects.filter(seats__player=sender)
    room = seats.select_related("game").filter(code=code).first()
    if room is None:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    check_can_come(room)
    return room


def check_can_come(room: Room) -> None:
    """Raise Refused if nobody can sit down at this table now."""
    if room.ended:
        raise Refused(ErrorCode.FORBIDDEN, "This table is closed.")
    if room.tournament_id is not None or room.begins_by is not None:
        raise Refused(ErrorCode.FORBIDDEN, "All seats are taken.")
    if room.game is not None and room.game.status == Game.Status.PLAYING:
        raise Refused(ErrorCode.ALREADY_STARTED, "The game has begun.")
    if not room.seats.filter(player=None, closed=False).exists():
        raise Refused(ErrorCode.ROOM_FULL, "All seats are taken.")


def _ask(room: Room, sender: User, people: Sequence[User], circle: Circle | None) -> int:
    """Ask those who do not sit there, and whom nobody has asked for this table."""
    now = utc_now()
    seated = set(room.seats.exclude(player=None).values_list("player", flat=True))
    removed = set(room.removed.values_list("pk", flat=True))
    until = now + (OPEN_FOR_LONG if is_long(room.clock) else OPEN_FOR)
    asked = {each.pk for each in people} - seated - removed
    # One that ended without an answer may be sent again: another invitation, with its own notice.
    room.invitations.filter(asked__in=asked, status=Status.OPEN, expires_at__lte=now).delete()
    known = set(room.invitations.filter(asked__in=asked).values_list("asked", flat=True))
    new = [
        Invitation(
            room=room, sender=sender, asked_id=id_, circle=circle, created_at=now, expires_at=until
        )
        for id_ in sorted(asked - known)
    ]
    Invitation.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def take(asked: User, code: str, address: str = "") -> Room:
    """Give somebody who was invited a seat. Return the table. Raises Refused: the invitation is
    over, the table is full or closed, or its game has begun.
    """
    found = find_open(asked.pk, code)
    if found is None:
        # The same answer, sent twice.
        seated = Room.objects.filter(code=code, seats__player=asked).first()
        if seated is None:
            raise Refused(ErrorCode.STALE, "This invitation is over.")
        return seated
    room = found.room
    if are_apart([found.sender_id, asked.pk]):
        raise Refused(ErrorCode.STALE, "This invitation is over.")
    if not room.seats.filter(player=asked).exists():
        check_can_come(room)
        with transaction.atomic():
            tickets.cancel(asked.pk)
            sit(room.pk, asked.pk, None, None, address)
    Invitation.objects.filter(pk=found.pk, status=Status.OPEN).update(status=Status.ACCEPTED)
    return room


def decline(asked_id: int, code: str) -> None:
    """Decline an invitation. Who declined is not asked again for this table."""
    Invitation.objects.filter(room__code=code, asked=asked_id, status=Status.OPEN).update(
        status=Status.DECLINED
    )


def find_open(asked_id: int, code: str) -> Invitation | None:
    return open_to([asked_id]).filter(room__code=code).first()


def open_to(player_ids: Collection[int]) -> QuerySet[Invitation]:
    """Return the invitations that these players can answer, oldest first."""
    return (
        Invitation.objects.filter(
            asked__in=player_ids, status=Status.OPEN, expires_at__gt=utc_now(), room__ended=False
        )
        .select_related("room", "sender", "circle")
        .order_by("pk")
    )


def withdraw_between(one_id: int, other_id: int) -> None:
    for sender, asked in ((one_id, other_id), (other_id, one_id)):
        _withdraw(Q(sender=sender, asked=asked))


def withdraw_all(player_id: int) -> None:
    _withdraw(Q(sender=player_id))
    _withdraw(Q(asked=player_id))


def _withdraw(which: Q) -> None:
    Invitation.objects.filter(which, status=Status.OPEN).update(status=Status.WITHDRAWN)


def forget_old(now: datetime) -> int:
    """Delete invitations that ended long ago. Return how many."""
    return Invitation.objects.filter(expires_at__lt=now - KEPT_FOR).delete()[0]


def invitation_views(player_ids: Iterable[int]) -> dict[int, tuple[InvitationView, ...]]:
    """Return the invitations that each of these players can answer, oldest first."""
    found = list(open_to(set(player_ids)))
    if not found:
        return {}
    standings = read_standings({each.sender_id for each in found})
    views: dict[int, list[InvitationView]] = {}
    for each in found:
        views.setdefault(each.asked_id, []).append(_view(each, standings))
    return {player: tuple(mine) for player, mine in views.items()}


def _view(each: Invitation, standings: ShownRatings) -> InvitationView:
    room = each.room
    settings = settings_view(room)
    return InvitationView(
        room=room.code,
        from_=person_view(each.sender, pool_of(room.variant, room.dice), standings),
        circle="" if each.circle is None else each.circle.name,
        variant=settings.variant,
        clock=settings.clock,
        rated=settings.rated,
        expires=int(each.expires_at.timestamp() * 1000),
    )
