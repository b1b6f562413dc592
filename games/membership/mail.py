"""Mail: a page stores who asked for one, and the worker sends it.

So the answer of a page does not tell, by the time it takes, whether an address belongs to an
account. Each mail is sent at least once: its row is deleted after it was sent, and a process that
is killed in between leaves it to the next one.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import islice

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db.models import F
from django.template.loader import render_to_string
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import override

from games.accounts.preferences import language_of
from games.clock import utc_now
from games.models import OutgoingMail, User
from games.notifications.choices import choice_of, is_confirmed, wanted
from games.notifications.links import confirm_link
from games.server.site_url import site_url

logger = logging.getLogger(__name__)

# Longer than a mail takes to send: until then no other worker tries the same one. It doubles with
# each try.
FIRST_PAUSE = timedelta(minutes=2)
LONGEST_PAUSE = timedelta(hours=1)
# Who still wants the mail has asked again by then.
GIVE_UP_AFTER = timedelta(days=1)

TEMPLATES = "accounts/password_reset"
MAX_ACCOUNTS = 3
"""To confirm an address, so many accounts get a link: anybody can make accounts with the address of
somebody else.
"""


def ask_for_reset(address: str) -> None:
    """Have a mail with a link for a new password sent to each account with this address.

    One statement, whether there is such an account or not, or such a mail waits already.
    """
    _ask(OutgoingMail.Kind.RESET, address)


def ask_for_confirmation(address: str) -> None:
    """Have a mail with a link that confirms this address sent to the accounts that have it."""
    _ask(OutgoingMail.Kind.CONFIRM, address)


def _ask(kind: OutgoingMail.Kind, address: str) -> None:
    now = utc_now()
    mail = OutgoingMail(kind=kind, address=address, asked_at=now, next_try_at=now)
    OutgoingMail.objects.bulk_create([mail], ignore_conflicts=True)


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
            SENDERS[OutgoingMail.Kind(mail.kind)](mail.address)
        except Exception as error:  # whatever the mail server does, the other mails go on
            _keep_for_later(mail, error)
        else:
            _forget(mail)
    return True


def _claim(mail: OutgoingMail) -> bool:
    """Put off the next try, and return whether no other worker has done that before."""
    pause = min(FIRST_PAUSE * 2 ** min(mail.tries, 10), LONGEST_PAUSE)
    untaken = OutgoingMail.objects.filter(pk=mail.pk, tries=mail.tries)
    return untaken.update(tries=F("tries") + 1, next_try_at=utc_now() + pause) == 1


def _keep_for_later(mail: OutgoingMail, error: Exception) -> None:
    if utc_now() - mail.asked_at < GIVE_UP_AFTER:
        logger.warning("Mail %s could not be sent and is tried again: %r", mail.pk, error)
        return
    logger.error("Mail %s could not be sent for a day and is dropped: %r", mail.pk, error)
    _forget(mail)


def _forget(mail: OutgoingMail) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).delete()


def send_reset(address: str) -> None:
    """Send a link for a new password to each active account with this address.

    Raises what the mail backend raises, such as OSError and SMTPException.
    """
    for user in PasswordResetForm().get_users(address):
        assert isinstance(user, User)
        context = {
            "user": user,
            "site_url": site_url(),
            "uid": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        }
        with override(language_of(user)):
            subject = render_to_string(f"{TEMPLATES}/subject.txt", context).strip()
            body = render_to_string(f"{TEMPLATES}/email.txt", context)
        EmailMessage(subject, body, to=[user.email]).send()


def send_confirmation(address: str) -> None:
    """Send a link that confirms the address to the active accounts that have it and want mail: only
    to a few, those that were here last.

    Raises what the mail backend raises, such as OSError and SMTPException.
    """
    accounts = User.objects.filter(
        email__iexact=address, is_active=True, is_guest=False, is_bot=False
    ).order_by("-seen_at", "-pk")
    for user in islice(filter(_wants_link, accounts), MAX_ACCOUNTS):
        context = {"user": user, "link": confirm_link(user.pk, user.email)}
        with override(language_of(user)):
            subject = render_to_string("notifications/confirm_subject.txt", context).strip()
            body = render_to_string("notifications/confirm_mail.txt", context)
        EmailMessage(subject, body, to=[user.email]).send()


def _wants_link(user: User) -> bool:
    choice = choice_of(user)
    return bool(wanted(choice).mail) and not is_confirmed(user, choice)


SENDERS: dict[OutgoingMail.Kind, Callable[[str], None]] = {
    OutgoingMail.Kind.RESET: send_reset,
    OutgoingMail.Kind.CONFIRM: send_confirmation,
}
