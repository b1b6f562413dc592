"""Challenges: one player asks another, by name, for a game."""

from collections.abc import Iterable
from datetime import timedelta
from typing import cast

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.core.engine import is_long
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.lobby_messages import ChallengeStatus, ChallengeView
from games.people.accounts.models import User
from games.people.accounts.names import find_account
from games.people.conduct.contact import are_apart, is_stranger
from games.platform.clock import utc_now
from games.record.ratings.shown_ratings import ShownRatings, person_view, read_standings
from games.tables.matchmaking.models import Challenge
from games.tables.matchmaking.room_lists import ONLINE
from games.tables.matchmaking.tickets import remove_tickets
from games.tables.rooms.game_settings import GameSettings, settings_view
from games.tables.rooms.opening import CHALLENGE_WAIT, PAIRED_WAIT, open_paired_room
from games.tables.rooms.permissions import check_may_play_rated

OPEN_FOR = timedelta(minutes=5)
# For a game with a long clock, neither player needs to be online.
OPEN_FOR_LONG = timedelta(days=1)
# How long the challenger sees an answer.
SHOWN_FOR = timedelta(seconds=30)
MAX_OPEN = 5
"""A player's open challenges for games with long clocks. The same number applies to other games."""


def open_for(clock: int | None) -> timedelta:
    return OPEN_FOR_LONG if is_long(clock) else OPEN_FOR


def find_challenged(name: str) -> User:
    """Return the player of this name: an account, else the only guest online who has it. Raises
    Refused.
    """
    found = find_account(name)
    if found is None and "\0" not in name:  # PostgreSQL rejects NUL
        # Guests do not own their names.
        online = User.objects.filter(
            is_guest=True, is_active=True, seen_at__gt=utc_now() - ONLINE, name__iexact=name
        )
        guests = online[:2]
        found = guests[0] if len(guests) == 1 else None
    if found is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no player called %(name)s.", name=name)
    return found


def challenge(challenger_id: int, asked: User, settings: GameSettings) -> None:
    """Challenge the player `asked`. Raises Refused."""
    now = utc_now()
    challenger = User.objects.filter(pk=challenger_id, is_active=True).first()
    if challenger is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Please choose a name first.")
    if settings.rated:
        check_may_play_rated(challenger_id)
    if asked.is_bot:
        raise Refused(ErrorCode.NOT_FOUND, "There is no player called %(name)s.", name=asked.name)
    if settings.rated and asked.is_guest:
        raise Refused(
            ErrorCode.FORBIDDEN, "%(name)s is a guest, and cannot play rated.", name=asked.name
        )
    if asked.pk == challenger_id:
        raise Refused(ErrorCode.FORBIDDEN, "You cannot challenge yourself.")
    if challenger.blocked.filter(pk=asked.pk).exists():
        raise Refused(ErrorCode.FORBIDDEN, "You have blocked %(name)s.", name=asked.name)
    # Nobody is told that somebody has blocked them, or has a family lock.
    if are_apart([challenger_id, asked.pk]) or is_stranger(asked, challenger_id):
        raise Refused(ErrorCode.FORBIDDEN, "%(name)s is not available.", name=asked.name)
    long = is_long(settings.clock)
    mine = Challenge.objects.filter(challenger_id=challenger_id, status=Challenge.Status.OPEN)
    # An expired one would stand in the way: the database allows one open challenge of a pair.
    mine.filter(expires_at__lte=now).update(status=Challenge.Status.WITHDRAWN)
    alike = [clock for clock in mine.values_list("clock", flat=True) if is_long(clock) == long]
    if len(alike) >= MAX_OPEN:
        raise Refused(ErrorCode.FORBIDDEN, "You have too many open challenges.")
    try:
        with transaction.atomic():
            Challenge.objects.create(
                challenger=challenger,
                challenged=asked,
                expires_at=now + open_for(settings.clock),
                **settings._asdict(),
            )
    # Another tab may have asked the same player since.
    except IntegrityError as error:
        raise Refused(
            ErrorCode.FORBIDDEN, "You have already challenged %(name)s.", name=asked.name
        ) from error


def accept(player_id: int, challenge_id: int) -> None:
    """Accept a challenge: both players get a room. Raises Refused."""
    with transaction.atomic():
        asked = _locked(challenge_id, challenged_id=player_id)
        settings = GameSettings(asked.variant, asked.switches, asked.clock, asked.rated)
        if settings.rated:
            check_may_play_rated(player_id)
        pair = [asked.challenger_id, asked.challenged_id]
        if are_apart(pair):
            raise Refused(ErrorCode.STALE, "That challenge is no longer open.")
        remove_tickets(pair)
        # With a long clock the challenger may be away. They are notified, and see the table as soon
        # as they come back.
        wait, shown = PAIRED_WAIT, SHOWN_FOR
        if is_long(asked.clock):
            wait = shown = CHALLENGE_WAIT
        asked.room = open_paired_room(pair, *settings, wait=wait)
        asked.status = Challenge.Status.ACCEPTED
        asked.expires_at = utc_now() + shown
        asked.save()


def decline(player_id: int, challenge_id: int) -> None:
    """Decline a challenge. Raises Refused."""
    _close(_find(challenge_id, challenged_id=player_id), Challenge.Status.DECLINED)


def withdraw(player_id: int, challenge_id: int) -> None:
    """Withdraw a challenge that the player has made. Raises Refused."""
    _close(_find(challenge_id, challenger_id=player_id), Challenge.Status.WITHDRAWN)


def withdraw_between(one_id: int, other_id: int) -> None:
    for challenger, challenged in ((one_id, other_id), (other_id, one_id)):
        _withdraw(Q(challenger=challenger, challenged=challenged))


def withdraw_all(player_id: int) -> None:
    _withdraw(Q(challenger=player_id))
    _withdraw(Q(challenged=player_id))


def _withdraw(which: Q) -> None:
    """Withdraw the open challenges of which this is true. It must have no OR: with the index of
    open challenges, SQLite 3.46 fails with "internal query planner error".
    """
    # They expire immediately, because there is no answer to show.
    Challenge.objects.filter(which, status=Challenge.Status.OPEN).update(
        status=Challenge.Status.WITHDRAWN, expires_at=utc_now()
    )


def _find(challenge_id: int, **who: int) -> Challenge:
    found = Challenge.objects.filter(
        pk=challenge_id, status=Challenge.Status.OPEN, expires_at__gt=utc_now(), **who
    ).first()
    if found is None:
        raise Refused(ErrorCode.STALE, "That challenge is no longer open.")
    return found


def _locked(challenge_id: int, **who: int) -> Challenge:
    # Of two answers at the same time, the second waits here, and then finds the challenge closed.
    list(Challenge.objects.select_for_update().filter(pk=challenge_id))
    return _find(challenge_id, **who)


def _close(asked: Challenge, status: Challenge.Status) -> None:
    # Filter by status again: another request may just have accepted it.
    changed = Challenge.objects.filter(pk=asked.pk, status=Challenge.Status.OPEN).update(
        status=status, expires_at=utc_now() + SHOWN_FOR
    )
    if not changed:
        raise Refused(ErrorCode.STALE, "That challenge is no longer open.")


def challenge_views(player_ids: Iterable[int]) -> dict[int, tuple[ChallengeView, ...]]:
    """Return the challenges by and to each of these players, oldest first."""
    ids = set(player_ids)
    found = (
        Challenge.objects.filter(Q(challenger__in=ids) | Q(challenged__in=ids))
        .filter(expires_at__gt=utc_now())
        .select_related("challenger", "challenged", "room")
        .order_by("pk")
    )
    people = {asked.challenger_id for asked in found} | {asked.challenged_id for asked in found}
    standings = read_standings(people)
    views: dict[int, list[ChallengeView]] = {}
    for asked in found:
        view = _view(asked, standings)
        for player in {asked.challenger_id, asked.challenged_id} & ids:
            views.setdefault(player, []).append(view)
    return {player: tuple(found) for player, found in views.items()}


def _view(asked: Challenge, standings: ShownRatings) -> ChallengeView:
    settings = settings_view(asked)
    return ChallengeView(
        id=asked.pk,
        from_=person_view(asked.challenger, asked.variant, standings),
        to=person_view(asked.challenged, asked.variant, standings),
        variant=settings.variant,
        clock=settings.clock,
        rated=settings.rated,
        expires=int(asked.expires_at.timestamp() * 1000),
        status=cast(ChallengeStatus, asked.status),
        room=None if asked.room is None else asked.room.code,
    )
