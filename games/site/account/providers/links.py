"""Which account at a provider belongs to whom: one for one, by issuer and subject alone. A mail
address joins nothing.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from games.people.accounts.models import User
from games.people.accounts.site_rules import allows_passwords
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import find_sanction
from games.platform.clock import utc_now
from games.site.account.notifications.choices import choice_of, is_confirmed
from games.site.account.notifications.models import NotificationChoice
from games.site.account.providers.client import Identity
from games.site.account.providers.models import BarredIdentity, ProviderLink
from games.site.account.providers.offered import providers


class Taken(Exception):
    """The account at the provider belongs to another player here, or the player has another one of
    this provider.
    """


class Barred(Exception):
    """An account of this person was closed: they do not come back with another one."""


def find_link(identity: Identity) -> ProviderLink | None:
    """Return to whom an account at a provider belongs, None if to nobody."""
    found = ProviderLink.objects.filter(issuer=identity.issuer, subject=identity.subject)
    return found.select_related("player").first()


def make_link(player: User, identity: Identity) -> ProviderLink:
    """Link an account at a provider to the player. Raises Taken and Barred."""
    check_welcome(identity)
    now = utc_now()
    try:
        with transaction.atomic():
            return ProviderLink.objects.create(
                player=player,
                issuer=identity.issuer,
                subject=identity.subject,
                mail_hash=_mail_hash(identity.mail),
                linked_at=now,
                used_at=now,
            )
    except IntegrityError as error:
        raise Taken from error


def note_used(link: ProviderLink, identity: Identity) -> None:
    """Note that somebody has signed in with it, and the address that the provider knows now."""
    hashed = _mail_hash(identity.mail) or link.mail_hash
    ProviderLink.objects.filter(pk=link.pk).update(used_at=utc_now(), mail_hash=hashed)


def is_last_way(link: ProviderLink) -> bool:
    """Whether its player could sign in with nothing else: no password, and no other provider of
    this site.
    """
    if link.player.has_usable_password() and allows_passwords():
        return False
    others = ProviderLink.objects.filter(
        player=link.player_id, issuer__in=[each.issuer for each in providers()]
    )
    return not others.exclude(pk=link.pk).exists()


def check_welcome(identity: Identity) -> None:
    """Raise Barred if this is somebody whose account is closed: who had the same account at the
    provider, or one with the same confirmed address.
    """
    hashed = _mail_hash(identity.mail)
    barred = BarredIdentity.objects.filter(Q(until=None) | Q(until__gt=utc_now()))
    known = {_hash(identity.issuer, identity.subject), hashed} - {""}
    if barred.filter(hash__in=known).exists() or (hashed and _is_of_closed(identity.mail, hashed)):
        raise Barred


def _is_of_closed(mail: str, hashed: str) -> bool:
    linked = ProviderLink.objects.filter(mail_hash=hashed, player__is_active=False)
    # Only an address that the account has confirmed: anybody can type one of somebody else.
    confirmed = NotificationChoice.objects.filter(
        confirmed__iexact=mail, player__is_active=False, player__email=F("confirmed")
    )
    return linked.exists() or confirmed.exists()


def bar(player: User) -> None:
    """Keep what is needed so that the player of a closed account does not come back, although the
    account is deleted: hashes.
    """
    closed = find_sanction(player.pk, Sanction.Kind.CLOSED)
    if player.is_active and closed is None:
        return
    until = None if closed is None else closed.ends_at
    hashes = {_mail_hash(player.email) if is_confirmed(player, choice_of(player)) else ""}
    for link in ProviderLink.objects.filter(player=player):
        hashes |= {_hash(link.issuer, link.subject), link.mail_hash}
    rows = [BarredIdentity(hash=each, until=until) for each in sorted(hashes - {""})]
    BarredIdentity.objects.bulk_create(
        rows, update_conflicts=True, update_fields=["until"], unique_fields=["hash"]
    )


def forget_bars(now: datetime) -> None:
    """Delete what is kept of accounts whose time is over."""
    BarredIdentity.objects.filter(until__lte=now).delete()


def _hash(issuer: str, subject: str) -> str:
    return salted_hmac(
        "games.providers.subject", f"{issuer}|{subject}", algorithm="sha256"
    ).hexdigest()


def _mail_hash(mail: str) -> str:
    if not mail:
        return ""
    return salted_hmac("games.providers.mail", mail.casefold(), algorithm="sha256").hexdigest()
