"""Posts the news of circles, each by one worker, one at a time to each address.

A claim puts off the next try, so that no other worker posts the same meanwhile. A worker that is
killed after posting a message and before noting it lets the next one post it again: its `id` is the
same.
"""

import hashlib
import hmac
import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F, Q, QuerySet

from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.site.account.notifications.endpoints import (
    EndpointRefused,
    UnreachableError,
    origin_of,
    post,
)
from games.site.front.circles.hook_messages import kind_of, message_body
from games.site.front.circles.hooks import note_failure, note_success, secret_text
from games.site.front.circles.models import CircleMessage

logger = logging.getLogger(__name__)

PAUSES = tuple(timedelta(minutes=n) for n in (1, 4, 15, 60, 180, 360))
"""The pauses between tries; the last one again and again."""
TRIED_FOR = timedelta(hours=30)
"""A message that nobody has taken for this long is dropped."""
LEASE = timedelta(minutes=1)
HOST_AT_ONCE = 2
"""How many threads one host may use at once."""
LONGEST_WAIT = timedelta(hours=6)
TOO_MANY = 429
AGENT = "Yacht-Webhook/1"


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return what the receiver compares: HMAC-SHA256 of the time, a dot and the body, in hex."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


class Posted(NamedTuple):
    """A message that a thread is posting. `fails`: whether its address has failed lately."""

    origin: str
    fails: bool


class Lanes:
    """The messages that the threads of this process are posting. Addresses that have failed share
    one thread: they may take long.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._posted: dict[int, Posted] = {}  # by circle

    @contextmanager
    def claim(self, due: QuerySet[CircleMessage]) -> Iterator[CircleMessage | None]:
        """Yield the first of these messages that may be posted now, or None. It counts as being
        posted during the `with` block.
        """
        with self._lock:
            message = self._open(due).first()
            if message is not None:
                origin = origin_of(urlsplit(message.hook.address))
                self._posted[message.hook_id] = Posted(origin, message.hook.failures > 0)
        try:
            yield message
        finally:
            if message is not None:
                with self._lock:
                    del self._posted[message.hook_id]

    def _open(self, due: QuerySet[CircleMessage]) -> QuerySet[CircleMessage]:
        found = due.exclude(hook__in=list(self._posted))
        if any(each.fails for each in self._posted.values()):
            found = found.filter(hook__failures=0)
        busy = Q()
        for origin, count in Counter(each.origin for each in self._posted.values()).items():
            if count >= HOST_AT_ONCE:
                busy |= Q(hook__address__startswith=origin)
        return found.exclude(busy) if busy else found


_lanes = Lanes()


def due_messages(now: datetime) -> QuerySet[CircleMessage]:
    return CircleMessage.objects.filter(next_try_at__lte=now)


def post_next() -> bool:
    """Post the message that is due first. Return whether one was due."""
    now = utc_now()
    due = due_messages(now).select_related("hook__circle").order_by("next_try_at", "pk")
    with _lanes.claim(due) as message:
        if message is None:
            return False
        _post(message, now)
    return True


def _post(message: CircleMessage, now: datetime) -> None:
    """Post a message, unless another worker does. Note the outcome."""
    claimed = CircleMessage.objects.filter(
        pk=message.pk, tries=message.tries, next_try_at__isnull=False
    ).update(tries=F("tries") + 1, next_try_at=now + LEASE)
    if claimed != 1:
        return
    hook = message.hook
    if hook.off_at is not None or hook.circle.archived_at is not None:
        _finish(message)
        return
    try:
        wait, reason = _send(message, now)
    except Exception as error:  # a bug: the other messages go on
        raise_outage(error)
        logger.exception("news of a circle could not be posted: %s", message.pk)
        wait, reason = None, "failed"
    if not reason:
        _finish(message)
        return
    later = utc_now()
    pause = PAUSES[min(message.tries, len(PAUSES) - 1)] if wait is None else wait
    is_late = message.created_at + TRIED_FOR <= later + pause
    open_ = CircleMessage.objects.filter(pk=message.pk, next_try_at__isnull=False)
    open_.update(next_try_at=None if is_late else later + pause)
    # After that: an address that is switched off has no messages that wait.
    if reason != str(TOO_MANY):
        note_failure(hook, reason, later)


def _send(message: CircleMessage, now: datetime) -> tuple[timedelta | None, str]:
    """Post a message. Return how long to wait for the next try, None for as long as usual; and why
    it failed, "" if it did not: "refused", "silent", or the status of the answer.
    """
    hook = message.hook
    body = message_body(hook, message)
    if body is None:
        return None, ""
    timestamp = str(int(now.timestamp()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "Yacht-Event": kind_of(message),
        "Yacht-Delivery": str(message.pk),
        "Yacht-Timestamp": timestamp,
        "Yacht-Signature": f"sha256={signature(secret_text(hook), timestamp, body)}",
    }
    try:
        answer = post(hook.address, body, headers, settings.HOOK_HOSTS)
    except EndpointRefused:
        return None, "refused"
    except UnreachableError:
        return None, "silent"
    if 200 <= answer.status < 300:
        note_success(hook)
        return None, ""
    wait = None if answer.retry_after is None else timedelta(seconds=answer.retry_after)
    return (wait if wait is None else min(wait, LONGEST_WAIT)), str(answer.status)


def _finish(message: CircleMessage) -> None:
    CircleMessage.objects.filter(pk=message.pk).update(next_try_at=None)
