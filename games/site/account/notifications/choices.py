"""What a player wants to be told, and how; and the links in mail with which they choose.

The links work without signing in: they are signed, for one player and one purpose.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from games.people.accounts.models import User
from games.platform.server.site_url import site_url
from games.site.account.notifications.models import Notice, NotificationChoice, PushSubscription

CONFIRM, STOP = "confirm-address", "stop-mail"
CONFIRM_WITHIN = timedelta(days=3)


def confirm_link(player: int, address: str) -> str:
    token = signing.dumps([player, address], salt=CONFIRM)
    return site_url() + reverse("confirm-address", args=[token])


def read_confirm(token: str) -> tuple[int, str] | None:
    """Return the player and the address of a link, or None if it is invalid or too old."""
    try:
        player, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError):
        return None
    return int(player), str(address)


def stop_link(player: int) -> str:
    """Return the link that ends mail about games. It works for ever."""
    token = signing.dumps([player], salt=STOP)
    return site_url() + reverse("stop-mail", args=[token])


def read_stop(token: str) -> int | None:
    """Return the player of a link, or None if it is invalid."""
    try:
        # Links in older mail also name the kind of mail.
        player, *_ = signing.loads(token, salt=STOP)
    except (signing.BadSignature, ValueError):
        return None
    return int(player)


KINDS: tuple[str, ...] = tuple(Notice.Kind.values)
Mail = NotificationChoice.Mail


class Wanted(NamedTuple):
    """The kinds of news that a player wants, and when they come by mail."""

    kinds: frozenset[str]
    mail: str


def choice_of(player: User) -> NotificationChoice:
    return NotificationChoice.objects.filter(player=player).first() or NotificationChoice(
        player=player
    )


def wanted(choice: NotificationChoice) -> Wanted:
    return Wanted(frozenset(kind for kind in KINDS if getattr(choice, kind)), choice.mail)


def wants_mail(choice: NotificationChoice) -> bool:
    return choice.mail != Mail.NEVER


def is_confirmed(player: User, choice: NotificationChoice) -> bool:
    """Whether the player has confirmed that their current address is theirs."""
    return choice.confirmed != "" and choice.confirmed == player.email


def how_told(player: User) -> str:
    """Return a sentence for the player: how news reach them now."""
    choice = choice_of(player)
    browsers = PushSubscription.objects.filter(player=player)
    by_push = bool(settings.VAPID_KEY) and browsers.exists()
    by_mail = wants_mail(choice) and is_confirmed(player, choice)
    if not wanted(choice).kinds or not (by_push or by_mail):
        return gettext("You get nothing yet.")
    if not by_push:
        return gettext("You get an email.")
    if by_mail and choice.mail == Mail.ALWAYS:
        return gettext("You get a notification and an email.")
    return gettext("You get a notification.")


def choose_notices(player: User, chosen: Wanted) -> NotificationChoice:
    columns = {kind: kind in chosen.kinds for kind in KINDS}
    choice, _ = NotificationChoice.objects.update_or_create(
        player=player, defaults={**columns, "mail": chosen.mail}
    )
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


def refuse_mail(player_id: int) -> None:
    NotificationChoice.objects.filter(player=player_id).update(mail=Mail.NEVER)
