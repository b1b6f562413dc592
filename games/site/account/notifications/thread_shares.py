"""Which notifications are being sent. A push service or a player may use only a few threads, so
that the others go on when a service does not answer.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import Q, QuerySet

from games.site.account.notifications.endpoints import origin_of
from games.site.account.notifications.models import Notice, PushSubscription

HOST_AT_ONCE = 2
"""How many threads one push service may use at once."""
MAX_SILENT = 1000
"""How many browsers are remembered because their push service did not answer. Together they may use
one thread.
"""


class Sent(NamedTuple):
    """A notification that a thread is sending. `host`: the beginning of its push service's address,
    "" if the browser is gone. `silent`: whether the service did not answer the last time.
    """

    host: str
    silent: bool


class Lanes:
    """The notifications that the threads of this process are sending."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sent: dict[int, Sent] = {}  # by player
        self._silent: dict[int, None] = {}  # subscriptions, the oldest first

    @contextmanager
    def claim(self, due: QuerySet[Notice]) -> Iterator[Notice | None]:
        """Yield the first of these notices that may be sent now, or None. It counts as being sent
        during the `with` block.
        """
        with self._lock:
            notice = self._open(due).first()
            if notice is not None:
                self._sent[notice.player_id] = self._entry(notice)
        try:
            yield notice
        finally:
            if notice is not None:
                with self._lock:
                    del self._sent[notice.player_id]

    def note(self, subscription: int, answered: bool) -> None:
        """Note whether the push service of a browser has answered."""
        with self._lock:
            self._silent.pop(subscription, None)
            if not answered:
                self._silent[subscription] = None
            if len(self._silent) > MAX_SILENT:
                del self._silent[next(iter(self._silent))]

    def _open(self, due: QuerySet[Notice]) -> QuerySet[Notice]:
        """Return the notices that may be sent: each player gets one at a time."""
        found = due.exclude(player__in=list(self._sent))
        if any(sent.silent for sent in self._sent.values()):
            found = found.exclude(target__in=list(self._silent))
        hosts = Counter(sent.host for sent in self._sent.values() if sent.host)
        busy = Q()
        for host, count in hosts.items():
            if count >= HOST_AT_ONCE:
                busy |= Q(endpoint__startswith=host)
        if busy:
            there = PushSubscription.objects.filter(busy)
            found = found.exclude(target__in=there.values("pk"))
        return found

    def _entry(self, notice: Notice) -> Sent:
        browsers = PushSubscription.objects.filter(pk=notice.target)
        endpoint = browsers.values_list("endpoint", flat=True).first()
        host = "" if endpoint is None else origin_of(urlsplit(endpoint))
        return Sent(host, notice.target in self._silent)
