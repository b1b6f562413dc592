"""Mail about sign-ins with browsers that are new to an account.

Only addresses that the account has confirmed get it, so nobody can have it sent to a stranger. The
sign-ins of one account wait in one row, whatever other accounts have the same address: no decoy can
take its place.
"""

import json
from datetime import datetime
from typing import Any

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from games.people.accounts.models import User
from games.people.accounts.preferences import language_of
from games.people.accounts.sessions import browser_of
from games.platform.clock import utc_now
from games.platform.limits.rates import spend
from games.platform.server.site_url import site_url
from games.platform.site_settings.mail import sender
from games.site.account.membership.models import OutgoingMail
from games.site.account.notifications.choices import choice_of, is_confirmed

MOST_LISTED = 20
"""A mail counts all sign-ins and lists the last of them."""


def tell_of_new_device(account: User, agent: str, now: datetime) -> None:
    """Ask for a mail that somebody signed in to the account with a browser that is new to it.
    Sign-ins that wait go into one mail. Without a confirmed address there is none.
    """
    if not account.email or not is_confirmed(account, choice_of(account)):
        return
    first = {"browser": browser_of(agent), "at": now.isoformat()}
    # Version 1.0 reads name, browser and time beside each other.
    details = {"name": account.name, **first, "count": 0, "sign_ins": []}
    kind = OutgoingMail.Kind.NEW_DEVICE
    row = OutgoingMail(
        kind=kind,
        account=account.pk,
        address=account.email,
        asked_at=now,
        next_try_at=now,
        details=json.dumps(details),
    )
    with transaction.atomic():
        # If a mail waits already, it tells of this sign-in, too.
        OutgoingMail.objects.bulk_create([row], ignore_conflicts=True)
        waiting = OutgoingMail.objects.select_for_update().get(kind=kind, account=account.pk)
        known = json.loads(waiting.details)
        known["count"] += 1
        known["sign_ins"] = [*known["sign_ins"], first][-MOST_LISTED:]
        # To the address that is confirmed now: an earlier one may be the thief's.
        waiting.details, waiting.address = json.dumps(known), account.email
        waiting.save(update_fields=["details", "address"])


def send_new_device(mail: OutgoingMail) -> None:
    """Tell the owner of an account of new devices, also if its address was changed since: that may
    be the thief's work. Raises LimitedError if the address has had enough, and what the mail
    backend raises.
    """
    details = json.loads(mail.details)
    account = _account_of(mail, details)
    if account is None:
        return
    spend("device-mail", mail.address.casefold())
    listed = details.get("sign_ins", [details])
    context = {
        "name": account.name,
        "zone": account.time_zone,
        "count": details.get("count", 1),
        "sign_ins": [
            {"browser": each["browser"], "at": datetime.fromisoformat(each["at"])}
            for each in listed
        ],
        "link": site_url() + reverse("settings"),
    }
    with override(language_of(account)):
        subject = render_to_string("membership/new_device/subject.txt", context).strip()
        body = render_to_string("membership/new_device/email.txt", context)
    EmailMessage(subject, body, sender(), [mail.address]).send()


def _account_of(mail: OutgoingMail, details: dict[str, Any]) -> User | None:
    accounts = User.objects.filter(is_guest=False, is_active=True)
    if mail.account is not None:
        return accounts.filter(pk=mail.account).first()
    # Asked for by version 1.0, which mailed unconfirmed addresses, too.
    found = accounts.filter(email=mail.address, name=details["name"]).first()
    return found if found is not None and is_confirmed(found, choice_of(found)) else None


def forget_told(mail: OutgoingMail) -> None:
    """Forget the sign-ins that were told; those that came meanwhile are told next."""
    told = json.loads(mail.details).get("count", 1)
    with transaction.atomic():
        row = OutgoingMail.objects.select_for_update().filter(pk=mail.pk).first()
        if row is None:
            return
        known = json.loads(row.details)
        left = known.get("count", 1) - told
        if left <= 0:
            row.delete()
            return
        known["count"], known["sign_ins"] = left, known["sign_ins"][-left:]
        row.details, row.tries = json.dumps(known), 0
        row.asked_at = row.next_try_at = utc_now()
        row.save(update_fields=["details", "tries", "asked_at", "next_try_at"])
