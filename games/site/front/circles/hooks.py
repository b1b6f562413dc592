"""The address to which a circle's news are posted: given, changed and removed by its owner, and
switched off when it does not work for long.
"""

import secrets
from datetime import datetime, timedelta
from ipaddress import ip_address

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games.core.protocol.errors import ErrorCode, Refused
from games.people.circles.membership import check_owns, lock
from games.people.circles.models import Circle, CircleMember
from games.platform.clock import utc_now
from games.platform.encryption import keyring
from games.site.account.notifications.circle_news import tell_hook_off
from games.site.account.notifications.endpoints import EndpointRefused, check_endpoint, is_public
from games.site.front.circles.models import CircleHook, CircleMessage, hook_context

SECRET_BYTES = 32
OFF_AFTER = timedelta(days=1)
"""An address that has failed for this long, each time, is switched off."""
MIN_FAILURES = 3
TEST = "test"
TEST_PAUSE = timedelta(seconds=30)
"""The least time between two test messages."""


def hook_of(circle: Circle) -> CircleHook | None:
    return CircleHook.objects.filter(circle=circle).first()


def set_hook(circle: Circle, actor: CircleMember, address: str, form: str) -> CircleHook:
    """Post the circle's news to this address from now on. The secret stays. Raises Refused."""
    checked = checked_address(address)
    if form not in CircleHook.Form.values:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is not possible now.")
    with transaction.atomic():
        locked = _owned(circle, actor)
        now = utc_now()
        hook = hook_of(locked) or CircleHook(circle=locked, secret=_new_secret(locked))
        if hook.address != checked or hook.off_at is not None:
            hook.made_at = now
        hook.address, hook.form = checked, form
        hook.failures, hook.failing_since, hook.last_error, hook.off_at = 0, None, "", None
        hook.save()
        # What waited was meant for another place.
        hook.messages.filter(next_try_at__isnull=False).update(next_try_at=None)
    return hook


def checked_address(raw: str) -> str:
    """Return an address to which news may be posted. Names are looked up only when something is
    posted. Raises Refused.
    """
    address = raw.strip()
    try:
        parts = check_endpoint(address, settings.HOOK_HOSTS)
    except EndpointRefused as error:
        raise Refused(ErrorCode.BAD_MESSAGE, "Use an address that begins with https://.") from error
    if parts.netloc not in settings.HOOK_HOSTS and _is_inner(parts.hostname or ""):
        raise Refused(ErrorCode.BAD_MESSAGE, "This address is not on the public internet.")
    return address


def _is_inner(host: str) -> bool:
    try:
        return not is_public(ip_address(host))
    except ValueError:  # a name
        return host == "localhost" or host.endswith(".localhost")


def new_secret(circle: Circle, actor: CircleMember) -> None:
    """Sign with a new secret from now on. Raises Refused."""
    with transaction.atomic():
        locked = _owned(circle, actor)
        CircleHook.objects.filter(circle=locked).update(secret=_new_secret(locked))


def remove_hook(circle: Circle, actor: CircleMember) -> None:
    """Post nothing any more, and forget the address. Raises Refused."""
    with transaction.atomic():
        CircleHook.objects.filter(circle=_owned(circle, actor)).delete()


def ask_for_test(circle: Circle, actor: CircleMember) -> None:
    """Let the worker post a test message. Raises Refused."""
    now = utc_now()
    with transaction.atomic():
        hook = hook_of(_owned(circle, actor))
        if hook is None or hook.off_at is not None:
            raise Refused(ErrorCode.STALE, "Give an address first.")
        tests = hook.messages.filter(subject__startswith=f"{TEST}:")
        if tests.filter(created_at__gt=now - TEST_PAUSE).exists():
            raise Refused(ErrorCode.BUSY, "A test message is on its way. Wait a moment.")
        tests.filter(next_try_at__isnull=False).update(next_try_at=None)
        CircleMessage.objects.create(
            hook=hook,
            subject=f"{TEST}:{int(now.timestamp() * 1000)}",
            facts="{}",
            created_at=now,
            next_try_at=now,
        )


def secret_text(hook: CircleHook) -> str:
    """Return the secret as its owner reads it. Raises DecryptionError."""
    return keyring().decrypt(bytes(hook.secret), hook_context(hook.circle_id)).decode()


def _new_secret(circle: Circle) -> bytes:
    text = secrets.token_urlsafe(SECRET_BYTES)
    return keyring().encrypt(text.encode(), hook_context(circle.pk))


def _owned(circle: Circle, actor: CircleMember) -> Circle:
    locked = lock(circle.pk)
    check_owns(locked, actor.player_id)
    return locked


# --- What the worker notes ------------------------------------------------------------------


def note_success(hook: CircleHook) -> None:
    CircleHook.objects.filter(pk=hook.pk, address=hook.address).update(
        failures=0, failing_since=None, last_error=""
    )


def note_failure(hook: CircleHook, reason: str, now: datetime) -> None:
    """Note that an address did not take a message. After a day of that it is switched off, and the
    owner is told.
    """
    with transaction.atomic():
        # Not if the owner has changed the address meanwhile.
        found = CircleHook.objects.select_for_update(of=("self",)).filter(
            pk=hook.pk, address=hook.address, off_at=None
        )
        row = found.select_related("circle").first()
        if row is None:
            return
        since = row.failing_since or now
        is_over = since <= now - OFF_AFTER and row.failures + 1 >= MIN_FAILURES
        CircleHook.objects.filter(pk=row.pk).update(
            failures=F("failures") + 1,
            failing_since=since,
            last_error=reason,
            off_at=now if is_over else None,
        )
        if is_over:
            row.messages.filter(next_try_at__isnull=False).update(next_try_at=None)
            tell_hook_off(row.circle, now)
