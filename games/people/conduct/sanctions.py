"""The sanctions in force: what a player may not do at present. Somebody whose account is
closed can read the decision with a link that works for an hour after they have shown the password.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.facts import works_for_site
from games.people.accounts.models import User
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.platform.database.prepared import Prepared

Kind = Sanction.Kind
LASTS_S = 3600


def in_force(now: datetime | None = None) -> QuerySet[Sanction]:
    """Return the sanctions in force, without words of warning."""
    now = now or utc_now()
    return Sanction.objects.filter(
        Q(ends_at=None) | Q(ends_at__gt=now), undone_at=None, begins_at__lte=now
    ).exclude(kind=Sanction.Kind.WARNING)


of_kind = Prepared(
    lambda kind, player: Sanction.objects.filter(kind=kind, player=player, undone_at=None), "", 0
)
"""The sanctions of this kind that nobody has taken back, for the id of a player."""


def find_in_force(player_id: int, kind: Sanction.Kind, now: datetime) -> list[Sanction]:
    """Return the sanctions of this kind that are in force."""
    return which_last(of_kind(kind.value, player_id), now)


def which_last(found: Iterable[Sanction], now: datetime) -> list[Sanction]:
    """Return those of the sanctions that have begun and have not ended."""
    return [
        each
        for each in found
        if each.begins_at <= now and (each.ends_at is None or each.ends_at > now)
    ]


def find_sanction(player_id: int, kind: Sanction.Kind) -> Sanction | None:
    """Return the sanction of this kind that lasts longest, None if none is in force."""
    found = find_in_force(player_id, kind, utc_now())
    # One without an end lasts longest.
    return max(found, key=lambda each: (each.ends_at is None, each.ends_at), default=None)


def check_allowed(player_id: int, kind: Sanction.Kind) -> None:
    """Raise Refused if a sanction of this kind is in force."""
    if find_sanction(player_id, kind) is not None:
        raise refusal_of(kind)


def refusal_of(kind: Sanction.Kind) -> Refused:
    """Return what a player is told whom a sanction of this kind stops."""
    match kind:
        case Kind.NO_CHAT:
            text = "You may not chat now. Settings tell you why."
        case Kind.NO_RATED:
            text = "You may not play rated games now. Settings tell you why."
        case _:
            text = "You may not play tournaments now. Settings tell you why."
    return Refused(ErrorCode.FORBIDDEN, text)


@transaction.atomic
def impose(
    player: User,
    kind: Sanction.Kind,
    reason: str,
    words: str = "",
    lasts: timedelta | None = None,
    case: int | None = None,
    automatic: bool = False,
    decided_by: int | None = None,
) -> Sanction:
    """Store a sanction that begins now, and have the player read it. `lasts`: None for good.
    `decided_by`: the id of the moderator.
    """
    now = utc_now()
    User.objects.filter(pk=player.pk).update(has_decision=True)
    return Sanction.objects.create(
        player=player,
        kind=kind,
        reason=reason,
        words=words,
        case_id=case,
        automatic=automatic,
        decided_by_id=decided_by,
        about_staff=works_for_site(player),
        begins_at=now,
        ends_at=None if lasts is None else now + lasts,
    )


def end_sanction(sanction: Sanction) -> None:
    Sanction.objects.filter(pk=sanction.pk, undone_at=None).update(undone_at=utc_now())
    User.objects.filter(pk=sanction.player_id).update(has_decision=True)


def note_read(player_id: int) -> None:
    Sanction.objects.filter(player_id=player_id, seen_at=None).update(seen_at=utc_now())
    User.objects.filter(pk=player_id, has_decision=True).update(has_decision=False)


SALT = "games.conduct.closed"


def closed_token(player: User) -> str | None:
    """Return the token of a link, if a decision has closed the account; else None. The caller has
    checked the password.
    """
    if player.is_active or find_sanction(player.pk, Sanction.Kind.CLOSED) is None:
        return None
    return signing.dumps(player.pk, salt=SALT)


def closed_player(token: str) -> User | None:
    """Return whose link this is; None if it has expired or the account is open again."""
    try:
        player_id = signing.loads(token, salt=SALT, max_age=LASTS_S)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=player_id, is_active=False).first()
