"""Mail: a page stores the request for a mail, and the worker sends it.

So the time that a page takes to answer does not reveal whether an address belongs to an account. An
address gets one mail for all its accounts. Each mail is sent at least once: its row is deleted only
after sending, so if a process is killed in between, the next one sends it again.
"""

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import chain, islice
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import override

from games.people.accounts.models import User
from games.people.accounts.preferences import language_of
from games.platform.clock import utc_now
from games.platform.limits.rates import LimitedError
from games.platform.server.site_url import site_url
from games.platform.site_settings.mail import sender
from games.site.account.membership.device_mail import forget_told, send_new_device
from games.site.account.membership.models import OutgoingMail
from games.site.account.notifications.choices import (
    choice_of,
    confirm_link,
    is_confirmed,
    wants_mail,
)
from games.site.account.notifications.models import NotificationChoice

logger = logging.getLogger(__name__)

# No other worker tries the same mail during this pause, so it is longer than sending takes. It
# doubles with each try.
FIRST_PAUSE = timedelta(minutes=2)
LONGEST_PAUSE = timedelta(hours=1)
# Anybody who still wants the mail has asked again by then.
GIVE_UP_AFTER = timedelta(days=1)

MAX_ACCOUNTS = 3
"""The most accounts for which a mail has links: anybody can make accounts with somebody else's
address.
"""


def ask_for_reset(address: str) -> None:
    """Ask for a mail to this address with links that set new passwords for its accounts.

    Always one statement, whether or not there is such an account, or such a mail waits already.
    """
    _ask(OutgoingMail.Kind.RESET, address)


def ask_for_confirmation(address: str, asker: int | None = None) -> None:
    """Ask for a mail to this address with links that confirm it for the accounts that have it,
    first of all for the account `asker`.
    """
    _ask(OutgoingMail.Kind.CONFIRM, address, account=asker)


def is_first_with_address(account: User) -> bool:
    """Whether no older account has the same address: later ones cannot use up its mails."""
    older = User.objects.filter(email__iexact=account.email, is_active=True, pk__lt=account.pk)
    return not older.exists()


def tell_of_decision(account: User, subject: str, body: str) -> None:
    """Ask for a mail with a decision about the account, in words that are ready."""
    details = {"account": account.pk, "subject": subject, "body": body}
    _ask(OutgoingMail.Kind.DECISION, account.email, json.dumps(details))


LINKS = {
    "sign-in-code": "membership/sign_in_link",
    "provider-again": "membership/again_link",
}
"""The templates of mails with a link for one browser, by the route of the page that takes it."""


def send_sign_in_link_later(account: User, word: str, route: str = "sign-in-code") -> None:
    """Ask for a mail with a link, one of LINKS, for the browser that knows the word and has shown
    who it belongs to.
    """
    details = {"account": account.pk, "word": word, "route": route}
    _ask(OutgoingMail.Kind.SIGN_IN, account.email, json.dumps(details), account.pk)


def _ask(
    kind: OutgoingMail.Kind, address: str, details: str = "", account: int | None = None
) -> None:
    now = utc_now()
    mail = OutgoingMail(
        kind=kind,
        address=address,
        account=account,
        asked_at=now,
        next_try_at=now,
        details=details,
    )
    OutgoingMail.objects.bulk_create([mail], ignore_conflicts=True)


def forget_mail_of(account: User) -> None:
    """Delete mail that waits for the account, to an earlier address of theirs, too, unless another
    account has the same address and the mail is not about this one.
    """
    OutgoingMail.objects.filter(account=account.pk).exclude(kind=OutgoingMail.Kind.CONFIRM).delete()
    if not account.email:
        return
    others = User.objects.filter(email__iexact=account.email, is_active=True).exclude(pk=account.pk)
    is_shared = others.exists()
    for mail in OutgoingMail.objects.filter(address__iexact=account.email):
        about = json.loads(mail.details or "{}")
        if not is_shared or account.name == about.get("name") or account.pk == about.get("account"):
            mail.delete()


def send_next_mail() -> bool:
    """Send the mail that is due first. Return whether one was due.

    A mail that cannot be sent is tried again later, for a day.
    """
    now = utc_now()
    mail = OutgoingMail.objects.filter(next_try_at__lte=now).order_by("next_try_at").first()
    if mail is None:
        return False
    if _claim(mail):
        try:
            _send_one(mail)
        except LimitedError as limited:
            _put_off(mail, limited)
        except Exception as error:  # whatever the mail server does, the other mails go on
            _keep_for_later(mail, error)
        else:
            _forget_sent(mail)
    return True


def _send_one(mail: OutgoingMail) -> None:
    match OutgoingMail.Kind(mail.kind):
        case OutgoingMail.Kind.NEW_DEVICE:
            send_new_device(mail)
        case OutgoingMail.Kind.DECISION:
            send_decision(mail.address, json.loads(mail.details))
        case OutgoingMail.Kind.SIGN_IN:
            send_sign_in_link(mail.address, json.loads(mail.details))
        case OutgoingMail.Kind.CONFIRM:
            send_confirmation(mail.address, mail.account)
        case OutgoingMail.Kind.RESET:
            send_reset(mail.address)


def send_decision(address: str, details: dict[str, str]) -> None:
    """Send a decision, unless the account was deleted or has another address. Raises what the mail
    backend raises.
    """
    if User.objects.filter(pk=details["account"], email=address).exists():
        EmailMessage(details["subject"], details["body"], sender(), [address]).send()


def send_sign_in_link(address: str, details: dict[str, Any]) -> None:
    """Send a link that signs in to an account, in the browser that asked for it. Raises what the
    mail backend raises.
    """
    account = User.objects.filter(pk=details["account"], email=address, is_active=True).first()
    if account is None:
        return
    # Version 1.0 asks without a route.
    route = details.get("route", "sign-in-code")
    link = f"{site_url()}{reverse(route)}?{urlencode({'mail': details['word']})}"
    context = {"name": account.name, "link": link}
    with override(language_of(account)):
        subject = render_to_string(f"{LINKS[route]}/subject.txt", context).strip()
        body = render_to_string(f"{LINKS[route]}/email.txt", context)
    EmailMessage(subject, body, sender(), [address]).send()


def _claim(mail: OutgoingMail) -> bool:
    """Put off the next try. Return False if another worker was faster, and sends the mail."""
    pause = min(FIRST_PAUSE * 2 ** min(mail.tries, 10), LONGEST_PAUSE)
    untaken = OutgoingMail.objects.filter(pk=mail.pk, tries=mail.tries)
    return untaken.update(tries=F("tries") + 1, next_try_at=utc_now() + pause) == 1


def _keep_for_later(mail: OutgoingMail, error: Exception) -> None:
    if utc_now() - mail.asked_at < GIVE_UP_AFTER:
        logger.warning("Mail %s could not be sent and is tried again: %r", mail.pk, error)
        return
    logger.error("Mail %s could not be sent for a day and is dropped: %r", mail.pk, error)
    _forget(mail)


def _put_off(mail: OutgoingMail, limited: LimitedError) -> None:
    again = utc_now() + timedelta(seconds=limited.wait)
    OutgoingMail.objects.filter(pk=mail.pk).update(next_try_at=again)


def _forget_sent(mail: OutgoingMail) -> None:
    (forget_told if mail.kind == OutgoingMail.Kind.NEW_DEVICE else _forget)(mail)


def _forget(mail: OutgoingMail) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).delete()


def send_reset(address: str) -> None:
    """Send a mail with links that set new passwords, for a few active accounts with this address.

    Raises what the mail backend raises, such as OSError and SMTPException.
    """
    _send("membership/password_reset", address, User.has_usable_password, _reset_link)


def _reset_link(user: User) -> str:
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return site_url() + reverse("password-reset-confirm", args=[uid, token])


def send_confirmation(address: str, asker: int | None) -> None:
    """Send a mail with links that confirm the address, for a few active accounts that have it and
    want mail, first for the account `asker`.

    Raises what the mail backend raises, such as OSError and SMTPException.
    """
    _send("notifications/confirmation", address, _wants_link, _confirm_link, asker)


def _confirm_link(user: User) -> str:
    return confirm_link(user.pk, user.email)


def _send(
    templates: str,
    address: str,
    is_meant: Callable[[User], bool],
    link_of: Callable[[User], str],
    asker: int | None = None,
) -> None:
    """Send one mail with the links of the accounts that `is_meant` chooses, if there are any, in
    the language of the first account.
    """
    found = accounts_of(address)
    mine = found.filter(pk=asker) if asker else found.none()
    accounts = filter(is_meant, chain(mine, found.exclude(pk=asker or 0).iterator()))
    first = next(accounts, None)
    if first is None:
        return
    # The owner of bob@example.com may be another person than that of Bob@example.com.
    others = islice((user for user in accounts if user.email == first.email), MAX_ACCOUNTS - 1)
    context = {"links": [(user.name, link_of(user)) for user in (first, *others)]}
    with override(language_of(first)):
        subject = render_to_string(f"{templates}/subject.txt", context).strip()
        body = render_to_string(f"{templates}/email.txt", context)
    EmailMessage(subject, body, sender(), [first.email]).send()


def accounts_of(address: str) -> QuerySet[User]:
    """Return the active accounts with this address, in any letter case. Accounts that have
    confirmed it come first, then accounts that spell it like this, then the ones last seen.
    """
    confirmed = NotificationChoice.objects.filter(
        player=OuterRef("pk"), confirmed=OuterRef("email")
    )
    accounts = User.objects.filter(
        email__iexact=address, is_active=True, is_guest=False, is_bot=False
    ).annotate(
        is_theirs=Exists(confirmed),
        is_exact=ExpressionWrapper(Q(email=address), BooleanField()),
    )
    return accounts.order_by("-is_theirs", "-is_exact", "-seen_at", "-pk")


def _wants_link(user: User) -> bool:
    choice = choice_of(user)
    return wants_mail(choice) and not is_confirmed(user, choice)
