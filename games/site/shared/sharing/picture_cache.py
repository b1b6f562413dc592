"""Pictures that are drawn once, and then kept in memory in a limited space."""

import threading
from collections import OrderedDict

from games.site.shared.sharing.contents import Content
from games.site.shared.sharing.drawing import picture_of

MAX_BYTES = 12 * 1024 * 1024
"""The limit for all pictures that a process keeps, which are about 150."""


class Pictures:
    """The pictures of a process by their digests, the most recently used last.

    One picture is drawn at a time, and none twice: callers that ask for a picture that is being
    drawn wait for it.
    """

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._drawing = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0
        """Bytes of all kept pictures."""

    def find(self, digest: str) -> bytes | None:
        with self._lock:
            found = self._kept.get(digest)
            if found is not None:
                self._kept.move_to_end(digest)
            return found

    def draw(self, content: Content) -> bytes:
        """Return the picture of a content, and keep it."""
        with self._drawing:
            found = self.find(content.digest)
            return found if found is not None else self._keep(content)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0

    def _keep(self, content: Content) -> bytes:
        drawn = picture_of(content)
        with self._lock:
            self._kept[content.digest] = drawn
            self.size += len(drawn)
            while self.size > self._most:
                _, oldest = self._kept.popitem(last=False)
                self.size -= len(oldest)
        return drawn


PICTURES = Pictures()
