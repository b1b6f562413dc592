"""What a player wants to be told, and how."""

from typing import NamedTuple

from django.db import transaction

from games.accounts.models import User
from games.notifications.models import Notice, NotificationChoice

KINDS: tuple[str, ...] = tuple(Notice.Kind.values)
MAIL_KINDS: tuple[str, ...] = (Notice.Kind.TURN, Notice.Kind.OVER, Notice.Kind.CHALLENGE)


class Wanted(NamedTuple):
    """The kinds of news that a player wants as browser notifications and as mail, and whether they
    want both for the same event.
    """

    push: frozenset[str]
    mail: frozenset[str]
    both: bool


def choice_of(player: User) -> NotificationChoice:
    """Return what the player has chosen, or the defaults."""
    return NotificationChoice.objects.filter(player=player).first() or NotificationChoice(
        player=player
    )


def wanted(choice: NotificationChoice) -> Wanted:
    """Return a choice as sets of kinds."""
    return Wanted(
        frozenset(kind for kind in KINDS if getattr(choice, f"push_{kind}")),
        frozenset(kind for kind in MAIL_KINDS if getattr(choice, f"mail_{kind}")),
        choice.both,
    )


def is_confirmed(player: User, choice: NotificationChoice) -> bool:
    """Whether the player has confirmed that their current address is theirs."""
    return choice.confirmed != "" and choice.confirmed == player.email


def choose_notices(player: User, chosen: Wanted) -> NotificationChoice:
    """Store a choice."""
    columns: dict[str, bool] = {f"push_{kind}": kind in chosen.push for kind in KINDS}
    columns |= {f"mail_{kind}": kind in chosen.mail for kind in MAIL_KINDS}
    columns["both"] = chosen.both
    choice, _ = NotificationChoice.objects.update_or_create(player=player, defaults=columns)
    return choice


def confirm_address(player_id: int, address: str) -> bool:
    """Note that a player has opened the link sent to an address. Return False if the address is no
    longer theirs.
    """
    with transaction.atomic():
        players = User.objects.select_for_update().filter(pk=player_id, is_active=True)
        if not address or not players.filter(email=address).exists():
            return False
        NotificationChoice.objects.update_or_create(
            player_id=player_id, defaults={"confirmed": address}
        )
    return True


def refuse_mail(player_id: int, kind: str = "") -> None:
    """Stop mail of this kind to the player, or all mail without a kind."""
    kinds = MAIL_KINDS if kind not in MAIL_KINDS else (kind,)
    NotificationChoice.objects.filter(player=player_id).update(
        **{f"mail_{each}": False for each in kinds}
    )
