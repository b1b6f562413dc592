"""Files that are made while they are sent, because they grow with the games of an account.

A part is made when the client has read those before it: a slow reader holds neither a connection to
the database nor more than a few parts. When it leaves, no further part is made.
"""

from collections.abc import AsyncGenerator, Generator
from itertools import chain
from threading import Lock

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

# Parts are made one at a time: together they would take the processor from moves.
_making = Lock()


def download(parts: Generator[bytes], content_type: str, name: str) -> HttpResponseBase:
    """Return the answer with a file of these parts. If it has one, the answer is whole."""
    first, second = next(parts, b""), next(parts, None)
    answer: HttpResponseBase
    if second is None:
        answer = HttpResponse(first, content_type=content_type)
    else:
        answer = Download(parts, (first, second), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


class Download(StreamingHttpResponse):
    """A file that is made while it is sent. `begun`: the parts that are made already."""

    def __init__(
        self, parts: Generator[bytes], begun: tuple[bytes, ...], *, content_type: str
    ) -> None:
        super().__init__(chain(begun, parts), content_type=content_type)
        self._parts = parts

    def close(self) -> None:
        self._parts.close()
        super().close()

    async def __aiter__(self) -> AsyncGenerator[bytes]:
        """Make parts in the thread of the request. Django would make all before it sends one."""
        content = iter(self)

        def make() -> bytes | None:
            # Also before: others may be making theirs.
            _leave_database()
            with _making:
                try:
                    return next(content, None)
                finally:
                    _leave_database()

        def close() -> None:
            self._parts.close()
            _leave_database()

        try:
            while (part := await sync_to_async(make)()) is not None:
                yield part
        finally:
            await sync_to_async(close)()


def _leave_database() -> None:
    """Give the connection back to the pool, if there is one: the client may take long to read."""
    if "pool" in connection.settings_dict["OPTIONS"] and not connection.in_atomic_block:
        connection.close()
