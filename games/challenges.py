"""One player asks another, by name, for a game: accept, decline, withdraw, or let it expire."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from games.models import Challenge, Rating, User
from games.protocol import ErrorCode
from games.rooms import Refused, open_paired_room
from games.tickets import check_may_play_rated
from games.wishes import Wish, wish_view

OPEN_FOR = timedelta(minutes=5)
# An answer is shown to the one who asked for this long.
SHOWN_FOR = timedelta(seconds=30)
MOST_OPEN = 5


def challenge(challenger_id: int, name: str, wish: Wish) -> None:
    """Ask the account called `name`. Raises Refused."""
    now = timezone.now()
    challenger = User.objects.get(pk=challenger_id)
    check_may_play_rated(challenger, wish, now)
    accounts = User.objects.filter(is_guest=False, is_bot=False, is_active=True)
    asked = accounts.annotate(lower=Lower("username")).filter(lower=name.lower()).first()
    if asked is None:
        raise Refused(ErrorCode.NOT_FOUND, f"There is no player called {name}.")
    if asked.pk == challenger_id:
        raise Refused(ErrorCode.FORBIDDEN, "You cannot challenge yourself.")
    if asked.blocked.filter(pk=challenger_id).exists():
        raise Refused(ErrorCode.FORBIDDEN, f"{asked.name} takes no challenges from you.")
    mine = Challenge.objects.filter(challenger_id=challenger_id, status=Challenge.Status.OPEN)
    mine.filter(expires_at__lte=now).update(status=Challenge.Status.WITHDRAWN)
    if mine.count() >= MOST_OPEN:
        raise Refused(ErrorCode.FORBIDDEN, "You have asked enough people for now.")
    try:
        with transaction.atomic():
            Challenge.objects.create(
                challenger=challenger,
                challenged=asked,
                expires_at=now + OPEN_FOR,
                **wish._asdict(),
            )
    except IntegrityError as error:
        raise Refused(ErrorCode.FORBIDDEN, f"You have asked {asked.name} already.") from error


def accept(player_id: int, challenge_id: int) -> None:
    """Say yes: both get a room. Raises Refused."""
    with transaction.atomic():
        asked = _locked(challenge_id, challenged_id=player_id)
        wish = Wish(asked.variant, asked.switches, asked.clock, asked.rated)
        check_may_play_rated(asked.challenged, wish, timezone.now())
        asked.room = open_paired_room([asked.challenger_id, asked.challenged_id], *wish)
        asked.status = Challenge.Status.ACCEPTED
        asked.expires_at = timezone.now() + SHOWN_FOR
        asked.save()


def decline(player_id: int, challenge_id: int) -> None:
    """Say no. Raises Refused."""
    _close(_find(challenge_id, challenged_id=player_id), Challenge.Status.DECLINED)


def withdraw(player_id: int, challenge_id: int) -> None:
    """Take one's own challenge back. Raises Refused."""
    _close(_find(challenge_id, challenger_id=player_id), Challenge.Status.WITHDRAWN)


def _find(challenge_id: int, **who: int) -> Challenge:
    found = Challenge.objects.filter(
        pk=challenge_id, status=Challenge.Status.OPEN, expires_at__gt=timezone.now(), **who
    ).first()
    if found is None:
        raise Refused(ErrorCode.STALE, "That challenge is over.")
    return found


def _locked(challenge_id: int, **who: int) -> Challenge:
    list(Challenge.objects.select_for_update().filter(pk=challenge_id))
    return _find(challenge_id, **who)


def _close(asked: Challenge, status: Challenge.Status) -> None:
    # Only an open one: whoever accepted in the same instant has won.
    changed = Challenge.objects.filter(pk=asked.pk, status=Challenge.Status.OPEN).update(
        status=status, expires_at=timezone.now() + SHOWN_FOR
    )
    if not changed:
        raise Refused(ErrorCode.STALE, "That challenge is over.")


def challenge_views(player_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return for each of these players the challenges that concern him, oldest first."""
    ids = set(player_ids)
    found = (
        Challenge.objects.filter(Q(challenger__in=ids) | Q(challenged__in=ids))
        .filter(expires_at__gt=timezone.now())
        .select_related("challenger", "challenged", "room")
        .order_by("pk")
    )
    ratings = {
        (rating.player_id, rating.variant): rating.shown
        for rating in Rating.objects.filter(player__in=ids | {c.challenger_id for c in found})
    }
    views: dict[int, list[dict[str, Any]]] = {}
    for asked in found:
        view = _view(asked, ratings)
        for player in (asked.challenger_id, asked.challenged_id):
            views.setdefault(player, []).append(view)
    return views


def _view(asked: Challenge, ratings: dict[tuple[int, str], int]) -> dict[str, Any]:
    def person(player: User) -> dict[str, Any]:
        rating = ratings.get((player.pk, asked.variant))
        return {"player": player.pk, "name": player.name, "rating": rating}

    return {
        "id": asked.pk,
        "from": person(asked.challenger),
        "to": person(asked.challenged),
        **wish_view(asked),
        "expires": int(asked.expires_at.timestamp() * 1000),
        "status": asked.status,
        "room": None if asked.room is None else asked.room.code,
    }
